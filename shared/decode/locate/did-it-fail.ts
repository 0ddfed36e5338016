// Did it fail? Decides it for a normal result, one without `isError`: a failure speaks about the call, content speaks about the world.
// An answer failed if something accuses it and nothing excuses it. Accusations and excuses are listed here, each with its reason and with
// examples in both directions, which did-it-fail.test.ts runs. What counts as an error object is in failure-value.ts, as a failed
// sentence in spoken-failure.ts.

import { inAbility, ofPrograms, ofReading, ofService, xmlError } from '../../dialects/content-signs.ts';
import { asksForSetup, holdsNothing, plainest, soundsFailed } from '../../dialects/failure-sentences.ts';
import { anyOf } from '../../dialects/patterns.ts';
import { readWords } from '../../dialects/split-words.ts';
import { isObject, type Json, member, parseJson } from '../../json/json.ts';
import { asksForRows, isOfCaller, textsIn } from '../extract/caller-words.ts';
import { type CallFacts, firstLine } from '../reading/reading.ts';
import { isOutcome, isVerdict } from './asked-for.ts';
import { isFailureValue, mayBeFailure } from './failure-value.ts';
import { failedInFrame, programEnd, runsProgram } from './program-result.ts';
import { namesSent, saysItFailed } from './spoken-failure.ts';
import {
  isFetching,
  isKeyed,
  isOfErrors,
  isReader,
  isRecorder,
  namesItself,
  type ToolWords,
  toolWords,
} from './tool-kinds.ts';

/** A result and the call that it answers. */
interface Answer {
  call: Pick<CallFacts, 'target' | 'params'>;
  tool: ToolWords;
  /** The arguments. */
  sent: Json;
  text: string;
  /** The text as JSON, if it may be an error; undefined if it is prose. */
  value: Json | undefined;
  /** It is the whole result, not the text beside a structured one. */
  isStructured: boolean;
}

/** A tool, its arguments and its answer. */
export type FailureExample = readonly [tool: string, args: Json, answer: Json];

export interface Reason {
  id: string;
  why: string;
  holds(answer: Answer): boolean;
  /** Answers for which it holds. */
  yes: readonly FailureExample[];
  /** Similar ones for which it does not. */
  no: readonly FailureExample[];
}

const longestJson = 64 * 1024;
const window = 4096;

