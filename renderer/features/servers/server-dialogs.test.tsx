// The dialogs of one server: editing it, and exporting it with others.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done, refused } from '../../../shared/contract/api.ts';
import type { ServerConfig } from '../../../shared/server/server-config.ts';
import { openFor } from '../../model/dialogs.ts';
import { mount } from '../../testing/mount.tsx';
import type { Answers, TestServer } from '../../testing/test-host.ts';
import { click, fill } from '../../testing/user.ts';
import { EditServerDialog } from './edit-server-dialog.tsx';
import { ExportServersDialog } from './export-servers-dialog.tsx';

const config: ServerConfig = {
  name: 'billing',
  transport: { kind: 'stdio', command: 'node', args: ['a.js'], env: { TOKEN: '' } },
  callTimeoutMs: 60_000,
  secrets: ['env:TOKEN'],
};
const kept = { where: 'file', words: 'Secrets are kept in a file.' } as const;

async function open(which: 'edit' | 'export-servers', answers: Answers, state: TestServer['state'] = 'connected') {
  const mounted = await mount(which === 'edit' ? <EditServerDialog /> : <ExportServersDialog />, {
    servers: [{ name: 'billing', state }, { name: 'shop' }],
    answers: { serverConfig: () => done({ config, kept }), changeServer: () => done(null), ...answers },
  });
  openFor(mounted.model, which, 'billing');
  return mounted;
}

const dialog = page.getByRole('dialog');
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
const alert = dialog.getByRole('alert');

test('the settings are read before they can be saved, and a refusal is shown', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof refused>>();
  await open('edit', { serverConfig: () => promise });
  await expect.element(dialog.getByText('Reading its settings…')).toBeVisible();
  await expect.element(button('Save')).toBeDisabled();
  resolve(refused('refused', 'billing was removed.'));
  await expect.element(alert).toMatchTextContent('billing was removed.');
  await expect.element(dialog.getByText('Reading its settings…')).not.toBeInTheDocument();
});

test('a problem is shown at its field once it was tried to save, and what is saved keeps the secrets', async () => {
  const { host } = await open('edit', {});
  const program = dialog.getByLabelText(/^Program/);
  await fill(program, '');
  await expect.element(dialog.getByText('Which program starts the server?')).not.toBeInTheDocument();
  await click(button('Save'));
  await expect.element(dialog.getByText('Which program starts the server?')).toBeVisible();
  expect(host.askedFor('changeServer')).toEqual([]);
  await fill(program, 'python');
  await click(button('Save'));
  await expect.element(dialog).not.toBeInTheDocument();
  const transport = { ...config.transport, command: 'python' };
  expect(host.askedFor('changeServer')).toEqual([{ server: 'billing', config: { ...config, transport } }]);
});

test.each([
  ['connected', 'Save and restart', 'restart'],
  ['exited', 'Save and restart', 'connect'],
  ['idle', 'Save and connect', 'connect'],
] as const)('a server that is %s: %s', async (state, words, method) => {
  const { host } = await open('edit', {}, state);
  await expect.element(dialog.getByLabelText(/^Program/)).toHaveValue('node');
  await click(button(words));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => host.askedFor(method)).toEqual([{ server: 'billing' }]);
});

test('the dialog stays open with the reason if the host does not save', async () => {
  await open('edit', { changeServer: () => refused('bad_input', 'The address is too long.') });
  await expect.element(dialog.getByLabelText(/^Program/)).toHaveValue('node');
  await click(button('Save'));
  await expect.element(alert).toMatchTextContent('The address is too long.');
  await expect.element(button('Save')).toBeEnabled();
});

test('one server or all are exported, with what is left out', async () => {
  const { host } = await open('export-servers', {
    exportServers: ({ servers }) => done({ text: `{"only":${JSON.stringify(servers ?? 'all')}}`, leftOut: ['shop'] }),
  });
  await expect.element(dialog.getByLabelText('mcpServers JSON')).toMatchTextContent('{"only":["billing"]}');
  await click(dialog.getByRole('radio', { name: 'All 2' }));
  await expect.element(dialog.getByLabelText('mcpServers JSON')).toMatchTextContent('{"only":"all"}');
  await expect.element(dialog).toMatchTextContent('Left out: shop. Misfire starts it');
  await click(button('Copy'));
  expect(host.copied).toBe('{"only":"all"}');
  await click(button('Save as a file'));
  await expect.poll(() => host.saved).toMatchObject([{ name: 'mcp-servers.json', content: '{"only":"all"}' }]);
});

test('an export that fails says why, and has nothing to copy', async () => {
  await open('export-servers', { exportServers: () => refused('refused', 'The disk is full.') });
  await expect.element(alert).toMatchTextContent('The disk is full.');
  await expect.element(button('Copy')).toBeDisabled();
});
