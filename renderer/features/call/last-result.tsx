// Next to the form: the call that was just sent, or the attempt that the dialog was opened on, with its finding, the changes since and
// the result. Without one, an example: the tool's last result in the recording, else one from its output schema.

import { PanelRight } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { ToolView } from '../../../shared/api/views.ts';
import { type Json, member, parseJson } from '../../../shared/json/json.ts';
import type { Row, RowDetail } from '../../../shared/timeline.ts';
import { readSchema } from '../../arguments/argument-schema.ts';
import { FindingLines } from '../../card/head/finding-lines.tsx';
import { Button } from '../../components/button.tsx';
import { CodeView } from '../../components/code-view.tsx';
import { serverById, useConnection } from '../../model/connection.ts';
import { useDetail } from '../../model/detail.ts';
import { closeDialog } from '../../model/dialogs.ts';
import { serverTerm } from '../../model/filter.ts';
import { lastRows } from '../../model/last-rows.ts';
import { maskLine, maskText } from '../../model/masks.ts';
import { type Model, useModel } from '../../model/model.ts';
import { showPage } from '../../model/open-place.ts';
import { openAsk, useAsks } from '../../model/pending-requests.ts';
import { timelineOf } from '../../model/timeline.ts';
import { answerEvent } from '../../results/read-result.ts';
import { clockText, milliseconds } from '../../text/format.ts';
import { quotePlace } from '../../text/quote-place.ts';
import { rowSpan } from '../../text/row-words.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { headline, plainSummary } from '../../text/wording.ts';
import { type ArgumentChange, changedArguments } from './changed-arguments.ts';
import styles from './last-result.module.css';

interface LastResultProps {
  server: string;
  tool: ToolView;
  /** The current arguments. */
  text: string;
  /** The row of the call that was sent from here. */
  sent: number | null;
}

export function LastResult({ server, tool, text, sent }: LastResultProps) {
  const raw = useDetail((state) => state.raw);
  const isIt = raw?.row.method === 'tools/call' && raw.row.server === server && raw.row.target === tool.name;
  return (
    <aside className={styles.result} aria-label="Last result" data-sent={sent ?? undefined}>
      {isIt ? <Attempt detail={raw} text={text} /> : <Example server={server} tool={tool} />}
    </aside>
  );
}

/** The answer to what was sent from here, of any method. */
export function SentResult({ sent }: { sent: number | null }) {
  const raw = useDetail((state) => state.raw);
  return (
    <aside className={styles.result} aria-label="Last result" data-sent={sent ?? undefined}>
      {raw !== null && raw.row.id === sent ? <Attempt detail={raw} text="" /> : <p>The answer appears here.</p>}
    </aside>
  );
}

const noChanges: ArgumentChange[] = [];

function Attempt({ detail, text }: { detail: RowDetail; text: string }) {
  const model = useModel();
  const { row, failure } = detail;
  const answer = answerEvent(detail);
  const span = rowSpan(row);
  const [reveal, setReveal] = useState(0);
  const shown = answer === null ? '' : maskText(model, answer.text);
  const quote = failure?.quote ?? null;
  const said = quote && maskText(model, quote.text);
  const marked = useMemo(
    () => (quote === null || said === null ? null : quotePlace(shown, { ...quote, text: said })),
    [shown, quote, said],
  );
  const changes = useMemo(() => {
    const [sent, now] = [parseJson(detail.params || '{}'), parseJson(text.trim() || '{}')];
    if (!sent.ok || !now.ok || detail.row.method !== 'tools/call') return noChanges;
    return changedArguments(member(sent.value, 'arguments') ?? {}, now.value);
  }, [detail.params, detail.row.method, text]);
  return (
    <>
      {/* Above what the answer changes: a button that moves away between press and release is not clicked. */}
      <div className={styles.head}>
        <h4>Last result</h4>
        <Button onClick={() => openCard(model)}>
          <PanelRight size={14} aria-hidden="true" /> Open the card
        </Button>
      </div>
      <span className={`${styles.time} mono`}>
        {clockText(row.at)}
        {span !== null && ` · ${milliseconds(span)}`} · #{row.id}
      </span>
      <h3>{visibleLine(maskLine(model, failure ? headline(failure, detail.params) : plainSummary(row).title))}</h3>
      {failure && (
        <div className={styles.finding}>
          <FindingLines failure={failure} code={row.code} lines={3} onQuote={() => setReveal((times) => times + 1)} />
        </div>
      )}
      {row.pending && <Waiting server={row.server} />}
      {changes.length > 0 && <Changes changes={changes} />}
      {answer && (
        <>
          <h4>Answer</h4>
          <CodeView text={shown} laidOut find="" label="Answer" marked={marked} reveal={reveal} />
        </>
      )}
    </>
  );
}