export const accusations: readonly Reason[] = [
  {
    id: 'program-failed',
    why: 'A program says by its exit code how it ended, whatever it printed.',
    holds: ({ value, text, call, tool, sent }) => {
      if (isObject(value)) return programEnd(value) === 'failed';
      return runsProgram(call.target, sent) ? programEnd(text, sent) === 'failed' : reportedBy(tool, text) !== null;
    },
    yes: [
      ['run_command', { command: 'make' }, { exit_code: 2, stdout: '', stderr: 'make: *** No targets.' }],
      [
        'execute_code',
        { code: 'plant()' },
        'Session 4:\n\n--- Error ---\nTraceback (most recent call last):\nNameError: x',
      ],
      ['shell', { command: 'ls /x' }, 'Exit code: 2\nStderr: ls: cannot access /x'],
      ['build', {}, { returncode: 1, output: 'cc: not found' }],
      ['run_command', { command: 'cat x' }, 'cat: x: No such file\nCommand completed with return code: 1'],
      ['dig_check', { bed: 'x' }, '== dig ==\n\n❌ Script failed with exit code 3\n\nSTDERR:\nerror: no bed named x\n'],
      ['dig', {}, 'Process failed with return code 2'],
      ['run_command', { command: 'ls /x' }, "STDERR:\nls: cannot access '/x': No such file or directory"],
      ['run_python', { code: 'x' }, 'Traceback (most recent call last):\n  File "<stdin>", line 1\nNameError: x'],
      ['shell', { command: 'foo' }, { stdout: '', stderr: 'bash: foo: command not found' }],
      ['run_command', { command: 'dig' }, { stdout: '', stderr: 'dig! no such bed', code: 1 }],
    ],
    no: [
      ['dig_check', {}, '== dig ==\n\n✅ Command finished with exit code: 0\n\nSTDERR:\nerror: none\n'],
      [
        'dig_test',
        {},
        '== dig ==\n\n❌ Script failed with exit status 1\n\nSTDOUT:\ntest a ... FAILED\n\nSTDERR:\nerror: test failed\n',
      ],
      [
        'dig_sow',
        {},
        '== dig ==\n\n❌ Script failed with exit status 1\n\nSTDERR:\nerror[E1]: wrong type\n --> src/bed.rs:1:25\n',
      ],
      ['get_build_log', { id: 7 }, 'Step 1\n\nCommand failed with exit code: 1\n'],
      ['dig', {}, 'Step 1: the command failed with exit code 1 yesterday'],
      ['run_command', { command: 'make' }, { exit_code: 0, stdout: 'error: 0 warnings', stderr: '' }],
      ['run_shell', { command: 'cat t' }, 'Traceback (most recent call last):\n  File "t", line 1\nNameError: x'],
      ['run_command', { command: 'make' }, 'STDERR:\nmake: warning: the bed x was not found'],
      ['run_command', { command: 'ls . x' }, 'STDOUT:\nbed.txt\nSTDERR:\nls: cannot access x'],
      ['get_history', {}, 'Exit code: 2 means that the gate was closed.'],
    ],
  },
  {
    id: 'error-object',
    why: 'Services and frameworks have their own shapes for errors.',
    holds: ({ value }) => value !== undefined && isFailureValue(value, 0),
    yes: [
      ['plant', {}, { success: false, error: 'no seeds' }],
      ['plant_all', {}, { planted: 0, sent: [], failed: [{ id: 1, error: 'no seeds' }] }],
      ['plant', {}, { message: { name: ['has already been taken'] } }],
      ['plant', {}, { sent: false, error: 'The pump is unavailable' }],
      ['plant', {}, { success: 'false', message: 'The pump is not ready' }],
      ['plant', {}, { errors: ['row is required'] }],
      ['plant', {}, { errors: 'Invalid key' }],
      ['plant', {}, { code: 'BED_TOO_LARGE', message: 'At most 9 rows' }],
      ['plant', {}, { error: { problem: { type: 'https://beds.example/late', title: 'Too late', status: 409 } } }],
      [
        'find_beds',
        { q: 'rose' },
        { results: [{ url: '', title: 'Error searching beds: the host is unknown', text: null }] },
      ],
    ],
    no: [
      ['plant', {}, { valid: false, reason: 'too early' }],
      ['plant', {}, { errors: ['west', 'east'] }],
      ['plant', {}, { message: { to: ['ida@beds.example'], cc: ['bo@beds.example'] } }],
      ['plant_all', {}, { sent: [2], failed: [{ id: 1, error: 'no seeds' }] }],
      ['find_beds', { q: 'rose' }, { results: [{ url: 'https://a.example', title: 'Error handling in beds' }] }],
    ],
  },
  {
    id: 'sentence',
    why: 'The first words say that it failed, in a way that content seldom starts.',
    holds: ({ value, text, call, sent }) => value === undefined && saysItFailed(text, call.target, sent),
    yes: [
      ['send_mail', { to: 'a' }, 'Failed to send the mail'],
      [
        'check_plan',
        { dir: '/no/dir' },
        `Error: /no/dir/plan.json not found.\n\n# Guide\n\n${'How to write a plan. '.repeat(400)}`,
      ],
      ['get_bed', { id: 'BED-0007' }, 'No bed found with id: BED-0007'],
      ['dig', {}, 'Unknown function requested'],
      ['get_bed', { name: 'Nowhere' }, 'Bed not found: Nowhere'],
      ['list_beds', {}, '<html>\n<head><title>502 Bad Gateway</title></head>\n<body></body></html>'],
      ['search_beds', { q: 'rose' }, 'Beds is not correctly configured. Reach out to help@beds.example.'],
    ],
    no: [
      ['find_bed', { key: 'B7' }, 'No beds found'],
      ['get_story', {}, 'Unable to sleep, he walked through the garden.'],
      [
        'fetch_page',
        { url: 'https://beds.example/x' },
        '<!doctype html><html><head><title>404 Not Found</title></head></html>',
      ],
      ['render_card', {}, '<html><head><title>Our 404 roses</title></head></html>'],
    ],
  },
];

