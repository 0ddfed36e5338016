import { expect, it } from 'vitest';
import { chooseAtHand } from './at-hand.ts';

const servers = [
  { id: 'a', state: 'exited' },
  { id: 'b', state: 'connected' },
  { id: 'c', state: 'connected' },
] as const;
const row = { server: 'c', method: 'tools/call', target: 'get' };

it('opens on the tool and the server of the selected row', () => {
  expect(chooseAtHand(servers, null, row)).toEqual({ server: 'c', tool: 'get' });
  // Also one that is not connected: it can be, from there.
  expect(chooseAtHand(servers, null, { ...row, server: 'a' })).toEqual({ server: 'a', tool: 'get' });
  expect(chooseAtHand(servers, null, { server: 'c', method: 'ping', target: null })).toEqual({
    server: 'c',
    tool: null,
  });
});

it('opens on the server that was asked for, and else on one that is there', () => {
  expect(chooseAtHand(servers, 'b', row)).toEqual({ server: 'b', tool: null });
  expect(chooseAtHand(servers, null, null)).toEqual({ server: 'b', tool: null });
  // A row of a capture: its server is none of these.
  expect(chooseAtHand(servers, null, { ...row, server: 'elsewhere' })).toEqual({ server: 'b', tool: null });
  expect(chooseAtHand([], null, null)).toEqual({ server: '', tool: null });
});
