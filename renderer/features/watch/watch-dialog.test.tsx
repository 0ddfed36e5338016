// Watching the entries of other programs: the exact change comes first, for one entry or for all of a client.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { WatchEntry } from '../../../shared/api/watching.ts';
import { done, refused } from '../../../shared/contract/api.ts';
import { openDialog } from '../../model/dialogs.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { mount } from '../../testing/mount.tsx';
import type { Answers } from '../../testing/test-host.ts';
import { click } from '../../testing/user.ts';
import { WatchDialog } from './watch-dialog.tsx';

const dialog = page.getByRole('dialog', { name: 'Watch a client' });
const entryOf = (client: string, server: string, more: Partial<WatchEntry> = {}): WatchEntry => ({
  id: `${client}/${server}`,
  client,
  path: `/home/ada/${client}.json`,
  server,
  command: `npx -y ${server}`,
  state: 'open',
  why: '',
  ignored: '',
  whenRead: `${client} reads it at once.`,
  ...more,
});

async function open(entries: WatchEntry[], answers: Answers = {}) {
  const mounted = await mount(<WatchDialog />, {
    answers: {
      watchEntries: () => done({ entries, unreadable: [] }),
      hookClients: () => done({ clients: [] }),
      planWatch: ({ entry }) => {
        const lines = [{ sign: '+' as const, line: 4, text: '"command": "misfire"' }];
        return done({ ...(entries.find(({ id }) => id === entry) ?? entryOf('Cursor', 'gone')), lines, notes: [] });
      },
      startWatch: ({ entry }) => done(entries.find(({ id }) => id === entry) ?? entryOf('Cursor', 'gone')),
      ...answers,
    },
  });
  openDialog(mounted.model, 'watch');
  return mounted;
}

test('shows the exact change before the button that makes it', async () => {
  const { host } = await open([entryOf('Cursor', 'files'), entryOf('Codex', 'mail', { state: 'watched' })]);
  await expect.element(dialog.getByRole('status')).toHaveTextContent('1 watched, 1 not watched');
  await expect.element(dialog.getByRole('button', { name: /^Watch all/ })).not.toBeInTheDocument();
  await click(dialog.getByRole('button', { name: 'Watch… files of Cursor' }));
  await expect.element(dialog.getByRole('region', { name: 'The exact change' })).toMatchTextContent('misfire');
  expect(host.askedFor('startWatch')).toEqual([]);
  await expectAccessible('an exact change', '[role="dialog"]');
  await click(dialog.getByRole('button', { name: 'Watch', exact: true }));
  await expect.poll(() => host.askedFor('startWatch')).toEqual([{ entry: 'Cursor/files' }]);
});

test('watches all of a client with two presses, and only its own', async () => {
  const entries = [entryOf('Cursor', 'files'), entryOf('Cursor', 'mail'), entryOf('Codex', 'shop')];
  const { host } = await open([...entries, entryOf('Cursor', 'old', { state: 'cannot', why: 'It uses SSE.' })]);
  await click(dialog.getByRole('button', { name: 'Watch all of Cursor…' }));
  await expect.poll(() => dialog.getByRole('region', { name: 'The exact change' }).elements()).toHaveLength(2);
  expect(host.askedFor('startWatch')).toEqual([]);
  await click(dialog.getByRole('button', { name: 'Watch all 2 of Cursor' }));
  await expect.poll(() => host.askedFor('startWatch')).toEqual([{ entry: 'Cursor/files' }, { entry: 'Cursor/mail' }]);
});

test('stops at the first entry that cannot be changed', async () => {
  const { host } = await open([entryOf('Cursor', 'files'), entryOf('Cursor', 'mail')], {
    startWatch: () => refused('refused', 'The file changed meanwhile.'),
  });
  await click(dialog.getByRole('button', { name: 'Watch all of Cursor…' }));
  await click(dialog.getByRole('button', { name: 'Watch all 2 of Cursor' }));
  await expect.element(dialog.getByRole('button', { name: 'Watch all of Cursor…' })).toBeVisible();
  expect(host.askedFor('startWatch')).toHaveLength(1);
});
