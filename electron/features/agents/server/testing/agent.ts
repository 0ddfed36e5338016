// For tests: `misfire mcp` with the official client. Measures every answer.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { expect } from 'vitest';
import { startHere } from '../../../../launch/testing/run-here.ts';
import { answerTokens, tokensOf } from '../budget.ts';

/** A safety limit, not a measurement. */
const timeout = 240_000;

export interface ToolAnswer {
  content: { type: string; text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: boolean;
}

export const textOf = ({ content }: ToolAnswer) => content.map(({ text }) => text).join('\n');

export async function startAgent(data: string, ...more: string[]) {
  const client = new Client({ name: 'agent-under-test', version: '1' });
  await client.connect(new HereTransport(data, more));
  return {
    client,
    ask: async (name: string, input: Record<string, unknown> = {}): Promise<ToolAnswer> => {
      const answer = (await client.callTool({ name, arguments: input }, undefined, {
        timeout,
      })) as unknown as ToolAnswer;
      expect(tokensOf(answer), name).toBeLessThanOrEqual(answerTokens);
      return answer;
    },
  };
}

/** Both ends are in this process. Closing ends the input of `misfire mcp` and waits for its end. */
class HereTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  readonly #command;

  constructor(data: string, more: readonly string[]) {
    this.#command = startHere(['mcp', ...more], { data });
  }

  async start(): Promise<void> {
    const buffer = new ReadBuffer();
    this.#command.stdout.on('data', (chunk: Buffer) => {
      buffer.append(chunk);
      for (let message = buffer.readMessage(); message !== null; message = buffer.readMessage())
        this.onmessage?.(message);
    });
    void this.#command.ended.then(() => this.onclose?.());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#command.stdin.write(serializeMessage(message));
  }

  async close(): Promise<void> {
    this.#command.stdin.end();
    await this.#command.ended;
  }
}
