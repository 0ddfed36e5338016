// What is compared and what came of it: the source, the comparison, the rule, and the two failures held side by side.
// Only the answer to the last question counts; an older one that comes late is dropped.

import { create } from 'zustand';
import type { CompareSource, Comparison, RuleCode, RuleLanguage, ShapeDiff } from '../../../shared/compare/compared.ts';
import type { FailureClass } from '../../../shared/failure.ts';
import { say } from '../../model/notices.ts';
import { newestProbe, useProbes } from '../../model/probes.ts';
import type { Platform } from '../../platform/platform.ts';

interface CompareState {
  /** null: the newest probe run, or recorded traffic where there is none. */
  chosen: CompareSource | null;
  comparison: Comparison | null;
  problem: string;
  busy: boolean;
  /** The row that is open. */
  open: string | null;
  /** The first of two failures to be compared. */
  held: { row: number; words: string } | null;
  diff: ShapeDiff | null;
  /** What a person chose; null: the best example. */
  ruleClass: FailureClass | null;
  ruleLanguage: RuleLanguage;
  rule: RuleCode | null;
}

export const useCompare = create<CompareState>(() => ({
  chosen: null,
  comparison: null,
  problem: '',
  busy: false,
  open: null,
  held: null,
  diff: null,
  ruleClass: null,
  ruleLanguage: 'typescript',
  rule: null,
}));

let asked = 0;
let askedRule = 0;

export function sourceOf(chosen: CompareSource | null): CompareSource {
  const newest = newestProbe(useProbes.getState().probes);
  return chosen ?? (newest ? { kind: 'probe', probe: newest.id } : { kind: 'traffic', servers: [] });
}

export function chooseSource(chosen: CompareSource): void {
  useCompare.setState({ chosen, open: null, held: null, rule: null });
}

export async function loadComparison(platform: Platform): Promise<void> {
  const mine = ++asked;
  const source = sourceOf(useCompare.getState().chosen);
  useCompare.setState({ busy: true });
  const answer = await platform.call('compareServers', { source });
  if (mine !== asked) return;
  if (!answer.ok) {
    useCompare.setState({ busy: false, problem: answer.error.message });
    return;
  }
  const comparison = answer.value;
  useCompare.setState({ busy: false, problem: '', comparison });
}

export function shownClass({ classes }: Comparison, picked: FailureClass | null): FailureClass | null {
  return classes.some((it) => it.class === picked) ? picked : (bestClass(classes) ?? null);
}

/** A failure that many servers know makes the best example; not found is what people ask for first. */
function bestClass(classes: Comparison['classes']): FailureClass | undefined {
  const shared = classes.filter(({ servers }) => servers > 1);
  return (shared.find((it) => it.class === 'not_found') ?? shared[0] ?? classes[0])?.class;
}

export async function loadRule(platform: Platform, meaning: FailureClass, language: RuleLanguage): Promise<void> {
  const mine = ++askedRule;
  const source = sourceOf(useCompare.getState().chosen);
  const answer = await platform.call('ruleCode', { source, class: meaning, language });
  if (mine !== askedRule) return;
  if (answer.ok) useCompare.setState({ rule: answer.value });
  else useCompare.setState({ rule: null });
}

/** The first failure is held; the second opens both side by side. */
export async function holdOrDiff(platform: Platform, row: number, words: string): Promise<void> {
  const { held } = useCompare.getState();
  if (held === null) return useCompare.setState({ held: { row, words } });
  if (held.row === row) return useCompare.setState({ held: null });
  const answer = await platform.call('diffShapes', { left: held.row, right: row });
  if (answer.ok) useCompare.setState({ diff: answer.value, held: null });
  else say(answer.error.message, 'bad');
}

export async function probeSamples(platform: Platform): Promise<void> {
  const answer = await platform.call('probeSamples', {});
  if (answer.ok) chooseSource({ kind: 'probe', probe: answer.value.probe });
  else say(answer.error.message, 'bad');
}

/** The same servers once more. */
export async function runAgain(platform: Platform, servers: string[]): Promise<void> {
  const answer = await platform.call('startProbe', { servers });
  if (answer.ok) chooseSource({ kind: 'probe', probe: answer.value.probe });
  else say(answer.error.message, 'bad');
}

export async function stopProbe(platform: Platform, probe: string): Promise<void> {
  const answer = await platform.call('stopProbe', { probe });
  if (!answer.ok) say(answer.error.message, 'bad');
}
