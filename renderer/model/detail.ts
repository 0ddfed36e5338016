// The selected row with all its details, loaded again when the row changes, a few times a second at most.

import { troubleOf } from '../../shared/incident/incident.ts';
import type { Row, RowDetail } from '../../shared/timeline.ts';
import { hideAgain, maskForView, masksOf } from './masks.ts';
import { definePart, defineStore, type Model } from './model.ts';
import { setSections } from './preferences.ts';
import { rowsOf, timelineOf } from './timeline.ts';

/** `explained`, `messages`, `raw`, or the tab of a feature. */
export type Tab = string;

/** Tabs that became parts of others: links still lead there. */
const former: Readonly<Record<string, Tab>> = {
  http: 'raw',
  output: 'explained',
  rows: 'explained',
  history: 'attempts',
};

export const tabNamed = (name: string): Tab => former[name] ?? name;

interface Detail {
  id: number | null;
  /** Masked, as shown. */
  detail: RowDetail | null;
  /** As received. */
  raw: RowDetail | null;
  problem: string;
  tab: Tab;
  /**
   * On which the next row opens. A user who chooses Raw or both sides reads them row by row, so that tab stays. A quote shown in
   * its message and the attempts at a call are about one row: the next one opens on its first tab, which has its fix.
   */
  nextTab: Tab;
  /** The row whose quote was asked for where it is in the message, and how often one was. */
  quoteShown: { row: number; times: number };
}

export const [detailOf, useDetail] = defineStore<Detail>(() => ({
  id: null,
  detail: null,
  raw: null,
  problem: '',
  tab: 'explained',
  nextTab: 'explained',
  quoteShown: { row: -1, times: 0 },
}));

const refreshEvery = 200;
const loadingOf = definePart(() => ({
  timer: null as ReturnType<typeof setTimeout> | null,
  /** Counts the requests: only the response to the last one counts. */
  requests: 0,
  /** Ends with the response to the last one. */
  last: Promise.resolve(),
}));

/** Follows the selection from now on. */
export function followSelection(model: Model): void {
  const follow = () => {
    const { selected } = timelineOf(model).getState();
    const { id, tab, nextTab } = detailOf(model).getState();
    if (selected !== id) {
      // The first row has the tab of the address.
      detailOf(model).setState({ id: selected, problem: '', tab: id === null ? tab : nextTab });
      hideAgain(model);
      void load(model);
    }
  };
  timelineOf(model).subscribe(follow);
  masksOf(model).subscribe(() => {
    const { raw } = detailOf(model).getState();
    if (raw) detailOf(model).setState({ detail: maskForView(model, raw) });
  });
  follow();
}

/** The card of the selected row; null while it loads and the previous one is shown. */
export function selectedDetail(model: Model): RowDetail | null {
  const { detail } = detailOf(model).getState();
  return detail !== null && detail.row.id === timelineOf(model).getState().selected ? detail : null;
}

/** The selected row. The list knows it at once; a row that is not listed is known with its card. */
export function selectedRow(model: Model): Row | null {
  const { selected } = timelineOf(model).getState();
  return (selected === null ? undefined : rowsOf(model).find(selected)) ?? selectedDetail(model)?.row ?? null;
}

/** The card of the selected row, awaited if it loads; null if another row is selected in the meantime. */
export async function waitForDetail(model: Model): Promise<RowDetail | null> {
  const { selected } = timelineOf(model).getState();
  const loading = loadingOf(model);
  for (let requests = 0; selectedDetail(model) === null && requests !== loading.requests; ) {
    ({ requests } = loading);
    await loading.last;
  }
  const found = selectedDetail(model);
  return found?.row.id === selected ? found : null;
}

/** For the selected row. */
export function setTab(model: Model, tab: Tab): void {
  detailOf(model).setState({ tab });
}

/** By hand: the next row opens on it too, or on another. */
export function chooseTab(model: Model, tab: Tab, nextTab = tab): void {
  detailOf(model).setState({ tab, nextTab });
}

/** Where the quote of a failure is, in all that was received: a line of stderr, or the message. */
export function showQuote(model: Model, { row, failure, events }: RowDetail): void {
  const isOutput = failure?.quote?.path.startsWith('stderr') === true && !events.some(({ lane }) => lane === 'err');
  if (isOutput) setSections(model, { evidence: true });
  detailOf(model).setState(({ quoteShown: { times } }) => ({
    tab: isOutput ? 'explained' : 'raw',
    quoteShown: { row: row.id, times: times + 1 },
  }));
}

export function noteDetailChange(model: Model, row: Row): void {
  const { id, detail } = detailOf(model).getState();
  if (id === null || detail === null) return;
  const { incident } = detail;
  const concerns =
    row.id === id ||
    (row.chain !== null && row.chain === detail.row.chain) ||
    row.chain === id ||
    (incident !== null && row.incident === incident.id) ||
    // A response with a wrong id may belong to this call.
    (row.kind === 'orphan' && detail.row.kind === 'call' && row.server === detail.row.server) ||
    // It may show that the server is back.
    (isDown(detail) && row.server === detail.row.server && row.outcome === 'answered');
  if (concerns) refreshDetail(model);
}

/** Its connection ended or failed, and there was no response since. */
function isDown({ failure, incident }: RowDetail): boolean {
  return failure !== null && incident?.healed === null && troubleOf(failure) !== null;
}

export function refreshDetail(model: Model): void {
  const loading = loadingOf(model);
  if (loading.timer !== null) return;
  loading.timer = setTimeout(() => {
    loading.timer = null;
    void load(model);
  }, refreshEvery);
}

export function load(model: Model): Promise<void> {
  const loading = loadingOf(model);
  loading.last = read(model);
  return loading.last;
}

async function read(model: Model): Promise<void> {
  const id = timelineOf(model).getState().selected;
  const loading = loadingOf(model);
  const mine = ++loading.requests;
  if (id === null) {
    detailOf(model).setState({ detail: null, raw: null });
    return;
  }
  const answer = await model.platform.call('rowDetail', { id });
  if (mine !== loading.requests) return;
  // Without the host the card stays: it is still true.
  if (answer.ok)
    detailOf(model).setState({ id, detail: maskForView(model, answer.value), raw: answer.value, problem: '' });
  else if (answer.error.code !== 'not_connected')
    detailOf(model).setState({ id, detail: null, raw: null, problem: answer.error.message });
}
