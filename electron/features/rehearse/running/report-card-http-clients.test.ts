// Two clients on the official SDK over HTTP, through a real proxy that ends their session and their sign-in: one comes back as the
// protocol asks, the other keeps what is lost. Their report cards tell them apart.

import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCapture } from '../../../../shared/capture/capture.ts';
import { readPlan } from '../../../../shared/features/rehearse/rehearsal-plan.ts';
import type { ReportCard, RuleId } from '../../../../shared/features/report-card/card.ts';
import { readRun, sourceOf } from '../../../../shared/features/report-card/recorded-run.ts';
import { reportCard } from '../../../../shared/features/report-card/report-card.ts';
import { startEverything } from '../../../inspector/testing/reference-server.ts';
import { openProxy } from '../../watch/programs/proxy/proxy.ts';
import { ProxyCopy } from '../../watch/programs/proxy/proxy-copy.ts';
import { HttpRehearsal } from '../../watch/programs/proxy/rehearse-exchange.ts';
import { Rehearsal } from './rehearsal.ts';

let child: ChildProcess;
let address: URL;
let data: string;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'misfire-http-robots-'));
  const started = await startEverything('streamableHttp');
  child = started.child;
  address = new URL(started.url);
});
afterAll(() => {
  child?.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
});

async function connect(url: string, token: string): Promise<Client> {
  const client = new Client({ name: 'robot', version: '1.0.0' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

const call = (client: Client) => client.callTool({ name: 'echo', arguments: { message: 'hello' } }).catch(() => null);

/** Its report card after a run under a plan that ends one thing once. */
async function grade(end: 'session' | 'sign-in', act: (url: string) => Promise<void>): Promise<ReportCard> {
  const read = readPlan(JSON.stringify({ name: end, steps: [{ do: { end }, often: 'once' }] }));
  if (!read.ok) throw new Error(read.problem);
  const dataDir = mkdtempSync(join(data, 'run-'));
  const copy = new ProxyCopy({ dataDir, name: 'everything', url: address.href });
  const rehearsal = new HttpRehearsal(new Rehearsal(read.plan, () => true));
  const proxy = await openProxy({ url: address, port: 0, copy, rehearsal, onChallenge: () => {} });
  await act(proxy.url);
  await proxy.close();
  await copy.close();
  const folder = join(dataDir, 'spool');
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const sources = files.map((name) => sourceOf(name, readCapture(readFileSync(join(folder, name), 'utf8'))));
  return reportCard({ run: readRun(sources) });
}

const resultOf = ({ rules }: ReportCard, rule: RuleId) => {
  const found = rules.find((one) => one.rule === rule);
  return { verdict: found?.verdict, told: found?.told, did: found?.did };
};

it('tells apart who starts a new session', async () => {
  const good = await grade('session', async (url) => {
    const first = await connect(url, 'one');
    expect(await call(first)).toBeNull();
    const second = await connect(url, 'one');
    expect(await call(second)).not.toBeNull();
    await second.close();
  });
  expect(resultOf(good, 'new-session')).toMatchObject({
    verdict: 'pass',
    told: '404, unknown session',
    did: expect.stringMatching(/^New session after /),
  });
  const bad = await grade('session', async (url) => {
    const client = await connect(url, 'one');
    for (let left = 2; left > 0; left -= 1) expect(await call(client)).toBeNull();
  });
  expect(resultOf(bad, 'new-session')).toMatchObject({ verdict: 'fail', did: 'Used the lost session again' });
});

it('tells apart who signs in again', async () => {
  const good = await grade('sign-in', async (url) => {
    const first = await connect(url, 'one');
    expect(await call(first)).toBeNull();
    const second = await connect(url, 'two');
    expect(await call(second)).not.toBeNull();
    await second.close();
  });
  expect(resultOf(good, 'signs-in-again')).toEqual({
    verdict: 'pass',
    told: '401 with a challenge',
    did: 'Came back with another token',
  });
  const bad = await grade('sign-in', async (url) => {
    const client = await connect(url, 'one');
    for (let left = 2; left > 0; left -= 1) expect(await call(client)).toBeNull();
  });
  expect(resultOf(bad, 'signs-in-again')).toMatchObject({ verdict: 'fail', did: 'Sent the refused token again' });
});
