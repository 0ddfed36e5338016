// The states of each component: usual, long texts, empty, loading and failed. The page Components of `npm run dev` shows them, and
// states.test.tsx checks each. A new component in renderer/components gets a line here.

import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { GroupMark } from '../../../shared/api/marks.ts';
import { explainPaste } from '../../../shared/features/paste/explain-paste.ts';
import { readPaste } from '../../../shared/features/paste/read-paste.ts';
import { seenStates } from '../../../shared/filter/seen-state.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { FindingTab } from '../../card/finding-tab.tsx';
import { CardHead } from '../../card/head/card-head.tsx';
import { Fixed, Fold } from '../../card/parts/fold.tsx';
import { ActorMark } from '../../components/actor-mark.tsx';
import { AnsiText } from '../../components/ansi-text.tsx';
import banner from '../../components/banner.module.css';
import { Button } from '../../components/button.tsx';
import { CodeView } from '../../components/code-view.tsx';
import { ConnectAll } from '../../components/connect-all.tsx';
import { Consent } from '../../components/consent.tsx';
import { Dialog, DialogFoot } from '../../components/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../components/field.tsx';
import { ForeignLine, ForeignName, ForeignText } from '../../components/foreign-text.tsx';
import { MarkPill } from '../../components/group-mark.tsx';
import { Help } from '../../components/help.tsx';
import { KeyLines } from '../../components/key-lines.tsx';
import { MarkedLine, SearchWords } from '../../components/marked-line.tsx';
import { PathText } from '../../components/path-text.tsx';
import { Pill } from '../../components/pill.tsx';
import { SeenDots, seenLabels } from '../../components/seen-dots.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Select } from '../../components/select.tsx';
import { ServerMark } from '../../components/server-mark.tsx';
import { Splitter } from '../../components/splitter.tsx';
import { ValueMenu } from '../../components/value-menu.tsx';
import { rowName } from '../../text/row-words.ts';
import { EmptyTimeline } from '../../timeline/empty-timeline.tsx';
import { call, captureOf, rpcError, text } from '../capture-text.ts';

export interface Shown {
  component: string;
  states: readonly { state: string; element: ReactNode }[];
}

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

/** The card of the first failure in a capture. */
function cardOf(tool: string, answer: Parameters<typeof call>[1], args: object = {}): RowDetail {
  const pasted = readPaste(captureOf(...call(tool, answer, { args })));
  const [detail] = pasted === null ? [] : explainPaste(pasted).failures;
  if (detail === undefined) throw new Error(`The sample ${tool} does not fail.`);
  return detail;
}

const card = (detail: RowDetail, serverName = 'billing') => (
  <article>
    <CardHead detail={detail} callName={rowName(detail.row)} serverName={serverName} colour={2} />
    <FindingTab detail={detail} acts={null} />
  </article>
);

const invalid = cardOf('send_invoice', rpcError(-32602, 'amount must be greater than 0'), { amount: -5 });
const missing = cardOf(
  'get_order',
  { result: { content: [text('Order 4711 not found')], isError: true } },
  { id: 4711 },
);
const longNames = cardOf(long, { result: { content: [text(`${sentence} ${path}`.repeat(3))], isError: true } });

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
    component: 'Folds',
    states: [
      {
        state: 'folded',
        element: (
          <Fold id="sample-folded" title="Evidence" summary={sentence} tone="warn">
            {sentence}
          </Fold>
        ),
      },
      {
        state: 'open',
        element: (
          <Fold id="sample-open" title="Details" count={3} startsOpen>
            <p>{sentence}</p>
          </Fold>
        ),
      },
      {
        state: 'fixed',
        element: (
          <Fixed id="sample-fixed" title="Fix" summary="in the request">
            <p>{long}</p>
          </Fixed>
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
      { state: 'dialog', element: <Opened /> },
      { state: 'nothing to connect', element: <ConnectAll /> },
    ],
  },
  { component: 'Empty timeline', states: [{ state: 'no rows', element: <EmptyTimeline /> }] },
  {
    component: 'Card',
    states: [
      { state: 'validation', element: card(invalid) },
      { state: 'not found', element: card(missing) },
      { state: 'long names', element: card(longNames, long) },
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
