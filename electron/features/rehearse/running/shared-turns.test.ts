// `once` is once for all who take part in a rehearsal: several counters of one file, in this process and in others.

import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RehearsalStep, readPlan } from '../../../../shared/features/rehearse/rehearsal-plan.ts';
import { Turns } from '../../../../shared/features/rehearse/turns.ts';
import { SharedTurns } from './shared-turns.ts';

let data: string;
let file: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-turns-'));
  file = join(data, 'turns.log');
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

function planOf(...steps: RehearsalStep[]) {
  const read = readPlan(JSON.stringify({ steps }));
  if (!read.ok) throw new Error(read.problem);
  return read.plan;
}

it('counts as one who takes all the calls', () => {
  const plan = planOf(
    { do: { answer: 'internal' }, often: 'once' },
    { do: { answer: 'internal' }, often: { share: 0.5 }, atMost: 7 },
    { do: { answer: 'internal' }, often: { every: 3 } },
  );
  const alone = new Turns(plan);
  const three = [1, 2, 3].map(() => new SharedTurns(file, 'run', plan));
  for (let call = 0; call < 60; call += 1)
    for (const step of [0, 1, 2]) {
      const one = three[(call * 7 + step) % 3] as SharedTurns;
      expect([one.isOpen(step), one.take(step)]).toEqual([alone.isOpen(step), alone.take(step)]);
    }
  expect(three.map((one) => one.begin(0)).length).toBe(3);
});

it('begins with the first call of all', () => {
  const plan = planOf({ do: { answer: 'internal' } });
  const [one, other] = [new SharedTurns(file, 'run', plan), new SharedTurns(file, 'run', plan)];
  expect([one.begin(1000), other.begin(2000), one.begin(3000)]).toEqual([1000, 1000, 1000]);
});

it('does not count another rehearsal, and takes lines that mean nothing', () => {
  const plan = planOf({ do: { answer: 'internal' }, often: 'once' });
  expect(new SharedTurns(file, 'first', plan).take(0)).toBe(true);
  appendFileSync(file, 'second\nsecond 1 take -5\nsecond 1 take 1e9\nsecond 1 take __proto__\n\0\0\n second\n');
  expect(new SharedTurns(file, 'second', plan).take(0)).toBe(true);
  expect(new SharedTurns(file, 'second', plan).take(0)).toBe(false);
});

it('counts alone where the file cannot be written', () => {
  const plan = planOf({ do: { answer: 'internal' }, often: 'once' });
  const turns = new SharedTurns(join(data, 'gone', 'turns.log'), 'run', plan);
  expect([turns.begin(5), turns.begin(6), turns.take(0), turns.take(0)]).toEqual([5, 5, true, false]);
});

it('gives each turn once to processes that ask at the same time', async () => {
  const program = `
    const { SharedTurns } = await import(${JSON.stringify(join(import.meta.dirname, 'shared-turns.ts'))});
    const plan = { seed: 1, steps: [{ do: {}, often: { first: 40 } }] };
    const turns = new SharedTurns(${JSON.stringify(file)}, 'run', plan);
    let taken = 0;
    for (let call = 0; call < 100; call += 1) if (turns.take(0)) taken += 1;
    console.log(taken);`;
  const counts = await Promise.all(
    [1, 2, 3].map(async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const parts: Buffer[] = [];
      for await (const part of child.stdout) parts.push(part as Buffer);
      return Number(Buffer.concat(parts).toString());
    }),
  );
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40);
});
