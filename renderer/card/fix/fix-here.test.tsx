// A failed call, corrected on its card: fields, buttons for few values, values from a list tool, and what is sent.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done } from '../../../shared/contract/api.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { call, captureOf, rpcError, text, toolError, toolList } from '../../testing/capture-text.ts';
import { openCard, openWindow } from '../../testing/mount.tsx';
import { click, fill, press } from '../../testing/user.ts';

const card = page.getByCSS('#detail-pane');
const button = (name: RegExp) => card.getByRole('button', { name }).first();
const invoice = {
  name: 'create_invoice',
  inputSchema: {
    type: 'object',
    properties: {
      customer: { type: 'string' },
      amount: { type: 'number', exclusiveMinimum: 0, examples: [-5] },
      currency: { enum: ['EUR', 'USD'] },
      country: { enum: ['AT', 'BE', 'CH', 'DE', 'FR', 'IT'] },
    },
    required: ['customer', 'amount'],
  },
};
const sent = { customer: 'Sunrise Bakery', amount: -5, currency: 'EUR' };
const rejected = captureOf(
  ...toolList([invoice], { id: 1 }),
  ...call('create_invoice', toolError('Please check: amount.'), { id: 2, args: sent }),
);

test('a rejected value is corrected in an empty field, above the whole call', async () => {
  await openCard(rejected, { servers: [{ name: 'billing' }] });
  const field = card.getByRole('textbox', { name: 'amount' });
  await expect.element(field).toHaveValue('');
  await expect.element(card).toMatchTextContent('-5number, above 0 · no evidence for a value');
  // The schema's own example breaks the schema.
  await expect.element(card).not.toMatchTextContent('such as');
  const diff = card.getByRole('region', { name: 'Difference' });
  await expect.element(diff).toMatchTextContent('customer: "Sunrise Bakery"');
  await expect.element(diff.getByRole('deletion')).toHaveTextContent('amount: -5');
  await expect.element(diff.getByRole('insertion')).toHaveTextContent('amount: …');
  await expect.element(button(/^Fix and retry/)).toHaveAttribute('aria-disabled', 'true');
  await expect.element(card.getByRole('status')).toHaveTextContent('Enter amount.');
  await fill(field, '-3');
  await expect.element(card.getByRole('status')).toMatchTextContent(/^amount: -3/);
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await fill(field, '5');
  await expect.element(diff.getByRole('insertion')).toHaveTextContent('amount: 5');
  await expect.element(button(/^Fix and retry/)).not.toHaveAttribute('aria-disabled');
  await expectAccessible('a corrected call');
});

test('a check that agrees with the server is in the evidence only', async () => {
  await openCard(rejected, { servers: [{ name: 'billing' }] });
  const evidence = card.getByRole('button', { name: /^Evidence/ });
  await expect.element(evidence).toMatchTextContent(/, schema check$/);
  await expect.element(card).not.toMatchTextContent('Misfire’s schema check');
  await click(evidence);
  await expect.element(card).toMatchTextContent('Misfire’s schema check: amount -5');
});

test('a check that finds something else than the server is below the headline', async () => {
  const other = call('create_invoice', toolError('Please check: customer.'), { id: 2, args: sent });
  await openCard(captureOf(...toolList([invoice], { id: 1 }), ...other), { servers: [{ name: 'billing' }] });
  await expect.element(card).toMatchTextContent('Misfire’s schema check: amount -5');
});

test('on another tab the button leads to the field', async () => {
  await openCard(rejected, { servers: [{ name: 'billing' }] });
  await click(card.getByRole('tab', { name: /^Attempts/ }));
  await expect.element(card.getByRole('textbox', { name: 'amount' })).not.toBeInTheDocument();
  await expect.element(button(/^Fix and retry…/)).not.toHaveAttribute('aria-disabled');
  await click(button(/^Fix and retry…/));
  await expect.element(card.getByRole('textbox', { name: 'amount' })).toHaveFocus();
  await expect.element(button(/^Fix and retry/)).toHaveAttribute('aria-disabled', 'true');
});

test('few values are buttons, and none is preselected; many are a list with search', async () => {
  const wrong = { ...sent, amount: 5, currency: 'Gold', country: 'Moon' };
  await openCard(
    captureOf(
      ...toolList([invoice], { id: 1 }),
      ...call('create_invoice', toolError('Invalid arguments: currency, country'), { id: 2, args: wrong }),
    ),
    { servers: [{ name: 'billing' }] },
  );
  const choices = card.getByRole('group', { name: 'currency' }).getByRole('radio');
  await expect.element(choices.first()).toBeVisible();
  expect(choices.elements().map((one) => (one as HTMLInputElement).checked)).toEqual([false, false]);
  await expect.element(card.getByRole('combobox', { name: 'country' })).toHaveAttribute('list');
});

