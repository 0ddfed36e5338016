// The body of an incident's card: what is missing, with a field for it, the line that says so, what helps, and what went
// down with it. Doing it is repair-server.ts's.

import { CircleCheck, Eye, EyeOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { IncidentCause } from '../../../shared/incident.ts';
import { namesSecret } from '../../../shared/server-text/likely-secrets.ts';
import type { IncidentView, RowDetail } from '../../../shared/timeline.ts';
import { AnsiText } from '../../components/ansi-text.tsx';
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
import explained from './explained.module.css';
import styles from './incident.module.css';
import { beginRepair, editAndRestart, fillIn, isRepairable, useRepair, variableField } from './repair-server.ts';

interface Props {
  detail: RowDetail;
  incident: IncidentView;
  cause: IncidentCause;
}

const handshakes = ['initialize', 'server/discover'];

export function IncidentSections({ detail, incident, cause }: Props) {
  const model = useModel();
  const server = useConnection((state) => serverById(state.servers, detail.row.server));
  useEffect(() => beginRepair(model, incident.id), [model, incident.id]);
  const problem = useRepair((state) => (state.incident === incident.id ? state.problem : ''));
  const mendable = isRepairable(model, server);
  const taken = incident.rows.filter(
    ({ kind, direction, method }) => kind === 'call' && direction === 'out' && !handshakes.includes(method ?? ''),
  );
  return (
    <>
      {incident.healed && <Healed incident={incident} name={server?.name ?? detail.row.server} />}
      {!incident.healed && mendable && cause.variables.length > 0 && <MissingVariables cause={cause} server={server} />}
      {problem !== '' && !incident.healed && (
        <p className={styles.problem} role="alert">
          It did not come back: {visibleLine(problem)}
        </p>
      )}
      {cause.line && (
        <Section
          title="Last telling line of stderr"
          side={
            <small className={styles.place}>
              line {cause.line.number} of {cause.line.of}
            </small>
          }
        >
          <div className={`${explained.stderr} mono`}>
            <AnsiText text={cause.line.text} />
          </div>
        </Section>
      )}
      {cause.fixes.length > 0 && !incident.healed && (
        <Section title="What to do">
          <ol className={explained.steps}>
            {cause.fixes.map(({ words, action }) => (
              <li key={words}>
                <span>
                  {visibleLine(words)}
                  {action === 'edit_server' && mendable && cause.variables.length === 0 && (
                    <>
                      {' '}
                      <Button look="quiet" onClick={() => openFor(model, 'edit', server.id)}>
                        Edit the server
                      </Button>
                    </>
                  )}
                </span>
              </li>
            ))}
          </ol>
        </Section>
      )}
      {taken.length > 0 && (
        <Section
          title="What it took along"
          side={<small className={styles.place}>{count(taken.length, 'call')}</small>}
        >
          {taken.slice(0, mostTaken).map((row) => (
            <button key={row.id} type="button" className={styles.taken} onClick={() => selectRow(model, row.id)}>
              <bdi className="mono">{callName(row)}</bdi>
              <span>no answer</span>
            </button>
          ))}
          {taken.length > mostTaken && <p>and {count(taken.length - mostTaken, 'more call')}, under Rows</p>}
        </Section>
      )}
      {cause.facts.length > 0 && (
        <Section title="Evidence">
          {cause.facts.map(({ name, words, row }) => (
            <button key={`${name} ${row}`} type="button" className={styles.fact} onClick={() => selectRow(model, row)}>
              <span className="mono">{visibleLine(name)}</span>
              <span>{visibleLine(words)}</span>
              <span className={styles.link}>#{row}</span>
            </button>
          ))}
        </Section>
      )}
    </>
  );
}

const mostTaken = 8;

function Healed({ incident, name }: { incident: IncidentView; name: string }) {
  const model = useModel();
  const { healed } = incident;
  if (!healed) return null;
  return (
    <div className={styles.healed} role="status">
      <CircleCheck size={16} aria-hidden="true" />
      <span>
        <b>Healed.</b> {visibleLine(name)} answers since {clockText(healed.at)}.
      </span>
      <Button look="quiet" onClick={() => selectRow(model, healed.row)}>
        Show
      </Button>
    </div>
  );
}

function MissingVariables({
  cause,
  server,
}: {
  cause: IncidentCause;
  server: NonNullable<ReturnType<typeof serverById>>;
}) {
  const model = useModel();
  const values = useRepair((state) => state.values);
  const busy = useRepair((state) => state.busy);
  const names = cause.variables.map(({ name }) => name);
  const isOne = names.length === 1;
  return (
    <Section
      title={isOne ? 'The missing variable' : 'The missing variables'}
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
              ? `Kept for ${visibleName(server.name)}, apart from its settings and never shown.`
              : `Kept in the settings of ${visibleName(server.name)}.`}
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
