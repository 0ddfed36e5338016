// "Fix until it works" in the window, by keyboard only: the steps, the questions, and each end. The host is the test's: what a fix sends is
// tested with the real one (electron/features/fix).

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done } from '../../../shared/contract/api.ts';
import type { FixAsk } from '../../../shared/features/fix/fix-types.ts';
import type { FixAttemptView, FixView } from '../../../shared/features/fix/fix-view.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { call, captureOf, toolError } from '../../testing/capture-text.ts';
import { openWindow, showRow } from '../../testing/mount.tsx';
import { press } from '../../testing/user.ts';

const card = page.getByCSS('#detail-pane');
const capture = captureOf(
  ...call('get_rate', toolError('kind must be one of "single", "double"'), { args: { kind: 'suite' } }),
);

const attempt = (more: Partial<FixAttemptView>): FixAttemptView => ({
  row: 1,
  isStart: false,
  headline: 'kind must be single or double; you sent "suite"',
  class: 'validation',
  passed: false,
  changes: [],
  waitedMs: 0,
  latencyMs: 9,
  choices: [],
  ...more,
});

const choose: FixAsk = {
  kind: 'choose',
  path: '/kind',
  sent: 'suite',
  options: [{ value: 'single' }, { value: 'double' }],
  source: 'schema',
};

/** Opens the card of the failed call, and presses Shift F. `fix` changes what the host reports. */
async function start({ answers = {}, ...first }: Partial<FixView> & { answers?: object }) {
  let view: FixView = {
    id: 'fix-1',
    source: 0,
    server: 'hotel',
    to: 'hotel',
    method: 'tools/call',
    target: 'get_rate',
    state: 'asking',
    attempts: [attempt({})],
    params: '{"name":"get_rate","arguments":{"kind":"suite"}}',
    ask: null,
    stopped: null,
    wait: null,
    sent: 0,
    usedMs: 9,
    isReadOnly: true,
    ...first,
  };
  const mounted = await openWindow({
    capture,
    servers: [{ name: 'hotel' }],
    answers: {
      startFix: ({ row }) => {
        view = { ...view, source: row };
        return done({ fix: 'fix-1' });
      },
      fixes: () => done({ fixes: [view] }),
      answerFix: () => done(null),
      stopFix: () => done(null),
      snippet: ({ kind }) => done({ text: `the call as ${kind}`, language: 'text' }),
      fixReproSet: ({ into }) => done({ text: `set ${into}` }),
      setVariables: () => done(null),
      variableOffers: () => done({ offers: [], client: null }),
      ...answers,
    },
  });
  await showRow(mounted, 'get_rate');
  await press('F');
  await expect.element(card.getByRole('list', { name: 'Attempts' })).toBeVisible();
  const fix = (next: Partial<FixView>) => {
    view = { ...view, ...next };
    mounted.host.report({ fixes: [view] });
  };
  return { ...mounted, fix, answered: () => mounted.host.askedFor('answerFix').map(({ answer }) => answer) };
}

