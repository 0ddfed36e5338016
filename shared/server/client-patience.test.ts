import { expect, it } from 'vitest';
import { clientsThatGaveUp } from '../features/doctor/client-patience.ts';

it('names the clients with a shorter startup timeout, the shortest first', () => {
  const names = (ms: number) => clientsThatGaveUp(ms).map(({ client }) => client);
  expect(names(1_900)).toEqual([]);
  expect(names(8_000)).toEqual(['Cline CLI']);
  expect(names(30_000)).toEqual(['Cline CLI']);
  expect(names(45_000)).toEqual(['Cline CLI', 'Claude Code', 'Codex', 'opencode']);
  expect(names(61_000)).toEqual([
    'Cline CLI',
    'Claude Code',
    'Codex',
    'opencode',
    'GitHub Copilot CLI',
    'Claude Desktop',
  ]);
});
