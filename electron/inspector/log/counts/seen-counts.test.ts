// Counts calls by what their models got, as rows change and after a restart.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plainDecode } from '../../../../shared/exchange/event-fixtures.ts';
import type { WireEvent } from '../../../../shared/wire.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { Log } from '../log.ts';
import { openStore } from '../open-store.ts';

const base = { server: 'shop', epoch: 1, actor: 'client' as const, client: 'Claude Code' };

function call(id: number): WireEvent[] {
  const params = { name: 'pay', arguments: {}, _meta: { 'claudecode/toolUseId': `toolu_${id}` } };
  const result = { content: [{ type: 'text', text: 'paid' }] };
  return [
    {
      ...base,
      at: id,
      lane: 'out',
      text: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
    },
    { ...base, at: id, lane: 'in', text: JSON.stringify({ jsonrpc: '2.0', id, result }) },
  ];
}

function seen(id: number, got: string): WireEvent {
  const text = JSON.stringify({ client: 'claude-code', tool: 'pay', callId: `toolu_${id}`, ended: id, got });
  return { ...base, at: id, epoch: 0, lane: 'seen', text };
}

it('has no figures without a transcript, then one per state, also after a restart', async () => {
  const path = join(tempFolder(), 'log.db');
  const open = async () => new Log({ store: await openStore({ path }), decode: plainDecode });
  const log = await open();
  log.recordAll([...call(1), ...call(2), ...call(3)]);
  log.flush();
  expect(log.counters.seen).toBeUndefined();
  log.recordAll([seen(1, 'paid'), seen(2, 'nothing')]);
  log.flush();
  const figures = [{ client: 'Claude Code', states: { wire: 1, same: 1, lost: 1 } }];
  expect(log.counters.seen).toEqual(figures);
  log.close();
  const again = await open();
  expect(again.counters.seen).toEqual(figures);
  again.close();
});
