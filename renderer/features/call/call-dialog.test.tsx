// Calling a tool by hand: a form from its schema, the JSON of the same, what was sent before, and favorites.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { KeptCall } from '../../../shared/api/views.ts';
import { done } from '../../../shared/contract/api.ts';
import type { JsonObject } from '../../../shared/json/json.ts';
import { openCall } from '../../model/dialogs.ts';
import { timelineOf } from '../../model/timeline.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { call, captureOf, text } from '../../testing/capture-text.ts';
import { mount, resize } from '../../testing/mount.tsx';
import type { Answers, TestServer } from '../../testing/test-host.ts';
import { click, fill, press } from '../../testing/user.ts';
import { CallDialog } from './call-dialog.tsx';

const form = page.getByRole('dialog', { name: 'Call a tool' });
const tools = form.getByRole('listbox', { name: 'Tools' });
const chosen = tools.getByRole('option', { selected: true });

const schema = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: 'object',
  required,
  properties,
});
const orderLine = schema({ sku: { type: 'string' }, quantity: { type: 'integer', minimum: 1, maximum: 99 } }, [
  'sku',
  'quantity',
]);
const createOrder = {
  name: 'create_order',
  inputSchema: schema(
    {
      customer: schema({ email: { type: 'string', format: 'email' } }, ['email']),
      lines: { type: 'array', minItems: 1, items: orderLine },
      delivery: { type: 'string', enum: ['collect', 'courier', 'locker'] },
      slots: { type: 'array', minItems: 2, items: { type: 'string' } },
      payment: {
        oneOf: [
          {
            title: 'Card',
            ...schema({ number: { type: 'string', minLength: 12 }, expires: { type: 'string' } }, [
              'number',
              'expires',
            ]),
          },
          { title: 'Invoice', ...schema({ vat_id: { type: 'string' } }, ['vat_id']) },
        ],
      },
    },
    ['customer', 'lines', 'delivery', 'payment'],
  ),
};
const bookRoom = {
  name: 'book_room',
  inputSchema: schema(
    { nights: { type: 'integer', minimum: 1, maximum: 30 }, code: { type: 'string', pattern: '^[A-Z]{3}$' } },
    ['nights'],
  ),
};
const forecast = {
  name: 'forecast',
  inputSchema: schema({ city: { type: 'string' }, api_key: { type: 'string' } }),
  outputSchema: schema({ temperature: { type: 'number' } }),
};

async function open(tool: string, listed: JsonObject[], answers: Answers = {}, server: Partial<TestServer> = {}) {
  const mounted = await mount(<CallDialog />, { servers: [{ name: 'shop', tools: listed, ...server }], answers });
  openCall(mounted.model, 'shop');
  // It starts with one of them.
  await expect.element(chosen).toBeVisible();
  await click(tools.getByRole('option', { name: new RegExp(`^${tool}`) }));
  return mounted;
}

