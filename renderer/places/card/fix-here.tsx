// A refused call, fixed in place: each argument beside what the tool wants of it, the schema on demand, and the corrected call that
// one key opens. What is wrong and what to change is the finding's; the schema comes from the log, and its server is asked only by
// a press of the button.

import { Check, CircleAlert, Pencil, Wand } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { ToolView } from '../../../shared/api/views.ts';
import { type ArgumentRow, argumentRows } from '../../../shared/correct/argument-rows.ts';
import { changeWords, missingLine, placeName } from '../../../shared/correct/correction.ts';
import { member, parseJson } from '../../../shared/json/json.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { Button } from '../../components/button.tsx';
import { Section } from '../../components/section.tsx';
import { ValueMenu } from '../../components/value-menu.tsx';
import { useIsAway } from '../../model/connect-servers.ts';
import { serverById, useConnection } from '../../model/connection.ts';
import { useDetail } from '../../model/detail.ts';
import { askForTool, canAsk, lookUpTool, openCorrected, useKnownTools } from '../../model/fix-call.ts';
import { type FixedCall, fixedCall } from '../../model/fixed-call.ts';
import { maskLine, maskText } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { JsonTree } from '../../results/json-tree.tsx';
import { count } from '../../text/format.ts';
import { visibleLine, visibleName } from '../../text/visible-text.ts';
import { shortValue } from '../../text/wording.ts';
import { sentValue } from './argument-path.ts';
import styles from './fix-here.module.css';

const mostFitting = 6;

export function FixHere({ detail }: { detail: RowDetail }) {
  const model = useModel();
  const { row } = detail;
  const tool = useKnownTools((state) => state.tools[row.id]);
  // As it came: signs in place of secrets would be corrected too.
  const raw = useDetail((state) => (state.raw?.row.id === row.id ? state.raw : detail));
  useEffect(() => {
    if (!tool) void lookUpTool(model, row.id);
  }, [model, tool, row.id]);
  const fixed = useMemo(() => fixedCall(raw), [raw]);
  const rows = useMemo(() => rowsOf(raw, tool ?? null), [raw, tool]);
  if (!fixed) return null;
  return (
    <>
      {tool !== undefined && <Arguments detail={detail} rows={rows} tool={tool} />}
      {'problem' in fixed ? (
        <Section title="Fix">
          <p>{fixed.problem}</p>
        </Section>
      ) : (
        <Corrected fixed={fixed} row={row.id} />
      )}
    </>
  );
}

function rowsOf(detail: RowDetail, tool: ToolView | null): ArgumentRow[] {
  if (!detail.failure) return [];
  const params = parseJson(detail.params === '' ? '{}' : detail.params);
  const schema = tool ? parseJson(tool.inputSchema) : null;
  return argumentRows(
    schema?.ok ? schema.value : null,
    params.ok ? member(params.value, 'arguments') : undefined,
    detail.failure,
  );
}

function Arguments({ detail, rows, tool }: { detail: RowDetail; rows: readonly ArgumentRow[]; tool: ToolView | null }) {
  const [isWhole, setWhole] = useState(false);
  const wrong = rows.filter(({ problems }) => problems.length > 0);
  const fitting = rows.filter(({ problems }) => problems.length === 0);
  const shown = isWhole ? fitting : fitting.slice(0, mostFitting);
  return (
    <Section
      title={wrong.length > 0 ? 'What does not fit' : 'Arguments'}
      side={
        tool && (
          <Button look="quiet" className={styles.whole} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Hide schema' : 'Show schema'}
          </Button>
        )
      }
    >
      {!tool && <NotKnown detail={detail} />}
      {wrong.length === 0 && tool && (
        <p className={styles.none}>The finding names no argument of {visibleLine(detail.row.target ?? 'the tool')}.</p>
      )}
      {rows.length > 0 && (
        <ul className={styles.rows} aria-label="Arguments">
          {[...wrong, ...shown].map((one) => (
            <Argument key={one.path} one={one} detail={detail} />
          ))}
        </ul>
      )}
      {fitting.length > shown.length && (
        <p className={styles.none}>
          {count(fitting.length - shown.length, 'more argument fits', 'more arguments fit')}.
        </p>
      )}
      {tool && isWhole && (
        <div className={styles.schema}>
          <JsonTree text={tool.inputSchema} label={`Input schema of ${tool.name}`} />
        </div>
      )}
    </Section>
  );
}

