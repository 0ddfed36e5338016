// Beside the form: the attempt that the window was opened on, with its finding, what was changed since and the answer. Before there
// is one, an example from the tool's output schema.

import { useMemo } from 'react';
import type { ToolView } from '../../../shared/api/views.ts';
import { type Json, member, parseJson } from '../../../shared/json/json.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { readSchema } from '../../arguments/schema.ts';
import { CodeView } from '../../components/code-view.tsx';
import { useDetail } from '../../model/detail.ts';
import { maskLine, maskText } from '../../model/masks.ts';
import { useModel } from '../../model/model.ts';
import { answerEvent } from '../../results/read-result.ts';
import { clockText, milliseconds } from '../../text/format.ts';
import { spanOf } from '../../text/row-words.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { headline, plainSummary } from '../../text/wording.ts';
import { FindingLines } from '../card/finding-lines.tsx';
import { type ArgumentChange, changedArguments } from './changed-arguments.ts';
import styles from './last-result.module.css';

interface LastResultProps {
  server: string;
  tool: ToolView;
  /** The arguments as they are now. */
  text: string;
}

export function LastResult({ server, tool, text }: LastResultProps) {
  const raw = useDetail((state) => state.raw);
  const isIt = raw?.row.method === 'tools/call' && raw.row.server === server && raw.row.target === tool.name;
  return (
    <aside className={styles.result} aria-label="Last result">
      {isIt ? <Attempt detail={raw} text={text} /> : <Example tool={tool} />}
    </aside>
  );
}

const noChanges: ArgumentChange[] = [];

function Attempt({ detail, text }: { detail: RowDetail; text: string }) {
  const model = useModel();
  const { row, failure } = detail;
  const answer = answerEvent(detail);
  const span = spanOf(row);
  const changes = useMemo(() => {
    const [sent, now] = [parseJson(detail.params || '{}'), parseJson(text.trim() || '{}')];
    if (!sent.ok || !now.ok) return noChanges;
    return changedArguments(member(sent.value, 'arguments') ?? {}, now.value);
  }, [detail.params, text]);
  return (
    <>
      <div className={styles.head}>
        <h4>Last result</h4>
        <span className="mono">
          {clockText(row.at)}
          {span !== null && ` · ${milliseconds(span)}`} · #{row.id}
        </span>
      </div>
      <h3>{visibleLine(maskLine(model, failure ? headline(failure) : plainSummary(row).title))}</h3>
      {failure && (
        <div className={styles.finding}>
          <FindingLines key={row.id} failure={failure} code={row.code} lines={3} />
        </div>
      )}
      {changes.length > 0 && <Changes changes={changes} />}
      {answer && (
        <>
          <h4>Answer</h4>
          <CodeView text={maskText(model, answer.text)} laidOut find="" label="Answer" />
        </>
      )}
    </>
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

function Example({ tool }: { tool: ToolView }) {
  const schema = tool.outputSchema === '' ? null : readSchema(tool.outputSchema);
  return (
    <>
      <div className={styles.head}>
        <h4>Result</h4>
      </div>
      {schema === null ? (
        <p>The answer opens as a card. Press c on a call of this tool to see its answer here.</p>
      ) : (
        <>
          <p>By its output schema, an answer holds:</p>
          <CodeView text={JSON.stringify(outline(schema))} laidOut find="" label="Example answer" />
        </>
      )}
    </>
  );
}

/** Each member with the type it promises, as the schema has no values to show. */
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
