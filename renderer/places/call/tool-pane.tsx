// Calling a tool, its schema beside it. Lint advises; it never keeps anyone from sending.

import { useEffect, useMemo, useState } from 'react';
import { parseJson } from '../../../shared/json.ts';
import type { ToolView } from '../../../shared/views.ts';
import { JsonEditor } from '../../arguments/json-editor.tsx';
import { checkArguments, prefill, readSchema } from '../../arguments/schema.ts';
import { TextField } from '../../components/field.tsx';
import list from '../offers/item-list.module.css';
import { type Item, ItemList, useFound } from '../offers/item-list.tsx';
import styles from './call-dialog.module.css';
import { SendFoot, useSending } from './send-foot.tsx';
import { ToolHead } from './tool-head.tsx';

export function ToolPane({ server, tools, notice }: { server: string; tools: readonly ToolView[]; notice: string }) {
  const [tool, setTool] = useState('');
  const [seed, setSeed] = useState({ text: '' });
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const sending = useSending(server);
  const chosen = tools.find((candidate) => candidate.name === tool) ?? null;
  const schema = useMemo(() => (chosen ? readSchema(chosen.inputSchema) : null), [chosen]);
  const items = useMemo(() => tools.map(toItem), [tools]);
  const found = useFound(items, search);

  const choose = (name: string) => {
    setTool(name);
    const next = tools.find((candidate) => candidate.name === name);
    const start = JSON.stringify(prefill(next ? readSchema(next.inputSchema) : null), null, 2);
    setSeed({ text: start });
    setText(start);
  };
  // A server's tools arrive after the dialog: begin with the first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the arrival of tools matters.
  useEffect(() => {
    const [first] = tools;
    if (first && !tools.some(({ name }) => name === tool)) choose(first.name);
  }, [tools]);

  const send = () => sending.send({ kind: 'tool', tool, method: '', text });
  return (
    <>
      <div className={list.pane}>
        <div className={list.choose}>
          <TextField
            label="Tools"
            hint={String(tools.length)}
            placeholder="Search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          {notice && <p className={styles.empty}>{notice}</p>}
          {!notice && found.length === 0 && <p className={styles.empty}>No tool has these words.</p>}
          <ItemList label="Tools" items={found} chosen={tool} onChoose={choose} />
        </div>
        <div className={styles.compose}>
          {chosen && <ToolHead tool={chosen} />}
          <div className={styles.label}>
            Arguments <span>JSON, sent as it stands; empty sends none</span>
          </div>
          <JsonEditor label="Arguments, JSON" start={seed} schema={schema} onChange={setText} onSend={send} />
          <Advice text={text} schema={schema} />
        </div>
      </div>
      <SendFoot sending={sending} server={server} onSend={send} />
    </>
  );
}

function toItem({ name, title, description }: ToolView): Item {
  return { key: name, name, about: description, more: title };
}

function Advice({ text, schema }: { text: string; schema: ReturnType<typeof readSchema> }) {
  const parsed = useMemo(() => parseJson(text), [text]);
  if (text.trim() === '') return <p className={styles.good}>Nothing will be sent here.</p>;
  if (!parsed.ok)
    return (
      <ul className={styles.issues}>
        <li>Not JSON yet: {parsed.problem}. To send a broken message on purpose, replay a call as raw text.</li>
      </ul>
    );
  if (!schema) return null;
  const issues = checkArguments(schema, parsed.value);
  if (issues.length === 0) return <p className={styles.good}>Fits the schema, as far as Misfire checks it.</p>;
  return (
    <ul className={styles.issues}>
      {issues.map((issue) => (
        <li key={issue.path.join('.') + issue.message}>
          {issue.path.length > 0 && <b className="mono">{issue.path.join('.')}: </b>}
          {issue.message}
        </li>
      ))}
    </ul>
  );
}
