// Replaying several failures: the list before anything is sent, by what each may do, and then the progress.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done, refused } from '../../../shared/contract/api.ts';
import type { BulkItem, ReplayGuard, ReplayView } from '../../../shared/retry/replay.ts';
import { openDialog } from '../../model/dialogs.ts';
import { replaysOf } from '../../model/replays.ts';
import { mount } from '../../testing/mount.tsx';
import type { Answers } from '../../testing/test-host.ts';
import { click, fill } from '../../testing/user.ts';
import { BulkDialog } from './bulk-dialog.tsx';

const item = (row: number, need: ReplayGuard['need'], name: string): BulkItem => ({
  ...{ row, server: 'billing', method: 'tools/call', target: name, headline: `${name} failed`, alike: 0 },
  guard: { need, name, because: `As ${name} says.` },
});
const items = [item(2, 'free', 'search'), item(4, 'ask', 'notify'), item(6, 'type_name', 'delete_all')];
const dialog = page.getByRole('dialog');

async function openPlan(answers: Answers) {
  const mounted = await mount(<BulkDialog />, { servers: [{ name: 'billing' }], answers });
  replaysOf(mounted.model).setState({ bulk: { kind: 'plan', filter: 'is:failed', of: 'billing' } });
  openDialog(mounted.model, 'bulk');
  await expect.element(dialog).toMatchTextContent('Of billing. Nothing is sent yet.');
  return mounted;
}

test('selects what is safe, and sends the others only if they are ticked or typed', async () => {
  const { host } = await openPlan({
    planBulk: () => done({ items, leftOut: ['3 rows are not calls'] }),
    startBulk: () => done({ bulk: 'b1' }),
  });
  await expect.element(dialog).toMatchTextContent('3 rows are not calls');
  await expect.element(dialog.getByRole('checkbox', { name: /^Replay .*search #2/ })).toBeChecked();
  await expect.element(dialog.getByRole('checkbox', { name: /^Replay .*notify #4/ })).not.toBeChecked();
  await expect.element(dialog.getByRole('button', { name: 'Send 1 call' })).toBeVisible();
  await click(dialog.getByRole('checkbox', { name: /^Replay .*notify #4/ }));
  await fill(dialog.getByLabelText('Type delete_all to include it'), 'delete');
  await expect.element(dialog.getByRole('button', { name: 'Send 2 calls' })).toBeVisible();
  await fill(dialog.getByLabelText('Type delete_all to include it'), 'delete_all');
  await click(dialog.getByRole('button', { name: 'Send 3 calls' }));
  await expect.poll(() => host.askedFor('startBulk')).toEqual([{ rows: [2, 4, 6], confirm: ['notify', 'delete_all'] }]);
  await expect.element(dialog).toMatchTextContent('Each call once, one after the other.');
});

test('says that nothing can be replayed, or why the list could not be made', async () => {
  const { model } = await openPlan({
    planBulk: ({ filter }) =>
      filter === 'is:failed' ? done({ items: [], leftOut: [] }) : refused('bad_filter', 'The filter has no end.'),
  });
  await expect.element(dialog.getByRole('heading', { name: 'Nothing here can be replayed' })).toBeVisible();
  replaysOf(model).setState({ bulk: { kind: 'plan', filter: '"', of: 'billing' } });
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('The filter has no end.');
});

const view = (source: number, more: Partial<ReplayView>): ReplayView => ({
  ...{ id: `r${source}`, source, server: 'billing', to: 'billing', method: 'tools/call', target: 'search', bulk: 'b1' },
  ...{ state: 'done', verdict: 'fixed', fixedCount: 1, passedBefore: false, remaining: 0, nextAt: null, words: '' },
  attempts: [{ row: source + 1, at: 0, headline: '3 found', verdict: 'fixed', latencyMs: 40 }],
  ...more,
});

test('shows the progress, and cancels the rest', async () => {
  const { host, model } = await mount(<BulkDialog />, { servers: [{ name: 'billing' }] });
  const running = view(4, { state: 'running', verdict: null, attempts: [], words: 'It is being sent.' });
  replaysOf(model).setState({ bulk: { kind: 'running', id: 'b1' }, views: [view(2, {}), running] });
  openDialog(model, 'bulk');
  await expect.element(dialog.getByRole('heading', { name: '2 failed calls replayed' })).toBeVisible();
  const bar = dialog.getByRole('progressbar', { name: 'Calls replayed' });
  await expect.element(bar).toHaveAttribute('aria-valuenow', '1');
  await expect.element(dialog.getByRole('row', { name: /#2/ })).toMatchTextContent(/billing.*3 found.*Fixed.*40 ms/);
  await click(dialog.getByRole('button', { name: 'Cancel the rest' }));
  await expect.poll(() => host.askedFor('controlReplay')).toEqual([{ replay: 'b1', action: 'cancel' }]);
  replaysOf(model).setState({ views: [view(2, {}), view(4, { state: 'cancelled', verdict: null })] });
  await expect.element(dialog).toMatchTextContent('1 of 2 fixed, the rest canceled');
  await expect.element(dialog.getByRole('button', { name: 'Cancel the rest' })).not.toBeInTheDocument();
});
