// Adding servers: a pasted command, several servers of other programs, none found, and a server that is refused.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done, refused } from '../../../shared/contract/api.ts';
import type { FoundServer } from '../../../shared/server/connecting.ts';
import { openDialog } from '../../model/dialogs.ts';
import { mount } from '../../testing/mount.tsx';
import type { Answers } from '../../testing/test-host.ts';
import { click, fill } from '../../testing/user.ts';
import { AddServerDialog } from './add-server-dialog.tsx';

const found = (name: string, known = false): FoundServer => ({
  ...{ name, known, remark: '' },
  config: { name, transport: { kind: 'stdio', command: 'node', args: [`${name}.js`], env: {} }, callTimeoutMs: 60_000 },
});
const dialog = page.getByRole('dialog', { name: 'Add a server' });

async function open(answers: Answers) {
  const mounted = await mount(<AddServerDialog />, { answers });
  openDialog(mounted.model, 'add');
  await expect.element(dialog).toMatchTextContent('Nothing starts until you confirm.');
  return mounted;
}

test('shows what a pasted command starts, and says why it was refused', async () => {
  const { host } = await open({
    readServers: () => done({ servers: [found('shop')], problems: [] }),
    addServer: () => refused('refused', 'node was not found.'),
  });
  const start = dialog.getByRole('button', { name: 'Start and connect' });
  await expect.element(dialog.getByRole('button', { name: 'Add and connect' })).toBeDisabled();
  await fill(dialog.getByLabelText('Command or address'), 'node shop.js');
  await expect.element(dialog).toMatchTextContent('shop.js');
  await fill(dialog.getByLabelText('Name'), 'store');
  await click(start);
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('store: node was not found.');
  expect(host.askedFor('addServer')).toMatchObject([{ config: { name: 'store' }, connect: true }]);
});

test('adds several servers of other programs, of which none is preselected', async () => {
  const servers = [found('shop'), found('mail'), found('files', true)];
  const { host } = await open({
    findServers: () => done({ configs: [{ client: 'Cursor', path: '/home/me/mcp.json', servers, problem: '' }] }),
    addServer: () => done({ server: 'added' }),
  });
  await click(dialog.getByRole('radio', { name: 'From this machine' }));
  const program = dialog.getByRole('region', { name: 'Cursor' });
  await expect.element(program).toMatchTextContent(/3 servers.*already here/);
  await expect.element(dialog.getByRole('button', { name: 'Add and connect' })).toBeDisabled();
  await click(program.getByRole('button', { name: 'All new ones' }));
  await click(dialog.getByRole('button', { name: 'Start 2 and connect' }));
  await expect.poll(() => host.askedFor('addServer').map(({ config }) => config.name)).toEqual(['shop', 'mail']);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('says that no other program has servers', async () => {
  await open({ findServers: () => done({ configs: [] }) });
  await click(dialog.getByRole('radio', { name: 'From this machine' }));
  await expect.element(dialog).toMatchTextContent('No servers found');
});
