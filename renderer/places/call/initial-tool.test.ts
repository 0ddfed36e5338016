import { expect, it } from 'vitest';
import type { ServerView } from '../../../shared/api/views.ts';
import type { Row } from '../../../shared/timeline.ts';
import { connectionOf } from '../../model/connection.ts';
import { createModel } from '../../model/create-model.ts';
import { rowsOf, select } from '../../model/timeline.ts';
import { silentPlatform } from '../../platform/platform-fixtures.ts';
import { chooseInitialTool, initialTool } from './initial-tool.ts';

const servers = [
  { id: 'a', state: 'exited' },
  { id: 'b', state: 'connected' },
  { id: 'c', state: 'connected' },
] as const;
const row = { server: 'c', method: 'tools/call', target: 'get' };

it('opens on the tool and the server of the selected row', () => {
  expect(chooseInitialTool(servers, null, row)).toEqual({ server: 'c', tool: 'get' });
  // Also one that is not connected: it can be, from there.
  expect(chooseInitialTool(servers, null, { ...row, server: 'a' })).toEqual({ server: 'a', tool: 'get' });
  expect(chooseInitialTool(servers, null, { server: 'c', method: 'ping', target: null })).toEqual({
    server: 'c',
    tool: null,
  });
});

it('opens on the server that was asked for, and else on one that is there', () => {
  expect(chooseInitialTool(servers, 'b', row)).toEqual({ server: 'b', tool: null });
  expect(chooseInitialTool(servers, null, null)).toEqual({ server: 'b', tool: null });
  // A row of a capture: its server is none of these.
  expect(chooseInitialTool(servers, null, { ...row, server: 'elsewhere' })).toEqual({ server: 'b', tool: null });
  expect(chooseInitialTool([], null, null)).toEqual({ server: '', tool: null });
});

it('knows the tool of the selected row before its card is there', () => {
  const model = createModel(silentPlatform);
  connectionOf(model).setState({ servers: [...servers] as unknown as ServerView[] });
  rowsOf(model).place(0, { ...row, id: 7, ord: 0 } as Row, true);
  select(model, 7);
  expect(initialTool(model)).toEqual({ server: 'c', tool: 'get', isKnown: true });
  // One that was sent a moment ago is not listed yet.
  select(model, 8);
  expect(initialTool(model)).toMatchObject({ tool: null, isKnown: false });
});
