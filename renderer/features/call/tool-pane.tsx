// Calls a tool with a form from its schema, starting with the last sent arguments. The check never blocks sending.

import { Star } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import type { KeptCall, ToolView } from '../../../shared/api/views.ts';
import { parseJson } from '../../../shared/json/json.ts';
import { prefill, readSchema } from '../../arguments/argument-schema.ts';
import { ArgumentsEditor, type ArgumentsMode } from '../../arguments/arguments-editor.tsx';
import { withoutMissing } from '../../arguments/check-arguments.ts';
import { useCheck } from '../../arguments/use-check.ts';
import { askedWords } from '../../arguments/use-tools.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { readable } from '../../model/replay-edits.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { CallAdvice } from './call-advice.tsx';
import styles from './call-dialog.module.css';
import { Favorites } from './favorites.tsx';
import type { InitialTool } from './initial-tool.ts';
import { LastResult } from './last-result.tsx';
import list from './offers/item-list.module.css';
import { ItemList, type OfferItem, useFound } from './offers/item-list.tsx';
import { useSavedCalls } from './saved-calls.ts';
import { SendFoot, useSending } from './send-foot.tsx';
import { ToolHead } from './tool-head.tsx';

interface ToolPaneProps {
  server: string;
  tools: readonly ToolView[];
  notice: string;
  /** The row of Misfire's tools request. */
  asked: number | null;
  /** The tool to open, once known; null: the first. */
  initialTool: Pick<InitialTool, 'tool' | 'isKnown'>;
}

export function ToolPane({ server, tools, notice, asked, initialTool }: ToolPaneProps) {
  const [tool, setTool] = useState('');
  const [seed, setSeed] = useState({ text: '' });
  const [text, setText] = useState('');
  const [mode, setMode] = useState<ArgumentsMode | null>(null);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [search, setSearch] = useState('');
  const sending = useSending(server);
  const [wasSent, setWasSent] = useState(false);
  const kept = useSavedCalls(server);
  const chosen = tools.find((candidate) => candidate.name === tool) ?? null;
  const schema = useMemo(() => (chosen ? readSchema(chosen.inputSchema) : null), [chosen]);
  const items = useMemo(() => tools.map(toItem), [tools]);
  const found = useFound(items, search);
  const whole = useCheck(schema, text);
  // An empty field is no mistake before the first attempt to send.
  const check = useMemo(() => (typeof whole === 'string' || wasSent ? whole : withoutMissing(whole)), [whole, wasSent]);
  const counted = wasSent || text !== seed.text ? whole : check;
  const problems = (typeof counted === 'string' ? 0 : counted.issues.length) + (chosen?.leftOut ? 1 : 0);

  const begin = (call: KeptCall) => {
    setTool(call.tool);
    setWasSent(false);
    setLeft(call.left);
    write(call.args, mode);
  };
  /** The form sends compact JSON; the editor shows it formatted. */
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
  // Tools and saved calls load after the dialog opens: start with the current one, else with the first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only their arrival matters.
  useEffect(() => {
    if (!initialTool.isKnown || kept.last === null || tools.some(({ name }) => name === tool)) return;
    const first = tools.find(({ name }) => name === initialTool.tool) ?? tools[0];
    if (first) choose(first.name);
  }, [tools, kept.last, initialTool.isKnown]);

  const send = () => {
    setWasSent(true);
    return sending.send({ kind: 'tool', tool, method: '', text });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The JSON editor has it too, and handles it itself.
    if (event.defaultPrevented || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  const isFavorite = kept.favorites.some((call) => call.tool === tool && isAlike(call.args, text));
  const changeMode = (next: ArgumentsMode) => {
    write(text, next);
    setMode(next);
  };
  return (
    <>
      <div className={`${list.pane} ${styles.pane}`}>
        <div className={list.choose}>
          <Favorites calls={kept.favorites} onChoose={begin} />
          <TextField
            label="Tools"
            hint={toolCount(tools)}
            placeholder="Search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          {notice && <p className={styles.empty}>{notice}</p>}
          {!notice && found.length === 0 && <p className={styles.empty}>No tool has these words.</p>}
          <ItemList label="Tools" items={found} chosen={tool} onChoose={choose} />
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: handles a key for the focused field inside. */}
        <div className={styles.compose} onKeyDown={onKeyDown}>
          {chosen && <ToolHead tool={chosen} />}
          <ArgumentsEditor
            schema={schema}
            text={text}
            mode={mode}
            seed={seed}
            problems={typeof check === 'string' ? noProblems : check.byPlace}
            onMode={changeMode}
            onChange={setText}
            onSend={send}
            side={
              chosen && (
                <Button
                  look="quiet"
                  aria-pressed={isFavorite}
                  onClick={() => kept.setFavorite(tool, text, !isFavorite)}
                >
                  <Star size={13} fill={isFavorite ? 'currentColor' : 'none'} aria-hidden="true" /> Favorite
                </Button>
              )
            }
          />
          {left.length > 0 && (
            <p className={styles.good}>
              Not kept from last time, as it looks like a secret: {left.map(visibleLine).join(', ')}.
            </p>
          )}
          {chosen && <p className={styles.good}>{askedWords(asked)}</p>}
        </div>
        {chosen && <LastResult server={server} tool={chosen} text={text} sent={sending.sent} />}
      </div>
      <SendFoot
        sending={sending}
        server={server}
        problems={problems}
        advice={chosen && <CallAdvice check={whole} isQuiet={!wasSent} />}
        onSend={send}
      />
    </>
  );
}

const noProblems: ReadonlyMap<string, never> = new Map<string, never>();

/** Ignoring white space. */
function isAlike(a: string, b: string): boolean {
  const [left, right] = [parseJson(a), parseJson(b)];
  return left.ok && right.ok ? JSON.stringify(left.value) === JSON.stringify(right.value) : a.trim() === b.trim();
}

function toItem({ name, title, description, notOffered }: ToolView): OfferItem {
  const mark = notOffered.length > 0 ? { mark: 'not offered everywhere' } : {};
  return { key: name, name, about: description, more: title, ...mark };
}

function toolCount(tools: readonly ToolView[]): string {
  const dropped = tools.filter(({ notOffered }) => notOffered.length > 0).length;
  return dropped === 0 ? String(tools.length) : `${tools.length}, ${dropped} not offered everywhere`;
}
