// A refused call, fixed on its card: each argument to change with the reason and whose word it is, values to pick where the evidence
// names several, and the change itself as a diff. What is wrong and what to change is the finding's. The schema comes from the log,
// and its server is asked only by a press of the button.

import { useEffect, useMemo, useState } from 'react';
import { placeName } from '../../../shared/correct/correction.ts';
import type { Change, Missing } from '../../../shared/failure.ts';
import type { Json } from '../../../shared/json/json.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { Button } from '../../components/button.tsx';
import { useIsAway } from '../../model/connect-servers.ts';
import { serverById, useConnection } from '../../model/connection.ts';
import { useDetail } from '../../model/detail.ts';
import {
  askForTool,
  canAsk,
  choose,
  lookUpTool,
  noChoices,
  openCorrected,
  useChoices,
  useKnownTools,
} from '../../model/fix-call.ts';
import { fixedCall } from '../../model/fixed-call.ts';
import { maskLine } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { useReplays } from '../../model/replays.ts';
import { JsonTree } from '../../results/json-tree.tsx';
import { visibleLine, visibleName } from '../../text/visible-text.ts';
import { shortValue } from '../../text/wording.ts';
import styles from './fix-request.module.css';
import type { SectionProps } from './section-props.ts';

export function FixRequest({ detail, canAct }: SectionProps) {
  const model = useModel();
  const { row } = detail;
  const tool = useKnownTools((state) => state.tools[row.id]);
  const choices = useChoices((state) => state[row.id] ?? noChoices);
  const guard = useReplays((state) => state.drafts[row.id]?.guard.because ?? '');
  const [hasSchema, showSchema] = useState(false);
  // As it came: signs in place of secrets would be corrected too.
  const raw = useDetail((state) => (state.raw?.row.id === row.id ? state.raw : detail));
  useEffect(() => {
    if (canAct && !tool) void lookUpTool(model, row.id);
  }, [model, canAct, tool, row.id]);
  const asked = useMemo(() => fixedCall(raw), [raw]);
  const fixed = useMemo(() => fixedCall(raw, choices), [raw, choices]);
  if (!asked || !fixed) return null;
  if ('problem' in asked || 'problem' in fixed) return <p>{'problem' in asked ? asked.problem : ''}</p>;
  // Until then the card's button opens the form.
  const isReady = fixed.changes.length > 0 && fixed.missing.length === 0;
  const said = raw.failure?.quote?.text ?? '';
  const isEmpty = asked.changes.length === 0 && asked.missing.length === 0;
  return (
    <>
      {isEmpty && <p>Neither the server nor the schema names a value. The form opens with what was sent.</p>}
      {!isEmpty && (
        <ul className={styles.fields} aria-label="Changes">
          {asked.changes.map((change) => (
            <ChangeLine key={`${change.path} ${change.because}`} change={change} said={said} />
          ))}
          {asked.missing.map((one) => (
            <MissingLine key={one.path} one={one} said={said} row={row.id} picked={choices[one.path]} canAct={canAct} />
          ))}
        </ul>
      )}
      {!isEmpty && <Diff name={row.target ?? 'arguments'} changes={fixed.changes} missing={fixed.missing} />}
      {canAct && (
        <div className={styles.foot}>
          <span>{guard === '' ? 'Nothing is sent until you send it.' : visibleLine(guard)}</span>
          {tool && (
            <Button look="quiet" aria-expanded={hasSchema} onClick={() => showSchema(!hasSchema)}>
              {hasSchema ? 'Hide schema' : 'Show schema'}
            </Button>
          )}
          {isReady && (
            <Button look="quiet" onClick={() => void openCorrected(model, row.id)}>
              Open in form
            </Button>
          )}
        </div>
      )}
      {canAct && tool === null && <NoSchema detail={detail} />}
      {tool && hasSchema && (
        <div className={styles.schema}>
          <JsonTree text={tool.inputSchema} label={`Input schema of ${tool.name}`} />
        </div>
      )}
    </>
  );
}

function useShown(): (text: string) => string {
  const model = useModel();
  return (text) => visibleLine(maskLine(model, text));
}

function ChangeLine({ change: { path, because, from }, said }: { change: Change; said: string }) {
  const show = useShown();
  const isQuoted = said !== '' && because.includes(said);
  return (
    <li>
      <b className="mono">
        <bdi>{show(placeName(path))}</bdi>
      </b>
      <span>
        <bdi>{isQuoted ? 'as the server says' : show(because)}</bdi>
      </span>
      <small>{from === 'server' ? 'from server' : 'from schema'}</small>
    </li>
  );
}

interface MissingLineProps {
  one: Missing;
  /** The quote over it: its words are not repeated. */
  said: string;
  row: number;
  picked: string | undefined;
  canAct: boolean;
}

function MissingLine({ one, said, row, picked, canAct }: MissingLineProps) {
  const { path, wants, choices = [], isSent } = one;
  const says = one.says !== undefined && said.includes(one.says) ? undefined : one.says;
  const model = useModel();
  const show = useShown();
  const wanted = says ?? (wants === '' ? (isSent ? 'another value' : 'a value') : `wants ${wants}`);
  return (
    <li>
      <b className="mono">
        <bdi>{show(placeName(path))}</bdi>
      </b>
      {choices.length > 1 && canAct ? (
        <fieldset className={styles.choices}>
          <legend className="visually-hidden">{show(placeName(path))}</legend>
          {choices.map((choice) => (
            <label key={choice} className={styles.choice}>
              <input
                type="radio"
                name={`fix-${row}-${path}`}
                checked={picked === choice}
                onChange={() => choose(model, row, path, choice)}
              />
              <span className="mono">{show(choice)}</span>
            </label>
          ))}
        </fieldset>
      ) : (
        <span>
          <bdi>{show(wanted)}</bdi>
        </span>
      )}
      <small>{one.says === undefined ? 'from schema' : 'from server'}</small>
    </li>
  );
}

/** The arguments that change, before and after. */
function Diff({ name, changes, missing }: { name: string; changes: readonly Change[]; missing: readonly Missing[] }) {
  const show = useShown();
  const line = (path: string, value: Json) => `${show(placeName(path))}: ${show(shortValue(value, 80))}`;
  return (
    <section className={`${styles.diff} mono`} aria-label="Difference">
      <div>{show(name)}</div>
      {changes.map(({ path, was, before, after }) => (
        <div key={path} className={styles.pair}>
          {before !== undefined && <del>{line(was ?? path, before)}</del>}
          {after !== undefined && <ins>{line(path, after)}</ins>}
        </div>
      ))}
      {missing.map(({ path }) => (
        <ins key={path} className={styles.open}>
          {show(placeName(path))}: …
        </ins>
      ))}
    </section>
  );
}

/** Where no list of tools was recorded. */
function NoSchema({ detail: { row } }: { detail: RowDetail }) {
  const model = useModel();
  const name = useConnection((state) => serverById(state.servers, row.server)?.name ?? row.server);
  const isAway = useIsAway(row.server);
  const asking = useKnownTools((state) => state.asking);
  if (!canAsk(model, row.server)) return null;
  return (
    <div className={styles.foot}>
      <span>No tool list of {visibleName(name)} was recorded, so its schema was not checked.</span>
      <Button look="quiet" disabled={asking} onClick={() => void askForTool(model, row)}>
        {asking ? 'Refreshing…' : isAway ? 'Connect and refresh tools' : 'Refresh tools'}
      </Button>
    </div>
  );
}
