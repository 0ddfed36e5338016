// The finding of a card, by kind: noise on stdout, a response with a wrong id, a quote and its position, a path that nearly exists.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/axe.ts';
import { call, captureOf, type Line, text, toolError } from '../testing/capture-text.ts';
import { openCard, unfoldCard } from '../testing/mount.tsx';
import { click } from '../testing/user.ts';

const card = page.getByCSS('#detail-pane');

test('a line on stdout that is not a message has its cause and the fix in the server’s language', async () => {
  const spawned: Line = { t: 0, lane: 'life', event: 'spawned' };
  const noise = ['Debug: connecting to the database...', '=== listening ==='].map((words, index) => ({
    t: 20 + index,
    lane: 'in',
    text: words,
  }));
  await openCard(captureOf(spawned, ...noise), { row: 'Not JSON on stdout', servers: [{ name: 'billing' }] });
  await expect.element(card.getByRole('tab', { name: 'Finding' })).toHaveAttribute('data-state', 'active');
  await unfoldCard();
  await expect.element(card).toMatchTextContent('Debug: connecting to the database...');
  await expect.element(card).toMatchTextContent('A logger that is set to stdout.');
  await expect.element(card.getByRole('heading', { name: 'Fix in the server' })).toBeVisible();
  await expect.element(card).toMatchTextContent('JavaScript and TypeScript');
  await expect.element(card).toMatchTextContent('pino(pino.destination(2))');
  await expect.element(card).toMatchTextContent('Claude Desktop shows');
  await expect.element(card).toMatchTextContent('Clients on the Python SDK log');
  await click(card.getByRole('tab', { name: /Messages/ }));
  await expect.element(card).toMatchTextContent('=== listening ===');
});

const answerOf = (id: unknown): Line => ({
  t: 30,
  lane: 'in',
  text: JSON.stringify({ jsonrpc: '2.0', id, result: { content: [text('fine')] } }),
});

test('a waiting call names the response with another id, and the response names the call', async () => {
  await openCard(captureOf(...call('wrong_id', null, { id: 4, t: 10 }), answerOf(1_000_004)), { row: 'wrong_id' });
  await expect.element(card.getByRole('heading', { name: 'Waiting for an answer' })).toBeVisible();
  await expect
    .element(card)
    .toMatchTextContent(
      'An answer with id 1000004 came while this call waited, this call has id 4. No request had 1000004.',
    );
  await expect.element(card).not.toMatchTextContent('Nothing has come back yet.');
  await click(card.getByRole('button', { name: 'Show the response' }));
  await expect.element(card.getByRole('heading', { name: 'Answer to unknown id 1000004' })).toBeVisible();
  await expect.element(card).toMatchTextContent('a call with id 4 was waiting when it came');
  await click(card.getByRole('button', { name: 'Show the call' }));
  await expect.element(card.getByRole('heading', { name: 'Waiting for an answer' })).toBeVisible();
});

test('distinguishes an id as text from the number', async () => {
  await openCard(captureOf(...call('id_as_text', null, { id: 4, t: 10 }), answerOf('4')), { row: 'id_as_text' });
  await expect.element(card).toMatchTextContent('An answer with id "4" came, this call has id 4.');
});

test('distinguishes a second response from the first', async () => {
  const fine = { result: { content: [text('fine')] } };
  await openCard(captureOf(...call('twice', fine, { id: 4, t: 10 }), answerOf(4)), { row: 'twice' });
  await expect.element(card).toMatchTextContent('A second answer with id 4 came.');
});

test('the quote leads to its exact position in the raw message', async () => {
  const inner = JSON.stringify({
    trace: Array.from({ length: 80 }, (_, at) => `step ${at} passed`),
    error: { code: 'BAD_CITY', message: 'Atlantis (città) is not on the map' },
  });
  await openCard(captureOf(...call('find_city', toolError(inner), { args: { city: 'Atlantis' } })));
  const quote = card.getByCSS('[data-quote]');
  await expect.element(quote).toMatchTextContent('Atlantis (città) is not on the map');
  await click(quote);
  await expect.element(card.getByRole('tab', { name: /^Raw/ })).toHaveAttribute('aria-selected', 'true');
  const mark = card.getByCSS('mark[data-quoted]');
  await expect.element(mark).toHaveTextContent('Atlantis (città) is not on the map');
  await expect.element(mark).toBeInViewport();
  await expect.element(card.getByRole('region', { name: 'answer, raw' })).toHaveFocus();
  await click(card.getByRole('radio', { name: 'Verbatim' }));
  await expect.element(mark.first()).toBeVisible();
  await expectAccessible('a marked quote');
});

