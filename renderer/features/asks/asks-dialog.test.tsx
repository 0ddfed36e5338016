// A server asks the user: the strip, and the dialog with a form, the JSON as it is sent, several questions, and one that is over.

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done, refused } from '../../../shared/contract/api.ts';
import type { AskView } from '../../../shared/server/connecting.ts';
import { noteAsks } from '../../model/pending-requests.ts';
import { mount } from '../../testing/mount.tsx';
import type { Answers } from '../../testing/test-host.ts';
import { click, fill } from '../../testing/user.ts';
import { AsksDialog } from './asks-dialog.tsx';
import { AsksStrip } from './asks-strip.tsx';

const params = {
  message: 'Which workspace?',
  requestedSchema: { type: 'object', properties: { workspace: { type: 'string' } }, required: ['workspace'] },
};
const ask = (id: string): AskView => ({
  ...{ id, server: 'billing', row: 2, kind: 'elicitation_form', method: 'elicitation/create' },
  ...{ words: `It asks for workspace ${id}.`, since: Date.now(), until: null, params: JSON.stringify(params) },
});
const dialog = page.getByRole('dialog');
const strip = page.getByCSS('[role=status]').first();

async function open(asks: AskView[], answers: Answers = {}) {
  const parts = (
    <>
      <AsksStrip />
      <AsksDialog />
    </>
  );
  const mounted = await mount(parts, { servers: [{ name: 'billing' }], answers });
  await expect.element(strip).not.toBeInTheDocument();
  noteAsks(mounted.model, asks);
  await expect.element(strip).toMatchTextContent(/billing: It asks for workspace 1/);
  await click(page.getByRole('button', { name: 'Answer…' }));
  await expect.element(dialog.getByRole('heading', { name: 'billing asks you' })).toBeVisible();
  return mounted;
}

test('sends the form once it is complete', async () => {
  const { host } = await open([ask('1')], { answerAsk: () => done(null) });
  await click(dialog.getByRole('button', { name: 'Send' }));
  expect(host.askedFor('answerAsk')).toEqual([]);
  await fill(dialog.getByRole('textbox', { name: /workspace/ }), 'home');
  await click(dialog.getByRole('button', { name: 'Send' }));
  await expect.poll(() => host.askedFor('answerAsk').length).toBe(1);
  const { answer } = host.askedFor('answerAsk')[0]!;
  expect(answer).toMatchObject({ kind: 'result' });
  expect(JSON.parse((answer as { result: string }).result)).toEqual({
    action: 'accept',
    content: { workspace: 'home' },
  });
});

test('says that JSON is incomplete, and why an answer was refused', async () => {
  await open([ask('1')], { answerAsk: () => refused('refused', 'The server is gone.') });
  await click(dialog.getByRole('radio', { name: 'JSON' }));
  const json = dialog.getByRole('textbox', { name: 'The result, JSON' });
  await fill(json, '[1');
  await click(dialog.getByRole('button', { name: 'Send' }));
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/^Not JSON yet/);
  await click(dialog.getByRole('button', { name: 'Decline' }));
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('The server is gone.');
});

test('several questions wait, one of them no longer', async () => {
  const { model } = await open([ask('1'), ask('2')]);
  await expect.element(page.getByText('2 questions wait')).toBeInTheDocument();
  await expect.element(dialog).toMatchTextContent('1 of 2');
  await click(dialog.getByRole('button', { name: 'Next question' }));
  await expect.element(dialog).toMatchTextContent('It asks for workspace 2.');
  noteAsks(model, [ask('1')]);
  await expect.element(dialog).toMatchTextContent('The server no longer waits for this. Nothing was sent.');
  await click(dialog.getByText('Next question'));
  await expect.element(dialog).toMatchTextContent('It asks for workspace 1.');
});