function Argument({ one, detail }: { one: ArgumentRow; detail: RowDetail }) {
  const model = useModel();
  const show = (text: string) => visibleLine(maskLine(model, text));
  const isWrong = one.problems.length > 0;
  const masked = useMemo(() => maskText(model, detail.params), [model, detail.params]);
  // A text that masking has changed beyond reading shows nothing rather than a secret.
  const sent = one.sent === undefined ? undefined : sentValue(masked, one.path);
  const wants =
    one.isKnown === false
      ? 'not in the schema'
      : [one.wants === '' ? '' : `wants ${one.wants}`, one.isRequired ? 'required' : ''].filter(Boolean).join(', ');
  return (
    <li className={isWrong ? styles.wrong : styles.fits} data-value="">
      {isWrong ? (
        <CircleAlert className={styles.icon} size={14} role="img" aria-label="does not fit" />
      ) : (
        <Check className={styles.icon} size={14} role="img" aria-label={one.isKnown ? 'fits' : 'sent'} />
      )}
      <div>
        <div className={styles.head}>
          <b className={`${styles.name} mono`}>
            <bdi>{show(placeName(one.path))}</bdi>
          </b>
          <span className={`${styles.sent} mono`}>
            {one.sent === undefined ? (
              'not sent'
            ) : (
              <>
                sent <bdi>{sent === undefined ? '(hidden)' : shortValue(sent, 80)}</bdi>
              </>
            )}
          </span>
          {isWrong && (
            <ValueMenu
              inline
              name={one.path || 'all arguments'}
              path={`params.arguments${one.path.replaceAll('/', '.')}`}
              value={JSON.stringify(sent ?? one.problems[0])}
            />
          )}
        </div>
        {wants !== '' && <p className={styles.wants}>{show(wants)}</p>}
        {one.problems
          .filter((problem) => !isSaid(one, problem))
          .map((problem) => (
            <p key={problem} className={styles.problem}>
              <bdi>{show(problem)}</bdi>
            </p>
          ))}
      </div>
    </li>
  );
}

/** The line above says as much already. */
function isSaid({ sent, isRequired, isKnown }: ArgumentRow, problem: string): boolean {
  if (isKnown === false && problem === 'is not a known property') return true;
  return sent === undefined && isRequired && /^(?:(?:field |is )?required|missing)\.?$/i.test(problem);
}

/** Where no list of tools was recorded. */
function NotKnown({ detail }: { detail: RowDetail }) {
  const model = useModel();
  const { row } = detail;
  const name = useConnection((state) => serverById(state.servers, row.server)?.name ?? row.server);
  const isAway = useIsAway(row.server);
  const asking = useKnownTools((state) => state.asking);
  const about = `No schema of ${visibleName(row.target ?? 'the tool')}: this log has no tool list that contains it.`;
  if (!canAsk(model, row.server)) return <p className={styles.none}>{about}</p>;
  return (
    <div className={styles.ask}>
      <p className={styles.none}>
        {about} Refreshing sends <span className="mono">tools/list</span>, marked <span className="mono">misfire</span>.
      </p>
      <Button disabled={asking} onClick={() => void askForTool(model, row)}>
        {asking ? 'Refreshing…' : `${isAway ? 'Connect and refresh' : 'Refresh'} tools of ${visibleName(name)}`}
      </Button>
    </div>
  );
}

function Corrected({ fixed, row }: { fixed: FixedCall; row: number }) {
  const model = useModel();
  const show = (text: string) => visibleLine(maskLine(model, text));
  const { changes, missing } = fixed;
  const nothing = changes.length === 0 && missing.length === 0;
  return (
    <Section title="Fix">
      {nothing && <p>Neither the server nor the schema says what to change. The copy opens as it was sent.</p>}
      <ul className={styles.changes} aria-label="Changes">
        {changes.map((change) => (
          <li key={`${change.path} ${change.because}`}>
            <Wand size={13} aria-hidden="true" />
            <span>
              <b className={`${styles.change} mono`}>
                <bdi>{show(changeWords(change))}</bdi>
              </b>
              , {show(change.because)}
            </span>
          </li>
        ))}
        {missing.map((one) => (
          <li key={one.path} className={styles.left}>
            <Pencil size={13} aria-hidden="true" />
            <span>
              <bdi>{show(missingLine(one))}</bdi>
              {one.isSent ? '' : ', left for you'}
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.open}>
        <Button onClick={() => void openCorrected(model, row)}>
          {changes.length > 0 ? 'Open the corrected call' : 'Open a copy'} <kbd>f</kbd>
        </Button>
        <span className={styles.quietly}>Nothing is sent until you send it.</span>
      </div>
    </Section>
  );
}