test('objects, tables, choices and forms become fields, and exactly the shown values are sent', async () => {
  const { host } = await open('create_order', [createOrder]);
  await fill(form.getByLabelText(/^email/), 'ada@example.com');
  const lines = form.getByRole('group', { name: /^lines list, at least 1/ });
  for (const [index, sku, quantity] of [
    [1, 'OAT-1L', '12'],
    [2, 'RYE-500', '120'],
  ] as const) {
    await click(lines.getByRole('button', { name: 'Add to lines' }));
    await fill(lines.getByLabelText(`lines ${index} sku`), sku);
    await fill(lines.getByLabelText(`lines ${index} quantity`), quantity);
  }
  await click(form.getByRole('radio', { name: 'courier' }));
  await click(form.getByRole('button', { name: 'Add to slots' }));
  await fill(form.getByLabelText('slots 1'), 'Tue 9–12');
  const payment = form.getByRole('group', { name: /^payment/ });
  await click(payment.getByRole('radio', { name: /^Invoice/ }));
  await expect.element(payment.getByLabelText(/^vat_id/)).toBeVisible();
  await click(payment.getByRole('radio', { name: /^Card/ }));
  await expect.element(payment.getByLabelText(/^vat_id/)).not.toBeInTheDocument();
  await fill(payment.getByLabelText(/^expires/), '08/28');

  // Below the field, at its group, and in the footer: one check, one wording.
  await expect.element(lines.getByText('120 > maximum 99')).toBeVisible();
  await expect.element(lines.getByCSS('legend').first()).toMatchTextContent('1 problem');
  await expect.element(form.getByRole('group', { name: /^slots/ }).getByText('1 item < minimum 2')).toBeVisible();
  const problems = form.getByRole('region', { name: 'Problems' }).getByRole('button');
  await expect
    .poll(() => problems.elements().map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ').trim()))
    .toEqual(['lines.1.quantity 120 > maximum 99', 'slots 1 item < minimum 2', 'payment.number is required']);
  await expectAccessible('a form with problems', '[role="dialog"]');
  await click(problems.filter({ hasText: 'lines' }));
  await expect.element(lines.getByLabelText('lines 2 quantity')).toHaveFocus();
  await click(lines.getByRole('button', { name: 'Use 99' }));
  await expect.element(lines.getByLabelText('lines 2 quantity')).toHaveValue('99');

  // Invalid arguments can still be sent.
  await click(form.getByRole('button', { name: /^Send with 2 problems/ }));
  await expect.poll(() => host.askedFor('call').length).toBe(1);
  expect(JSON.parse(host.askedFor('call')[0]?.params ?? '')).toEqual({
    name: 'create_order',
    arguments: {
      customer: { email: 'ada@example.com' },
      lines: [
        { sku: 'OAT-1L', quantity: 12 },
        { sku: 'RYE-500', quantity: 99 },
      ],
      delivery: 'courier',
      slots: ['Tue 9–12'],
      payment: { expires: '08/28' },
    },
  });
});

test('a form says that it is valid only if every keyword was checked', async () => {
  const { host } = await open('book_room', [bookRoom]);
  await expect.element(form.getByRole('button', { name: 'nights is required' })).toBeVisible();
  await fill(form.getByLabelText(/^nights/), '99');
  await expect.element(form.getByRole('button', { name: 'nights 99 > maximum 30' })).toBeVisible();
  await fill(form.getByLabelText(/^nights/), '3');
  await expect.element(form.getByText('Fits the schema')).toBeVisible();
  await fill(form.getByLabelText(/^code/), 'abc');
  await expect.element(form.getByText('1 keyword not checked: pattern')).toBeVisible();
  await expect.element(form.getByText('Fits the schema')).not.toBeInTheDocument();
  // An empty field is not sent; an empty text must be chosen.
  await fill(form.getByLabelText(/^code/), '');
  await expect.element(form.getByText('Fits the schema')).toBeVisible();
  await click(form.getByRole('button', { name: 'Empty text for code' }));
  await expect.element(form.getByLabelText(/^code/)).toHaveAttribute('placeholder', 'empty text');
  await click(form.getByRole('button', { name: /^Send/ }));
  await expect.poll(() => host.askedFor('call').length).toBe(1);
  expect(JSON.parse(host.askedFor('call')[0]?.params ?? '').arguments).toEqual({ nights: 3, code: '' });
});

test('the JSON is another view of the same arguments', async () => {
  await open('forecast', [forecast]);
  await fill(form.getByLabelText(/^city/), 'Oslo');
  await click(form.getByRole('radio', { name: 'JSON', exact: true }));
  await expect.element(form.getByCSS('.cm-content')).toMatchTextContent('"city": "Oslo"');
  await fill(form.getByCSS('.cm-content'), '{"city": "Bergen"}');
  await click(form.getByRole('radio', { name: 'Form' }));
  await expect.element(form.getByLabelText(/^city/)).toHaveValue('Bergen');
});

test('the values of the last call are filled in, except those that look like secrets', async () => {
  const last: KeptCall[] = [{ tool: 'forecast', args: '{"city":"Oslo"}', left: ['api_key'] }];
  await open('forecast', [forecast], { keptCalls: () => done({ last, favourites: [] }) });
  await expect.element(form.getByLabelText(/^city/)).toHaveValue('Oslo');
  await expect.element(form.getByLabelText(/^api_key/)).toHaveValue('');
  await expect.element(form.getByText('Not kept from last time, as it looks like a secret: api_key.')).toBeVisible();
});

test('a favorite is saved, and fills the form with one press', async () => {
  const favourites: KeptCall[] = [{ tool: 'forecast', args: '{"city":"Bergen"}', left: [] }];
  const { host } = await open('book_room', [bookRoom, forecast], { keptCalls: () => done({ last: [], favourites }) });
  await click(form.getByRole('region', { name: 'Favorites' }).getByRole('button', { name: /^forecast .*Bergen/ }));
  await expect.element(chosen).toHaveAccessibleName(/^forecast/);
  await expect.element(form.getByLabelText(/^city/)).toHaveValue('Bergen');
  const star = form.getByRole('button', { name: 'Favorite', exact: true });
  await expect.element(star).toHaveAttribute('aria-pressed', 'true');
  await fill(form.getByLabelText(/^city/), 'Tromsø');
  await expect.element(star).toHaveAttribute('aria-pressed', 'false');
  await click(star);
  await expect
    .poll(() => host.askedFor('keepCall'))
    .toMatchObject([{ tool: 'forecast', as: 'favourite', args: expect.stringContaining('Tromsø') }]);
});

test('the list says which tools a client does not offer to its model, why, and what to do', async () => {
  const name = 'a-server-whose-name-leaves-little-room-for-names-of-tools';
  const mounted = await mount(<CallDialog />, { servers: [{ name, tools: [forecast, bookRoom] }] });
  openCall(mounted.model, name);
  await expect.element(form.getByText(/^2, 2 not offered everywhere$/)).toBeVisible();
  await fill(form.getByPlaceholder('Search'), 'forecast');
  const option = form.getByRole('option', { name: /^forecast\b/ });
  await expect.element(option).toMatchTextContent('not offered everywhere');
  await click(option);
  await expect.element(form.getByText('not offered by Cursor')).toBeVisible();
  await expect.element(form).toMatchTextContent('Cursor leaves out tools with more than 60, without a message.');
  await expect.element(form).toMatchTextContent('Shorten the name of the tool or of the server.');
});

test('before the first call it shows an example result from the schema', async () => {
  await open('forecast', [forecast]);
  const result = form.getByRole('complementary', { name: 'Last result' });
  await expect.element(result).toMatchTextContent('By its output schema, an answer holds:');
});

test('with a recorded call it shows that answer, in a small window below the form', async () => {
  const answer = { result: { content: [text('18')], structuredContent: { temperature: 18 } } };
  const { model } = await mount(<CallDialog />, {
    servers: [{ name: 'shop', tools: [bookRoom, forecast] }],
    capture: captureOf(...call('forecast', answer, { server: 'shop' })),
  });
  openCall(model, 'shop');
  await expect.element(chosen).toHaveAccessibleName(/^book_room/);
  await click(tools.getByRole('option', { name: /^forecast/ }));
  await expect.element(chosen).toHaveAccessibleName(/^forecast/);
  const result = form.getByRole('complementary', { name: 'Last result' });
  await expect.element(result).toMatchTextContent('The last answer of this tool in the recording:');
  const example = result.getByRole('region', { name: 'Example answer' });
  await expect.element(example).toMatchTextContent('structuredContent');
  await resize(1024, 700);
  await expect.element(example).toBeInViewport();
  await expect.element(form.getByRole('button', { name: /^Send/ })).toBeInViewport();
});

test('an empty field is no mistake before the first attempt to send', async () => {
  await open('book_room', [bookRoom]);
  await expect.element(form.getByRole('button', { name: 'nights is required' })).toBeVisible();
  await expect.element(form.getByText('To fill in:')).toBeVisible();
  await expect.element(form.getByText('1 problem')).not.toBeInTheDocument();
  await expect.element(form.getByLabelText(/^nights/)).not.toHaveAttribute('aria-invalid');
  await expect.element(form.getByRole('button', { name: /^Send Ctrl/ })).toBeVisible();
  await click(form.getByRole('button', { name: /^Send/ }));
  await expect.element(form.getByLabelText(/^nights/)).toHaveAttribute('aria-invalid', 'true');
  await expect.element(form.getByRole('button', { name: /^Send with 1 problem/ })).toBeVisible();
});

test('the answer appears beside the form, which stays for the next call', async () => {
  const respond = (_method: string, params: JsonObject) =>
    JSON.stringify(params).includes('Oslo')
      ? { result: { content: [text('18 degrees')] } }
      : { error: { code: -32602, message: 'city is unknown' } };
  const { model } = await open('forecast', [forecast], {}, { respond });
  const result = form.getByRole('complementary', { name: 'Last result' });
  await expect.element(result).toMatchTextContent('answer');
  await fill(form.getByLabelText(/^city/), 'Atlantis');
  await click(form.getByRole('button', { name: /^Send/ }));
  await expect.element(result).toMatchTextContent('city is unknown');
  const topOfButton = () => result.getByRole('button', { name: 'Open the card' }).element().getBoundingClientRect().top;
  const before = topOfButton();
  await fill(form.getByLabelText(/^city/), 'Oslo');
  await click(form.getByRole('button', { name: /^Send/ }));
  await expect.element(result).toMatchTextContent('18 degrees');
  expect(topOfButton()).toBe(before);
  await expectAccessible('an answer beside the form', '[role="dialog"]');
  const { selected } = timelineOf(model).getState();
  await expect.element(result).toHaveAttribute('data-sent', String(selected));
  await click(result.getByRole('button', { name: 'Open the card' }));
  await expect.element(form).not.toBeInTheDocument();
});

test('rare kinds are in More, which names the chosen one', async () => {
  await open('forecast', [forecast]);
  await expect.element(form.getByRole('tab').nth(2)).toMatchTextContent('Prompts');
  await expect.element(form.getByRole('tab').nth(3)).not.toBeInTheDocument();
  await click(form.getByRole('button', { name: 'More', exact: true }));
  await click(page.getByRole('menuitem', { name: 'Any method' }));
  const method = page.getByRole('dialog', { name: 'Call any method' });
  await expect.element(method.getByRole('button', { name: 'Any method' })).toBeVisible();
  await expect.element(method.getByLabelText('Method', { exact: true })).toBeVisible();
  await expectAccessible('any method', '[role="dialog"]');
});

test('a server that is not connected has no form and no Send, and is connected from there', async () => {
  const { host, model } = await mount(<CallDialog />, {
    servers: [{ name: 'shop', tools: [forecast], state: 'idle' }],
  });
  openCall(model, 'shop');
  await expect.element(form.getByRole('heading', { name: 'shop is not connected' })).toBeVisible();
  await expect.element(form.getByRole('button', { name: /^Send/ })).not.toBeInTheDocument();
  await expectAccessible('a server that is not connected', '[role="dialog"]');
  await click(form.getByRole('button', { name: 'Connect' }));
  expect(host.askedFor('connect')).toEqual([{ server: 'shop' }]);
  await expect.element(chosen).toHaveAccessibleName(/^forecast/);
  await press('{Escape}');
  await expect.element(form).not.toBeInTheDocument();
});
