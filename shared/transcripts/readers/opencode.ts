// opencode: rows of the table `part` of its SQLite file, one a line: `{"opencode":PART,"session":…,"version":…}`. The code that opens the
// file writes these lines; here they are read.

import { isObject, type Json, member } from '../../json/json.ts';
import { numberOf, OpenCalls, splitName, type TranscriptReader, textAt } from '../parts/reader.ts';
import { type SeenCall, seenCall } from '../parts/seen-call.ts';

/** Its own tools. Their content is not taken in. */
const ownTools = new Set([
  'apply_patch',
  'bash',
  'batch',
  'codesearch',
  'edit',
  'glob',
  'grep',
  'list',
  'lsp',
  'multiedit',
  'patch',
  'plan_enter',
  'plan_exit',
  'question',
  'read',
  'skill',
  'task',
  'todoread',
  'todowrite',
  'webfetch',
  'websearch',
  'write',
]);

export const isOpencode = (line: Json): boolean => member(line, 'opencode') !== undefined;

/** A row without what Misfire adds to it, as users paste it. */
export const isOpencodePart = (line: Json): boolean =>
  member(line, 'type') === 'tool' && isObject(member(line, 'state'));

export class OpencodeReader implements TranscriptReader {
  readonly client = 'opencode';
  readonly #servers: ReadonlySet<string>;
  /** Calls that have no result yet, as their row last had them. */
  readonly #open = new OpenCalls();

  /** `servers`: their names in the client's settings, where these are known. */
  constructor(servers: Iterable<string> = []) {
    this.#servers = new Set([...servers].map((name) => name.replace(/[^a-zA-Z0-9_-]/g, '_')));
  }

  read(line: Json, number: number): SeenCall[] | { unknown: string } {
    const part = isOpencodePart(line) ? line : member(line, 'opencode');
    if (!isObject(part)) return { unknown: 'part' };
    if (member(part, 'type') !== 'tool') return [];
    const state = member(part, 'state');
    const used = textAt(part, 'tool');
    // A tool that is not there is recorded as a call of its tool `invalid`.
    const name = used === 'invalid' ? textAt(member(state, 'input'), 'tool') : used;
    const parts = this.#partsOf(name);
    const callId = textAt(part, 'callID');
    if (parts === null || callId === '') return [];
    const time = member(state, 'time');
    const started = numberOf(member(time, 'start'));
    const status = member(state, 'status');
    const isOver = status === 'completed' || status === 'error';
    const isFailed = status === 'error' || used === 'invalid';
    const metadata = member(state, 'metadata');
    const got = status === 'error' ? textAt(state, 'error') : textAt(state, 'output');
    const putAside = member(metadata, 'truncated') === true ? textAt(metadata, 'outputPath') : '';
    const call = seenCall({
      client: this.client,
      version: textAt(line, 'version'),
      session: textAt(line, 'session'),
      callId,
      name,
      ...parts,
      args: used === 'invalid' ? {} : member(state, 'input'),
      started,
      ended: numberOf(member(time, 'end')) ?? started ?? numberOf(member(line, 'at')) ?? 0,
      got: isOver ? got : null,
      // Chat completions have no flag, so only opencode's own words can say that it failed.
      flagged: status === 'error' && /^MCP (?:error -?\d+:|tool returned an error)/.test(got),
      ...(isFailed ? { failed: true } : {}),
      ...(putAside === '' ? {} : { putAside }),
      lines: [number],
    });
    this.#open.take(callId);
    if (isOver) return [call];
    this.#open.add(call);
    return [];
  }

  finish(): SeenCall[] {
    return this.#open.takeAll();
  }

  #partsOf(name: string): { server: string; tool: string } | null {
    if (name === '' || ownTools.has(name)) return null;
    if (this.#servers.size > 0 && ![...this.#servers].some((server) => name.startsWith(`${server}_`))) return null;
    return splitName(name, '_', this.#servers);
  }
}
