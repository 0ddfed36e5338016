// The states of the components that any place uses: usual, long texts, empty, loading and failed.

import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { GroupMark } from '../../shared/api/marks.ts';
import { seenStates } from '../../shared/filter/seen-state.ts';
import type { Shown } from '../testing/showcase/shown.ts';
import { ActorMark } from './actor-mark.tsx';
import { AnsiText } from './ansi-text.tsx';
import banner from './banner.module.css';
import { Button } from './button.tsx';
import { Caption } from './caption.tsx';
import { CodeView } from './code-view.tsx';
import { ConnectAll } from './connect-all.tsx';
import { Consent } from './consent.tsx';
import { Dialog, DialogFoot } from './dialog.tsx';
import { ExactChange } from './exact-change.tsx';
import { SelectField, TextArea, TextField } from './field.tsx';
import { ForeignLine, ForeignName, ForeignText } from './foreign-text.tsx';
import { MarkPill } from './group-mark.tsx';
import { Help } from './help.tsx';
import { KeyLines } from './key-lines.tsx';
import { MarkedLine, SearchWords } from './marked-line.tsx';
import { PathText } from './path-text.tsx';
import { Pill } from './pill.tsx';
import { SeenDots, seenLabels } from './seen-dots.tsx';
import { Segmented } from './segmented.tsx';
import { Select } from './select.tsx';
import { ServerMark } from './server-mark.tsx';
import { Splitter } from './splitter.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import { ValueMenu } from './value-menu.tsx';

const long = 'a_very_long_name_of_a_tool_that_nobody_shortened_because_it_says_what_it_does_in_every_detail';
const sentence =
  'The server closed the connection before it answered, and its last line names the variable that is missing.';
const path = '/srv/projects/billing/node_modules/@company/mcp-server-billing/dist/transports/stdio/index.js';

const mark: GroupMark = {
  group: 'sample',
  state: null,
  note: '',
  at: Date.UTC(2026, 10, 14, 12),
  version: '2.4.1',
  back: null,
  server: 'billing',
  words: sentence,
};

