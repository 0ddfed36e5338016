// A rule of the protocol that one side broke. Found by the table in rules/, worded by decode/silent/broken-rule.ts.

export type Side = 'client' | 'server';

export interface BrokenRule {
  /** What the rule demands, in words. */
  id: string;
  /** The sentence of the specification, and where it is. */
  clause: string;
  address: string;
  /** The side that broke it. */
  binds: Side;
  /** `refused`: the other side cannot go on. `noted`: it can. */
  effect: 'refused' | 'noted';
  /** The clause says SHOULD. */
  isAdvice: boolean;
  /** Answers that refuse a request for it; omitted: any error. */
  refusal?: RegExp;
  /** How it was broken, as the rest of a sentence about that side. */
  how: string;
  /** What that side has to change. */
  fix: string;
}
