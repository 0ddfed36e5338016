// The report of a recording: causes that filter, the card of a row, the print view, and a file without rows.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { call, captureOf, rpcError } from '../testing/capture-text.ts';
import { mount } from '../testing/mount.tsx';
import { TestHost } from '../testing/test-host.ts';
import { click } from '../testing/user.ts';
import { RecordingReport } from './recording-report.tsx';
import type { RecordingData } from './report-data.ts';

const capture = captureOf(
  ...call('pay', rpcError(-32602, 'amount is required'), { id: 1 }),
  ...call('search', { result: { content: [] } }, { id: 2 }),
);
const recorded = new TestHost({ capture, isOpenedFile: true }).log;
recorded.flush();

const dataOf = (rows: RecordingData['rows']): RecordingData => ({
  kind: 'recording',
  recording: {
    ...{ version: '1.2.3', title: 'Friday', note: 'Sent to the author of the server.', filter: '', leftOut: 0 },
    ...{ startedAt: Date.UTC(2026, 10, 14, 12), madeAt: Date.UTC(2026, 10, 14, 13) },
    servers: [{ id: 'billing', name: 'billing' }],
    marks: [],
  },
  rows,
  byId: new Map(rows.map((row) => [row.id, row])),
  facts: new Map(),
  details: new Map(),
  masked: [],
});
const data = dataOf(recorded.store.rowsFrom(0, 10));
const open = (shown = data) => mount(<RecordingReport data={shown} />, { capture, isOpenedFile: true });
const causes = page.getByRole('navigation', { name: 'Summary and failures' });

test('a cause filters the timeline and opens the card of its newest call', async () => {
  await open();
  await expect.element(page.getByRole('heading', { name: 'Friday' })).toBeVisible();
  const cause = causes.getByRole('button', { name: /amount/ });
  await click(cause);
  await expect.element(cause).toHaveAttribute('aria-pressed', 'true');
  const card = page.getByRole('complementary');
  await expect.element(card.getByRole('heading', { level: 2 })).toHaveTextContent('Pass amount');
  await click(card.getByRole('button', { name: 'Close the card' }));
  await expect.element(card).not.toBeInTheDocument();
  await click(cause);
  await expect.element(cause).toHaveAttribute('aria-pressed', 'false');
});

test('prints every row instead of a list that scrolls', async () => {
  await open();
  window.dispatchEvent(new Event('beforeprint'));
  await expect.element(page.getByRole('heading', { name: 'Friday', level: 1 })).toBeVisible();
  await expect.element(page.getByRole('main')).toMatchTextContent(/pay.*search/s);
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument();
  window.dispatchEvent(new Event('afterprint'));
  await expect.element(page.getByRole('button', { name: 'Print' })).toBeVisible();
});

test('says that nothing was recorded', async () => {
  await open(dataOf([]));
  await expect.element(page.getByText('Nothing was recorded.')).toBeVisible();
  await expect.element(page.getByText('Written by Misfire 1.2.3.')).toBeVisible();
});
