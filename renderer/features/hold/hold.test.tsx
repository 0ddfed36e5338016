// Held messages in the window: the strip, the status bar, the dialog that decides, and the form for rules. The host is the test's: what a
// decision does is tested with the real one (electron/features/hold).

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done } from '../../../shared/contract/api.ts';
import type { HeldView, HoldView } from '../../../shared/features/hold/held.ts';
import type { HoldRule } from '../../../shared/features/hold/rules.ts';
import { call, captureOf, captureStart, text } from '../../testing/capture-text.ts';
import { expectGoodDialog, narrow } from '../../testing/dialog.ts';
import { type MountOptions, openWindow, showRow } from '../../testing/mount.tsx';
import { choose, click, fill, press } from '../../testing/user.ts';

const refund =
  '{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"status":"refunded","token":"sk-proj-Zq8vT4mN1xLw7RbY3kPd"}}}';
const schema = '{"type":"object","properties":{"status":{"enum":["refunded","pending"]}}}';

const heldAnswer = (more: Partial<HeldView> = {}): HeldView => ({
  id: 1,
  server: 'orders',
  client: 'opencode',
  direction: 'response',
  from: 'server',
  method: 'tools/call',
  tool: 'refund_order',
  isFailure: false,
  heldAt: Date.now() - 19_000,
  calledAt: Date.now() - 19_000,
  until: Date.now() + 36_000,
  limitMs: 60_000,
  ...more,
});

async function open(held: HeldView[], rules: HoldRule[] = [], { answers, ...more }: MountOptions = {}) {
  const view: HoldView = { rules, held, gone: null };
  const mounted = await openWindow({
    servers: [{ name: 'orders' }],
    answers: {
      holds: () => done(view),
      heldMessage: () => done({ text: refund, schema, dialect: 'platica' }),
      previewHeldAnswer: () => done({ text: '{"jsonrpc":"2.0","id":1,"result":{"isError":true}}' }),
      decideHeld: () => done(null),
      addHoldRule: ({ rule }) => done({ ...rule, id: 9 }),
      removeHoldRule: () => done(null),
      releaseHeld: () => done({ passed: held.length }),
      ...answers,
    },
    ...more,
  });
  const decided = () => mounted.host.askedFor('decideHeld');
  return { ...mounted, decided };
}

const strip = page.getByRole('region', { name: 'Held messages' });
const dialog = page.getByRole('dialog');
const editor = dialog.getByRole('textbox', { name: 'Message to pass on' });
const button = (name: RegExp) => dialog.getByRole('button', { name });

test('a held message is a row with its clock, and the status bar releases it', async () => {
  const { host } = await open([heldAnswer()]);
  await expect.element(strip).toMatchTextContent(/Answer of refund_order/);
  await expect.element(strip).toMatchTextContent(/opencode times out in 4[01] s/);
  await click(page.getByRole('button', { name: /Release all/ }));
  expect(host.askedFor('releaseHeld')).toHaveLength(1);
});

test('the dialog of a held message', async () => {
  await open(
    [heldAnswer({ tool: 'a_very_long_name_of_a_tool_that_says_what_it_does_in_every_detail_and_in_one_word' })],
    [],
    {
      size: narrow,
    },
  );
  await click(strip.getByRole('button', { name: 'Decide…' }));
  await expect.element(editor).toBeVisible();
  await expectGoodDialog('held message');
});

test('passes the original on with one key', async () => {
  const { decided } = await open([heldAnswer()]);
  await click(strip.getByRole('button', { name: 'Decide…' }));
  await expect.element(button(/^Edit and pass on/)).toBeDisabled();
  await click(button(/^Pass on/));
  await expect.poll(decided).toEqual([{ held: 1, action: 'pass' }]);
});

test('an edited answer is checked, sent even if it breaks the schema, and keeps masked secrets', async () => {
  const { decided } = await open([heldAnswer()]);
  await click(strip.getByRole('button', { name: 'Decide…' }));
  await expect.element(editor).toMatchTextContent(/‹/);
  expect(editor.element().textContent).not.toContain('sk-proj');
  const shown = (editor.element().textContent ?? '').match(/‹[^›]+›/)?.[0] ?? '';
  await fill(
    editor,
    `{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"status":"reversed","token":"${shown}"}}}`,
  );
  await expect.element(dialog).toMatchTextContent(/Breaks outputSchema at \/status/);
  await click(button(/^Edit and pass on/));
  await expect.poll(() => decided().length).toBe(1);
  expect(decided()[0]).toMatchObject({ action: 'edit', text: refund.replace('"refunded"', '"reversed"') });
});

test('answers instead with any failure of a plan, in the error model of the server or another', async () => {
  const { decided, host } = await open([heldAnswer()]);
  await click(strip.getByRole('button', { name: 'Decide…' }));
  const choice = dialog.getByRole('combobox', { name: 'Answer instead' });
  await expect
    .poll(() => [...choice.element().querySelectorAll('optgroup')].map(({ label }) => label))
    .toEqual([
      'In the server’s error model (the model of Platica)',
      'Other failures of plans',
      'The server’s answer, changed',
    ]);
  await choose(choice, 'Answer: rate limited');
  await expect.element(editor).toMatchTextContent(/isError/);
  await choose(dialog.getByRole('combobox', { name: 'Error model' }), 'a JSON-RPC error');
  await expect
    .poll(() => host.askedFor('previewHeldAnswer'))
    .toEqual([
      { held: 1, failure: 'answer:rate_limited', dialect: 'own' },
      { held: 1, failure: 'answer:rate_limited', dialect: 'json-rpc' },
    ]);
  await click(button(/^Answer instead/));
  await expect
    .poll(decided)
    .toMatchObject([{ action: 'answer', text: '{"jsonrpc":"2.0","id":1,"result":{"isError":true}}' }]);
});

