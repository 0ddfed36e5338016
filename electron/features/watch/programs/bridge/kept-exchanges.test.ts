// What the bridge records while an answer waits. The lines are a stand-in, which decides when the answer goes on; programs.test.ts of Hold
// has whole bridges.

import { expect, it } from 'vitest';
import type { TransportEvent } from '../../../../transports/transport.ts';
import type { LineEnds } from '../../../rehearse/running/rehearse-lines.ts';
import { BridgeRehearsal } from './rehearse-bridge.ts';

const answer = '{"jsonrpc":"2.0","id":1,"result":{}}';
const http = {
  ...{ exchange: 1, method: 'POST', url: 'http://127.0.0.1/mcp', requestHeaders: {}, headers: {} },
  ...{ status: 200, startedAt: 0, endedAt: 1 },
};

function open() {
  const recorded: string[] = [];
  let lines: LineEnds | undefined;
  const stays = { fromClient: () => {}, fromServer: () => {}, isIdle: false };
  const bridge = new BridgeRehearsal(
    {
      isOn: true,
      lines: (ends) => {
        lines = ends;
        return stays;
      },
    },
    { toServer: () => {}, toClient: () => {}, end: () => {}, record: ({ lane }) => recorded.push(lane) },
  );
  const take = (event: TransportEvent) => {
    const marked = bridge.marked(event);
    if (marked) recorded.push(marked.lane);
  };
  lines?.expectAnswer?.('1');
  return { recorded, take, lines: lines as LineEnds };
}

it('keeps the exchange of an answer that waits with it', async () => {
  const { recorded, take, lines } = open();
  take({ lane: 'http', at: 1, id: 1, http });
  take({ lane: 'in', at: 1, via: 1, text: answer });
  await Promise.resolve();
  expect(recorded).toEqual([]);
  lines.record('in', answer, 'hold:passed', 2, false);
  expect(recorded).toEqual(['http', 'in']);
});

it('records an exchange at once that brings no message', async () => {
  const { recorded, take } = open();
  take({ lane: 'http', at: 1, id: 1, http: { ...http, body: 'Bad gateway' } });
  expect(recorded).toEqual(['http']);
  take({ lane: 'http', at: 1, id: 1, http });
  await Promise.resolve();
  expect(recorded).toEqual(['http', 'http']);
});
