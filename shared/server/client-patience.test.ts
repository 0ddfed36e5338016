import { expect, it } from 'vitest';
import { clientsThatGaveUp } from '../features/doctor/client-patience.ts';

it('names the clients with a shorter startup timeout, the shortest first', () => {
  const names = (ms: number) => clientsThatGaveUp(ms).map(({ client }) => client);
  expect(names(9_900)).toEqual([]);
  expect(names(30_000)).toEqual([]);
  expect(names(45_000)).toEqual(['Claude Code', 'Codex']);
  expect(names(61_000)).toEqual(['Claude Code', 'Codex', 'Claude Desktop']);
});
