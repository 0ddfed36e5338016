// For tests: `misfire mcp` as a process with the official client. Measures every answer.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect } from 'vitest';
import { builtProgram } from '../../launch/testing/built-program.ts';
import { answerTokens, tokensOf } from '../budget.ts';

export const mcpArguments = (data: string, ...more: string[]) => [builtProgram, '--data', data, 'mcp', ...more];

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
  const args = mcpArguments(data, ...more);
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
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
