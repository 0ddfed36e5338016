// Dialects: how the errors of a server are read, the user's own files, and what is wrong with one.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { DialectsView } from '../../../shared/api/views.ts';
import { done, refused } from '../../../shared/contract/api.ts';
import { openDialects } from '../../model/dialogs.ts';
import { mount } from '../../testing/mount.tsx';
import type { Answers } from '../../testing/test-host.ts';
import { choose, click } from '../../testing/user.ts';
import { DialectsDialog } from './dialects-dialog.tsx';

const dialog = page.getByRole('dialog', { name: 'Dialects' });
const known: DialectsView = {
  dialects: [{ id: 'platica', name: 'Platica', about: 'Errors in HTTP style.', own: false }],
  problems: [],
  folder: '/data/dialects',
};

async function open(answers: Answers = {}) {
  const mounted = await mount(<DialectsDialog />, {
    servers: [{ name: 'billing' }],
    file: new File(['{}'], 'mine.json'),
    answers: { dialects: () => done(known), pinDialect: () => done(null), ...answers },
  });
  openDialects(mounted.model, 'billing');
  return mounted;
}

test('reads the errors of a server as the chosen dialect, and as its traffic shows again', async () => {
  const { host } = await open();
  const list = dialog.getByRole('combobox', { name: /^Read the errors of billing as/ });
  await expect.element(list.getByRole('option', { name: 'Platica' })).toBeInTheDocument();
  await choose(list, 'Platica');
  await expect.poll(() => host.askedFor('pinDialect')).toEqual([{ server: 'billing', dialect: 'platica' }]);
  host.changeServer('billing', { pinnedDialect: 'platica' });
  await expect.element(list).toHaveValue('platica');
  await choose(list, 'What its traffic shows');
  await expect.poll(() => host.askedFor('pinDialect').at(-1)).toEqual({ server: 'billing', dialect: null });
});

test('adds a file and lists it', async () => {
  const mine = { id: 'mine', name: 'Mine', about: 'Of our own gateway.', own: true };
  const listed = [...known.dialects];
  await open({
    dialects: () => done({ ...known, dialects: [...listed] }),
    addDialect: () => {
      listed.push(mine);
      return done(null);
    },
  });
  await expect.element(dialog.getByText(/^None yet\./)).toBeVisible();
  await click(dialog.getByRole('button', { name: 'Add a file…' }));
  await expect.element(dialog.getByRole('listitem')).toMatchTextContent('Of our own gateway.');
});

test('says what is wrong with a file, and with those in the folder', async () => {
  await open({
    dialects: () => done({ ...known, problems: ['old.json: "codes" is not a list.'] }),
    addDialect: () => refused('bad_input', 'mine.json has no codes.'),
  });
  await expect.element(dialog.getByText('old.json: "codes" is not a list.')).toBeVisible();
  await click(dialog.getByRole('button', { name: 'Add a file…' }));
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('mine.json has no codes.');
});