const hasFocus = (name: RegExp) =>
  expect
    .poll(() => document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label'))
    .toMatch(name);

test('several allowed values stop at buttons, none is preselected, and Enter goes on', async () => {
  const { answered, fix } = await start({ ask: choose });
  await hasFocus(/^single$/);
  await expect.element(card.getByRole('button', { pressed: true })).not.toBeInTheDocument();
  await expect.element(card).toMatchTextContent('Stopped here: the schema allows 2 values.');
  await expectAccessible('a fix that asks');
  await press('{Tab}');
  await press('{Enter}');
  expect(answered()).toEqual([{ kind: 'value', path: '/kind', value: '"double"' }]);
  fix({ state: 'running', ask: null });
  await hasFocus(/^ ?Stop/);
  const changes = [{ path: '/kind', before: 'suite', after: 'double', because: 'by you', source: 'you' as const }];
  fix({
    state: 'done',
    sent: 1,
    attempts: [
      attempt({ choices: [{ ask: choose, value: 'double', source: 'you' }] }),
      attempt({ row: 2, headline: '2 texts', passed: true, class: null, changes, latencyMs: 15 }),
    ],
  });
  await expect.element(card.getByRole('heading', { level: 2 })).toHaveTextContent('Fixed in 2 attempts, 24 ms');
  await expect.element(card).toMatchTextContent('1 value from you, 0 guesses');
  await expect.element(card.getByRole('region', { name: 'Changes' })).toMatchTextContent('kind: "double"by you');
  // Another choice starts again from there.
  (card.getByRole('button', { name: 'single', exact: true }).element() as HTMLElement).focus();
  await press('{Enter}');
  expect(answered().at(-1)).toEqual({ kind: 'value', path: '/kind', value: '"single"', attempt: 0 });
});

test('at the end the call, a repro set and a report can be kept', async () => {
  const { host } = await start({
    state: 'done',
    attempts: [attempt({}), attempt({ row: 2, headline: '1 text', passed: true, class: null })],
  });
  await hasFocus(/Copy fixed call/);
  await press('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'JSON' })).toBeVisible();
  await press('{End}');
  await hasFocus(/^JSON$/);
  await press('{Enter}');
  await expect.poll(() => host.copied).toMatch(/"kind": "suite"/);
  await expect.element(card).toMatchTextContent('the call as misfire');
  (card.getByRole('button', { name: 'Report to author' }).element() as HTMLElement).focus();
  await press('{Enter}');
  await expect.poll(() => host.copied).toMatch(/## What had to be tried\n\n1\. kind must be.*\n2\. It works\./);
  (card.getByRole('button', { name: 'Add to repro set' }).element() as HTMLElement).focus();
  await press('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'New set' })).toBeVisible();
  await press('{Home}');
  await hasFocus(/^New set$/);
  await press('{Enter}');
  await expect.poll(() => host.saved.map(({ content }) => content)).toEqual(['set ']);
});

test('a missing value stops at a field with focus, and says what is known', async () => {
  const { answered } = await start({
    ask: {
      kind: 'fill',
      path: '/nights',
      wants: 'an integer of at least 1',
      types: ['integer'],
      says: '',
      suggestions: [],
      examples: [3, 7],
    },
  });
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT');
  await expect.element(card).toMatchTextContent(/It wants an integer of at least 1\..*In calls that succeeded: 3, 7\./);
  await press('2{Enter}');
  expect(answered()).toEqual([{ kind: 'value', path: '/nights', value: '2' }]);
});

test('a list tool is called only after Enter', async () => {
  const because = 'list_orders is read-only. Server’s claim, not verified.';
  const { answered } = await start({ ask: { kind: 'pick', path: '/id', sent: 'SO-9', tool: 'list_orders', because } });
  await hasFocus(/^Call list_orders$/);
  expect(answered()).toEqual([]);
  await press('{Enter}');
  expect(answered()).toEqual([{ kind: 'list' }]);
});

test('a destructive tool needs its name', async () => {
  const because = ['The server marks wipe as destructive (the server’s claim, not verified).'];
  const { answered } = await start({
    ask: { kind: 'confirm', need: 'type_name', name: 'wipe', because, switches: [] },
  });
  await expect.element(card).toMatchTextContent('the server’s claim, not verified');
  await press('wip{Enter}');
  expect(answered()).toEqual([]);
  await press('e{Enter}');
  expect(answered()).toEqual([{ kind: 'confirm', text: 'wipe' }]);
});

test('missing variables apply to this run, and can be saved once it works', async () => {
  const { host, answered, fix } = await start({ ask: { kind: 'set', variables: ['HOTEL_TOKEN'] } });
  await expect.poll(() => document.activeElement?.id).toBe('variable-HOTEL_TOKEN');
  await press('abc{Enter}');
  await expect.poll(answered).toEqual([{ kind: 'ready' }]);
  expect(host.askedFor('setVariables')).toEqual([
    { server: 'hotel', values: { HOTEL_TOKEN: { value: 'abc' } }, words: {}, keep: 'run' },
  ]);
  const changes = [{ path: '/env/HOTEL_TOKEN', after: '••••••••', because: 'by you', source: 'you' as const }];
  const started = attempt({ row: 2, isStart: true, headline: 'hotel v1', passed: true, class: null, changes });
  fix({ state: 'done', ask: null, attempts: [attempt({}), started, attempt({ row: 3, passed: true, class: null })] });
  await expect.element(card).toMatchTextContent('HOTEL_TOKEN: for this run only.');
  await expect.element(card).toMatchTextContent('Started: hotel v1');
  (card.getByRole('button', { name: 'Save for this server' }).element() as HTMLElement).focus();
  await press('{Enter}');
  await expect
    .poll(() => host.askedFor('setVariables').at(-1))
    .toMatchObject({
      values: { HOTEL_TOKEN: { value: 'abc' } },
      keep: 'server',
    });
});

test('a wrong path is edited in its field, and saved to the client after the exact change was shown', async () => {
  const client = { client: 'Cursor', path: '/home/ada/mcp.json', whenRead: 'Cursor reads it now.', why: '', saved: [] };
  const { host, answered, fix } = await start({
    params: '',
    attempts: [attempt({ isStart: true, headline: '/dta does not exist' })],
    ask: { kind: 'word', path: '/args/1', sent: '/dta', wrong: 'folder', suggestions: [{ value: '/data' }] },
    answers: {
      variableOffers: () => done({ offers: [], client }),
      planClientVariables: () => done({ ...client, lines: [{ sign: '+', line: 4, text: '"/data"' }], notes: [] }),
      saveClientVariables: () => done(client),
    },
  });
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT');
  await press('{Enter}');
  expect(answered()).toEqual([]);
  await press('{Tab}{Enter}{Shift>}{Tab}{/Shift}{Enter}');
  expect(answered()).toEqual([{ kind: 'word', path: '/args/1', text: '/data' }]);
  const changes = [{ path: '/args/1', before: '/dta', after: '/data', because: 'by you', source: 'you' as const }];
  fix({
    state: 'done',
    ask: null,
    attempts: [attempt({ isStart: true }), attempt({ row: 2, isStart: true, passed: true, changes })],
  });
  await expect.element(card).toMatchTextContent('args.1: for this run only.');
  await expect.element(card.getByRole('button', { name: /Copy fixed call|Add to repro set/ })).not.toBeInTheDocument();
  const save = card.getByRole('button', { name: /^Save to Cursor/ });
  await expect.element(save).toBeVisible();
  (save.element() as HTMLElement).focus();
  await press('{Enter}');
  await expect.element(card.getByRole('region', { name: 'The exact change' })).toMatchTextContent('"/data"');
  expect(host.askedFor('saveClientVariables')).toEqual([]);
  await press('{Enter}');
  await expect
    .poll(() => host.askedFor('saveClientVariables'))
    .toEqual([{ server: 'hotel', values: {}, words: { '/args/1': '/data' } }]);
});

test('a wait counts down, and Escape stops it', async () => {
  const { host, fix } = await start({
    state: 'waiting',
    wait: { until: Date.now() + 2_000, ms: 2_000, source: 'server' },
  });
  await hasFocus(/^ ?Stop/);
  await expect.element(card).toMatchTextContent(/Waiting 2 s, as the server asked.*Sends again in [12]/);
  await press('{Escape}');
  expect(host.askedFor('stopFix')).toEqual([{ fix: 'fix-1' }]);
  fix({
    state: 'stopped',
    wait: null,
    stopped: {
      reason: 'rate_limit',
      words: 'The server asked to wait again.',
      left: ['Wait longer.'],
      owner: 'server',
    },
  });
  await expect.element(card.getByRole('heading', { level: 2 })).toHaveTextContent('The server asked to wait again');
  await expect.element(card).toMatchTextContent(/What is left.*Wait longer\..*To change: the server\./);
  (card.getByRole('button', { name: 'Show finding' }).element() as HTMLElement).focus();
  await press('{Enter}');
  await expect.element(card.getByRole('button', { name: 'Show steps' })).toBeVisible();
});
