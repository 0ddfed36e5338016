// The steps of a parsed pattern, and the machine that runs them. All alternatives advance in parallel, one character at a time,
// so no text can make it slow. Owns matching; regex.ts parses patterns.

export type Matches = (unit: number) => boolean;

export type RegexStep =
  | { op: 'char'; matches: Matches }
  | { op: 'split'; first: number; second: number }
  | { op: 'jump'; to: number }
  | { op: 'assert'; what: '^' | '$' | 'b' | 'B' }
  | { op: 'done' };

const textLimit = 20_000;

export const word = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || unit === 95 || (unit >= 97 && unit <= 122);

/** All alternatives in parallel. A state is entered once per character, so this cannot grow. */
export function runSteps(steps: RegexStep[], whole: string): boolean {
  const text = whole.length > textLimit ? whole.slice(0, textLimit) : whole;
  const entered = new Int32Array(steps.length).fill(-1);
  let now: number[] = [];
  for (let i = 0; i <= text.length; i += 1) {
    const stack = [0];
    // Threads from the previous character, and a new one: the match may start anywhere.
    for (let k = now.length - 1; k >= 0; k -= 1) stack.push(now[k] as number);
    const waiting: number[] = [];
    while (stack.length > 0) {
      const state = stack.pop() as number;
      if (entered[state] === i) continue;
      entered[state] = i;
      const step = steps[state] as RegexStep;
      if (step.op === 'done') return true;
      if (step.op === 'char') waiting.push(state);
      else if (step.op === 'jump') stack.push(step.to);
      else if (step.op === 'split') stack.push(step.second, step.first);
      else if (holds(step.what, text, i)) stack.push(state + 1);
    }
    if (i === text.length) return false;
    const unit = text.charCodeAt(i);
    now = [];
    for (const state of waiting) if ((steps[state] as RegexStep & { op: 'char' }).matches(unit)) now.push(state + 1);
  }
  return false;
}

function holds(what: '^' | '$' | 'b' | 'B', text: string, at: number): boolean {
  if (what === '^') return at === 0;
  if (what === '$') return at === text.length;
  const edge = (at > 0 && word(text.charCodeAt(at - 1))) !== (at < text.length && word(text.charCodeAt(at)));
  return what === 'b' ? edge : !edge;
}
