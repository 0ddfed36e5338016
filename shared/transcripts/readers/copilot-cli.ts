// GitHub Copilot: `~/.copilot/session-state/<session>/events.jsonl` of the CLI, and the transcripts of VS Code, which have the same
// events with fewer members.

import { type Json, member } from '../../json/json.ts';
import { OpenCalls, pathAfter, splitName, type TranscriptReader, textAt, timeOf } from '../parts/reader.ts';
import { type SeenCall, seenCall } from '../parts/seen-call.ts';

/** Everything else of a session begins with one of these, and holds no calls. */
const others = ['abort', 'assistant.', 'hook.', 'session.', 'skill.', 'subagent.', 'system.', 'tool.', 'user.'];

const isSession = (line: Json): boolean =>
  member(line, 'type') === 'session.start' && member(member(line, 'data'), 'sessionId') !== undefined;

export const isCopilotCli = (line: Json): boolean => isSession(line) && producerOf(line) === 'copilot-agent';
export const isVsCodeTranscript = (line: Json): boolean => isSession(line) && producerOf(line) !== 'copilot-agent';
export const isCopilotLine = (line: Json): boolean => textAt(line, 'type').startsWith('tool.execution_');

const producerOf = (line: Json): Json | undefined => member(member(line, 'data'), 'producer');

export class CopilotReader implements TranscriptReader {
  readonly client: string;
  readonly #open = new OpenCalls();
  /** Servers that a call named: a call of a tool that is not there names none. */
  readonly #servers = new Set<string>();
  #version = '';
  #session = '';

  constructor(client: 'copilot-cli' | 'vscode') {
    this.client = client;
  }

  read(line: Json, number: number): SeenCall[] | { unknown: string } {
    const type = textAt(line, 'type');
    const data = member(line, 'data');
    const at = timeOf(member(line, 'timestamp'));
    switch (type) {
      case 'session.start':
        this.#session = textAt(data, 'sessionId');
        this.#version = textAt(data, 'copilotVersion');
        return [];
      case 'tool.execution_start':
        this.#begin(data, at, number);
        return [];
      case 'tool.execution_complete':
        return this.#end(data, at, number);
      default:
        return others.some((known) => type.startsWith(known)) ? [] : { unknown: type };
    }
  }

  finish(): SeenCall[] {
    return this.#open.takeAll();
  }

  #begin(data: Json | undefined, at: number, number: number): void {
    const callId = textAt(data, 'toolCallId');
    const name = textAt(data, 'toolName');
    const parts = this.#partsOf(data, name);
    if (callId === '' || parts === null) return;
    const model = textAt(data, 'model');
    this.#open.add(
      seenCall({
        client: this.client,
        version: this.#version,
        session: this.#session,
        callId,
        name,
        ...parts,
        args: member(data, 'arguments'),
        at,
        model,
        lines: [number],
      }),
    );
  }

  #partsOf(data: Json | undefined, name: string): { server: string; tool: string } | null {
    const server = textAt(data, 'mcpConfigServerName') || textAt(data, 'mcpServerName');
    const tool = textAt(data, 'mcpToolName');
    if (server !== '' && tool !== '') {
      this.#servers.add(server);
      return { server, tool };
    }
    if (name.startsWith('mcp_')) return splitName(name.slice(4), '_', []);
    const known = [...this.#servers].some((each) => name.startsWith(`${each}-`));
    return known ? splitName(name, '-', this.#servers) : null;
  }

  #end(data: Json | undefined, at: number, number: number): SeenCall[] {
    const call = this.#open.take(textAt(data, 'toolCallId'));
    if (call === undefined) return [];
    const isFailed = member(data, 'success') === false;
    const error = member(data, 'error');
    const failure = typeof error === 'string' ? error : textAt(error, 'message');
    const content = textAt(member(data, 'result'), 'content');
    call.got = isFailed ? failure || content : content;
    call.flagged = isFailed;
    if (isFailed) call.failed = true;
    call.ended = at || call.ended;
    call.lines.push(number);
    const path = pathAfter('Saved to: ', call.got) ?? pathAfter('saved to: ', call.got);
    if (path !== undefined && member(member(member(data, 'toolTelemetry'), 'properties'), 'largeOutputWrittenToFile'))
      call.putAside = path;
    return [call];
  }
}
