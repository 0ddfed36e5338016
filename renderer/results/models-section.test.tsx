// What each model gets of a response: which one does not learn of a failure, and what each one loses.

import { expect, test } from 'vitest';
import { expectAccessible } from '../testing/axe.ts';
import { section } from '../testing/by-css.ts';
import { call, captureOf, rpcError, text } from '../testing/capture-text.ts';
import { openCard } from '../testing/mount.tsx';
import { click, focus, press } from '../testing/user.ts';

const models = section('What each model gets');

test('names the models that will not learn of a failure, and what each one loses', async () => {
  const down = {
    content: [text('Upstream said 503'), text('retry after 7 s')],
    structuredContent: { code: 'UPSTREAM', retry_after: 7 },
    isError: true,
  };
  await openCard(captureOf(...call('send_invoice', { result: down })));
  await expect.element(models).toMatchTextContent('Codex and opencode see no error');
  const list = models.getByRole('list', { name: 'What each model gets, by client' });
  await expect.element(list).not.toBeInTheDocument();
  await click(models.getByRole('button', { name: 'What each model gets' }));
  await expect.element(models).toMatchTextContent('2 of 6 models will not learn that this failed (Codex, opencode)');
  const codex = list.getByRole('button', { name: /^Codex/ });
  await expect.element(codex).toMatchTextContent('not marked as failed');
  await expect.element(codex).toMatchTextContent('text lost');
  await expect
    .element(list.getByRole('button', { name: /^Claude Code/ }))
    .toMatchTextContent('structured content lost');
  await expect.element(list.getByRole('button', { name: /^Cline CLI/ })).toMatchTextContent('nothing lost');
  await expect.element(list.getByRole('button', { name: /^Goose/ })).toMatchTextContent('not measured');
  await expect.element(models).toMatchTextContent('leave structuredContent out of a failure');
  // With keys: one line opens the server's response next to what the model received.
  await focus(codex);
  await press('{Enter}');
  await expect.element(codex).toHaveAttribute('aria-expanded', 'true');
  await expect.element(models.getByRole('heading', { name: 'Codex’s model got' })).toBeVisible();
  await expect.element(models).toMatchTextContent('Structured content takes the place of all blocks');
  await expect.element(models).toMatchTextContent('"text": "Upstream said 503"');
  await expectAccessible('what each model gets');
});

test('shows that the data of a JSON-RPC error is lost', async () => {
  await openCard(captureOf(...call('get_rates', rpcError(-32003, 'Rate limit exceeded', { retry_after: 30 }))));
  await click(models.getByRole('button', { name: 'What each model gets' }));
  await expect.element(models).toMatchTextContent('Lost: code for 2 of 6, data for 5 of 6');
});

test('counts the same clients in the heading and below it', async () => {
  const down = { result: { content: [text('Upstream failed: 503')], isError: true } };
  await openCard(captureOf(...call('send_invoice', down)));
  await expect.element(models).toMatchTextContent('2 of 6 lose a part');
  await click(models.getByRole('button', { name: 'What each model gets' }));
  await expect.element(models).toMatchTextContent('Codex and opencode lose a part.');
  await expect.element(models).not.toMatchTextContent('measured clients pass it on');
});

test('reports no loss for a plain success', async () => {
  const fine = { result: { content: [text('2 orders')] } };
  await openCard(captureOf(...call('list_orders', fine)), { row: 'list_orders' });
  await expect.element(models).toMatchTextContent('All 6 pass it on');
});
