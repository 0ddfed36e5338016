// The request as an editable copy: a form, the params as JSON, or the whole message as text. The original stays.

import { useEffect, useMemo, useRef } from 'react';
import { lossOf } from '../../../shared/json/json-loss.ts';
import { setAt } from '../../../shared/json/json-place.ts';
import type { ReplayDraft } from '../../../shared/retry/replay.ts';
import { readSchema } from '../../arguments/argument-schema.ts';
import { Form } from '../../arguments/form.tsx';
import { argumentsOf, formFields, paramsSchema, withArguments } from '../../arguments/form-fields.ts';
import { JsonEditor } from '../../arguments/json-editor.tsx';
import { askedWords, useTool } from '../../arguments/use-tools.ts';
import { Button } from '../../components/button.tsx';
import { Caption } from '../../components/caption.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { serverById, useConnection } from '../../model/connection.ts';
import { useModel } from '../../model/model.ts';
import { type Edits, isEdited, type RequestMode, startEdits } from '../../model/replay-edits.ts';
import { changeEdits, loadDraft } from '../../model/replays.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { CorrectedList } from './corrected-list.tsx';
import { fieldMarks } from './field-marks.ts';
import styles from './replay.module.css';

export function RequestPane({ draft, edits, onSend }: { draft: ReplayDraft; edits: Edits; onSend: () => void }) {
  const model = useModel();
  const row = draft.row.id;
  const servers = useConnection((state) => state.servers);
  // A call from a capture has no server here until the user chooses one, and no tools are requested before.
  const isElsewhere = edits.to === 'server' && (edits.server !== '' || draft.evidence !== null);
  const server = serverById(servers, isElsewhere ? edits.server : draft.row.server);
  const isTool = draft.method === 'tools/call';
  const { tool, asked } = useTool(server?.id ?? '', isTool ? draft.row.target : null, server?.state === 'connected');
  // Viewing the row sent nothing; the form requests the tools, and their hints may relax the guard.
  const isKnown = tool !== undefined && tool !== null;
  useEffect(() => {
    if (isKnown) void loadDraft(model, row);
  }, [model, isKnown, row]);
  const schema = useMemo(() => (tool ? readSchema(tool.inputSchema) : null), [tool]);
  const read = useMemo(() => argumentsOf(edits.params), [edits.params]);
  const fields = useMemo(() => (read.ok ? formFields(schema, read.args) : null), [schema, read]);
  const loses = lossOf(edits.params);
  const noForm = formRefusal({
    isTool,
    unknownTo: tool === null ? (server?.name ?? '') : '',
    schema: schema !== null,
    isUnchosen: isElsewhere && edits.server === '',
    readable: fields !== null,
    loses,
  });
  const mode: RequestMode =
    edits.mode === null || (edits.mode === 'form' && noForm) ? (noForm ? 'json' : 'form') : edits.mode;
  const wholeSchema = useMemo(
    () => (isTool && draft.row.target !== null ? paramsSchema(draft.row.target, schema) : null),
    [isTool, draft.row.target, schema],
  );
  const changed = isEdited(draft, { ...edits, mode });
  const { corrected } = edits;
  const marks = useMemo(() => fieldMarks(corrected, read.ok ? read.args : undefined), [corrected, read]);
  const form = useRef<HTMLDivElement>(null);
  const first = corrected?.missing[0]?.path;
  const hasForm = mode === 'form' && fields !== null;
  // Once per correction: after that the focus stays where the user puts it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing does not create a new correction.
  useEffect(() => {
    if (!corrected || !hasForm || first === undefined) return;
    const place = form.current?.querySelector(`[data-place="${CSS.escape(first)}"]`);
    place?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  }, [corrected, hasForm]);
  return (
    <section className={styles.request} aria-label="Request">
      <div className={styles.sectionHead}>
        <Caption>Request</Caption>
        {changed && (
          <Button look="quiet" onClick={() => changeEdits(model, row, undo(draft, edits))}>
            Undo changes
          </Button>
        )}
        <Segmented
          label="How to write the request"
          value={mode}
          onChange={(next) => changeEdits(model, row, { mode: next })}
          segments={[
            { value: 'form', label: 'Form', disabled: noForm !== '', title: noForm || undefined },
            { value: 'json', label: 'JSON' },
            { value: 'raw', label: 'Raw text', title: 'The whole message, sent exactly as written' },
          ]}
        />
      </div>
      {corrected && <CorrectedList corrected={corrected} args={read.ok ? read.args : undefined} />}
      {mode === 'form' && schema && read.ok && (
        <div ref={form} className={styles.formBox}>
          <Form
            schema={schema}
            args={read.args}
            marks={marks}
            onChange={(path, value) =>
              changeEdits(model, row, { params: withArguments(edits.params, setAt(read.args ?? {}, path, value)) })
            }
          />
          <p className={styles.hint}>{askedWords(asked)}</p>
        </div>
      )}
      {mode === 'json' && (
        <>
          <div className={styles.editor}>
            <JsonEditor
              key={`json-${row}`}
              label="Params, JSON"
              start={{ text: edits.params }}
              schema={wholeSchema}
              takesFocus={edits.mode === 'json'}
              onChange={(params) => changeEdits(model, row, { params })}
              onSend={onSend}
            />
          </div>
          {noForm && isTool && edits.mode !== 'json' && <p className={styles.hint}>{noForm}</p>}
        </>
      )}
      {mode === 'raw' && (
        <>
          <div className={styles.editor}>
            <JsonEditor
              key={`raw-${row}`}
              label="Raw message"
              start={{ text: edits.raw }}
              schema={null}
              takesFocus
              onChange={(raw) => changeEdits(model, row, { raw })}
              onSend={onSend}
            />
          </div>
          <p className={styles.hint}>Sent exactly as written, with its id.</p>
        </>
      )}
    </section>
  );
}

function undo(draft: ReplayDraft, edits: Edits): Partial<Edits> {
  const { params, raw, corrected } = startEdits(draft);
  return edits.mode === 'raw' ? { raw } : { params, corrected };
}

interface FormFacts {
  isTool: boolean;
  /** The server without such a tool. */
  unknownTo: string;
  schema: boolean;
  /** No server is chosen yet. */
  isUnchosen: boolean;
  readable: boolean;
  loses: string;
}

function formRefusal(known: FormFacts): string {
  if (!known.isTool) return 'Only calls of tools have a form.';
  if (known.unknownTo !== '') return `No form: ${visibleLine(known.unknownTo)} offers no tool of this name.`;
  if (!known.schema && known.isUnchosen) return 'No form: the tool’s schema is known once a server is chosen.';
  if (!known.schema) return 'No form: the tool’s schema is not known while its server is not connected.';
  if (!known.readable) return 'No form: the params are not an object of JSON.';
  return known.loses && `No form: ${known.loses.charAt(0).toLowerCase()}${known.loses.slice(1)}`;
}
