// Calling by hand: a tool with its schema beside it, or any method at all. Lint advises; it never keeps anyone from sending.

import { Send } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { useEffect, useMemo, useState } from 'react';
import type { ToolView } from '../../shared/api.ts';
import { parseJson } from '../../shared/json.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { SelectField, TextField } from '../components/field.tsx';
import { usePlatform } from '../platform/context.ts';
import { useConnection } from '../state/connection.ts';
import { closeDialog, useDialogs } from '../state/dialogs.ts';
import { showCall } from '../state/selection.ts';
import styles from './call-dialog.module.css';
import { JsonEditor } from './json-editor.tsx';
import { readDraft } from './request.ts';
import { checkArguments, prefill, readSchema } from './schema.ts';
import { ToolHead } from './tool-head.tsx';
import { findTools, ToolList } from './tool-list.tsx';

export function CallDialog() {
  const open = useDialogs((state) => state.open === 'call');
  const about = useDialogs((state) => state.server);
  return (
    <Dialog
      open={open}
      onClose={closeDialog}
      title="Call a tool"
      about="Right or wrong on purpose: what you write is sent as it stands."
      width={960}
    >
      {open && <CallForm about={about} />}
    </Dialog>
  );
}

const commonMethods = [
  'ping',
  'tools/list',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
];

function CallForm({ about }: { about: string | null }) {
  const platform = usePlatform();
  const servers = useConnection((state) => state.servers);
  const [server, setServer] = useState(
    () => about ?? (servers.find((candidate) => candidate.state === 'connected') ?? servers[0])?.id ?? '',
  );
  const [kind, setKind] = useState<'tool' | 'method'>('tool');
  const [tool, setTool] = useState('');
  const [method, setMethod] = useState('');
  const [seed, setSeed] = useState({ text: '' });
  const [text, setText] = useState('');
  const [timeoutSeconds, setTimeoutSeconds] = useState('');
  const [search, setSearch] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const { tools, notice } = useTools(server);
  const chosen = tools.find((candidate) => candidate.name === tool) ?? null;
  const schema = useMemo(() => (kind === 'tool' && chosen ? readSchema(chosen.inputSchema) : null), [kind, chosen]);
  const view = servers.find((candidate) => candidate.id === server);

  const write = (next: string) => {
    setSeed({ text: next });
    setText(next);
  };
  const choose = (name: string, from: readonly ToolView[] = tools) => {
    setTool(name);
    const found = from.find((candidate) => candidate.name === name);
    write(JSON.stringify(prefill(found ? readSchema(found.inputSchema) : null), null, 2));
  };
  // A server's tools arrive after the dialog: begin with the first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the arrival of tools matters.
  useEffect(() => {
    if (kind === 'tool' && tool === '' && tools[0]) choose(tools[0].name, tools);
  }, [tools]);

  const send = async () => {
    const draft = readDraft({ kind, tool, method, text, timeoutSeconds });
    if ('problem' in draft) return setProblem(draft.problem);
    setBusy(true);
    const answer = await platform.call('call', { server, ...draft });
    setBusy(false);
    if (!answer.ok) return setProblem(answer.error.message);
    closeDialog();
    await showCall(platform, answer.value.id);
  };

  return (
    <>
      <div className={styles.body}>
        <div className={styles.choose}>
          <SelectField
            label="Server"
            value={server}
            onChange={(event) => {
              setServer(event.target.value);
              setTool('');
            }}
          >
            {servers.map((candidate) => (
              <option key={candidate.id} value={candidate.id}>
                {candidate.name}
                {candidate.state === 'connected' ? '' : ' (not connected)'}
              </option>
            ))}
          </SelectField>
          <ToggleGroup.Root
            type="single"
            className={styles.modes}
            aria-label="What to call"
            value={kind}
            onValueChange={(next) => next && setKind(next as 'tool' | 'method')}
          >
            <ToggleGroup.Item value="tool" className={styles.mode}>
              A tool
            </ToggleGroup.Item>
            <ToggleGroup.Item value="method" className={styles.mode}>
              Any method
            </ToggleGroup.Item>
          </ToggleGroup.Root>
          {kind === 'tool' ? (
            <>
              <TextField
                label="Tools"
                hint={String(tools.length)}
                placeholder="Search"
                value={search}
                onChange={(event) => setSearch(event.target.value)}
              />
              {notice && <p className={styles.empty}>{notice}</p>}
              <ToolList tools={findTools(tools, search)} chosen={tool} onChoose={(name) => choose(name)} />
            </>
          ) : (
            <>
              <TextField
                label="Method"
                className="mono"
                list="methods"
                value={method}
                onChange={(event) => setMethod(event.target.value)}
                placeholder="resources/list"
              />
              <datalist id="methods">
                {commonMethods.map((name) => (
                  <option key={name} value={name} />
                ))}
              </datalist>
              <p className={styles.empty}>Any name will be sent, also one the server does not know.</p>
            </>
          )}
        </div>
        <div className={styles.compose}>
          {kind === 'tool' && chosen && <ToolHead tool={chosen} />}
          <div className={styles.label}>
            {kind === 'tool' ? 'Arguments' : 'Params'} <span>JSON, sent as it stands; empty sends none</span>
          </div>
          <JsonEditor
            label={kind === 'tool' ? 'Arguments, JSON' : 'Params, JSON'}
            start={seed}
            schema={schema}
            onChange={setText}
            onSend={send}
          />
          <Advice text={text} schema={schema} />
        </div>
      </div>
      <div className={styles.foot}>
        <label className={styles.limit}>
          Give up after
          <input
            inputMode="decimal"
            value={timeoutSeconds}
            placeholder={view ? String(view.callTimeoutMs / 1_000) : ''}
            onChange={(event) => setTimeoutSeconds(event.target.value)}
          />
          s
        </label>
        {problem ? (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        ) : (
          <span className={styles.spacer} />
        )}
        <Button onClick={closeDialog}>Cancel</Button>
        <Button look="primary" disabled={busy || server === ''} onClick={send}>
          <Send size={14} aria-hidden="true" /> Send <kbd>Ctrl ↵</kbd>
        </Button>
      </div>
    </>
  );
}

function Advice({ text, schema }: { text: string; schema: ReturnType<typeof readSchema> }) {
  const parsed = useMemo(() => parseJson(text), [text]);
  if (text.trim() === '') return <p className={styles.good}>Nothing will be sent here.</p>;
  if (!parsed.ok)
    return (
      <ul className={styles.issues}>
        <li>Not JSON: {parsed.problem}. It can be sent all the same.</li>
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

function useTools(server: string): { tools: ToolView[]; notice: string } {
  const platform = usePlatform();
  const [state, setState] = useState<{ tools: ToolView[]; notice: string }>({ tools: [], notice: '' });
  useEffect(() => {
    let wanted = true;
    setState({ tools: [], notice: server === '' ? 'Add a server first.' : 'Asking for the tools…' });
    if (server !== '') {
      void platform.call('tools', { server, refresh: false }).then((answer) => {
        if (!wanted) return;
        if (answer.ok)
          setState({
            tools: answer.value.tools,
            notice: answer.value.problem || (answer.value.tools.length === 0 ? 'This server offers no tools.' : ''),
          });
        else setState({ tools: [], notice: answer.error.message });
      });
    }
    return () => {
      wanted = false;
    };
  }, [platform, server]);
  return state;
}
