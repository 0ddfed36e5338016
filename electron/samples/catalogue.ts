// The app's catalog of sample servers: names, how each is started, the calls of a first run, how to provoke failures. Data only, without
// the SDK: the caller turns an entry into a command line.

import type { Json, JsonObject } from '../../shared/json/json.ts';

/** One call of a tour, made after the previous call was answered. */
export interface TourStep {
  /** Milliseconds after that response; for the first step, after connecting. */
  delayMs: number;
  method: string;
  params: Json;
  /** Repeats the refused call: waits slightly longer than the server asked, or `delayMs` if it gave no time. */
  afterHint?: true;
}

export interface CatalogueEntry {
  id: string;
  name: string;
  /** One friendly sentence. */
  about: string;
  transport: 'stdio' | 'http-command';
  /** A main module, relative to this folder and without its extension; named server, for the build. */
  entry: string;
  /** Sent with every request. The keys are made up and give no access. */
  headers?: Record<string, string>;
  /** Whether "Try the sample servers" starts it and runs its tour. */
  inTour: boolean;
  tour: TourStep[];
}

export const samples = [
  {
    id: 'closient',
    name: 'Closient',
    about: 'Looks up products and hides its errors inside answers that look fine.',
    transport: 'http-command',
    entry: 'closient/server',
    headers: { Authorization: 'Bearer closient_demo_reader' },
    inTour: true,
    tour: [
      tool(100, 'ping'),
      tool(300, 'lookup_product', { gtin: '09506000134352' }),
      tool(400, 'validate_gtin', { gtin: '00614141123453' }),
      tool(400, 'resolve_gtin', { gtin: '00614141123452' }),
      tool(500, 'export_catalog', { format: 'json' }),
      afterHint(2100, 'export_catalog', { format: 'json' }),
      tool(300, 'lookup_product', { gtin: '123' }),
      tool(500, 'generate_qr_url', { gtin: '09506000134352' }),
    ],
  },
  {
    id: 'orders-adapter',
    name: 'Orders adapter',
    about: 'A shop adapter with numbered errors that say whether to retry.',
    transport: 'stdio',
    entry: 'orders-adapter/server',
    inTour: true,
    tour: [
      tool(150, 'list_orders'),
      tool(400, 'get_order', { order_id: 'SO-9999' }),
      tool(400, 'create_order', {
        order: { customer: { email: 'sam at example' }, lines: [{ sku: 'CUP-1', quantity: 1 }] },
      }),
      tool(500, 'create_order', {
        order: {
          customer: { email: 'sam@example.com' },
          lines: [{ sku: 'CUP-1', quantity: 1 }],
          delivery: 'courier',
          postcode: '1O115',
        },
      }),
      tool(400, 'sync_order', { order_id: 'SO-1001' }),
      afterHint(900, 'sync_order', { order_id: 'SO-1001' }),
      tool(400, 'check_stock', { warehouse: 'south' }),
      tool(500, 'fail_with', { code: 3105 }),
    ],
  },
  {
    id: 'erlmcp',
    name: 'erlmcp',
    about: 'Has a separate error code for each thing that can go wrong.',
    transport: 'stdio',
    entry: 'erlmcp/server',
    inTour: true,
    tour: [
      tool(200, 'calculate', { operation: 'add', a: 19, b: 23 }),
      tool(300, 'calculate', { operation: 'add', a: 19 }),
      step(400, 'resources/read', { uri: 'mcp://nonexistent' }),
      tool(400, 'search_logs', { query: 'timeout' }),
      afterHint(2100, 'search_logs', { query: 'timeout' }),
      step(300, 'prompts/get', { name: 'write_essay' }),
      tool(400, 'database_query', { sql: 'select count(*) from orders' }),
      tool(400, 'raise', { code: -32054 }),
    ],
  },
  {
    id: 'qaqnuz',
    name: 'qaqnuz',
    about: 'Sends invoices, says little about failures, and states when to retry.',
    transport: 'http-command',
    entry: 'qaqnuz/server',
    headers: { Authorization: 'Bearer qz_demo_key' },
    inTour: true,
    tour: [
      tool(150, 'list_invoices'),
      tool(300, 'send_invoice', { id: 'INV-1042', envelope: true }),
      afterHint(1000, 'send_invoice', { id: 'INV-1042', envelope: true }),
      afterHint(1900, 'send_invoice', { id: 'INV-1042', envelope: true }),
      tool(300, 'create_invoice', { customer: 'Sam’s Bakery', amount: -5 }),
      tool(400, 'convert_amount', { amount: 100, currency: 'JPY', envelope: true }),
      tool(400, 'void_invoice', { id: 'INV-1041', envelope: true }),
      tool(400, 'delete_workspace'),
    ],
  },
  {
    id: 'platica',
    name: 'Platica',
    about: 'Passes on what a web service said, word for word.',
    transport: 'http-command',
    entry: 'platica/server',
    headers: { Authorization: 'Bearer pl_key_demo' },
    inTour: true,
    tour: [
      tool(250, 'list_workspaces'),
      tool(400, 'list_clients', {}),
      tool(500, 'list_clients', { workspace: 'ws_north' }),
      tool(500, 'get_client', { id: 'cl_9', workspace: 'ws_north' }),
      tool(600, 'create_client', { client: { name: '' }, workspace: 'ws_north' }),
      tool(600, 'start_agent', { id: 'ag_lost' }),
      tool(600, 'with_key', { key: 'secret' }),
      tool(600, 'get_report', { kind: 'weekly' }),
    ],
  },
  {
    id: 'faulty-stdio',
    name: 'Faulty (stdio)',
    about: 'Crashes, hangs and talks nonsense on request, over a pipe.',
    transport: 'stdio',
    entry: 'faulty-stdio/server',
    inTour: false,
    tour: [],
  },
  {
    id: 'faulty-http',
    name: 'Faulty (HTTP)',
    about: 'Refuses, stalls and hangs up on request, over HTTP.',
    transport: 'http-command',
    entry: 'faulty-http/server',
    inTour: false,
    tour: [],
  },
  {
    id: 'gatehouse',
    name: 'Gatehouse',
    about: 'Requires sign-in before any tool can be used.',
    transport: 'http-command',
    entry: 'gatehouse/server',
    inTour: false,
    tour: [],
  },
] as const satisfies readonly CatalogueEntry[];

