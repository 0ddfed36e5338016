// The states of the editors for arguments: the form by kind of field, with problems and without arguments, and the JSON.

import { useState } from 'react';
import type { Json, JsonObject } from '../../shared/json/json.ts';
import { setAt } from '../../shared/json/json-place.ts';
import type { Shown } from '../testing/showcase/shown.ts';
import { inspectArguments } from './check-arguments.ts';
import { Form } from './form.tsx';
import { JsonEditor } from './json-editor.tsx';

const long = 'the_name_of_an_argument_that_says_in_one_word_what_it_is_for_and_what_it_is_not_for';

const order: JsonObject = {
  type: 'object',
  properties: {
    id: { type: 'string', description: 'Of the order, as on the invoice.' },
    urgent: { type: 'boolean' },
    currency: { enum: ['EUR', 'USD'] },
    nights: { type: 'integer', minimum: 1, maximum: 30 },
    customer: { type: 'object', properties: { email: { type: 'string', minLength: 3 } } },
    lines: {
      type: 'array',
      items: { type: 'object', properties: { sku: { type: 'string' }, quantity: { type: 'integer', minimum: 1 } } },
    },
    tags: { type: 'array', items: { type: 'string' } },
    [long]: { type: 'string' },
  },
  required: ['id', 'nights'],
};

function CheckedForm({ start, schema = order }: { start: Json; schema?: JsonObject }) {
  const [args, setArgs] = useState<Json>(start);
  const { byPlace } = inspectArguments(schema, args);
  return (
    <Form
      schema={schema}
      args={args}
      problems={byPlace}
      onChange={(path, value) => setArgs(setAt(args, path, value))}
    />
  );
}

const filled = { id: 'SO-1', urgent: true, currency: 'EUR', nights: 3, lines: [{ sku: 'A1', quantity: 2 }] };
const ignore = () => undefined;

export const shown: readonly Shown[] = [
  {
    component: 'Form of arguments',
    states: [
      { state: 'filled in', element: <CheckedForm start={{ ...filled, tags: ['new'], [long]: long }} /> },
      { state: 'with problems', element: <CheckedForm start={{ nights: 40, lines: [{ quantity: 0 }] }} /> },
      { state: 'no arguments', element: <CheckedForm start={{}} schema={{ type: 'object' }} /> },
    ],
  },
  {
    component: 'JSON of arguments',
    states: [
      {
        state: 'with a schema',
        element: (
          <div style={{ display: 'grid', height: 160 }}>
            <JsonEditor
              label="Arguments"
              start={{ text: JSON.stringify(filled, null, 2) }}
              schema={order}
              onChange={ignore}
              onSend={ignore}
            />
          </div>
        ),
      },
      {
        state: 'invalid',
        element: (
          <div style={{ display: 'grid', height: 150 }}>
            <JsonEditor
              label="Invalid arguments"
              start={{ text: '{"id":' }}
              schema={order}
              onChange={ignore}
              onSend={ignore}
            />
          </div>
        ),
      },
    ],
  },
];