test('a quote from stderr leads to its line of the output', async () => {
  const lines: Line[] = [
    { t: 0, lane: 'life', event: 'spawned' },
    ...Array.from({ length: 60 }, (_, at) => ({ t: 10 + at, lane: 'err', text: 'warming up' })),
    { t: 80, lane: 'err', text: 'Error: ACME_API_KEY is not set' },
    { t: 90, lane: 'life', event: 'exited', code: 1, signal: null },
  ];
  await openCard(captureOf(...lines));
  await expect.element(card.getByRole('heading', { level: 2 })).toHaveTextContent('Set ACME_API_KEY for billing');
  await click(card.getByCSS('[data-quote]'));
  await expect.element(card.getByRole('tab', { name: 'Finding' })).toHaveAttribute('aria-selected', 'true');
  await expect.element(card.getByCSS('[data-quoted]')).toHaveTextContent('Error: ACME_API_KEY is not set');
  await expect.element(card.getByCSS('[data-quoted]')).toBeInViewport();
});

test('a missing path suggests a similar one from an earlier response', async () => {
  const capture = captureOf(
    ...call(
      'list_directory',
      { result: { content: [text('[FILE] report-2026.md\n[FILE] notes.md')] } },
      { args: { path: '/srv' } },
    ),
    ...call('read_file', toolError("ENOENT: no such file or directory, open '/srv/report-2062.md'"), {
      args: { path: '/srv/report-2062.md' },
    }),
  );
  await openCard(capture, { row: 'read_file' });
  await expect.element(card).toMatchTextContent('Did you mean report-2026.md? It is in the answer of list_directory.');
  await unfoldCard();
  await expect.element(card.getByCSS('[data-section="evidence"]')).toMatchTextContent('report-2026.md');
});

test('a call that its client gave up has a time line of who ended it, above the fix', async () => {
  const line = (t: number, lane: string, message: object): Line => ({
    t,
    lane,
    actor: 'client',
    client: 'opencode',
    text: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
  const params = { name: 'export_orders', arguments: {}, _meta: { progressToken: 1 } };
  const progress = (t: number) =>
    line(t, 'in', { method: 'notifications/progress', params: { progressToken: 1, progress: t } });
  const reason = 'McpError: MCP error -32001: Request timed out';
  await openCard(
    captureOf(
      line(0, 'out', { id: 1, method: 'tools/call', params }),
      progress(10_000),
      progress(30_000),
      line(60_000, 'out', { method: 'notifications/cancelled', params: { requestId: 1, reason } }),
      line(80_000, 'in', { id: 1, result: { content: [text('1,204 orders')] } }),
    ),
    { row: 'export_orders' },
  );
  await expect
    .element(card.getByRole('figure'))
    .toHaveAttribute(
      'aria-label',
      'Asked, progress 2 times, opencode timed out after 60.0 s, late answer after 80.0 s',
    );
  await expect.element(card).toMatchTextContent('30 s without progress');
  await expect.element(card).toMatchTextContent('the client, at its limit');
  await expect
    .element(card.getByRole('heading', { level: 2 }))
    .toHaveTextContent('opencode timed out after 60.0 s. The server answered 20 s later.');
  const headings = [...document.querySelectorAll('#detail-pane h3')].map(({ textContent }) => textContent ?? '');
  expect(headings.findIndex((words) => words.includes('Who ended it'))).toBeLessThan(
    headings.findIndex((words) => words.includes('Fix')),
  );
  await expectAccessible('the time line of an ending');
});

test('an answered call has no such time line', async () => {
  await openCard(captureOf(...call('get_order', toolError('Order 7 not found'))), { row: 'get_order' });
  await expect.element(card.getByRole('figure')).not.toBeInTheDocument();
});
