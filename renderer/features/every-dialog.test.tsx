// Every dialog and every place of the window, on one recording: it opens, fits a window of 960 pixels, and axe finds nothing in either
// theme. What it does is tested next to it.

import { describe, expect, test } from 'vitest';
import { done } from '../../shared/contract/api.ts';
import { detailOf } from '../model/detail.ts';
import { type Dialogs, openDialog, openFor } from '../model/dialogs.ts';
import { showPage } from '../model/open-place.ts';
import { noteAsks, openAsk } from '../model/pending-requests.ts';
import { replaysOf } from '../model/replays.ts';
import { placesOf } from '../model/window-feature.ts';
import { expectAccessible } from '../testing/axe.ts';
import { call, captureOf, rpcError, text, toolError, toolList } from '../testing/capture-text.ts';
import { expectGoodDialog, narrow } from '../testing/dialog.ts';
import { type Mounted, openWindow, showRow } from '../testing/mount.tsx';
import type { Answers } from '../testing/test-host.ts';
import { openBody } from '../timeline/body/body-state.ts';

const long = 'a_very_long_name_of_a_tool_that_says_what_it_does_in_every_detail_and_in_one_word';
const path = '/srv/projects/billing/node_modules/@company/mcp-server-billing/dist/index.js';

const capture = captureOf(
  ...toolList([{ name: 'pay', inputSchema: { type: 'object', properties: { amount: { type: 'number' } } } }], {
    id: 1,
  }),
  ...call('pay', rpcError(-32602, 'amount is required'), { id: 2 }),
  ...call(long, toolError(`Permission denied: ${path}`), { id: 3 }),
  ...call('list_orders', { result: { content: [text('3 orders')] } }, { id: 4 }),
);

const answers: Answers = {
  previewExport: () =>
    done({
      rows: 4,
      events: 8,
      cut: false,
      masked: [{ kind: 'token', label: 'Tokens', count: 2, examples: [long] }],
    }),
  exportServers: () =>
    done({ text: `{"mcpServers":{"billing":{"command":"${path}"}}}`, leftOut: ['API_KEY of billing'] }),
  serverConfig: () =>
    done({
      config: {
        name: 'billing',
        transport: { kind: 'stdio', command: 'node', args: [path], env: { API_KEY: '' } },
        secrets: ['API_KEY'],
        callTimeoutMs: 60_000,
      },
      kept: { where: 'file', words: 'Secrets are kept in a file that only you can read.' },
    }),
  findServers: () => done({ configs: [] }),
  snippet: () => done({ text: `misfire call billing ${long}`, language: 'shell' }),
  planBulk: () =>
    done({
      items: [2, 3].map((row) => ({
        ...{ row, server: 'billing', method: 'tools/call', target: long, headline: 'Permission denied', alike: 1 },
        guard: { need: 'ask', name: long, because: 'The server does not say whether it changes data.' },
      })),
      leftOut: ['3 rows are not calls'],
    }),
  dialects: () =>
    done({
      dialects: [{ id: 'platica', name: 'Platica', about: `Errors as ${long}.`, own: true }],
      problems: ['mine.json: the field "codes" is not a list.'],
      folder: '/data/dialects',
    }),
  watchEntries: () => done({ entries: [], unreadable: [] }),
  hookClients: () => done({ clients: [] }),
  transcripts: () => done({ transcripts: [] }),
};

/** Two have one only after something has happened (doctor/clients.test.tsx, hold/hold.test.tsx). */
type DialogName = Exclude<Dialogs['open'], 'none' | 'clients' | 'held'>;
const open =
  (name: DialogName) =>
  ({ model }: Mounted) =>
    openDialog(model, name);

/** What opens each. */
const dialogs: Record<DialogName, (window: Mounted) => unknown> = {
  call: open('call'),
  add: open('add'),
  sheet: open('sheet'),
  palette: open('palette'),
  dialects: open('dialects'),
  recordings: open('recordings'),
  'compare-recordings': open('compare-recordings'),
  transcripts: open('transcripts'),
  export: open('export'),
  watch: open('watch'),
  'hold-rules': open('hold-rules'),
  teach: open('teach'),
  snippet: open('snippet'),
  edit: ({ model }) => openFor(model, 'edit', 'billing'),
  'export-servers': ({ model }) => openFor(model, 'export-servers', 'billing'),
  asks: ({ model }) => {
    const params = {
      message: 'Which workspace?',
      requestedSchema: { type: 'object', properties: { [long]: { type: 'string' } } },
    };
    noteAsks(model, [
      {
        ...{ id: '1', server: 'billing', row: 2, kind: 'elicitation_form', method: 'elicitation/create' },
        ...{ words: `billing asks for ${long}.`, since: 0, until: null, params: JSON.stringify(params) },
      },
    ]);
    openAsk(model);
  },
  guard: ({ model }) => {
    replaysOf(model).setState({
      asking: {
        request: { row: 3, message: { kind: 'as_sent' }, to: { kind: 'same' }, when: { kind: 'now' } },
        guard: { need: 'type_name', name: long, because: `${long} is destructive, as the server says.` },
        what: long,
      },
    });
    openDialog(model, 'guard');
  },
  bulk: ({ model }) => {
    replaysOf(model).setState({ bulk: { kind: 'plan', filter: 'is:failed', of: long } });
    openDialog(model, 'bulk');
  },
  diff: ({ model }) => {
    replaysOf(model).setState({ marked: 3 });
    openDialog(model, 'diff');
  },
  body: ({ model }) => openBody(model, detailOf(model).getState().detail!.events[1]!, long),
};

describe('every dialog', () => {
  test.each(Object.entries(dialogs))('%s', async (name, openIt) => {
    const window = await openWindow({ capture, servers: [{ name: 'billing' }], answers, size: narrow });
    await showRow(window);
    await openIt(window);
    await expectGoodDialog(name);
  });
});

test('every place', async () => {
  const window = await openWindow({ capture, servers: [{ name: 'billing' }], answers, size: narrow });
  const pages = placesOf(window.model).map(({ page: name }) => name);
  expect(pages.length).toBeGreaterThan(3);
  for (const name of ['timeline', ...pages]) {
    showPage(window.model, name);
    await expect.poll(() => document.querySelector('main')).not.toBeNull();
    await expectAccessible(name, 'body');
    expect(document.documentElement.scrollWidth, name).toBeLessThanOrEqual(960);
  }
});