export type SampleId = (typeof samples)[number]['id'];

/** Failures that most servers have, each with its own message. */
const provocationNames = [
  'Resource missing',
  'Invalid arguments',
  'Malformed call',
  'Unknown tool',
  'Unknown method',
  'No credentials',
  'Not allowed',
  'Needs approval',
  'Rate limited',
  'Wrong state',
  'Timed out',
  'Upstream down',
  'Not supported',
  'Server error',
] as const;
type ProvocationName = (typeof provocationNames)[number];

export interface Provocation {
  method: string;
  params: Json;
}

const everywhere = {
  'Unknown tool': call('no_such_tool'),
  'Unknown method': { method: 'no/such/method', params: {} },
};

/** The call that provokes each failure, for the servers that document it. */
export const sampleProvocations: Record<SampleId, Partial<Record<ProvocationName, Provocation>>> = {
  closient: {
    ...everywhere,
    'Resource missing': call('resolve_gtin', { gtin: '00614141123452' }),
    'Invalid arguments': call('resolve_gtin', { gtin: '123' }),
    'Malformed call': call('import_products', { document: '[{' }),
    'No credentials': call('account_status', { token: '' }),
    'Not allowed': call('generate_qr_url', { gtin: '09506000134352' }),
    'Rate limited': call('export_catalog', { format: 'csv' }),
    'Wrong state': call('claim_gtin', { gtin: '09506000134352' }),
    'Server error': call('rebuild_index'),
  },
  'orders-adapter': {
    ...everywhere,
    'Resource missing': call('get_order', { order_id: 'SO-9999' }),
    'Invalid arguments': call('create_order', {
      order: { customer: { email: 'sam@example.com' }, lines: [{ sku: 'CUP-1', quantity: 0 }] },
    }),
    'Malformed call': call('create_order', { order: { customer: {}, lines: [] } }),
    'Rate limited': call('track_shipments'),
    'Wrong state': call('cancel_order', { order_id: 'SO-1002' }),
    'Timed out': call('estimate_delivery', { order_id: 'SO-1001' }),
    'Upstream down': call('check_stock', { warehouse: 'south' }),
    'Not supported': call('print_label', { order_id: 'SO-1001' }),
  },
  erlmcp: {
    ...everywhere,
    'Resource missing': { method: 'resources/read', params: { uri: 'mcp://nonexistent' } },
    'Invalid arguments': call('calculate', { a: 19 }),
    'Malformed call': { method: 'resources/read', params: {} },
    'No credentials': call('raise', { code: -32051 }),
    'Not allowed': call('admin_tool'),
    'Rate limited': call('search_logs', { query: 'error' }),
    'Timed out': call('long_operation'),
    'Upstream down': call('database_query', { sql: 'select 1' }),
    'Not supported': { method: 'logging/setLevel', params: { level: 'debug' } },
    'Server error': call('raise', { code: -32603 }),
  },
  qaqnuz: {
    ...everywhere,
    'Invalid arguments': call('create_invoice', { customer: 'Sam’s Bakery', amount: -5 }),
    'Malformed call': { method: 'tools/call', params: {} },
    'No credentials': call('whoami', { key: 'qz_revoked' }),
    'Not allowed': call('admin_export'),
    'Needs approval': call('delete_workspace'),
    'Rate limited': call('send_invoice', { id: 'INV-2000', envelope: true }),
    'Wrong state': call('void_invoice', { id: 'INV-1041' }),
    'Upstream down': call('convert_amount', { currency: 'JPY', envelope: true }),
  },
  platica: {
    ...everywhere,
    'Resource missing': call('get_client', { id: 'cl_9', workspace: 'ws_north' }),
    'Invalid arguments': call('create_client', { client: { name: '' }, workspace: 'ws_north' }),
    'Malformed call': { method: 'tools/call', params: {} },
    'No credentials': call('with_key', { key: '' }),
    'Not allowed': call('list_clients', { workspace: 'ws_west' }),
    'Wrong state': call('start_agent', { id: 'ag_lost' }),
    'Server error': call('get_report', { kind: 'weekly' }),
  },
  'faulty-stdio': { ...everywhere },
  'faulty-http': {
    ...everywhere,
    'Invalid arguments': call('problem_json'),
    'No credentials': call('unauthorized'),
    'Not allowed': call('insufficient_scope'),
    'Rate limited': call('rate_limited_seconds'),
    'Upstream down': call('plain_503'),
    'Server error': call('html_500'),
  },
  gatehouse: { ...everywhere, 'No credentials': call('list_notes') },
};

function call(name: string, args: JsonObject = {}): Provocation {
  return { method: 'tools/call', params: { name, arguments: args } };
}
function step(delayMs: number, method: string, params: Json): TourStep {
  return { delayMs, method, params };
}
function tool(delayMs: number, name: string, args: JsonObject = {}): TourStep {
  return { delayMs, ...call(name, args) };
}
function afterHint(delayMs: number, name: string, args: JsonObject): TourStep {
  return { ...tool(delayMs, name, args), afterHint: true };
}
