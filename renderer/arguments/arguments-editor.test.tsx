// Arguments as a form or as JSON, and why there is no form.

import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { JsonObject } from '../../shared/json/json.ts';
import { mount } from '../testing/mount.tsx';
import { click, fill } from '../testing/user.ts';
import { ArgumentsEditor, type ArgumentsMode } from './arguments-editor.tsx';

const schema = { type: 'object', properties: { city: { type: 'string' } } };
let sent = '';

function Editor({ schema, start }: { schema: JsonObject | null; start: string }) {
  const [text, setText] = useState(start);
  const [mode, setMode] = useState<ArgumentsMode | null>(null);
  const [seed] = useState({ text: start });
  sent = text;
  return (
    <ArgumentsEditor
      {...{ schema, text, mode, seed }}
      onMode={setMode}
      onChange={setText}
      onSend={() => undefined}
      problems={new Map()}
    />
  );
}
const form = page.getByRole('radio', { name: 'Form' });
const json = page.getByRole('textbox', { name: 'Arguments, JSON' });

test('writes the same arguments as a form and as JSON', async () => {
  await mount(<Editor schema={schema} start={'{"city":"Oslo"}'} />);
  await fill(page.getByRole('textbox', { name: /city/ }), 'Rome');
  expect(sent).toBe('{"city":"Rome"}');
  await click(page.getByRole('radio', { name: 'JSON' }));
  await fill(json, '{"city":"Bern"}');
  await click(form);
  await expect.element(page.getByRole('textbox', { name: /city/ })).toHaveValue('Bern');
});

test('without a schema there is only JSON', async () => {
  await mount(<Editor schema={null} start="{}" />);
  await expect.element(json).toBeVisible();
  await expect.element(form).toBeDisabled();
  await expect.element(form).toHaveAttribute('title', 'No form: the tool’s schema is not known.');
});