function openCard(model: Model): void {
  closeDialog(model);
  showPage(model, 'timeline');
  timelineOf(model).setState({ paneOpen: true });
}

/** A server may ask before it answers. */
function Waiting({ server }: { server: string }) {
  const model = useModel();
  const ask = useAsks((state) => state.asks.find((one) => one.server === server));
  if (ask === undefined) return null;
  return (
    <Button look="primary" onClick={() => openAsk(model, ask.id)}>
      Answer the server
    </Button>
  );
}

const mostChanges = 20;

function Changes({ changes }: { changes: readonly ArgumentChange[] }) {
  const model = useModel();
  return (
    <>
      <h4>Changed since then</h4>
      <ul className={`${styles.changes} mono`}>
        {changes.slice(0, mostChanges).map(({ sign, place, value }) => (
          <li key={`${sign} ${place}`} className={sign === '-' ? styles.removed : styles.added}>
            {sign} {visibleLine(maskLine(model, `${place}: ${value.slice(0, 200)}`))}
          </li>
        ))}
        {changes.length > mostChanges && <li>and {changes.length - mostChanges} more</li>}
      </ul>
    </>
  );
}

function Example({ server, tool }: { server: string; tool: ToolView }) {
  const schema = tool.outputSchema === '' ? null : readSchema(tool.outputSchema);
  const seen = useSeenAnswer(server, tool.name);
  const model = useModel();
  return (
    <>
      <div className={styles.head}>
        <h4>Example answer</h4>
        {seen && (
          <span className="mono">
            {clockText(seen.row.at)} · #{seen.row.id}
          </span>
        )}
      </div>
      {seen ? (
        <>
          <p>The last answer of this tool in the recording:</p>
          <CodeView text={maskText(model, seen.text)} laidOut find="" label="Example answer" />
        </>
      ) : schema === null ? (
        <p>The answer appears here.</p>
      ) : (
        <>
          <p>By its output schema, an answer holds:</p>
          <CodeView text={JSON.stringify(outline(schema))} laidOut find="" label="Example answer" />
        </>
      )}
    </>
  );
}

interface SeenAnswer {
  row: Row;
  text: string;
}

/** The newest result without a failure; null: there is none, or it is still loading. */
function useSeenAnswer(server: string, tool: string): SeenAnswer | null {
  const model = useModel();
  const name = useConnection((state) => serverById(state.servers, server)?.name ?? server);
  const [seen, setSeen] = useState<SeenAnswer | null>(null);
  useEffect(() => {
    let isWanted = true;
    setSeen(null);
    void lastAnswer(model, `${serverTerm(name)} method:tools/call tool:${JSON.stringify(tool)} is:ok`, tool).then(
      (found) => isWanted && setSeen(found),
    );
    return () => {
      isWanted = false;
    };
  }, [model, name, tool]);
  return seen;
}

/** Large results are not useful as examples. */
const mostText = 20_000;
const mostRows = 50;

async function lastAnswer(model: Model, filter: string, tool: string): Promise<SeenAnswer | null> {
  // The filter also finds longer names.
  const row = (await lastRows(model, filter, mostRows)).findLast(({ target }) => target === tool);
  const detail = row && (await model.platform.call('rowDetail', { id: row.id }));
  const answer = detail?.ok ? answerEvent(detail.value) : null;
  const parsed =
    answer && answer.length <= mostText && answer.text.length >= answer.length ? parseJson(answer.text) : null;
  const result = parsed?.ok ? member(parsed.value, 'result') : undefined;
  return row === undefined || result === undefined ? null : { row, text: JSON.stringify(result) };
}

/** Each field with its declared type, because the schema has no values. */
function outline(schema: Json | undefined, depth = 0): Json {
  const properties = member(schema, 'properties');
  const given = member(schema, 'default') ?? member(schema, 'const');
  if (given !== undefined) return given;
  const examples = member(schema, 'examples');
  if (Array.isArray(examples) && examples[0] !== undefined) return examples[0];
  if (typeof properties === 'object' && properties !== null && depth < 5)
    return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, outline(part, depth + 1)]));
  const items = member(schema, 'items');
  if (items !== undefined && depth < 5) return [outline(items, depth + 1)];
  const type = member(schema, 'type');
  return typeof type === 'string' ? type : Array.isArray(type) ? type.join(' or ') : 'any value';
}
