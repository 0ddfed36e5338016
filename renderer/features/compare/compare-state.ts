// The state of a comparison: the source, the result, the rule, and the two failures side by side. Only the response to the last request
// counts; a late older one is dropped.

import type { FailureClass } from '../../../shared/failure.ts';
import type {
  CompareSource,
  Comparison,
  RuleCode,
  RuleLanguage,
  ShapeDiff,
} from '../../../shared/features/compare/compared.ts';
import { definePart, defineStore, type Model } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { newestProbe, probesOf } from './probes.ts';

interface CompareState {
  /** null: the newest probe run, or recorded traffic if there is none. */
  chosen: CompareSource | null;
  comparison: Comparison | null;
  problem: string;
  busy: boolean;
  /** The open row. */
  open: string | null;
  /** The first of two failures to compare. */
  held: { row: number; words: string } | null;
  diff: ShapeDiff | null;
  ruleLanguage: RuleLanguage;
  rule: RuleCode | null;
}

export const [compareOf, useCompare] = defineStore<CompareState>(() => ({
  chosen: null,
  comparison: null,
  problem: '',
  busy: false,
  open: null,
  held: null,
  diff: null,
  ruleLanguage: 'typescript',
  rule: null,
}));

/** Counts requests: only the response to the last of each kind counts. */
const askedOf = definePart(() => ({ comparison: 0, rule: 0 }));

export function compareSource(model: Model, chosen: CompareSource | null): CompareSource {
  const newest = newestProbe(probesOf(model).getState().probes);
  return chosen ?? (newest ? { kind: 'probe', probe: newest.id } : { kind: 'traffic', servers: [] });
}

export function chooseSource(model: Model, chosen: CompareSource): void {
  compareOf(model).setState({ chosen, open: null, held: null, rule: null });
}

export async function loadComparison(model: Model): Promise<void> {
  const asked = askedOf(model);
  const mine = ++asked.comparison;
  const source = compareSource(model, compareOf(model).getState().chosen);
  compareOf(model).setState({ busy: true });
  const answer = await model.platform.call('compareServers', { source });
  if (mine !== asked.comparison) return;
  if (!answer.ok) {
    compareOf(model).setState({ busy: false, problem: answer.error.message });
    return;
  }
  const comparison = answer.value;
  compareOf(model).setState({ busy: false, problem: '', comparison });
}

export async function loadRule(model: Model, meaning: FailureClass, language: RuleLanguage): Promise<void> {
  const asked = askedOf(model);
  const mine = ++asked.rule;
  const source = compareSource(model, compareOf(model).getState().chosen);
  const answer = await model.platform.call('ruleCode', { source, class: meaning, language });
  if (mine !== asked.rule) return;
  if (answer.ok) compareOf(model).setState({ rule: answer.value });
  else compareOf(model).setState({ rule: null });
}

/** The first failure is remembered; the second opens both side by side. */
export async function holdOrDiff(model: Model, row: number, words: string): Promise<void> {
  const { held } = compareOf(model).getState();
  if (held === null) return compareOf(model).setState({ held: { row, words } });
  if (held.row === row) return compareOf(model).setState({ held: null });
  const answer = await model.platform.call('diffShapes', { left: held.row, right: row });
  if (answer.ok) compareOf(model).setState({ diff: answer.value, held: null });
  else say(model, answer.error.message, 'bad');
}

export async function probeSamples(model: Model): Promise<void> {
  const answer = await model.platform.call('probeSamples', {});
  if (answer.ok) chooseSource(model, { kind: 'probe', probe: answer.value.probe });
  else say(model, answer.error.message, 'bad');
}

export async function stopProbe(model: Model, probe: string): Promise<void> {
  const answer = await model.platform.call('stopProbe', { probe });
  if (!answer.ok) say(model, answer.error.message, 'bad');
}
