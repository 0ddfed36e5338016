import { expect, it } from 'vitest';
import { clientsThatGaveUp } from '../features/doctor/client-patience.ts';

it('names the clients with a shorter startup timeout, the shortest first', () => {
  const names = (ms: number) => clientsThatGaveUp(ms).map(({ client }) => client);
  expect(names(9_900)).toEqual([]);
  expect(names(26_000)).toEqual(['Codex']);
  expect(names(45_000)).toEqual(['Codex', 'Claude Code']);
  expect(names(61_000)).toEqual(['Codex', 'Claude Code', 'Claude Desktop']);
});
