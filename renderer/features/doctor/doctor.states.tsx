// The states of the checks of a server, and of what a check will start or open.

import { done, refused } from '../../../shared/contract/api.ts';
import type { DoctorCheck } from '../../../shared/server/connecting.ts';
import type { ServerConfig } from '../../../shared/server/server-config.ts';
import type { Shown } from '../../testing/showcase/shown.ts';
import type { Answers } from '../../testing/test-host.ts';
import { WithHost } from '../../testing/with-host.tsx';
import { CheckList } from './check-list.tsx';
import { WhatIsReached } from './what-is-reached.tsx';

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/very/long/folder/of/a/tool/bin';

const folder = '/srv/a/very/long/folder/of/a/tool/that/no/line/of/a/narrow/card/can/show/in/full';

const check = (id: DoctorCheck['id'], title: string, state: DoctorCheck['state'], words: string): DoctorCheck => ({
  ...{ id, title, state, words },
  evidence: state === 'broken' ? [`PATH=${path}`] : [],
});

const passed = check('variables', 'Variables', 'ok', 'All variables have values.');

const configured = (transport: ServerConfig['transport']): Answers['serverConfig'] => {
  const config = { name: 'acme', transport, callTimeoutMs: 60_000 };
  return () => done({ config, kept: { where: 'file', words: '' } });
};

/** What the host answers, by state. */
export const reached: Record<string, Answers['serverConfig']> = {
  'a program': configured({ kind: 'stdio', command: `${folder}/acme-mcp`, args: ['--verbose'], env: {} }),
  'an address': configured({ kind: 'http', url: `https://acme.example${folder}`, headers: {} }),
  loading: () => new Promise(() => undefined),
  refused: () => refused('refused', `acme was removed from ${folder}.`),
};

export const shown: readonly Shown[] = [
  {
    component: 'What a check reaches',
    states: Object.entries(reached).map(([state, serverConfig]) => ({
      state,
      element: (
        <WithHost answers={{ serverConfig }}>
          <WhatIsReached server="acme" />
        </WithHost>
      ),
    })),
  },
  {
    component: 'Checks of a server',
    states: [
      { state: 'all passed', element: <CheckList checks={[passed]} /> },
      {
        state: 'a broken one',
        element: (
          <CheckList
            checks={[
              passed,
              check('command', 'Command', 'broken', 'acme-mcp is in no folder of PATH.'),
              check('handshake', 'Handshake', 'not_reached', ''),
            ]}
          />
        ),
      },
      {
        state: 'a warning',
        element: (
          <CheckList
            checks={[passed, check('first_bytes', 'First bytes', 'warning', 'Two lines on stdout are not messages.')]}
          />
        ),
      },
    ],
  },
];