test('says that the client canceled the call while its answer was held', async () => {
  const held = heldAnswer();
  const { host } = await open([held]);
  await click(strip.getByRole('button', { name: 'Decide…' }));
  await expect.element(editor).toBeVisible();
  host.report({ hold: { rules: [], held: [], gone: { held, why: 'client' } } });
  const words = 'opencode no longer waits for refund_order. Its answer went on unchanged.';
  await expect.element(dialog.getByText(words)).toBeVisible();
  await expect.element(button(/^Pass on/)).toBeDisabled();
});

test('shows long numbers and escapes as they came, and sends them so', async () => {
  const message = '{"jsonrpc":"2.0","id":1,"result":{"big":12345678901234567890,"text":"\\u00e9"}}';
  const { decided } = await open([heldAnswer()], [], {
    answers: { heldMessage: () => done({ text: message, schema: null, dialect: 'mcp' }) },
  });
  await click(strip.getByRole('button', { name: 'Decide…' }));
  await expect.element(editor).toMatchTextContent(/12345678901234567890/);
  // Only white space differs from what is shown.
  await fill(editor, message);
  await click(button(/^Edit and pass on/));
  await expect.poll(decided).toMatchObject([{ action: 'edit', text: message }]);
});

test('an unknown client says when the message passes on by itself', async () => {
  await open([heldAnswer({ client: null, limitMs: null })]);
  await expect.element(strip).toMatchTextContent(/Unknown client: passed on in 3[56] s/);
});

test('a client is named as people know it', async () => {
  await open([heldAnswer({ client: 'codex-mcp-client' })]);
  await expect.element(strip).toMatchTextContent(/Codex times out in 4[01] s/);
});

test('the row of a held answer has its clock, and other calls of the tool wait as usual', async () => {
  const ago = (ms: number) => ({ server: 'orders', t: Date.now() - ms - captureStart });
  const calls = [...call('refund_order', null, ago(19_000)), ...call('refund_order', null, ago(5_000))];
  await open([heldAnswer()], [], { capture: captureOf(...calls) });
  const rows = page.getByCSS('#timeline-grid [data-row]');
  await expect.element(rows.first()).toMatchTextContent(/Held answer 4[01] s left/);
  await expect.element(rows.nth(1)).toMatchTextContent(/waiting/);
});

test('a dropped answer does not look like an answer', async () => {
  const lines = call('pay', { result: { content: [text('Refunded')] } }).map((line) =>
    line.lane === 'in' ? { ...line, rehearsed: true, injected: 'hold:dropped' } : line,
  );
  await open([], [], { capture: captureOf(...lines) });
  const row = page.getByCSS('#timeline-grid [data-row]').first();
  await expect.element(row).toMatchTextContent(/Never arrived.*dropped by you/);
  await expect.element(row).not.toMatchTextContent(/Refunded/);
});

test('a rule is set with a form, shown, and removed', async () => {
  const rule: HoldRule = {
    id: 4,
    client: 'Codex',
    server: 'orders',
    method: 'tools/call',
    tool: 'pay',
    direction: 'response',
    failuresOnly: true,
    once: false,
  };
  const { host } = await open([], [rule]);
  await click(page.getByRole('button', { name: 'Hold on' }));
  await click(dialog.getByRole('button', { name: 'Remove: Failed answers of pay to Codex' }));
  expect(host.askedFor('removeHoldRule')).toEqual([{ rule: 4 }]);
  await fill(dialog.getByRole('textbox', { name: 'Tool or method' }), 'refund_order');
  await press('{Enter}');
  await expect
    .poll(() => host.askedFor('addHoldRule'))
    .toEqual([
      {
        rule: {
          client: null,
          server: null,
          method: 'tools/call',
          tool: 'refund_order',
          direction: 'response',
          failuresOnly: false,
          once: true,
        },
      },
    ]);
});

test('h holds the next answer like the selected call', async () => {
  const capture = captureOf(...call('send_invoice', { result: { content: [] } }));
  const mounted = await open([], [], { capture });
  await showRow(mounted, 'send_invoice');
  await press('h');
  await expect
    .poll(() => mounted.host.askedFor('addHoldRule'))
    .toMatchObject([{ rule: { tool: 'send_invoice', method: 'tools/call', direction: 'response', once: true } }]);
});

test('the card keeps both sides of an edited answer, and the row says who did it', async () => {
  const edited = call('pay', { result: { content: [], isError: true } }).map((line) =>
    line.lane === 'in'
      ? { ...line, rehearsed: true, injected: 'hold:edited', original: '{"result":"as the server sent it"}' }
      : line,
  );
  const mounted = await open([], [], { capture: captureOf(...edited) });
  await expect.element(page.getByText('edited by you')).toBeVisible();
  await showRow(mounted, 'pay');
  const card = page.getByRole('complementary', { name: /billing/ });
  await expect
    .element(card)
    .toMatchTextContent(/Changed while held.*Server sent.*as the server sent it.*Client got.*isError/s);
});
