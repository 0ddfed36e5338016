// The selected row with all that belongs to it, fetched again when the row changes, at most some times a second.

import { create } from 'zustand';
import type { Row, RowDetail } from '../../shared/timeline.ts';
import type { Platform } from '../platform/platform.ts';
import { hideAgain, maskForView, useMasks } from './masks.ts';
import { useTimeline } from './timeline.ts';

export const tabs = ['explained', 'messages', 'raw', 'http', 'history'] as const;
export type Tab = (typeof tabs)[number];

interface Detail {
  id: number | null;
  /** With secrets masked, as it is shown. */
  detail: RowDetail | null;
  /** As it came. */
  raw: RowDetail | null;
  problem: string;
  tab: Tab;
}

export const useDetail = create<Detail>(() => ({
  id: null,
  detail: null,
  raw: null,
  problem: '',
  tab: 'explained',
}));

const refreshEvery = 200;
let platform: Platform | null = null;
let timer: ReturnType<typeof setTimeout> | null = null;
let wish = 0;

/** Follows the selection from now on. */
export function startDetail(from: Platform): void {
  platform = from;
  const follow = () => {
    const { selected } = useTimeline.getState();
    if (selected !== useDetail.getState().id) {
      useDetail.setState({ id: selected, problem: '' });
      hideAgain();
      void load();
    }
  };
  useTimeline.subscribe(follow);
  useMasks.subscribe(() => {
    const { raw } = useDetail.getState();
    if (raw) useDetail.setState({ detail: maskForView(raw) });
  });
  follow();
}

export function setTab(tab: Tab): void {
  useDetail.setState({ tab });
}

export function noteDetailChange(row: Row): void {
  const { id, detail } = useDetail.getState();
  if (id === null || detail === null) return;
  const concerns = row.id === id || (row.chain !== null && row.chain === detail.row.chain) || row.chain === id;
  if (concerns) refreshDetail();
}

export function refreshDetail(): void {
  if (timer !== null) return;
  timer = setTimeout(() => {
    timer = null;
    void load();
  }, refreshEvery);
}

export async function load(): Promise<void> {
  const id = useTimeline.getState().selected;
  const mine = ++wish;
  if (id === null || !platform) {
    useDetail.setState({ detail: null, raw: null });
    return;
  }
  const answer = await platform.call('rowDetail', { id });
  if (mine !== wish) return;
  // While the host is away the card stays as it was: it is still true.
  if (answer.ok) useDetail.setState({ id, detail: maskForView(answer.value), raw: answer.value, problem: '' });
  else if (answer.error.code !== 'not_connected')
    useDetail.setState({ id, detail: null, raw: null, problem: answer.error.message });
}
