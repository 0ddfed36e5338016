// Plans of your own: files in the data folder that are saved, replaced and deleted, and never others.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { planFileName } from '../../../shared/features/rehearse/plan-files.ts';
import { value } from '../../inspector/testing/test-inspector.ts';
import { OwnPlans } from './own-plans.ts';

let data: string;
let plans: OwnPlans;
const folder = () => join(data, 'rehearse', 'plans');
const textOf = (name: string) => `{"name":"${name}","steps":[{"do":{"answer":"timeout"}}]}`;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'misfire-plans-'));
  plans = new OwnPlans(data);
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

it('keeps the text of a plan in a file of its name', async () => {
  expect(await value(plans.savePlan({ text: textOf('Search is busy'), replaces: null }))).toMatchObject({
    file: 'search-is-busy',
  });
  expect(readFileSync(join(folder(), 'search-is-busy.json'), 'utf8')).toBe(`${textOf('Search is busy')}\n`);
  expect(await value(plans.rehearsalPlans({}))).toEqual({
    plans: [{ file: 'search-is-busy', text: `${textOf('Search is busy')}\n` }],
    folder: folder(),
  });
});

it('names the file by the title of a plan without a name', async () => {
  const text = '{"title":"Search is busy","steps":[{"do":{"end":"session"}}]}';
  expect(await value(plans.savePlan({ text, replaces: null }))).toMatchObject({ file: 'search-is-busy' });
});

it('renames the file with its plan, and refuses a name that is taken', async () => {
  await value(plans.savePlan({ text: textOf('one'), replaces: null }));
  await value(plans.savePlan({ text: textOf('two'), replaces: null }));
  expect(await plans.savePlan({ text: textOf('two'), replaces: 'one' })).toMatchObject({
    ok: false,
    error: { message: 'There is a plan two already. Choose another title or name.' },
  });
  expect(await plans.savePlan({ text: textOf('Slow server'), replaces: 'one' })).toMatchObject({
    ok: false,
    error: { message: 'slow-server is a ready plan. Choose another title or name.' },
  });
  await value(plans.savePlan({ text: textOf('three'), replaces: 'one' }));
  expect(readdirSync(folder()).sort()).toEqual(['three.json', 'two.json']);
});

it('says what is wrong with a plan in the words of the command line, and writes nothing', async () => {
  expect(await plans.savePlan({ text: '{"steps":[{}]}', replaces: null })).toMatchObject({
    ok: false,
    error: { code: 'bad_input', message: 'steps[0] has no "do". Say what happens: {"answer":"rate_limited"}.' },
  });
  expect(existsSync(folder())).toBe(false);
});

it('deletes a plan and returns its text, so that it can be restored', async () => {
  await value(plans.savePlan({ text: textOf('one'), replaces: null }));
  expect(await value(plans.removePlan({ file: 'one' }))).toEqual({ text: `${textOf('one')}\n` });
  expect(readdirSync(folder())).toEqual([]);
  expect(await plans.removePlan({ file: 'one' })).toMatchObject({ ok: false, error: { code: 'not_found' } });
});

it('deletes only plans, for any name that is asked for', async () => {
  mkdirSync(folder(), { recursive: true });
  const other = join(data, 'rehearse', 'other.json');
  writeFileSync(other, '{}');
  for (const file of ['../other', '../../rehearse/other', 'other/../../other', '..'])
    expect(await plans.removePlan({ file })).toMatchObject({ ok: false });
  expect(existsSync(other)).toBe(true);
  const text = textOf('one');
  await plans.savePlan({ text, replaces: '../other' });
  expect(existsSync(other)).toBe(true);
});

it('lists a plan that someone wrote with mistakes, so that it can be fixed', async () => {
  mkdirSync(folder(), { recursive: true });
  writeFileSync(join(folder(), 'broken.json'), '{"steps":');
  writeFileSync(join(folder(), 'notes.txt'), 'no plan');
  expect((await value(plans.rehearsalPlans({}))).plans).toEqual([{ file: 'broken', text: '{"steps":' }]);
});

it('saves nothing without a data folder', async () => {
  const none = new OwnPlans(null);
  expect(await none.savePlan({ text: textOf('one'), replaces: null })).toMatchObject({ ok: false });
  expect(await value(none.rehearsalPlans({}))).toEqual({ plans: [], folder: null });
});

it.each([
  ['Search is busy', 'search-is-busy'],
  ['  ../../etc/passwd ', 'etc-passwd'],
  ['…', 'plan'],
  ['CON', 'plan-con'],
  ['Störung', 'st-rung'],
  [`${'x'.repeat(59)} y`, 'x'.repeat(59)],
])('names the file of %j', (title, name) => {
  expect(planFileName(title)).toBe(name);
  expect(planFileName(name)).toBe(name);
});
