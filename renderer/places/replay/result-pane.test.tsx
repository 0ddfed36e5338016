// The result of a replay: the plan before it is sent, attempts and waits while it runs, and the responses before and after.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done, refused } from '../../../shared/contract/api.ts';
import { diffAnswers } from '../../../shared/diff/diff-answers.ts';
import type { ReplayDraft, ReplayView } from '../../../shared/retry/replay.ts';
import type { Row } from '../../../shared/timeline.ts';
import { startEdits } from '../../model/replay-edits.ts';
import { call, captureOf, rpcError, text } from '../../testing/capture-text.ts';
import { mount } from '../../testing/mount.tsx';
import type { Answers } from '../../testing/test-host.ts';
import { TestHost } from '../../testing/test-host.ts';
import { click } from '../../testing/user.ts';
import { ResultPane } from './result-pane.tsx';

const args = { id: 'INV-1' };
const before = rpcError(-32003, 'Rate limit exceeded', { retry_after: 1 });
const after = { result: { content: [text('sent')] } };
const capture = captureOf(
  ...call('send_invoice', before, { id: 1, t: 0, args }),
  ...call('send_invoice', after, { id: 2, t: 1_200, args }),
);
const recorded = new TestHost({ capture }).log;
recorded.flush();
const [first, second] = recorded.store.rowsFrom(0, 2) as [Row, Row];

const draft: ReplayDraft = {
  row: first,
  method: 'tools/call',
  params: JSON.stringify({ name: 'send_invoice', arguments: args }),
  raw: '',
  guard: { level: 'free', words: '' } as unknown as ReplayDraft['guard'],
  hinted: null,
  headers: [],
  problem: '',
  evidence: null,
};
const sent: ReplayView = {
  id: 'r1',
  source: first.id,
  server: 'billing',
  to: 'billing',
  method: 'tools/call',
  target: 'send_invoice',
  state: 'done',
  verdict: 'fixed',
  fixedCount: 1,
  passedBefore: false,
  attempts: [{ row: second.id, at: second.at, headline: second.headline, verdict: 'fixed', latencyMs: 5 }],
  remaining: 0,
  nextAt: null,
  words: 'Fixed',
  bulk: null,
};

const diff: Answers['diffAnswers'] = () => done(diffAnswers(JSON.stringify(before), JSON.stringify(after)));
const pane = (view?: Partial<ReplayView>) => (
  <ResultPane draft={draft} edits={startEdits(draft)} view={view && { ...sent, ...view }} />
);
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const panel = page.getByRole('tabpanel');

test('before anything is sent it shows the response so far, and says what will appear', async () => {
  await mount(pane(), { capture: captureOf(...call('send_invoice', before, { id: 1, t: 0, args })) });
  await expect.element(tab('Before')).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByLabelText('Answer before')).toMatchTextContent('Rate limit exceeded');
  const retry = page.getByRole('region', { name: 'Retry: asked vs. actual' });
  await expect.element(retry).toMatchTextContent('After you send it, the wait that the server asked for');
  for (const name of ['After', 'Difference']) {
    await click(tab(name));
    await expect.element(panel).toHaveTextContent('Nothing has been sent yet.');
  }
});

test('while it runs there is no answer yet', async () => {
  await mount(pane({ state: 'running', verdict: null, attempts: [] }), { capture });
  await click(tab('After'));
  await expect.element(panel).toHaveTextContent('No answer yet.');
});

test('after it was sent it shows the difference, and both responses', async () => {
  const { host } = await mount(pane({}), { capture, answers: { diffAnswers: diff } });
  await expect.element(tab('Difference')).toHaveAttribute('aria-selected', 'true');
  await expect.element(panel).toMatchTextContent('sent');
  expect(host.askedFor('diffAnswers')).toEqual([{ before: first.id, after: second.id }]);
  await click(tab('After'));
  await expect.element(page.getByLabelText('Answer after')).toMatchTextContent('sent');
  await expect.element(page.getByLabelText('Answer after')).not.toMatchTextContent('Rate limit');
  await click(tab('Before'));
  await expect.element(page.getByLabelText('Answer before')).toMatchTextContent('Rate limit exceeded');
});

test('says why the responses cannot be compared', async () => {
  await mount(pane({}), {
    capture,
    answers: { diffAnswers: () => refused('not_found', 'The response is no longer in the log.') },
  });
  await expect.element(panel).toHaveTextContent('The response is no longer in the log.');
});

test('draws the waits of several attempts and judges them', async () => {
  await mount(pane({}), { capture, answers: { diffAnswers: diff } });
  const retry = page.getByRole('region', { name: 'Retry: asked vs. actual' });
  await expect.element(retry.getByRole('heading')).toHaveTextContent('Retry: asked vs. actual');
  await expect.element(retry).toMatchTextContent('Asked to wait 1 s, retried after 1.2 s: respected.');
  await expect.element(retry).not.toMatchTextContent('After you send it');
});

test('a canceled replay says so', async () => {
  await mount(pane({ state: 'cancelled', verdict: null, attempts: [], words: 'Canceled before it was sent.' }), {
    capture,
  });
  await expect.element(page.getByText('Canceled before it was sent.')).toBeVisible();
});
