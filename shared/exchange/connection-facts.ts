// Facts that a connection has shown: the protocol revision, the server's name, its tools with their schemas. The caller passes
// each successful response to `note`; failures are then decoded with these facts.

import { capabilityOf } from '../decode/words/unknown-method.ts';
import type { FieldIssue } from '../failure.ts';
import { isObject, type Json, member } from '../json/json.ts';
import { metaMember } from '../protocol/revision.ts';
import { checkSchema } from '../schema/check-schema.ts';
import { SeenNames } from './seen-names.ts';

interface ToolSchemas {
  input: Json | undefined;
  output: Json | undefined;
}

const mostNames = 200;
const mostMethods = 100;

/** A server that declares the capability has these. Others of the same capability are often left out: resources/templates/list. */
const ofCapability = new Set(['tools/call', 'prompts/get', 'resources/read']);

export class ConnectionFacts {
  revision: string | undefined;
  serverInfo: { name: string; version: string } | null = null;
  /** What the client declares in `initialize`. */
  clientCapabilities: Json | undefined;
  /** The client's own name. */
  clientName: string | null = null;
  readonly #tools = new Map<string, ToolSchemas>();
  readonly #answered = new Set<string>();
  #capabilities: Json | undefined;
  #hasListed = false;
  readonly seen = new SeenNames();

  /** Reads a successful response to a request. */
  note(method: string, params: Json | undefined, result: Json | undefined): void {
    this.seen.note(method, params, result);
    if (this.#answered.size < mostMethods) this.#answered.add(method);
    if (method === 'initialize' || method === 'server/discover') this.#capabilities = member(result, 'capabilities');
    if (method === 'initialize') {
      const version = member(result, 'protocolVersion');
      if (typeof version === 'string') this.revision = version.slice(0, 40);
      this.#meet(member(result, 'serverInfo'));
    } else if (method === 'server/discover') {
      this.#meet(metaMember(result, 'serverInfo'));
    } else if (method === 'tools/list') {
      const tools = member(result, 'tools');
      if (!Array.isArray(tools)) return;
      this.#hasListed = true;
      if (member(params, 'cursor') === undefined) this.#tools.clear();
      for (const tool of tools) {
        const name = member(tool, 'name');
        if (typeof name === 'string')
          this.#tools.set(name, { input: member(tool, 'inputSchema'), output: member(tool, 'outputSchema') });
      }
    }
  }

  /** Reads who sends a request: in the handshake, since 2026-07-28 in every request. */
  noteClient(method: string, params: Json | undefined): void {
    if (method === 'initialize') {
      this.clientCapabilities = member(params, 'capabilities');
      // A server that was tried with another revision before.
      this.revision = undefined;
    }
    if (this.clientName !== null) return;
    const info = member(params, 'clientInfo') ?? metaMember(params, 'clientInfo');
    const name = member(info, 'name');
    if (typeof name === 'string' && name !== '') this.clientName = name.slice(0, 80);
  }

  /** Whether the server is known to have this method. */
  offers(method: string): boolean {
    if (this.#answered.has(method)) return true;
    const capability = ofCapability.has(method) ? capabilityOf(method) : null;
    return capability !== null && isObject(member(this.#capabilities, capability));
  }

  /** The listed names if the tool is not among them; undefined if it is, or if there is no list. */
  othersThan(tool: string): readonly string[] | undefined {
    return this.#hasListed && !this.#tools.has(tool) ? [...this.#tools.keys()].slice(0, mostNames) : undefined;
  }

  /** No further calls will be decoded with them. */
  forgetTools(): void {
    this.#hasListed = false;
    this.seen.forget();
    this.#tools.clear();
  }

  /** The schema of a tool's arguments; undefined if unknown. */
  inputSchemaOf(tool: string): Json | undefined {
    return this.#tools.get(tool)?.input;
  }

  outputSchemaOf(tool: string): Json | undefined {
    return this.#tools.get(tool)?.output;
  }

  /** Violations of the tool's output schema by a result (MCP, tools, "Output Schema"). */
  checkResult(tool: string, result: Json | undefined): readonly FieldIssue[] {
    const schema = this.#tools.get(tool)?.output;
    if (schema === undefined || member(result, 'isError') === true || result === undefined) return [];
    const structured = member(result, 'structuredContent');
    if (structured !== undefined) return checkSchema(schema, structured);
    // The first response of a task has no content yet.
    if (member(result, 'task') !== undefined || member(result, 'resultType') === 'task') return [];
    return [{ path: '', message: 'structuredContent is missing, though the tool declares an outputSchema' }];
  }

  #meet(info: Json | undefined): void {
    const name = member(info, 'name');
    const release = member(info, 'version');
    if (!isObject(info) || typeof name !== 'string') return;
    this.serverInfo = { name: name.slice(0, 200), version: typeof release === 'string' ? release.slice(0, 100) : '' };
  }
}
