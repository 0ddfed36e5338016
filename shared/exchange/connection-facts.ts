// What a connection has said about itself: the revision that was agreed on, the server's name, its tools with their schemas.
// Whoever watches a connection shows each good answer to `note`; failures are then read by what is known here.

import type { FieldIssue } from '../failure.ts';
import { isObject, type Json, member } from '../json/json.ts';
import { checkSchema } from '../schema/check-schema.ts';

interface ToolSchemas {
  input: Json | undefined;
  output: Json | undefined;
}

const mostNames = 200;

export class ConnectionFacts {
  revision: string | undefined;
  serverInfo: { name: string; version: string } | null = null;
  readonly #tools = new Map<string, ToolSchemas>();
  #hasListed = false;

  /** An answer that was no failure, to what was asked of the server. */
  note(method: string, params: Json | undefined, result: Json | undefined): void {
    if (method === 'initialize') {
      const version = member(result, 'protocolVersion');
      if (typeof version === 'string') this.revision = version.slice(0, 40);
      this.#meet(member(result, 'serverInfo'));
    } else if (method === 'server/discover') {
      this.#meet(member(member(result, '_meta'), 'io.modelcontextprotocol/serverInfo'));
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

  /** The names that are listed, of a tool that is not among them; undefined where it is, or nothing was listed. */
  othersThan(tool: string): readonly string[] | undefined {
    return this.#hasListed && !this.#tools.has(tool) ? [...this.#tools.keys()].slice(0, mostNames) : undefined;
  }

  /** No more calls will be read by them. */
  forgetTools(): void {
    this.#hasListed = false;
    this.#tools.clear();
  }

  /** What the arguments of a tool must be like; undefined where nobody said. */
  inputSchemaOf(tool: string): Json | undefined {
    return this.#tools.get(tool)?.input;
  }

  /** Issues with a result when the tool promised a shape for it (MCP, tools, "Output Schema"). */
  checkResult(tool: string, result: Json | undefined): readonly FieldIssue[] {
    const schema = this.#tools.get(tool)?.output;
    if (schema === undefined || member(result, 'isError') === true || result === undefined) return [];
    const structured = member(result, 'structuredContent');
    if (structured !== undefined) return checkSchema(schema, structured);
    // A task's first answer holds no content yet.
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
