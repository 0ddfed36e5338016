// Plants secrets in every encoding and checks all answers of `misfire mcp` about the log: lists, explanations and raw evidence,
// in text and data.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { leftIn, outletForms, outletPlanted } from '../../shared/mask/planted-forms.ts';
import { startAgent, type ToolAnswer } from './testing/agent.ts';

const together = 6;
const beside = 'stands beside it';

/** A spool as a wrap writes it: one failed call per few secrets of an encoding. */
function spool(started: number): string {
  const header = {
    misfire: 1,
    started: new Date(started).toISOString(),
    server: 'shop',
    client: 'Tester',
    pid: 4_194_400,
  };
  const lines: object[] = [{ ...header, command: ['shop'] }];
  let id = 0;
  for (const [, write] of outletForms) {
    for (let from = 0; from < outletPlanted.length; from += together) {
      const said = outletPlanted.slice(from, from + together).map(({ text }) => write(text));
      id += 1;
      const base = { t: id * 10, server: 'shop', by: 'client' };
      const params = { name: `tool_${id}`, arguments: { beside, said } };
      const error = { code: -32000, message: `It failed: ${said[0]}`, data: { beside, said } };
      lines.push({ ...base, lane: 'out', text: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }) });
      for (const text of said.slice(1, 3)) lines.push({ ...base, lane: 'err', text: text.replaceAll('\n', ' ') });
      lines.push({ ...base, t: base.t + 5, lane: 'in', text: JSON.stringify({ jsonrpc: '2.0', id, error }) });
    }
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

it('leaves no planted secret in any answer', { timeout: 600_000 }, async () => {
  const data = mkdtempSync(join(tmpdir(), 'misfire-agent-secrets-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const started = Date.now() - 60_000;
  const text = spool(started);
  expect(leftIn(text).length).toBeGreaterThanOrEqual(outletPlanted.length);
  mkdirSync(join(data, 'spool'));
  writeFileSync(join(data, 'spool', `${started}-4194400-0001.jsonl`), text);

  const { client, ask } = await startAgent(data);
  onTestFinished(() => client.close());
  const answers: ToolAnswer[] = [];
  const ids: string[] = [];
  for (let cursor: unknown; ; ) {
    const page = await ask('failures', cursor === undefined ? {} : { cursor });
    answers.push(page);
    ids.push(...(page.structuredContent.failures as { id: string }[]).map(({ id }) => id));
    cursor = page.structuredContent.cursor;
    if (cursor === undefined) break;
  }
  expect(ids.length).toBe(outletForms.length * Math.ceil(outletPlanted.length / together));
  for (const id of ids) {
    answers.push(await ask('explain', { id }));
    const whole = { id, part: 'all', limit: 20_000 };
    answers.push((await client.callTool({ name: 'evidence', arguments: whole })) as unknown as ToolAnswer);
  }
  const said = answers.map((answer) => JSON.stringify(answer)).join('\n');
  expect(said.split(beside).length).toBeGreaterThan(ids.length);
  expect(leftIn(said)).toEqual([]);
});
