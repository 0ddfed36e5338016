// Compare: what a client has to handle comes first, as cards; then the servers that answered. And the panel of probes.

import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { done } from '../../../shared/contract/api.ts';
import type { Comparison, RuleCode } from '../../../shared/features/compare/compared.ts';
import { compare } from '../../../shared/features/compare/comparison.ts';
import type { Observation, PlannedProvocation, ServerPlan } from '../../../shared/features/compare/probing.ts';
import {
  answered,
  face,
  own,
  rpcError,
  standard,
  toolError,
} from '../../../shared/features/compare/testing/compare-fixtures.ts';
import { showPage } from '../../model/open-place.ts';
import { expectAccessible } from '../../testing/axe.ts';
import { openWindow } from '../../testing/mount.tsx';
import type { Answers } from '../../testing/test-host.ts';
import { click } from '../../testing/user.ts';
import { probePanelOf } from './probes.ts';

const comparison = (): Comparison =>
  compare(
    'traffic',
    [face('shop'), face('books'), { ...face('mcp-server-away'), revision: null }],
    [
      unreached,
      answered('shop', own('No credentials'), rpcError(-32001, 'Unauthorized: missing bearer token')),
      answered('books', own('Resource missing'), rpcError(-32001, 'Resource not found', { uri: 'x://y' }), {
        method: 'resources/read',
        pinned: 'erlmcp',
      }),
      answered('shop', standard('unknown-tool'), rpcError(-32602, 'Tool no_such_tool not found')),
      answered('books', standard('unknown-tool'), toolError('MCP error -32602: Tool no_such_tool not found')),
    ],
  );

/** Its address gave no status. */
const refusal = answered('mcp-server-away', own('Connect'), rpcError(-32603, 'Connection refused'));
const unreached: Observation = { ...refusal, failure: { ...refusal.failure!, carrier: 'http' } };

const rule: RuleCode = {
  ...{ language: 'typescript', class: 'unauthorized', code: 'isUnauthorized(error)' },
  ...{ checked: 4, matched: 1, wrong: [], problem: '' },
};

async function openCompare(answers: Answers = {}) {
  const window = await openWindow({
    servers: [{ name: 'shop' }, { name: 'books' }],
    answers: {
      compareServers: () => done(comparison()),
      ruleCode: () => done(rule),
      ownProvocations: () => done({ provocations: [] }),
      ...answers,
    },
    size: [1440, 900],
  });
  showPage(window.model, 'compare');
  return window;
}

const table = page.getByRole('region', { name: 'Comparison' });
const needs = page.getByRole('region', { name: 'What your client must handle' });

describe('the comparison', () => {
  test('starts with what a client has to handle, worst first', async () => {
    await openCompare();
    await expect.element(page.getByRole('heading', { name: /things your client must handle$/ })).toBeVisible();
    await expect.element(needs.getByRole('heading').first()).toHaveTextContent('-32001 means several things');
    const [first, below] = [needs.element(), table.element()].map((one) => one.getBoundingClientRect());
    expect(first!.bottom).toBeLessThan(below!.top);
    await expectAccessible('a comparison', 'main');
  });

  test('shows only servers that answered, until the user wants the others', async () => {
    await openCompare();
    await expect.element(page.getByText('Hidden: away (never connected).')).toBeVisible();
    await expect.element(table.getByRole('columnheader', { name: 'mcp-server-away' })).not.toBeInTheDocument();
    await click(page.getByRole('button', { name: 'Show', exact: true }));
    await expect.element(table.getByRole('columnheader', { name: 'mcp-server-away' })).toBeVisible();
  });

  test('marks a cell without data with a dash, and says so once to a screen reader', async () => {
    await openCompare();
    const row = table.getByRole('row', { name: /No credentials/ });
    await expect.element(row.getByRole('cell').nth(1)).toHaveTextContent('—no data');
  });

  test('opens the rule of a card in its row', async () => {
    const { host } = await openCompare();
    await click(needs.getByRole('button', { name: 'Show the rule for your client' }).first());
    await expect.element(page.getByText('isUnauthorized(error)')).toBeVisible();
    await expect.element(page.getByText('Tested on 4 answers: 1 match, none wrongly.')).toBeVisible();
    expect(host.askedFor('ruleCode')).toHaveLength(1);
  });

  test('without failures it offers to probe', async () => {
    const { model } = await openCompare({ compareServers: () => done(compare('traffic', [], [])) });
    await click(page.getByRole('button', { name: 'Choose servers to probe' }));
    expect(probePanelOf(model).getState().isOpen).toBe(true);
  });
});

const planned = (name: string, leftOut = ''): PlannedProvocation => ({
  ...standard('unknown-tool'),
  ...{ id: name, name, way: 'call', method: 'tools/call', target: null, sends: '{"name":"misfire_no_such_tool"}' },
  ...{ headers: {}, safe: 'No tool has this name.', leftOut },
});
const plan = (server: string, more: Partial<ServerPlan> = {}): ServerPlan => ({
  ...{ server, name: server, revision: '2025-11-25', spared: [], problem: '' },
  provocations: [planned('Unknown tool'), planned('Batch', 'The revision has no batches.')],
  ...more,
});

describe('the panel of probes', () => {
  test('lists what it would send, and sends it only on request', async () => {
    const { host, model } = await openCompare({
      planProbe: ({ servers }) => done({ plans: servers.map((server) => plan(server)) }),
      startProbe: () => done({ probe: '1' }),
    });
    probePanelOf(model).setState({ isOpen: true });
    const panel = page.getByRole('complementary', { name: 'Probe' });
    await expect.element(panel.getByRole('heading', { name: 'Send the same mistakes to 2 servers' })).toBeVisible();
    await expect.element(panel.getByText('Nothing is sent yet')).toBeVisible();
    await click(panel.getByRole('checkbox', { name: 'books' }));
    await click(panel.getByRole('button', { name: 'List messages' }));
    await expect.element(panel.getByRole('region', { name: 'What is sent: shop' })).toMatchTextContent('1 message');
    expect(host.askedFor('startProbe')).toEqual([]);
    await click(panel.getByRole('button', { name: 'Send 1' }));
    expect(host.askedFor('startProbe')).toEqual([{ servers: ['shop'], tools: [] }]);
    await expectAccessible('the panel of probes', 'body');
  });

  test('says of a server that cannot be probed why it is left out', async () => {
    const { model } = await openCompare({
      planProbe: ({ servers }) =>
        done({
          plans: servers.map((server) => plan(server, server === 'shop' ? {} : { problem: 'It did not start.' })),
        }),
    });
    probePanelOf(model).setState({ isOpen: true });
    const panel = page.getByRole('complementary', { name: 'Probe' });
    await click(panel.getByRole('button', { name: 'List messages' }));
    await expect
      .element(panel.getByRole('region', { name: 'Left out: books' }))
      .toMatchTextContent('It did not start.');
    await expect.element(panel.getByRole('button', { name: 'Send 1' })).toBeEnabled();
  });
});
