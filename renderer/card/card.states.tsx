// The states of the card: its folds, what a pasted error shows, and the whole card of a row by what happened to the call.

import { explainPaste } from '../../shared/features/paste/explain-paste.ts';
import { readPaste } from '../../shared/features/paste/read-paste.ts';
import type { RowDetail } from '../../shared/timeline.ts';
import { detailOf } from '../model/detail.ts';
import { select } from '../model/timeline.ts';
import { call, captureOf, type Line, rpcError, text, toolError, toolList } from '../testing/capture-text.ts';
import type { Shown } from '../testing/showcase/shown.ts';
import { WithHost } from '../testing/with-host.tsx';
import { rowName } from '../text/row-words.ts';
import { DetailPane } from './detail-pane.tsx';
import { FindingTab } from './finding-tab.tsx';
import { CardHead } from './head/card-head.tsx';
import { Fixed, Fold } from './parts/fold.tsx';

const long = 'a_very_long_name_of_a_tool_that_says_what_it_does_in_every_detail_and_in_one_word';
const sentence = 'The server closed the connection before it answered, and its last line names what is missing.';
const path = '/srv/projects/billing/node_modules/@company/mcp-server-billing/dist/transports/stdio/index.js';

/** The card of the first failure in a capture, as on the page for pasted errors. */
function pastedCard(tool: string, answer: Parameters<typeof call>[1], args: object = {}) {
  const pasted = readPaste(captureOf(...call(tool, answer, { args })));
  const [detail] = pasted === null ? [] : explainPaste(pasted).failures;
  if (detail === undefined) throw new Error(`The sample ${tool} does not fail.`);
  return (
    <article>
      <CardHead detail={detail satisfies RowDetail} callName={rowName(detail.row)} serverName="billing" colour={2} />
      <FindingTab detail={detail} acts={null} />
    </article>
  );
}

interface RowCardProps {
  lines: readonly Line[];
  /** Of the row: words of its call or headline; otherwise the first failure. */
  row?: string;
}

/** The card in the window, of a row of a recording. */
const RowCard = ({ lines, row: words }: RowCardProps) => (
  <WithHost
    capture={captureOf(...lines)}
    servers={[{ name: 'billing' }]}
    setUp={async (model, host) => {
      const rows = host.log.store.rowsFrom(0, host.log.counters.rows);
      const row = rows.find(({ target, headline, failure }) =>
        words === undefined ? failure !== null : target === words || headline.includes(words),
      );
      if (row === undefined) throw new Error(`No row with ${words}.`);
      select(model, row.id);
      while (detailOf(model).getState().detail?.row.id !== row.id) await new Promise((done) => setTimeout(done, 5));
    }}
  >
    <div style={{ display: 'grid', width: 430, height: 520 }}>
      <DetailPane />
    </div>
  </WithHost>
);

const invoice = {
  name: 'create_invoice',
  inputSchema: {
    type: 'object',
    properties: {
      customer: { type: 'string' },
      amount: { type: 'number', exclusiveMinimum: 0 },
      currency: { enum: ['EUR', 'USD'] },
    },
    required: ['customer', 'amount', 'currency'],
  },
};
const sent = { customer: 'Sunrise Bakery', amount: -5, currency: 'Gold' };
const life = (t: number, event: string, more: object = {}): Line => ({ t, lane: 'life', event, ...more });

export const shown: readonly Shown[] = [
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
    component: 'Finding',
    states: [
      {
        state: 'validation',
        element: pastedCard('send_invoice', rpcError(-32602, 'amount must be greater than 0'), { amount: -5 }),
      },
      { state: 'not found', element: pastedCard('get_order', toolError('Order 4711 not found'), { id: 4711 }) },
      { state: 'long names', element: pastedCard(long, toolError(`${sentence} ${path}`.repeat(3))) },
    ],
  },
  {
    component: 'Card',
    states: [
      {
        state: 'values to correct',
        element: (
          <RowCard
            lines={[
              ...toolList([invoice], { id: 1 }),
              ...call('create_invoice', toolError('Please check: amount, currency'), { id: 2, args: sent }),
            ]}
          />
        ),
      },
      {
        state: 'missing variable',
        element: (
          <RowCard
            lines={[
              life(0, 'spawned', { pid: 40 }),
              ...call('', null, { id: 1, t: 3, method: 'initialize' }),
              { t: 5, lane: 'err', text: 'Error: BILLING_API_KEY environment variable is required' },
              life(6, 'exited', { code: 1, signal: null }),
            ]}
          />
        ),
      },
      {
        state: 'rate limited',
        element: <RowCard lines={call('search', toolError('Rate limit exceeded. Retry after 2 s.'), { id: 1 })} />,
      },
      {
        state: 'waiting',
        element: <RowCard row="slow_report" lines={call('slow_report', null, { id: 1 })} />,
      },
      {
        state: 'answered',
        element: (
          <RowCard
            row="list_orders"
            lines={call('list_orders', { result: { content: [text('{"orders":["SO-1","SO-2"]}')] } }, { id: 1 })}
          />
        ),
      },
      {
        state: 'noise on stdout',
        element: (
          <RowCard
            row="Not JSON on stdout"
            lines={[life(0, 'spawned', { pid: 40 }), { t: 20, lane: 'in', text: 'Debug: connecting…' }]}
          />
        ),
      },
      {
        state: 'long names',
        element: <RowCard lines={call(long, toolError(`${sentence} ${path}`.repeat(3)), { id: 1 })} />,
      },
    ],
  },
];
