// The states of the editors that answer a server: a form, a page, a request for a text, and a method without an editor.

import type { Shown } from '../../testing/showcase/shown.ts';
import { WithHost } from '../../testing/with-host.tsx';
import { ElicitationForm, ElicitationPage, OtherQuestion, SamplingQuestion } from './ask-editors.tsx';

const ignore = () => undefined;
const long = 'https://login.example.com/a/very/long/path/that/no/box/can/show/in/one/line?state=0123456789abcdef';

const form = (properties: object, message = 'Which workspace?') =>
  JSON.stringify({ message, requestedSchema: { type: 'object', properties, required: Object.keys(properties) } });
const fields = { workspace: { type: 'string', minLength: 3 }, plan: { enum: ['free', 'team'] } };
const page = (url: string) => JSON.stringify({ mode: 'url', message: 'Sign in to go on.', url });

export const shown: readonly Shown[] = [
  {
    component: 'Form that a server asks for',
    states: [
      { state: 'empty', element: <ElicitationForm params={form(fields)} tried={false} onDraft={ignore} /> },
      { state: 'with problems', element: <ElicitationForm params={form(fields)} tried onDraft={ignore} /> },
      { state: 'yes or no', element: <ElicitationForm params={form({})} tried={false} onDraft={ignore} /> },
    ],
  },
  {
    component: 'Page that a server asks to visit',
    states: [
      { state: 'an address', element: <ElicitationPage params={page(long)} onDraft={ignore} /> },
      { state: 'a dangerous one', element: <ElicitationPage params={page('http://example.com')} onDraft={ignore} /> },
    ],
  },
  {
    component: 'Other requests of servers',
    states: [
      {
        state: 'a text',
        element: (
          <WithHost>
            <SamplingQuestion
              params={JSON.stringify({
                messages: [{ role: 'user', content: { type: 'text', text: 'Sum up the order.' } }],
                systemPrompt: 'Be short.',
                maxTokens: 100,
              })}
              tried={false}
              onDraft={ignore}
              onSend={ignore}
            />
          </WithHost>
        ),
      },
      {
        state: 'without an editor',
        element: (
          <OtherQuestion
            ask={{
              ...{ id: '1', server: 'billing', row: 1, kind: 'other', method: 'billing/confirm' },
              ...{ params: '{"total":3}', words: 'billing asks.', since: 0, until: null },
            }}
            onDraft={ignore}
          />
        ),
      },
    ],
  },
];
