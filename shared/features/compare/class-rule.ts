// One rule for all servers: the shortest set of tests that selects one class among all recorded failures. A rule is data: this
// file chooses its tests and applies them to answers. rule-code.ts writes it as text to copy, which Misfire never runs.

import { type Feature, matches, type RuleCase, ruleFeaturesOf } from './rule-features.ts';

export interface LabeledCase extends RuleCase {
  /** Whether it is of the class. */
  is: boolean;
}

/** All of `features` must hold; with a server, only there. */
export interface RuleTerm {
  server: string | null;
  features: Feature[];
}

/** `missed`: answers of the class that no test distinguishes from others. */
type Rule = { ok: true; terms: RuleTerm[]; missed: LabeledCase[] } | { ok: false; problem: string };

const pairLimit = 60;
const serverCost = 5;

export function findRule(cases: readonly LabeledCase[]): Rule {
  const terms: RuleTerm[] = [];
  const missed: LabeledCase[] = [];
  let open = cases.filter(({ is }) => is);
  while (open.length > 0) {
    const term = bestTerm(open, cases);
    if (term === null) {
      missed.push(open[0] as LabeledCase);
      open = open.slice(1);
      continue;
    }
    terms.push(term);
    open = open.filter((answer) => !holds(term, answer));
  }
  if (terms.length > 0) return { ok: true, terms, missed: missed.filter((answer) => !judges(terms, answer)) };
  const server = missed[0]?.server ?? 'The server';
  return {
    ok: false,
    problem: `${server} answers this and other failures alike, so no test can distinguish them.`,
  };
}

/** Whether an answer belongs to the rule's class. */
export const judges = (terms: readonly RuleTerm[], answer: RuleCase): boolean =>
  terms.some((term) => holds(term, answer));

export function holds({ server, features }: RuleTerm, answer: RuleCase): boolean {
  return (server === null || answer.server === server) && features.every((feature) => matches(feature, answer));
}

/** Tests that hold on every server come first, then those of one server, then pairs of tests. */
function bestTerm(open: readonly LabeledCase[], cases: readonly LabeledCase[]): RuleTerm | null {
  const others = cases.filter(({ is }) => !is);
  let best: { term: RuleTerm; score: number } | null = null;
  const consider = (term: RuleTerm, cost: number) => {
    if (others.some((answer) => holds(term, answer))) return;
    const covered = open.filter((answer) => holds(term, answer)).length;
    const score = covered * 4 - cost;
    if (covered > 0 && (best === null || score > best.score)) best = { term, score };
  };
  for (const { feature } of distinctFeatures(open)) consider({ server: null, features: [feature] }, feature.cost);
  for (const { feature, server } of distinctFeatures(open))
    consider({ server, features: [feature] }, feature.cost + serverCost);
  if (best === null) {
    for (const answer of open.slice(0, 1)) {
      const features = ruleFeaturesOf(answer)
        .sort((a, b) => a.cost - b.cost)
        .slice(0, pairLimit);
      for (const [index, one] of features.entries())
        for (const other of features.slice(index + 1))
          consider({ server: answer.server, features: [one, other] }, one.cost + other.cost + serverCost);
    }
  }
  return (best as { term: RuleTerm } | null)?.term ?? null;
}

function distinctFeatures(open: readonly LabeledCase[]): { feature: Feature; server: string }[] {
  const found = new Map<string, { feature: Feature; server: string }>();
  for (const answer of open)
    for (const feature of ruleFeaturesOf(answer)) {
      const key = JSON.stringify([answer.server, feature.path, feature.test, feature.value]);
      if (!found.has(key)) found.set(key, { feature, server: answer.server });
    }
  return [...found.values()];
}