export const excuses: readonly Reason[] = [
  {
    id: 'echo',
    why: 'The caller’s own text came back. It is not a message of the server.',
    holds: ({ text, value, call, sent }) =>
      isOfCaller(text, call.params) || isOnlyOfCaller({ text, value, call, sent }),
    yes: [
      ['greet', { name: 'Error: Rose' }, 'Hello, Error: Rose!'],
      ['echo', { message: 'Error: the gate is stuck' }, 'Error: the gate is stuck'],
    ],
    no: [['say', { message: 'hello' }, 'Error: the gate is stuck']],
  },
  {
    id: 'program-output',
    why: 'A tool that runs the caller’s program passes on what it prints, unless the program failed or was not run at all.',
    holds: ({ value, text, call, tool, sent }) => {
      if (!runsProgram(call.target, sent)) return false;
      const end = programEnd(value ?? text, sent);
      return end === 'well' || (end === null && !isOwnWord(text.trimStart(), tool, sent));
    },
    yes: [
      [
        'run_shell',
        { command: ['cat', 'errors.json'] },
        { error: { code: 'rate_limited', message: 'Too many requests' } },
      ],
      ['shell_execute', { command: 'cat note.txt' }, 'Error: Access denied'],
      ['run_command', { command: 'tail x' }, 'Exit code: 0\nStdout:\nError: it broke yesterday'],
    ],
    no: [
      ['run_shell', { command: 'plantd' }, 'Error: Command not allowed: plantd'],
      ['execute_command', { command: 'ls', host: 'a' }, 'Error executing command: connection refused'],
    ],
  },
  {
    id: 'stored-thing',
    why: 'A tool that returns stored things returns error texts too. Its own failure names what was asked for, or the reading of it.',
    holds: isStored,
    yes: [
      [
        'read_file',
        { path: '/srv/a.json' },
        { error: { code: -32601, message: 'Method not found' }, jsonrpc: '2.0', id: 4 },
      ],
      ['read_file', { path: '/srv/zh.json' }, { code: 404, message: '权限不足' }],
      ['get', { key: 'last_error' }, 'Error: connection refused (ECONNREFUSED)'],
      ['read_file', { path: '/var/log/pump.log' }, 'Error: connection refused\n  at pump'],
      ['read_file', { path: '/srv/last-error.txt' }, 'Error: ENOSPC: no space left on device, write'],
      ['read_note', { path: '/srv/monday.md' }, 'Failed to fetch the seeds: call the shop.'],
      ['read_file', { path: '/srv/pump.log' }, 'permission denied while opening /dev/pump0'],
      ['read_file', { path: 'logs/west.txt' }, 'エラー: ポンプに接続できませんでした'],
      ['leer_archivo', { ruta: '/srv/oeste.txt' }, 'ERROR: tiempo agotado\nERROR: la bomba no responde'],
      ['convert_to_markdown', { uri: 'data:text/plain;base64,RXJy' }, 'Error: not found'],
    ],
    no: [
      ['read_file', { path: '/srv/a.json' }, { error: 'ENOENT: no such file /srv/a.json' }],
      ['read_file', { path: '/srv/a.json' }, { success: false, error: 'File does not exist' }],
      ['get', { key: 'beds' }, 'Error: connect ECONNREFUSED 127.0.0.1:6379'],
      ['extract_row_text', { row: 3 }, { error: 'No plan is loaded' }],
      [
        'get_object',
        { name: 'a' },
        '<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>4</RequestId></Error>',
      ],
    ],
  },
  {
    id: 'no-such-key',
    why: 'A store without such a key did what was asked: nothing was there to change.',
    holds: ({ value, text, sent }) => value === undefined && noSuchKey.test(text.trim()) && namesSent(text, sent),
    yes: [['expire', { name: 'west', seconds: 9 }, "Key 'west' does not exist."]],
    no: [['move_bed', { name: 'west' }, "Bed 'west' does not exist."]],
  },
  {
    id: 'asked-for',
    why: 'The result of a check, or a record of something that failed: the failure is what was asked for.',
    holds: ({ value, call }) => value !== undefined && isVerdict(value, call),
    yes: [
      ['check_pump', { pump: 'west' }, { pump: 'west', status: 'error', message: 'no water' }],
      [
        'list_jobs',
        {},
        [
          { id: 'j1', error: 'timeout' },
          { id: 'j2', error: 'no water' },
        ],
      ],
      ['get_event', { id: 'e4' }, { id: 'e4', type: 'error', message: 'no water', pump: 'west' }],
      ['decode_tag', { tag: 'ey.J9' }, { head: { bed: 4 }, payload: { error: 'gate_shut' } }],
    ],
    no: [
      ['move_pump', { pump: 'west' }, { pump: 'west', status: 'error', message: 'no water' }],
      ['list_jobs', {}, [{ id: 'j1', error: 'timeout' }]],
      [
        'get_jobs',
        { ids: ['j1', 'j2'] },
        [
          { id: 'j1', error: 'not found' },
          { id: 'j2', error: 'not found' },
        ],
      ],
    ],
  },
  {
    id: 'outcome',
    why: 'A tool that checks access, names or ports reports what it found about the one that it was asked about.',
    holds: ({ value, text, call }) => value === undefined && isOutcome(text, call),
    yes: [
      ['check_access', { user: 'ida', gate: 'west' }, 'Access denied for ida.'],
      ['can_open', { user: 'ida', gate: '/west' }, 'Permission denied: ida may not open /west'],
      ['dns_lookup', { name: 'beds.example' }, 'Error: beds.example could not be resolved (NXDOMAIN)'],
      ['check_port', { host: 'pump.example', port: 99 }, 'Connection refused: pump.example:99 is closed'],
    ],
    no: [
      ['open_gate', { user: 'ida', gate: 'west' }, 'Access denied for ida.'],
      ['check_access', { user: 'ida', gate: 'west' }, 'Access denied: the list of gates cannot be read'],
      ['dns_lookup', { name: 'beds.example' }, 'Error: the resolver is down'],
    ],
  },
  {
    id: 'rows',
    why: 'The caller asked a database for rows: a list is the result, whatever its columns are called.',
    holds: ({ value, call }) => Array.isArray(value) && asksForRows(call.params),
    yes: [['query', { sql: 'select error from jobs' }, [{ error: 'out of seeds' }]]],
    no: [['query', { sql: 'delete from jobs' }, [{ error: 'out of seeds' }]]],
  },
];

