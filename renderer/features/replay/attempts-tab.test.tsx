// The attempts at a call: the waits, the verdict on the last one, and the request from the first attempt to what is sent next.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done } from '../../../shared/contract/api.ts';
import type { ReplayDraft, ReplayView } from '../../../shared/retry/replay.ts';
import type { Row } from '../../../shared/timeline.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { call, captureOf, rpcError, text, toolError, toolList } from '../../testing/capture-text.ts';
import { openCard } from '../../testing/mount.tsx';
import { TestHost } from '../../testing/test-host.ts';
import { click } from '../../testing/user.ts';

const card = page.getByCSS('#detail-pane');
const open = () => click(card.getByRole('tab', { name: /^Attempts/ }));

test('shows each attempt with the wait that was asked for and the actual one', async () => {
  const args = { id: 'INV-1' };
  await openCard(
    captureOf(
      ...call('send_invoice', rpcError(-32003, 'Rate limit exceeded', { retry_after: 1 }), { id: 1, t: 0, args }),
      ...call('send_invoice', { result: { content: [text('sent')] } }, { id: 2, t: 1_205, args }),
    ),
  );
  await open();
  const rows = card.getByRole('table').getByRole('row');
  await expect.element(rows.nth(2)).toMatchTextContent('1 s / 1.2 s');
  await expect.element(card.getByRole('img', { name: /2 attempts/ })).toBeVisible();
  await expect.element(card.getByRole('heading', { name: /^Asked vs. actual/ })).toBeVisible();
  // Another attempt at the same call opens on this tab too.
  await click(card.getByRole('button', { name: 'Show attempt 2' }));
  await expect.element(card.getByCSS('tr[aria-current]')).toMatchTextContent(/^2/);
  await expect.element(card.getByRole('tab', { name: /^Attempts/ })).toHaveAttribute('aria-selected', 'true');
});

const resource = {
  name: 'get_resource',
  inputSchema: {
    type: 'object',
    properties: { type: { enum: ['Text', 'Blob'] }, id: { type: 'integer', minimum: 1 } },
  },
};
const capture = captureOf(
  ...toolList([resource], { id: 1, t: 0 }),
  ...call('get_resource', toolError('Invalid arguments: type'), { id: 2, t: 10, args: { type: 'Nope', id: 0 } }),
  ...call('get_resource', toolError('Invalid arguments: id'), { id: 3, t: 5_000, args: { type: 'Text', id: 0 } }),
);

const recorded = new TestHost({ capture }).log;
recorded.flush();
const rows = recorded.store.rowsFrom(0, 10).filter(({ target }) => target === 'get_resource');
const [first, second] = rows as [Row, Row];
const replayed: ReplayView = {
  ...{ id: 'r1', server: 'billing', to: 'billing', method: 'tools/call', target: 'get_resource', bulk: null },
  ...{ source: first.id, state: 'done', verdict: 'different', fixedCount: 0, passedBefore: false },
  ...{ remaining: 0, nextAt: null, words: 'It failed 2 times.' },
  attempts: [{ row: second.id, at: second.at, headline: '', verdict: 'different', latencyMs: 5 }],
};
const draftOf = (id: number): ReplayDraft => {
  const args = id === first.id ? { type: 'Nope', id: 0 } : { type: 'Text', id: 0 };
  const params = JSON.stringify({ name: 'get_resource', arguments: args });
  const guard = { need: 'free' as const, name: 'get_resource', because: 'get_resource is read-only.' };
  const row = rows.find((one) => one.id === id)!;
  return {
    row,
    method: 'tools/call',
    params,
    raw: params,
    guard,
    hinted: null,
    headers: [],
    problem: '',
    evidence: null,
  };
};

test('after a replay it starts from the last attempt, and names the next step', async () => {
  await openCard(capture, {
    servers: [{ name: 'billing' }],
    answers: {
      replays: () => done({ replays: [replayed] }),
      draftReplay: ({ row }) => done(draftOf(row)),
    },
  });
  await expect.element(card.getByRole('button', { name: 'See what changed' })).toBeVisible();
  await open();
  await expect.element(card.getByRole('table').getByRole('row').nth(2)).toBeVisible();
  // The tab says how it ended, and the strip does not say it again.
  await expect.element(card.getByRole('button', { name: 'See what changed' })).not.toBeInTheDocument();
  await expect.element(card).toMatchTextContent('Next: set id to at least 1');
  const diff = card.getByRole('region', { name: 'Request, attempt 1 to next' });
  await expect.element(diff).toMatchTextContent(/type: "Nope".*type: "Text".*attempt 2/s);
  await expect.element(diff).toMatchTextContent(/id: 0.*id: 1.*next, from the schema/s);
  const options = card.getByRole('button', { name: /^Options/ });
  await expect.element(options).toHaveAttribute('aria-expanded', 'false');
  await expect.element(options).toMatchTextContent('now · same connection · once');
  await click(card.getByRole('button', { name: 'Edit' }));
  await expect.element(card.getByRole('region', { name: 'Request', exact: true })).toBeVisible();
  await expectAccessible('the attempts at a call');
});
