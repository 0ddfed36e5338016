// The client under test: the command line. Lists what the server offers, then calls each tool with a separate command.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argumentsFor, isModern, plannedCalls } from './scenario-calls.ts';

const address = process.argv.at(-1) ?? '';
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const program = join(import.meta.dirname, '../../electron/hosts/cli/main.ts');
const data = mkdtempSync(join(tmpdir(), 'misfire-conformance-cli-'));
const answers = join(data, 'answers.json');
writeFileSync(answers, '{"elicitation":{"action":"accept","content":{}}}');

try {
  const listed = misfire('tools/list', '{}');
  const tools = (JSON.parse(listed || '{}').result?.tools ?? []) as { name: string; inputSchema: object }[];
  const schemas = tools.map(({ inputSchema }) => inputSchema);
  // The suite's plan may be deliberately wrong.
  for (const { name, args } of plannedCalls ??
    tools.map((tool) => ({ name: tool.name, args: argumentsFor(tool.inputSchema, schemas) })))
    misfire('--tool', name, JSON.stringify(args), ...(plannedCalls ? ['--no-check'] : []));
  if (scenario === 'http-standard-headers') {
    misfire('resources/list', '{}');
    misfire('--resource', 'https://example.com/resource?id=123');
    misfire('prompts/list', '{}');
    misfire('--prompt', 'test_prompt');
  }
} finally {
  rmSync(data, { recursive: true, force: true });
}

/** The raw response. */
function misfire(...words: string[]): string {
  const era = isModern ? ['--era', 'modern'] : [];
  const common = ['--raw', '--timeout', '20s', '--answer', answers, '--data', data];
  const ended = spawnSync(process.execPath, [program, 'call', address, ...words, ...era, ...common], {
    encoding: 'utf8',
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  process.stderr.write(ended.stderr);
  return ended.stdout;
}