/** What the program of a tool said about its failure, from the tool's report; null if it is none, or a stored text. */
export function reportedBy(tool: ToolWords, text: string): string | null {
  const said = failedInFrame(text);
  return said === null || isReader(tool) || isRecorder(tool) || isFetching(tool) || isOfErrors(tool) ? null : said;
}

export function didItFail(text: string, call: Answer['call'], isStructured = false): boolean {
  const sent = member(call.params, 'arguments') ?? null;
  const value = valueIn(text);
  // Prose that only looks like JSON, and JSON without a sign of an error.
  if (value === null) return false;
  const answer: Answer = { call, tool: toolWords(call.target), sent, text, value, isStructured };
  return accusations.some(({ holds }) => holds(answer)) && !excuses.some(({ holds }) => holds(answer));
}

/** For structured content. */
export function didValueFail(value: Json, call: Answer['call']): boolean {
  const sent = member(call.params, 'arguments') ?? null;
  const tool = toolWords(call.target);
  // Most values have no sign of an error: their texts are collected only for the others.
  const bare: Answer = { call, tool, sent, text: '', value, isStructured: true };
  if (!accusations.some(({ holds }) => holds(bare))) return false;
  const answer = { ...bare, text: textsIn(value).join('\n').slice(0, window) };
  return !excuses.some(({ holds }) => holds(answer));
}

/** undefined: prose. null: JSON that cannot be an error. */
function valueIn(text: string): Json | undefined {
  let start = 0;
  while (start < text.length && start < 64 && text.charCodeAt(start) <= 32) start++;
  const first = text.charCodeAt(start);
  if (first !== 123 && (first !== 91 || isBracketed.test(text.slice(start, start + 8)))) return undefined;
  const head = text.length > window ? text.slice(0, window) : text;
  if (text.length > longestJson || !mayBeFailure(head)) return null;
  const parsed = parseJson(text);
  return parsed.ok && typeof parsed.value === 'object' ? parsed.value : null;
}

