// Calling a tool, with the form that its schema gives. It begins with what was sent last. Lint advises; it never keeps anyone from
// sending.

import { Star } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import type { KeptCall, ToolView } from '../../../shared/api/views.ts';
import { parseJson } from '../../../shared/json/json.ts';
import { ArgumentsEditor, type ArgumentsMode } from '../../arguments/arguments-editor.tsx';
import { checkArguments, prefill, readSchema } from '../../arguments/schema.ts';
import { askedWords } from '../../arguments/use-tools.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { readable } from '../../model/replay-edits.ts';
import { visibleLine } from '../../text/visible-text.ts';
import list from '../offers/item-list.module.css';
import { type Item, ItemList, useFound } from '../offers/item-list.tsx';
import type { AtHand } from './at-hand.ts';
import styles from './call-dialog.module.css';
import { Favourites } from './favourites.tsx';
import { useKeptCalls } from './kept-calls.ts';
import { SendFoot, useSending } from './send-foot.tsx';
import { ToolHead } from './tool-head.tsx';

interface ToolPaneProps {
  server: string;
  tools: readonly ToolView[];
  notice: string;
  /** The row of Misfire's question for the tools. */
  asked: number | null;
  /** The tool to open on, once that is known; null: the first. */
  atHand: Pick<AtHand, 'tool' | 'isKnown'>;
}

export function ToolPane({ server, tools, notice, asked, atHand }: ToolPaneProps) {
  const [tool, setTool] = useState('');
  const [seed, setSeed] = useState({ text: '' });
  const [text, setText] = useState('');
  const [mode, setMode] = useState<ArgumentsMode | null>(null);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [search, setSearch] = useState('');
  const sending = useSending(server);
  const kept = useKeptCalls(server);
  const chosen = tools.find((candidate) => candidate.name === tool) ?? null;
  const schema = useMemo(() => (chosen ? readSchema(chosen.inputSchema) : null), [chosen]);
  const items = useMemo(() => tools.map(toItem), [tools]);
  const found = useFound(items, search);

  const begin = (call: KeptCall) => {
    setTool(call.tool);
    setLeft(call.left);
    write(call.args, mode);
  };
  /** The form sends what it holds without white space; in the editor it is laid out. */
  const write = (args: string, as: ArgumentsMode | null) => {
    const laid = as === 'json' ? readable(args) : args;
    setSeed({ text: laid });
    setText(laid);
  };
  const choose = (name: string) => {
    const next = tools.find((candidate) => candidate.name === name);
    const last = kept.last?.find((call) => call.tool === name);
    const fresh = JSON.stringify(prefill(next ? readSchema(next.inputSchema) : null));
    begin(last ?? { tool: name, args: fresh, left: [] });
  };
  // Tools and what was kept arrive after the window: begin with the one at hand, else with the first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only their arrival matters.
  useEffect(() => {
    if (!atHand.isKnown || kept.last === null || tools.some(({ name }) => name === tool)) return;
    const first = tools.find(({ name }) => name === atHand.tool) ?? tools[0];
    if (first) choose(first.name);
  }, [tools, kept.last, atHand.isKnown]);

  const send = () => sending.send({ kind: 'tool', tool, method: '', text });
  const onKeyDown = (event: KeyboardEvent) => {
    // The editor of JSON has it, too, and handles it itself.
    if (event.defaultPrevented || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  const isFavourite = kept.favourites.some((call) => call.tool === tool && isAlike(call.args, text));
  const changeMode = (next: ArgumentsMode) => {
    write(text, next);
    setMode(next);
  };
  return (
    <>
      <div className={list.pane}>
        <div className={list.choose}>
          <Favourites calls={kept.favourites} onChoose={begin} />
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
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a key for whatever field in it has the focus. */}
        <div className={styles.compose} onKeyDown={onKeyDown}>
          {chosen && <ToolHead tool={chosen} />}
          <ArgumentsEditor
            schema={schema}
            text={text}
            mode={mode}
            seed={seed}
            onMode={changeMode}
            onChange={setText}
            onSend={send}
            side={
              chosen && (
                <Button
                  look="quiet"
                  aria-pressed={isFavourite}
                  onClick={() => kept.setFavourite(tool, text, !isFavourite)}
                >
                  <Star size={13} fill={isFavourite ? 'currentColor' : 'none'} aria-hidden="true" /> Favourite
                </Button>
              )
            }
          />
          {left.length > 0 && (
            <p className={styles.good}>
              Not kept from last time, as it looks like a secret: {left.map(visibleLine).join(', ')}.
            </p>
          )}
          <Advice text={text} schema={schema} />
          {chosen && <p className={styles.good}>{askedWords(asked)}</p>}
        </div>
      </div>
      <SendFoot sending={sending} server={server} onSend={send} />
    </>
  );
}

/** White space aside. */
function isAlike(a: string, b: string): boolean {
  const [left, right] = [parseJson(a), parseJson(b)];
  return left.ok && right.ok ? JSON.stringify(left.value) === JSON.stringify(right.value) : a.trim() === b.trim();
}

function toItem({ name, title, description }: ToolView): Item {
  return { key: name, name, about: description, more: title };
}

function Advice({ text, schema }: { text: string; schema: ReturnType<typeof readSchema> }) {
  const parsed = useMemo(() => parseJson(text), [text]);
  if (text.trim() === '') return <p className={styles.good}>No arguments will be sent.</p>;
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
        <li key={issue.path.join('.') + issue.message}>{visibleLine(issue.message)}</li>
      ))}
    </ul>
  );
}