export const shown: readonly Shown[] = [
  {
    component: 'Button',
    states: [
      { state: 'plain', element: <Button>Connect</Button> },
      { state: 'primary', element: <Button look="primary">Connect</Button> },
      { state: 'quiet', element: <Button look="quiet">Show it</Button> },
      { state: 'disabled', element: <Button disabled>Connect</Button> },
      {
        state: 'icon',
        element: (
          <Button look="icon" aria-label="Add">
            <Plus size={15} aria-hidden="true" />
          </Button>
        ),
      },
      { state: 'long text', element: <Button>Connect all servers of this machine again</Button> },
    ],
  },
  {
    component: 'Pill and MarkPill',
    states: [
      ...(['ok', 'warn', 'bad', 'info', 'outline'] as const).map((tone) => ({
        state: tone,
        element: <Pill tone={tone}>{tone}</Pill>,
      })),
      { state: 'long text', element: <Pill tone="bad">{sentence}</Pill> },
      { state: 'expected', element: <MarkPill mark={{ ...mark, state: 'expected' }} /> },
      { state: 'regressed', element: <MarkPill mark={{ ...mark, state: 'regressed' }} /> },
    ],
  },
  {
    component: 'Fields',
    states: [
      { state: 'text', element: <TextField label="Name" defaultValue="billing" /> },
      { state: 'empty', element: <TextField label="Name" placeholder="billing" /> },
      { state: 'with a hint', element: <TextField label="Command" hint="without a shell" defaultValue={path} /> },
      { state: 'invalid', element: <TextField label="Port" defaultValue="http" aria-invalid="true" /> },
      { state: 'disabled', element: <TextField label="Name" defaultValue="billing" disabled /> },
      { state: 'lines', element: <TextArea label="Arguments" defaultValue={`--port\n3000\n${path}`} /> },
      {
        state: 'choice',
        element: (
          <SelectField label="Transport">
            <option>stdio</option>
            <option>{long}</option>
          </SelectField>
        ),
      },
      {
        state: 'small choice',
        element: (
          <Select aria-label="Order">
            <option>Newest first</option>
          </Select>
        ),
      },
    ],
  },
  {
    component: 'Caption',
    states: [
      { state: 'usual', element: <Caption>What to do</Caption> },
      { state: 'long text', element: <Caption>{sentence}</Caption> },
    ],
  },
  {
    component: 'ExactChange',
    states: [
      {
        state: 'usual',
        element: (
          <ExactChange
            lines={[
              { sign: '-', line: 4, text: '      "command": "node",' },
              { sign: '+', line: 4, text: `      "command": "${path}",` },
            ]}
            notes={['The client reads it at its next start.', sentence]}
          />
        ),
      },
    ],
  },
  {
    component: 'Segmented',
    states: [
      { state: 'two', element: <Choice values={['Clock time', 'Elapsed']} /> },
      { state: 'long text', element: <Choice values={['Since the recording began', 'Clock time']} /> },
    ],
  },
  {
    component: 'Banner',
    states: [
      { state: 'lasting', element: <Banner look={banner.lasting}>{sentence}</Banner> },
      { state: 'reconnecting', element: <Banner look={banner.away}>Reconnecting. Nothing is lost.</Banner> },
      { state: 'recording', element: <Banner look={banner.past}>{`Recording ${long}`}</Banner> },
    ],
  },
  {
    component: 'Text from outside',
    states: [
      { state: 'line', element: <ForeignLine text={`${sentence}\u0007`} /> },
      { state: 'name', element: <ForeignName text={long} /> },
      { state: 'invisible characters', element: <ForeignText text={'one\u200btwo\u202ethree\nfour'} /> },
      { state: 'colors', element: <AnsiText text={'\u001b[31mfailed\u001b[0m and \u001b[1mbold\u001b[0m'} /> },
      { state: 'path', element: <PathText text={path} /> },
      {
        state: 'search',
        element: (
          <SearchWords value={['closed']}>
            <MarkedLine text={sentence} />
          </SearchWords>
        ),
      },
      { state: 'empty', element: <ForeignText text="" /> },
    ],
  },
  {
    component: 'Marks',
    states: [
      {
        state: 'servers',
        element: [0, 1, 2, 3, 4, 5, 6, 7, 12, 31].map((colour) => <ServerMark key={colour} colour={colour} />),
      },
      { state: 'client', element: <ActorMark of={{ actor: 'client', client: 'codex' }} /> },
      { state: 'replay', element: <ActorMark of={{ actor: 'replay', client: null }} /> },
      ...seenStates.map((state) => ({ state: seenLabels[state], element: <SeenDots state={state} /> })),
    ],
  },
  {
    component: 'CodeView',
    states: [
      {
        state: 'JSON',
        element: <CodeView text='{"id":4711,"open":true,"note":null}' laidOut find="" label="Message" />,
      },
      { state: 'find', element: <CodeView text={sentence} laidOut={false} find="closed" label="Message" /> },
      {
        state: 'long text',
        element: <CodeView text={`{"path":"${path.repeat(4)}"}`} laidOut find="" label="Message" />,
      },
      { state: 'empty', element: <CodeView text="" laidOut={false} find="" label="Message" /> },
    ],
  },
  {
    component: 'Consent',
    states: [
      {
        state: 'program',
        element: (
          <Consent
            config={{
              name: long,
              transport: { kind: 'stdio', command: 'node', args: [path], env: { TOKEN: 'abc' } },
              secrets: ['TOKEN'],
              callTimeoutMs: 60_000,
            }}
          />
        ),
      },
      {
        state: 'address',
        element: (
          <Consent
            config={{
              name: 'billing',
              transport: { kind: 'http', url: 'http://127.0.0.1:1/mcp', headers: {} },
              callTimeoutMs: 60_000,
            }}
          />
        ),
      },
    ],
  },
  {
    component: 'Small parts',
    states: [
      { state: 'help', element: <Help about={{ name: 'Evidence', text: sentence }}>Evidence</Help> },
      {
        state: 'keys',
        element: <KeyLines lines={[{ command: 'replay', does: 'Send again', keys: ['r', 'Mod+k'] }]} />,
      },
      { state: 'value menu', element: <ValueMenu name="amount" value="-5" /> },
      { state: 'splitter', element: <Edge /> },
      { state: 'theme', element: <ThemeChoice /> },
      { state: 'dialog', element: <Opened /> },
      { state: 'nothing to connect', element: <ConnectAll /> },
    ],
  },
];

function Choice({ values }: { values: readonly string[] }) {
  const [value, setValue] = useState(values[0]!);
  return (
    <Segmented
      label="Choice"
      value={value}
      segments={values.map((each) => ({ value: each, label: each }))}
      onChange={setValue}
    />
  );
}

function Banner({ look, children }: { look: string | undefined; children: ReactNode }) {
  return (
    <div className={`${banner.banner} ${look}`}>
      <span>{children}</span>
    </div>
  );
}

function Edge() {
  const [width, setWidth] = useState(120);
  return (
    <div style={{ position: 'relative', width, height: 40, borderRight: '1px solid var(--line)' }}>
      <Splitter label="Width of the sample" value={width} min={60} max={240} pane="left" onChange={setWidth} />
    </div>
  );
}

function Opened() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open the dialog</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="A dialog" about={sentence} width={480}>
        <p>{long}</p>
        <DialogFoot>
          <Button onClick={() => setOpen(false)}>Close</Button>
        </DialogFoot>
      </Dialog>
    </>
  );
}
