// Opening a filter: the new result replaces the old only when it is there; a mistake is shown and the old result stays.

import { create } from 'zustand';
import type { Platform } from '../platform/platform.ts';
import { bump, resetRows, reveal, useTimeline } from './timeline.ts';

export const failuresFilter = 'is:failed';

/** Counts the wishes: only the answer to the last one counts. */
let wish = 0;

export const useFilterWork = create<{ busy: boolean }>(() => ({ busy: false }));

export async function openFilter(platform: Platform, text: string): Promise<boolean> {
  const mine = ++wish;
  useTimeline.setState({ draft: text });
  useFilterWork.setState({ busy: true });
  const answer = await platform.call('openView', { filter: text });
  if (mine !== wish) return true;
  useFilterWork.setState({ busy: false });
  if (!answer.ok) {
    useTimeline.setState({ filterError: answer.error.message });
    return false;
  }
  const same = answer.value.view === useTimeline.getState().view && useTimeline.getState().loaded;
  useTimeline.setState({ filter: text, filterError: '', paused: false });
  if (same) {
    useTimeline.setState({ hidden: answer.value.hidden });
    bump();
    return true;
  }
  resetRows(answer.value.view, answer.value.total, answer.value.hidden);
  useTimeline.setState({ following: true });
  reveal(Math.max(0, answer.value.total - 1));
  return true;
}

/** `server:name`, quoted where the name needs it. */
export function serverTerm(name: string): string {
  return /^[\p{L}\p{N}._-]+$/u.test(name) ? `server:${name}` : `server:"${name.replaceAll('"', '')}"`;
}

/** Adds a term to a filter, or takes it out when it is there. */
export function toggleTerm(filter: string, term: string): string {
  const padded = ` ${filter.trim()} `;
  if (padded.includes(` ${term} `)) return padded.replace(` ${term} `, ' ').trim();
  return `${filter.trim()} ${term}`.trim();
}

export function hasTerm(filter: string, term: string): boolean {
  return ` ${filter.trim()} `.includes(` ${term} `);
}

/** One server at a time: another server's term is replaced rather than added, since both together match nothing. */
export function toggleServer(filter: string, name: string): string {
  const term = serverTerm(name);
  if (hasTerm(filter, term)) return toggleTerm(filter, term);
  const rest = filter
    .replace(/(^|\s)server:(?:"[^"]*"|\S+)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return toggleTerm(rest, term);
}
