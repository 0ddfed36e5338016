// The file of report cards: whose cards, when they were made, and rows that lead nowhere.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  call,
  cardOf,
  fine,
  opening,
  rateLimited,
  rehearsed,
} from '../../shared/features/report-card/testing/recording.ts';
import { mount } from '../testing/mount.tsx';
import { ReportCardReport } from './report-card-report.tsx';

test('shows the card of a client without links to rows', async () => {
  const card = cardOf([
    ...opening,
    ...call(1, [1_000, 1_010], 'find', rateLimited(5), { mark: rehearsed('rate_limited') }),
    ...call(2, [1_100, 1_110], 'find', fine),
  ]);
  const data = { version: '1.2.3', madeAt: Date.UTC(2026, 10, 14, 13), cards: [card], masked: [] };
  await mount(<ReportCardReport data={{ ...data, kind: 'report-cards' }} />);
  await expect.element(page.getByRole('heading', { name: /^Report card: / })).toBeVisible();
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent('by Misfire 1.2.3. Nothing is loaded and nothing is sent.');
  await expect.element(page.getByRole('row', { name: 'Waits as long as asked' })).toMatchTextContent(/Fail.*#\d/);
  await expect.element(page.getByRole('table').getByRole('button')).not.toBeInTheDocument();
});
