// The states of the checks of a server.

import type { DoctorCheck } from '../../../shared/server/connecting.ts';
import type { Shown } from '../../testing/showcase/shown.ts';
import { CheckList } from './check-list.tsx';

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/very/long/folder/of/a/tool/bin';

const check = (id: DoctorCheck['id'], title: string, state: DoctorCheck['state'], words: string): DoctorCheck => ({
  ...{ id, title, state, words },
  evidence: state === 'broken' ? [`PATH=${path}`] : [],
});

const passed = check('variables', 'Variables', 'ok', 'All variables have values.');

export const shown: readonly Shown[] = [
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
