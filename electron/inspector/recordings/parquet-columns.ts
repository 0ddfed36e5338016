// The columns of the three Parquet tables, in order: names, types and what they mean. docs/parquet.md has the same list. A column is never
// renamed and never changes its meaning. A new one increases `parquetVersion`, which each row contains.

export const parquetVersion = 3;

export type ColumnType = 'BOOLEAN' | 'DOUBLE' | 'INT32' | 'INT64' | 'STRING' | 'TIMESTAMP';

interface ParquetColumn {
  name: string;
  type: ColumnType;
  means: string;
}

const column = (name: string, type: ColumnType, means: string): ParquetColumn => ({ name, type, means });

const common = [
  column('format', 'INT32', 'version of these columns: 3'),
  column('machine', 'STRING', 'name of the machine that exported, or what `--machine` said'),
  column('recording', 'INT64', 'number of the recording on that machine'),
  column('id', 'INT64', 'number of the row in the recording; with `machine` and `recording` it is unique'),
  column('time', 'TIMESTAMP', 'when it began, UTC, in milliseconds'),
  column('server', 'STRING', 'name of the server'),
  column('server_version', 'STRING', 'version that the server gave in its handshake'),
  column('client', 'STRING', 'name of the client'),
  column('client_version', 'STRING', 'version that the client gave in its handshake'),
  column('actor', 'STRING', 'who asked: `client`, `you`, `agent`, `replay`, `probe`, `doctor`, `tour` or `misfire`'),
  column('rehearsed', 'STRING', 'what a rehearsal injected, as `answer:rate_limited`; null for all other traffic'),
  column('method', 'STRING', 'JSON-RPC method; null for what is not a call'),
  column('tool', 'STRING', 'name of the tool of a `tools/call`'),
];

const failed = [
  column('outcome', 'STRING', 'how it ended; only `answered` is a success; null while it waits'),
  column('ending', 'STRING', 'what ended it: `answered`, `client_timeout`, `canceled`, `declined`, `died`, `cut`, …'),
  column('ended_by', 'STRING', '`client`, `person`, `server`, `network` or `nobody`; null for a success'),
  column('limit_ms', 'DOUBLE', 'limit at which the client stopped waiting'),
  column('late_ms', 'DOUBLE', 'how long after the end the response came'),
  column('class', 'STRING', 'what went wrong: `rate_limited`, `validation`, `not_found`, …'),
  column('owner', 'STRING', 'who has to change something: `request`, `client`, `server`, `settings`, …'),
  column('certainty', 'STRING', '`certain`, `likely` or `a guess`'),
  column('verdict', 'STRING', 'whether to retry: `wait`, `backoff`, `after_fix`, `after_auth`, `never` or `unknown`'),
  column('wait_asked_ms', 'DOUBLE', 'how long the server asked to wait'),
  column('code', 'STRING', 'code that the server sent, as text'),
  column(
    'failure_group',
    'STRING',
    'names the cause: a group of similar failed calls; the same on all machines with this server name',
  ),
  column('incident', 'INT64', 'as `failed_call`; up to format 2, similar failures within a minute shared it'),
  column('failed_call', 'INT64', '`id` of the row that stands for the failed call; retries of a call share it'),
];

const chained = [
  column('chain', 'INT64', '`id` of the first attempt; null if there was one attempt only'),
  column('attempt', 'INT32', '1 for the first attempt'),
  column('latency_ms', 'DOUBLE', 'time from the request to the answer'),
];

export const parquetTables = {
  exchanges: [
    ...common,
    column('direction', 'STRING', '`out`: the client asked; `in`: the server asked'),
    column('target', 'STRING', 'name of the tool or prompt, or address of the resource, masked'),
    column('pending', 'BOOLEAN', 'it still waited for an answer'),
    column('failed', 'BOOLEAN', 'it did not end well'),
    ...failed,
    ...chained,
    column('recovered', 'BOOLEAN', 'a later attempt succeeded'),
    column('request_bytes', 'INT64', 'size of the message that asked'),
    column('response_bytes', 'INT64', 'size of the message that answered'),
    column('arguments', 'STRING', 'with `--content`: parameters as JSON, masked, at most 16,000 characters'),
    column('result', 'STRING', 'with `--content`: the answer, masked, at most 16,000 characters'),
  ],
  failures: [
    ...common,
    column('kind', 'STRING', '`call`, or what else failed: `life`, `stderr`, `noise`, `orphan`, `http`'),
    ...failed,
    column('fault', 'STRING', '`caller`, `server`, `upstream`, `network` or `nobody`; `owner` is finer'),
    column('severity', 'STRING', '`critical`, `error`, `warning`, `note` or `info`'),
    column('layer', 'STRING', '`transport`, `protocol` or `tool`'),
    column('carrier', 'STRING', 'where the error was: `jsonrpc.error`, `result.isError`, `content.text`, …'),
    column('origin', 'STRING', '`wire`, `http`, `process` or `local`'),
    column('dialect', 'STRING', 'error dialect that matched'),
    column('flagged', 'BOOLEAN', 'false: the server reported the failure as a success'),
    column(
      'unaware_models',
      'INT32',
      'of a tool call: how many measured clients do not let their model know that it failed',
    ),
    column('counted', 'BOOLEAN', 'false: Misfire caused it itself, with a probe, a check or a replay'),
    column('expected', 'BOOLEAN', 'you marked its group as expected, or as resolved'),
    column('title', 'STRING', 'two or three words'),
    column('message', 'STRING', 'message of the server, masked, at most 500 characters'),
    column('sentence', 'STRING', 'with `--content`: the finding in a sentence, masked'),
  ],
  attempts: [
    ...common,
    ...chained,
    column('outcome', 'STRING', 'how it ended'),
    column('passed', 'BOOLEAN', 'it succeeded'),
    column('class', 'STRING', 'what went wrong'),
    column('verdict', 'STRING', 'whether to retry'),
    column('wait_asked_ms', 'DOUBLE', 'how long the server asked to wait before the next attempt'),
    column('wait_actual_ms', 'DOUBLE', 'how long the client waited before the next attempt'),
    column(
      'obedience',
      'STRING',
      'did the client do what the server asked: `honoured`, `too_early`, `ignored`, `must_not_repeat`, `gave_up` or `no_hint`; null if nothing was asked',
    ),
  ],
} as const satisfies Record<string, readonly ParquetColumn[]>;

export type ParquetTable = keyof typeof parquetTables;
export const parquetTableNames = Object.keys(parquetTables) as ParquetTable[];
