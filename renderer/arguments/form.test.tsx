// Arguments as a form: fields by schema, and problems under the field and counted at its group.

import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Json, JsonObject } from '../../shared/json/json.ts';
import { setAt } from '../../shared/json/json-place.ts';
import { mount } from '../testing/mount.tsx';
import { click, fill } from '../testing/user.ts';
import { inspectArguments } from './check-arguments.ts';
import { Form } from './form.tsx';

const order: JsonObject = {
  type: 'object',
  properties: {
    customer: {
      type: 'object',
      properties: { email: { type: 'string', minLength: 3 }, name: { type: 'string', minLength: 2, maxLength: 80 } },
    },
    lines: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: { sku: { type: 'string' }, quantity: { type: 'integer', minimum: 1, maximum: 99 } },
      },
    },
    nights: { type: 'integer', minimum: 1, maximum: 30 },
  },
};

/** As the dialog uses it: each change is applied and checked. */
function CheckedForm({ start, onArgs }: { start: Json; onArgs?: (args: Json) => void }) {
  const [args, setArgs] = useState<Json>(start);
  const { byPlace } = inspectArguments(order, args);
  return (
    <Form
      schema={order}
      args={args}
      problems={byPlace}
      onChange={(path, value) => {
        const changed = setAt(args, path, value);
        setArgs(changed);
        onArgs?.(changed);
      }}
    />
  );
}

const group = (name: RegExp) => page.getByRole('group', { name });

test('counts one problem of a group in the singular, several in the plural', async () => {
  await mount(<CheckedForm start={{ lines: [{ sku: 'A', quantity: 120 }], customer: { email: 'a', name: 'b' } }} />);
  await expect.element(group(/^lines/).getByText('120 > maximum 99')).toBeVisible();
  await expect.element(group(/^lines/).getByText('1 problem', { exact: true })).toBeVisible();
  await expect.element(group(/^customer/).getByText('2 problems', { exact: true })).toBeVisible();
  await click(page.getByRole('button', { name: 'Use 99' }));
  await expect.element(group(/^lines/).getByText('1 problem')).not.toBeInTheDocument();
});

test('says that a tool takes no arguments', async () => {
  await mount(<Form schema={{ type: 'object', properties: {} }} args={{}} onChange={() => {}} />);
  await expect.element(page.getByText('This tool takes no arguments.')).toBeVisible();
});

test('names the limits of a field, and changes only its value', async () => {
  let latest: Json = null;
  await mount(
    <CheckedForm
      start={{ lines: [] }}
      onArgs={(args) => {
        latest = args;
      }}
    />,
  );
  await expect.element(group(/^customer/).getByText('2 to 80 characters')).toBeVisible();
  await fill(page.getByLabelText(/^nights whole number, 1 to 30/), '3');
  const lines = group(/^lines list, at least 1/);
  await click(lines.getByRole('button', { name: 'Add to lines' }));
  await expect.element(lines.getByCSS('thead')).toMatchTextContent(/quantity.*1 to 99/);
  await fill(lines.getByLabelText('lines 1 sku'), 'OAT-1L');
  await expect.poll(() => latest).toMatchObject({ nights: 3, lines: [{ sku: 'OAT-1L' }] });
});
