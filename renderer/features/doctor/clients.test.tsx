// Check for clients: the section on a server's card fills line by line, and its table names reason, row, fix and the repaired schema.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done } from '../../../shared/contract/api.ts';
import type { ClientVerdict } from '../../../shared/features/doctor/client-check.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { call, captureOf, text } from '../../testing/capture-text.ts';
import { openWindow } from '../../testing/mount.tsx';
import { click, focus, press } from '../../testing/user.ts';

const verdictOf = (client: string, more: Partial<ClientVerdict> = {}): ClientVerdict => ({
  client,
  name: client,
  version: '1.0.0',
  result: 'works',
  why: '2 of 2 tools',
  fix: '',
  row: null,
  works: true,
  lost: [],
  offered: [],
  basis: 'run',
  evidence: [],
  repaired: [],
  ...more,
});
const found: Record<string, Partial<ClientVerdict>> = {
  'copilot-cli': {
    result: 'dies',
    works: false,
    why: 'server/discover ends the server, exit code 101',
    fix: 'Answer unknown methods with -32601 before initialize.',
    row: 1,
  },
  'claude-code': {
    result: 'loses',
    why: 'Anthropic’s service refuses every request with pay',
    basis: 'documentation',
    lost: [{ tool: 'pay', how: 'dropped', why: 'w', fix: 'f' }],
    repaired: [
      {
        tool: 'pay',
        schema: '{"exclusiveMinimum": 0}',
        diff: ['- "exclusiveMinimum": true', '+ "exclusiveMinimum": 0'],
      },
    ],
  },
};

test('each client gets a line, and the table says why and how to fix it', async () => {
  const waiting = new Map<string, () => void>();
  const { host } = await openWindow({
    servers: [{ name: 'orders' }],
    capture: captureOf(...call('pay', { result: { content: [text('fine')] } }, { server: 'orders' })),
    answers: {
      checkClient: ({ client }) =>
        new Promise((settle) => waiting.set(client, () => settle(done(verdictOf(client, found[client]))))),
    },
  });
  const servers = page.getByRole('complementary', { name: 'Servers' });
  await focus(servers.getByRole('button', { name: /^orders/ }));
  await press('{ArrowRight}');
  await click(page.getByRole('menuitem', { name: 'Check for clients' }));
  const list = page.getByRole('list', { name: 'Clients' });
  await expect.element(list).toHaveAttribute('aria-busy', 'true');
  expect(host.askedFor('checkClient')).toHaveLength(6);
  waiting.get('copilot-cli')?.();
  await expect.element(list).toMatchTextContent(/Dies/);
  await expect.element(list).toMatchTextContent(/Checking…/);
  for (const settle of waiting.values()) settle();
  await expect.element(list).toHaveAttribute('aria-busy', 'false');
  await expect.element(list).toMatchTextContent(/Loses 1 tool/);

  await click(page.getByRole('button', { name: 'Show table' }));
  const dialog = page.getByRole('dialog', { name: 'Will it work in my client?' });
  const row = (name: RegExp) => dialog.getByRole('row', { name });
  await expect.element(row(/copilot-cli/)).toMatchTextContent(/Answer unknown methods with -32601/);
  await expect.element(row(/claude-code/)).toMatchTextContent(/From its documentation, not run/);
  await expect.element(dialog.getByLabelText('Before')).toMatchTextContent(/^- "exclusiveMinimum": true$/);
  await expect
    .element(dialog.getByLabelText('Repaired', { exact: true }))
    .toMatchTextContent(/^\+ "exclusiveMinimum": 0$/);
  await expect.element(dialog.getByText('2 lines changed')).toBeVisible();
  await expectAccessible('table of clients', '[role=dialog]');
  await click(dialog.getByRole('button', { name: 'Copy schema' }));
  await expect.poll(() => host.copied).toBe('{"exclusiveMinimum": 0}');
  await click(dialog.getByRole('button', { name: 'Report to author' }));
  await expect
    .poll(() => host.copied)
    .toMatch(/^orders works in 5 of 6 clients\.[\s\S]*### Schema of pay[\s\S]*```diff\n- "excl/);
  await click(dialog.getByRole('button', { name: '#1' }));
  await expect.element(dialog).not.toBeInTheDocument();
});

test('C checks the server of the selected row', async () => {
  const { host } = await openWindow({
    servers: [{ name: 'orders' }],
    capture: captureOf(...call('pay', { result: { content: [text('fine')] } }, { server: 'orders' })),
    answers: { checkClient: ({ client }) => Promise.resolve(done(verdictOf(client))) },
  });
  await press('C');
  expect(host.askedFor('checkClient')).toHaveLength(0);
  await press('j');
  await press('C');
  await expect.element(page.getByRole('list', { name: 'Clients' })).toMatchTextContent(/Works/);
  expect(host.askedFor('checkClient')).toHaveLength(6);
});
