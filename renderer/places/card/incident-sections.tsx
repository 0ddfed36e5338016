// What only the card of an incident has: that the server is back, fields for missing variables, and the other calls that it made
// fail. Doing it is repair-server.ts's.

import { CircleCheck, Eye, EyeOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Failure } from '../../../shared/failure.ts';
import { namesSecret } from '../../../shared/server-text/likely-secrets.ts';
import type { IncidentView, RowDetail } from '../../../shared/timeline.ts';
import { Button } from '../../components/button.tsx';
import field from '../../components/field.module.css';
import { Section } from '../../components/section.tsx';
import { serverById, useConnection } from '../../model/connection.ts';
import { openFor } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { selectRow } from '../../model/selection.ts';
import { clockText, count } from '../../text/format.ts';
import { callName } from '../../text/row-words.ts';
import { visibleLine, visibleName } from '../../text/visible-text.ts';
import styles from './incident.module.css';
import {
  beginRepair,
  editAndRestart,
  fillIn,
  isRepairable,
  missingVariables,
  useRepair,
  variableField,
} from './repair-server.ts';

interface Props {
  detail: RowDetail;
  incident: IncidentView;
  failure: Failure;
}

const handshakes = ['initialize', 'server/discover'];

/** Above what every failure's card says. */
export function IncidentRepair({ detail, incident, failure }: Props) {
  const model = useModel();
  const server = useConnection((state) => serverById(state.servers, detail.row.server));
  useEffect(() => beginRepair(model, incident.id), [model, incident.id]);
  const problem = useRepair((state) => (state.incident === incident.id ? state.problem : ''));
  const variables = missingVariables(failure);
  if (incident.healed) return <Healed incident={incident} name={server?.name ?? detail.row.server} />;
  return (
    <>
      {isRepairable(model, server) && variables.length > 0 && <MissingVariables names={variables} server={server} />}
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          It did not come back: {visibleLine(problem)}
        </p>
      )}
    </>
  );
}

export function AlsoAffected({ incident, row }: { incident: IncidentView; row: number }) {
  const model = useModel();
  const calls = incident.rows.filter(
    ({ id, kind, direction, method }) =>
      id !== row && kind === 'call' && direction === 'out' && !handshakes.includes(method ?? ''),
  );
  if (calls.length === 0) return null;
  return (
    <Section title="Also affected" side={<small className={styles.place}>{count(calls.length, 'call')}</small>}>
      {calls.slice(0, mostCalls).map((call) => (
        <button key={call.id} type="button" className={styles.taken} onClick={() => selectRow(model, call.id)}>
          <bdi className="mono">{callName(call)}</bdi>
          <span>no answer</span>
        </button>
      ))}
      {calls.length > mostCalls && <p>and {count(calls.length - mostCalls, 'more call')}, under Rows</p>}
    </Section>
  );
}

const mostCalls = 8;

function Healed({ incident, name }: { incident: IncidentView; name: string }) {
  const model = useModel();
  const { healed } = incident;
  if (!healed) return null;
  return (
    <div className={styles.healed} role="status">
      <CircleCheck size={16} aria-hidden="true" />
      <span>
        <b>Recovered.</b> {visibleLine(name)} answers since {clockText(healed.at)}.
      </span>
      <Button look="quiet" onClick={() => selectRow(model, healed.row)}>
        Show
      </Button>
    </div>
  );
}

interface MissingVariablesProps {
  names: readonly string[];
  server: NonNullable<ReturnType<typeof serverById>>;
}

function MissingVariables({ names, server }: MissingVariablesProps) {
  const model = useModel();
  const values = useRepair((state) => state.values);
  const busy = useRepair((state) => state.busy);
  const isOne = names.length === 1;
  return (
    <Section
      title={isOne ? 'Missing variable' : 'Missing variables'}
      side={
        <Button look="quiet" onClick={() => openFor(model, 'edit', server.id)}>
          All settings…
        </Button>
      }
    >
      <form
        className={styles.variables}
        onSubmit={(event) => {
          event.preventDefault();
          void editAndRestart(model, server, names);
        }}
      >
        {names.map((name) => (
          <VariableField key={name} name={name} value={values[name] ?? ''} busy={busy} />
        ))}
        <div className={styles.save}>
          <span>
            {names.some(namesSecret)
              ? `Kept for ${visibleName(server.name)} with your secrets, and never shown.`
              : `Saved in the settings of ${visibleName(server.name)}.`}
          </span>
          <Button type="submit" disabled={busy}>
            {busy ? 'Starting…' : 'Save and restart'}
          </Button>
        </div>
      </form>
    </Section>
  );
}

function VariableField({ name, value, busy }: { name: string; value: string; busy: boolean }) {
  const model = useModel();
  const [isSeen, setSeen] = useState(!namesSecret(name));
  return (
    <div className={styles.variable}>
      <label className="mono" htmlFor={variableField(name)}>
        {visibleLine(name)}
      </label>
      <input
        id={variableField(name)}
        className={`${field.input} mono`}
        type={isSeen ? 'text' : 'password'}
        spellCheck={false}
        autoComplete={isSeen ? 'off' : 'new-password'}
        placeholder="its value"
        disabled={busy}
        value={value}
        onChange={(event) => fillIn(model, name, event.target.value)}
      />
      {namesSecret(name) && (
        <Button
          look="icon"
          aria-pressed={isSeen}
          aria-label={isSeen ? `Hide ${name}` : `Show ${name}`}
          onClick={() => setSeen(!isSeen)}
        >
          {isSeen ? <EyeOff size={14} aria-hidden="true" /> : <Eye size={14} aria-hidden="true" />}
        </Button>
      )}
    </div>
  );
}
