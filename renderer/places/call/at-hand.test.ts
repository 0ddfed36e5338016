import { expect, it } from 'vitest';
import type { ServerView } from '../../../shared/api/views.ts';
import type { Row } from '../../../shared/timeline.ts';
import { connectionOf } from '../../model/connection.ts';
import { createModel } from '../../model/create-model.ts';
import { rowsOf, select } from '../../model/timeline.ts';
import { silentPlatform } from '../../platform/fixtures.ts';
import { atHand, chooseAtHand } from './at-hand.ts';

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

it('knows the tool of the selected row before its card is there', () => {
  const model = createModel(silentPlatform);
  connectionOf(model).setState({ servers: [...servers] as unknown as ServerView[] });
  rowsOf(model).place(0, { ...row, id: 7, ord: 0 } as Row, true);
  select(model, 7);
  expect(atHand(model)).toEqual({ server: 'c', tool: 'get', isKnown: true });
  // One that was sent a moment ago is not listed yet.
  select(model, 8);
  expect(atHand(model)).toMatchObject({ tool: null, isKnown: false });
});
