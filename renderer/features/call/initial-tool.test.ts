import { expect, it } from 'vitest';
import type { ServerView } from '../../../shared/api/views.ts';
import type { Row } from '../../../shared/timeline.ts';
import { connectionOf } from '../../model/connection.ts';
import { createModel } from '../../model/create-model.ts';
import { rowsOf, select } from '../../model/timeline.ts';
import { silentPlatform } from '../../testing/platform-fixtures.ts';
import { chooseInitialTool, initialTool } from './initial-tool.ts';

const servers = [
  { id: 'a', state: 'exited' },
  { id: 'b', state: 'connected' },
  { id: 'c', state: 'connected' },
] as const;
const row = { server: 'c', method: 'tools/call', target: 'get' };

it('opens on the tool and the server of the selected row', () => {
  expect(chooseInitialTool(servers, null, row)).toEqual({ server: 'c', tool: 'get' });
  // Also one that is not connected, because it can be connected from there.
  expect(chooseInitialTool(servers, null, { ...row, server: 'a' })).toEqual({ server: 'a', tool: 'get' });
  expect(chooseInitialTool(servers, null, { server: 'c', method: 'ping', target: null })).toEqual({
    server: 'c',
    tool: null,
  });
});

it('opens on a connected server if the selected row is why another did not start', () => {
  const start = { server: 'a', method: 'initialize', target: null };
  expect(chooseInitialTool(servers, null, start)).toEqual({ server: 'b', tool: null });
  expect(chooseInitialTool(servers.slice(0, 1), null, start)).toEqual({ server: 'a', tool: null });
});

it('opens on the requested server, otherwise on an existing one', () => {
  expect(chooseInitialTool(servers, 'b', row)).toEqual({ server: 'b', tool: null });
  expect(chooseInitialTool(servers, null, null)).toEqual({ server: 'b', tool: null });
  // A row of a capture: its server is not in this list.
  expect(chooseInitialTool(servers, null, { ...row, server: 'elsewhere' })).toEqual({ server: 'b', tool: null });
  expect(chooseInitialTool([], null, null)).toEqual({ server: '', tool: null });
});

it('knows the tool of the selected row before its card has loaded', () => {
  const model = createModel(silentPlatform);
  connectionOf(model).setState({ servers: [...servers] as unknown as ServerView[] });
  rowsOf(model).place(0, { ...row, id: 7, ord: 0 } as Row, true);
  select(model, 7);
  expect(initialTool(model)).toEqual({ server: 'c', tool: 'get', isKnown: true });
  // A call that was just sent is not listed yet.
  select(model, 8);
  expect(initialTool(model)).toMatchObject({ tool: null, isKnown: false });
});
