// The states of the form for a server: each transport, and problems in every part of it.

import { useState } from 'react';
import type { Shown } from '../../testing/showcase/shown.ts';
import { WithHost } from '../../testing/with-host.tsx';
import { ServerFields } from './server-fields.tsx';
import { emptyForm, type FormProblem, type ServerForm } from './server-form.ts';

const long = '/srv/projects/billing/node_modules/@company/mcp-server-billing/dist/transports/stdio/index.js';

function Fields({ start, problems = [] }: { start: Partial<ServerForm>; problems?: readonly FormProblem[] }) {
  const [form, setForm] = useState<ServerForm>({ ...emptyForm, ...start });
  return <ServerFields form={form} problems={problems} kept="Secrets are kept in a file." onChange={setForm} />;
}

const secret = { name: 'API_KEY', value: '', secret: true, kept: true };
const forms: Record<string, Partial<ServerForm>> = {
  empty: {},
  'a command': { name: 'billing', command: 'node', args: [long], env: [secret] },
  'a whole line': { name: 'billing', command: `npx -y ${long}` },
  'an address': { name: 'orders', kind: 'http', url: 'https://example.com/mcp', headers: [{ ...secret, kept: false }] },
};

export const shown: readonly Shown[] = [
  {
    component: 'Form of a server',
    states: [
      ...Object.entries(forms).map(([state, form]) => ({
        state,
        element: (
          <WithHost>
            <Fields start={form} />
          </WithHost>
        ),
      })),
      {
        state: 'with problems',
        element: (
          <WithHost>
            <Fields
              start={{ callSeconds: 'soon' }}
              problems={[
                { place: 'command', words: 'Enter the program that starts the server.' },
                { place: 'callSeconds', words: 'Enter a number of seconds.' },
                { place: 'sampling', words: 'The saved answer is not JSON.' },
              ]}
            />
          </WithHost>
        ),
      },
    ],
  },
];
