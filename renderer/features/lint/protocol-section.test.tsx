// The section Protocol: broken rules by side, with the clause and the rows, on the card of the server.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done } from '../../../shared/contract/api.ts';
import type { RuleBreak } from '../../../shared/features/lint/check-recording.ts';
import { showCall } from '../../model/selection.ts';
import { featuresOf } from '../../model/window-feature.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { call, captureOf, text } from '../../testing/capture-text.ts';
import { openWindow, showRow } from '../../testing/mount.tsx';
import { click } from '../../testing/user.ts';

const broken: RuleBreak = {
  rule: 'use-each-id-once',
  side: 'client',
  server: 'orders',
  client: 'Cline',
  count: 2,
  clause: 'The request ID MUST NOT have been previously used.',
  address: 'https://modelcontextprotocol.io/specification/2025-11-25/basic',
  fix: 'Count ids up.',
  how: 'used the id 1 again',
  isAdvice: false,
  rows: [{ line: 4, row: 4, method: 'tools/call', target: 'pay', how: 'used the id 1 again' }],
};
test('broken rules stand on the card of the handshake, and on no card of a call', async () => {
  const hello = call(
    '',
    { result: { protocolVersion: '2025-11-25', capabilities: {} } },
    { server: 'orders', method: 'initialize', id: 900 },
  );
  const pay = call('pay', { result: { content: [text('fine')] } }, { server: 'orders' });
  const capture = captureOf(...hello, ...pay);
  const mounted = await openWindow({
    servers: [{ name: 'orders' }],
    capture,
    answers: {
      brokenRules: () => done({ broken: [broken, { ...broken, side: 'server', how: 'answered twice' }], messages: 9 }),
    },
  });
  const section = page.getByRole('button', { name: /^Protocol/ });
  await showRow(mounted, 'pay');
  await expect.element(section).not.toBeInTheDocument();
  const handshake = mounted.host.log.store.rowsFrom(0, 9).find(({ method }) => method === 'initialize');
  await showCall(mounted.model, handshake?.id ?? 0);
  await click(section);
  const card = page.getByCSS('[data-section="protocol"]');
  await expect.element(card).toMatchTextContent(/Server.*answered twice, 2 times.*Cline.*used the id 1 again/);
  await expect.element(card).toMatchTextContent(/MUST: The request ID MUST NOT have been previously used/);
  expect(mounted.host.askedFor('brokenRules')).toEqual([{ server: 'orders' }]);
  await expectAccessible('rules', '[data-section="protocol"]');
});

test('the palette opens the rules that a server broke, of the server of the selected row', async () => {
  const hello = (server: string, id: number) =>
    call('', { result: { protocolVersion: '2025-11-25', capabilities: {} } }, { server, method: 'initialize', id });
  const pay = call('pay', { result: { content: [text('fine')] } }, { server: 'orders' });
  const mounted = await openWindow({
    servers: [{ name: 'orders' }, { name: 'depot' }],
    capture: captureOf(...hello('orders', 900), ...pay, ...hello('depot', 901)),
    answers: { brokenRules: () => done({ broken: [broken], messages: 9 }) },
  });
  await showRow(mounted, 'pay');
  const items = featuresOf(mounted.model).flatMap(({ palette }) => palette?.(mounted.model) ?? []);
  await items.find(({ label }) => label === 'Open the rules that a server broke')?.run();
  await expect.element(page.getByCSS('[data-section="protocol"]')).toMatchTextContent(/used the id 1 again/);
  expect(mounted.host.askedFor('brokenRules')).toEqual([{ server: 'orders' }]);
});
