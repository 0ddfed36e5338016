// When, where and how often a request is sent, each row labeled, with the policy and the headers if they apply.

import type { ServerView } from '../../../shared/api/views.ts';
import type { ReplayDraft } from '../../../shared/retry/replay.ts';
import field from '../../components/field.module.css';
import { Segmented } from '../../components/segmented.tsx';
import { Select } from '../../components/select.tsx';
import { serverById, useConnection } from '../../model/connection.ts';
import { useModel } from '../../model/model.ts';
import type { Edits } from '../../model/replay-edits.ts';
import { changeEdits } from '../../model/replays.ts';
import { shownName } from '../../text/visible-text.ts';
import { HeaderEditor } from './header-editor.tsx';
import styles from './options.module.css';
import { PolicyEditor } from './policy-editor.tsx';

export function Options({ draft, edits }: { draft: ReplayDraft; edits: Edits }) {
  const model = useModel();
  const row = draft.row.id;
  const servers = useConnection((state) => state.servers);
  const change = (next: Partial<Edits>) => changeEdits(model, row, next);
  const target = serverById(servers, edits.to === 'server' ? edits.server : draft.row.server);
  // A server with the capture's name may not be the recorded one, so the user chooses it like any other.
  const isEvidence = draft.evidence !== null;
  const others = isEvidence ? servers : servers.filter((server) => server.id !== draft.row.server);
  return (
    <div className={styles.options}>
      <span>When</span>
      <Segmented
        label="When"
        value={edits.when}
        onChange={(when) => change({ when })}
        segments={[
          { value: 'now', label: 'Now' },
          {
            value: 'hinted',
            label: 'As asked',
            disabled: draft.hinted === null,
            title: draft.hinted?.words ?? 'The answer carries no hint when to retry',
          },
          { value: 'policy', label: 'My policy' },
        ]}
      />
      <span>Where</span>
      {!isEvidence && (
        <Segmented
          label="Where"
          value={edits.to}
          onChange={(to) =>
            change({ to, server: to === 'server' ? ((edits.server || others[0]?.id) ?? '') : edits.server })
          }
          segments={[
            { value: 'same', label: 'Same connection' },
            { value: 'fresh', label: 'New', title: 'Ends the connection and makes a new one first' },
            {
              value: 'server',
              label: 'Other server',
              disabled: others.length === 0,
              title: others.length === 0 ? 'There is no other server' : undefined,
            },
          ]}
        />
      )}
      {edits.to === 'server' && (
        <Select
          className={styles.server}
          aria-label="The server to send it to"
          value={edits.server}
          onChange={(event) => change({ server: event.target.value })}
        >
          {edits.server === '' && (
            <option value="">{others.length === 0 ? 'No server to send it to' : 'Choose a server…'}</option>
          )}
          {others.map((server) => (
            <option key={server.id} value={server.id}>
              {shownName(server.name)}
              {server.state === 'connected' ? '' : ' (not connected)'}
            </option>
          ))}
        </Select>
      )}
      {edits.when === 'now' && <span>Times</span>}
      {edits.when === 'now' && (
        <span className={styles.repeat}>
          <Segmented
            label="Times"
            value={edits.repeat}
            onChange={(repeat) => change({ repeat })}
            segments={[
              { value: 'once', label: 'Once' },
              { value: 'times', label: `${edits.times || 'n'} times` },
              { value: 'until', label: 'Until it changes', title: 'Stops at the first other result' },
            ]}
          />
          {edits.repeat !== 'once' && (
            <label className={styles.times}>
              {edits.repeat === 'until' ? 'at most' : ''}
              <input
                className={field.input}
                type="number"
                min={1}
                max={1000}
                aria-label={edits.repeat === 'until' ? 'At most this often' : 'How many times'}
                value={edits.times || ''}
                onChange={(event) => change({ times: Math.floor(Number(event.target.value)) })}
              />
            </label>
          )}
        </span>
      )}
      {edits.when === 'policy' && <PolicyEditor policy={edits.policy} onChange={(policy) => change({ policy })} />}
      {target && target.transport !== 'stdio' && (
        <HeaderEditor headers={edits.headers} onChange={(headers) => change({ headers })} />
      )}
    </div>
  );
}

/** `now · same connection · once` */
export function optionsSummary({ when, to, server, repeat, times }: Edits, servers: readonly ServerView[]): string {
  const other = shownName(serverById(servers, server)?.name ?? 'other server');
  return [
    { now: 'now', hinted: 'as asked', policy: 'my policy' }[when],
    { same: 'same connection', fresh: 'new connection', server: other }[to],
    ...(when === 'now' ? [{ once: 'once', times: `${times} times`, until: 'until it changes' }[repeat]] : []),
  ].join(' · ');
}
