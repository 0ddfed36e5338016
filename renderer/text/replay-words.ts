// A running wait as text: the remaining time, and the state of a replay. Pure.

import type { ReplayView } from '../../shared/retry/replay.ts';
import { type ReplayVerdict, verdictNames } from '../../shared/retry/replay-verdict.ts';
import { duration } from '../../shared/text/duration.ts';
import type { OriginalCall } from '../../shared/timeline.ts';
import { countInWords } from './format.ts';
import type { Tone } from './row-words.ts';

/** `4.2 s` below ten seconds, whole seconds above; never negative. */
export function remainingWords(ms: number): string {
  if (ms <= 0) return 'now';
  if (ms < 10_000) return `${(Math.ceil(ms / 100) / 10).toFixed(1)} s`;
  return duration(Math.ceil(ms / 1_000) * 1_000);
}

/** Whole seconds for a button, which should not flicker: `6 s`. */
export function waitWords(ms: number): string {
  return ms < 1_000 ? `${Math.max(0.1, Math.ceil(ms / 100) / 10)} s` : duration(Math.ceil(ms / 1_000) * 1_000);
}

export function isLive(view: Pick<ReplayView, 'state'>): boolean {
  return view.state === 'waiting' || view.state === 'running' || view.state === 'paused';
}

/** The state of a live replay, in a few words. */
export function liveWords(view: ReplayView, now: number): string {
  const after =
    view.remaining > 1 ? `, ${countInWords(view.remaining - 1, 'more')} after it`.replace('mores', 'more') : '';
  switch (view.state) {
    case 'waiting':
      return view.nextAt === null ? 'Waiting its turn' : `Next attempt in ${remainingWords(view.nextAt - now)}${after}`;
    case 'paused':
      return `Paused, ${countInWords(view.remaining, 'attempt')} to go`;
    case 'running':
      return 'Sent, waiting for an answer';
    default:
      return view.words;
  }
}

const verdictTones: Record<ReplayVerdict, Tone> = {
  fixed: 'ok',
  same: 'bad',
  different: 'warn',
  worse: 'bad',
  flaky: 'warn',
};

export function verdictWord(verdict: ReplayVerdict, fixedCount = 0, attempts = 0): string {
  const name = verdictNames[verdict];
  return verdict === 'flaky' && attempts > 0 ? `${name} ${fixedCount} of ${attempts}` : name;
}

interface ReplayLook {
  word: string;
  tone: Tone;
}

const passesLook: ReplayLook = { word: 'Passes as before', tone: 'ok' };

/** A successful call can be replayed too; its verdict `same` is not a failure. */
export function passesAsBefore(view: Pick<ReplayView, 'verdict' | 'passedBefore'>): boolean {
  return view.verdict === 'same' && view.passedBefore;
}

/** How a replay's row compares with the original call; null while it waits. */
export function originalLook({ verdict, passed }: OriginalCall): ReplayLook | null {
  if (verdict === null) return null;
  if (passesAsBefore({ verdict, passedBefore: passed })) return passesLook;
  return { word: verdictWord(verdict), tone: verdictTones[verdict] };
}

/** What was called: a tool by its name, others with their method. */
export function calledWords(call: { method: string; target: string | null }): string {
  if (call.target === null) return call.method;
  return call.method === 'tools/call' ? call.target : `${call.method} ${call.target}`;
}

/** The pill of a replay: its verdict if it has one, otherwise its state. */
export function replayLook(view: ReplayView): ReplayLook {
  if (passesAsBefore(view) && !isLive(view)) return passesLook;
  if (view.verdict !== null && !isLive(view))
    return {
      word: verdictWord(view.verdict, view.fixedCount, view.attempts.length),
      tone: verdictTones[view.verdict],
    };
  switch (view.state) {
    case 'waiting':
      return { word: 'Waiting', tone: 'wait' };
    case 'running':
      return { word: 'Sending', tone: 'info' };
    case 'paused':
      return { word: 'Paused', tone: 'warn' };
    case 'cancelled':
      return { word: 'Canceled', tone: 'mute' };
    case 'failed':
      return { word: 'Not sent', tone: 'bad' };
    case 'done':
      return { word: 'Done', tone: 'mute' };
  }
}

/** Where no pill has the result. */
export const resultWords = (view: ReplayView): string =>
  [`${replayLook(view).word}.`, view.words].filter(Boolean).join(' ');