test('Fix has no chevron, and o never hides its fields', async () => {
  await openWindow({ capture: rejected, servers: [{ name: 'billing' }] });
  await expect.element(card.getByRole('heading', { level: 3, name: /^Fix/ })).toBeVisible();
  await expect.element(card.getByRole('button', { name: /^Fix\b(?! and| until)/ })).not.toBeInTheDocument();
  await expect.element(card.getByRole('button', { name: /^What each model gets/ })).toBeVisible();
  const titles = [...document.querySelectorAll('#detail-pane [data-section]')].map((one) =>
    one.getAttribute('data-section'),
  );
  expect(titles).toEqual(['fix', 'models', 'evidence', 'details']);
  for (const _ of [1, 2, 3]) {
    await press('o');
    await expect.element(card.getByRole('textbox', { name: 'amount' })).toBeVisible();
  }
});

const orders = [
  { name: 'get_order', inputSchema: { type: 'object', properties: { order_id: { type: 'string' } } } },
  { name: 'list_orders', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
];
const gone = captureOf(
  ...toolList(orders, { id: 1 }),
  ...call('get_order', toolError('Order not found'), { id: 2, args: { order_id: 'SO-9999' } }),
);

test('a value that does not exist is picked from the tool that lists them, after a click', async () => {
  const listed = { orders: [{ id: 'SO-1001' }, { id: 'SO-1999' }, { id: 'SO-1002' }] };
  const asked: unknown[] = [];
  const { host } = await openWindow({
    servers: [{ name: 'billing' }],
    capture: `${gone}\n${captureOf(
      ...call('list_orders', { result: { content: [text(JSON.stringify(listed))] } }, { id: 3 }),
    )
      .split('\n')
      .slice(1)
      .join('\n')}`,
    answers: {
      call: (input) => {
        asked.push(input);
        const row = host.log.store.rowsFrom(0, 20).find(({ target }) => target === 'list_orders');
        return done({ id: row!.id });
      },
    },
  });
  await expect.element(button(/^Pick from list_orders/)).toBeVisible();
  await expect.element(card).toMatchTextContent('list_orders is read-only. Server’s claim, not verified.');
  expect(asked).toEqual([]);
  await click(button(/^Pick from list_orders/));
  const values = card.getByRole('radio');
  await expect.element(values.first()).toBeVisible();
  // The best match first.
  expect(card.getByCSS('label:has([type="radio"])').elements()[0]?.textContent).toBe('SO-1999');
  await expect.element(button(/^Fix and retry/)).toHaveAttribute('aria-disabled', 'true');
  await click(values.first());
  await expect.element(card.getByRole('insertion')).toMatchTextContent('order_id: "SO-1999"');
  await expect.element(button(/^Fix and retry/)).not.toHaveAttribute('aria-disabled');
});

test('without such a tool the call is edited, and marking as expected is never the first button', async () => {
  const capture = captureOf(
    ...call('get_order', rpcError(-32002, 'Order not found'), { args: { order_id: 'SO-9999' } }),
  );
  await openCard(capture, { servers: [{ name: 'billing' }] });
  await expect.element(button(/^Edit and retry/)).toBeVisible();
  await expect.element(card.getByRole('button', { name: /^Mark as expected/ })).not.toBeInTheDocument();
});

test('a wait that is over says so, next to its button', async () => {
  const limited = rpcError(-32003, 'Rate limit exceeded', { retry_after: 2 });
  await openCard(captureOf(...call('send_invoice', limited, { args: { id: 'INV-1' } })), {
    servers: [{ name: 'billing' }],
  });
  await expect.element(card.getByRole('note').filter({ hasText: 'The wait is over: retry now' })).toBeVisible();
  await expect.element(card).not.toMatchTextContent('may pass after');
});

test('names of missing variables are never masked', async () => {
  await openCard(
    captureOf(
      { t: 0, lane: 'life', event: 'spawned' },
      { t: 10, lane: 'err', text: 'Please set SLACK_BOT_TOKEN and SLACK_TEAM_ID environment variables' },
      { t: 20, lane: 'life', event: 'exited', code: 1, signal: null },
    ),
    { servers: [{ name: 'billing' }], answers: { variableOffers: () => done({ offers: [], client: null }) } },
  );
  await expect.element(card).toMatchTextContent('SLACK_TEAM_ID');
  await expect.element(card).not.toMatchTextContent('‹credential');
});