/** "[ERROR] …" is not a list. */
const isBracketed = /^\[(?!true|false|null)[A-Za-z]/;

/** Without what the caller sent, nothing in the text says that it failed. */
function isOnlyOfCaller({ text, value, call, sent }: Pick<Answer, 'text' | 'value' | 'call' | 'sent'>): boolean {
  if (value !== undefined) return false;
  const head = text.slice(0, 1000);
  const parts = textsIn(sent).filter((part) => part.length > 4 && soundsFailed(part) && head.includes(part));
  if (parts.length === 0) return false;
  return !saysItFailed(
    parts.reduce((rest, part) => rest.replaceAll(part, 'xx'), head),
    call.target,
    null,
  );
}

/** Whether a line is the tool's own word about running the program. */
function isOwnWord(output: string, tool: ToolWords, sent: Json): boolean {
  const line = firstLine(output).slice(0, 300);
  return ofRunning.test(line) || namesItself(line, tool) || namesSent(line, sent) || asksForSetup.test(line);
}

const ofRunning = /\b(?:command|script|execution|process|program|working directory|session|not allowed|timed out)\b/i;

function isStored({ text, value, tool, sent }: Answer): boolean {
  const keyed = isKeyed(tool, sent);
  if (!isReader(tool) && !keyed) return false;
  const said = value === undefined ? text : text.replaceAll(/"[A-Za-z_]{1,40}"\s{0,4}:/g, '');
  const line = value === undefined ? firstLine(said) : said;
  // A getter's report that a key is empty is its result.
  if (keyed && value === undefined && holdsNothing.test(line) && !plainest.test(line)) return true;
  if (namesSent(line, sent) || namesItself(line, tool) || withAddress.test(line) || ownAction.test(line)) return false;
  if (value === undefined && xmlError.test(text.slice(0, 800)) && ofService.test(text.slice(0, 2000))) return false;
  if (keyed) return !asksForSetup.test(line);
  if (value !== undefined) return !ofFiles.test(said) && !(isOnlyError(value) && textsIn(sent).length === 0);
  // Reading a file connects to nothing.
  if (isBare.test(line) || (isLocalPath(sent) && ofServices.test(line) && !ofFiles.test(line))) return true;
  const isErrorFile = isLocalPath(sent) && namesErrors(sent);
  // Reading a file fails at this file, not at another one.
  if (ofReading.test(line)) return isErrorFile && otherPath.test(line);
  if (isErrorFile) return true;
  // A line with nothing but an error is the tool's own if it is what programs say.
  const reason = line.replace(/^\W{0,4}\w{0,30}error\W{1,4}/i, '');
  return said.includes('\n') || !plainest.test(line) || !(inAbility.test(reason) || ofPrograms.test(reason));
}

/** `{"error": "…"}`: what was asked for by no name is seldom stored like this. */
const isOnlyError = (value: Json): boolean =>
  isObject(value) && Object.keys(value).length === 1 && typeof value.error === 'string';

const isLocalPath = (sent: Json): boolean =>
  textsIn(sent).some((text) => /^(?:(?:~?\/|\.{1,2}\/|[A-Z]:\\)[^\n]{1,400}|[\w./-]{1,400}\.[a-z]{2,5})$/.test(text));
const otherPath = /(?:^|\s)(?:\/[\w.-]{1,60}){2,12}/;
const ofServices = anyOf(
  /connection|connect|refused|timed out|timeout|token|unauthori[sz]ed|status \d|http|\bfetch|log ?in\b/i,
  /接続|连接|連接|연결|verbind|connexion|conexión|соедин/i,
);
/** A file whose name says that it contains errors. */
const namesErrors = (sent: Json): boolean =>
  textsIn(sent).some((text) => text.length < 400 && (isOfErrors(readWords(text)) || isRecorder(readWords(text))));

const noSuchKey = /^(?:the )?key ['"`]?[^\s'"`]{1,200}['"`]? (?:was )?(?:not found|does not exist)[.!]?$/i;

/** "Error retrieving key x: …" */
const ownAction = /^\W{0,4}error (?:while |when )?[a-z]{3,20}ing\b/i;

/** `127.0.0.1:6379`: the tool's own connection. */
const withAddress = /\b[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}:\d{2,5}\b|\blocalhost:\d{2,5}\b/;
const ofFiles = anyOf(
  /\bfiles?\b|\bpath\b|director|folder|\bE(?:NOENT|ACCES|ISDIR|PERM)\b|no such|codec|decod|\bdocument\b/i,
  /\bpage\b|\bread(?:ing)?\b|文件|路径|ファイル|\btool\b|工具/i,
);
/** Says neither what nor why. */
const isBare =
  /^(?:error|exception|failed)[:.!]?\s{0,2}(?:not found|unknown|failed|access denied|forbidden|error)?[.!]?$/i;
