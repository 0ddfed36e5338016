// The report cards of a recording: what is shown before they are read, without any, for one client, and for two.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done } from '../../../shared/contract/api.ts';
import {
  call,
  cardOf,
  fine,
  opening,
  rateLimited,
  rehearsed,
} from '../../../shared/features/report-card/testing/recording.ts';
import { mount } from '../../testing/mount.tsx';
import { click } from '../../testing/user.ts';
import { CardsView } from './cards-view.tsx';
import { rehearsalOf } from './rehearsal.ts';

/** Was asked to wait 5 s, and tries again after `waited` ms. */
const cardAfter = (name: string, waited: number) => {
  const mark = rehearsed('rate_limited');
  const lines = [
    ...opening,
    ...call(1, [1_000, 1_010], 'find', rateLimited(5), { mark }),
    ...call(2, [1_010 + waited, 1_020 + waited], 'find', fine),
  ];
  return { ...cardOf(lines), client: { name, version: '1.2.3' } };
};
const patient = cardAfter('Patient', 6_000);
const hasty = cardAfter('Hasty', 100);
const rowOf = (rule: string) => page.getByRole('row', { name: rule });

test('says that it is judging, and then that no client was rehearsed', async () => {
  const { model } = await mount(<CardsView />);
  await expect.element(page.getByText('Judging the clients…')).toBeVisible();
  rehearsalOf(model).setState({ cards: [] });
  await expect.element(page.getByRole('heading', { name: 'No report card yet' })).toBeVisible();
});

test('shows what one client did, with links to its rows, and rules that were not seen', async () => {
  const { model } = await mount(<CardsView />);
  rehearsalOf(model).setState({ cards: [hasty] });
  await expect.element(page.getByRole('heading', { name: 'Report card: Hasty' })).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'Grade of Hasty' }))
    .toMatchTextContent(/waits as long as asked/);
  await expect.element(rowOf('Waits as long as asked')).toMatchTextContent(/counts double.*Fail/);
  await expect
    .element(
      rowOf('Waits as long as asked')
        .getByRole('button', { name: /^Show row #\d+$/ })
        .first(),
    )
    .toBeVisible();
  await expect.element(page.getByText(/^Not seen: .*Signs in again when asked/)).toBeVisible();
  // One client has nothing to differ from.
  await expect.element(page.getByRole('group', { name: 'Rules' })).not.toBeInTheDocument();
});

test('compares the two newest clients, and shows only what differs', async () => {
  const { model } = await mount(<CardsView />);
  rehearsalOf(model).setState({ cards: [cardAfter('Oldest', 9_000), patient, hasty] });
  await expect.element(page.getByRole('heading', { name: 'Report card: Patient and Hasty' })).toBeVisible();
  const rules = page.getByRole('rowheader');
  await click(page.getByRole('radio', { name: /^Differences/ }));
  await expect
    .poll(() => rules.elements().map(({ textContent }) => textContent))
    .toEqual(['Waits as long as askedcounts double']);
  rehearsalOf(model).setState({ cards: [patient, patient] });
  await expect.element(page.getByText('No rule differs.')).toBeVisible();
});

test('saves the cards as a file', async () => {
  const file = { fileName: 'card.md', type: 'text/markdown', text: '# Hasty' };
  const { host, model } = await mount(<CardsView />, { answers: { reportCardFile: () => done(file) } });
  rehearsalOf(model).setState({ cards: [hasty] });
  await click(page.getByRole('button', { name: 'Export' }));
  await click(page.getByRole('menuitem', { name: 'Markdown' }));
  await expect.poll(() => host.saved).toMatchObject([{ name: 'card.md', content: '# Hasty' }]);
  expect(host.askedFor('reportCardFile')).toEqual([{ format: 'md' }]);
});
