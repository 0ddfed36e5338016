import { expect, it } from 'vitest';
import { clientNeeds } from './client-needs.ts';
import type { Clash, ComparedRow } from './compared.ts';

const clash = (kind: Clash['kind'], about: string, words: string): Clash => ({ kind, about, words, servers: [] });
const row = (id: string, cell: object): ComparedRow =>
  ({ id, name: id, cells: [{ code: null, unit: null, models: null, ...cell }] }) as unknown as ComparedRow;

it('lists what a client has to handle, worst first, each with its row', () => {
  const models = { change: '', clients: [{ client: 'codex', told: false, lost: [] }] };
  const rows = [
    row('Rate limited', { unit: {} }),
    row('Not found', { code: '-32001' }),
    row('Unknown tool', { models }),
  ];
  const clashes = [
    clash('carrier', 'Not found', ''),
    clash('unit', 'retry_after', 'The wait before a retry is in seconds on a and in milliseconds on b.'),
    clash('code', '-32001', '-32001 means Sign in on a, but Not found on b.'),
  ];
  expect(clientNeeds({ rows, clashes })).toMatchObject([
    {
      title: '-32001 means several things',
      words: 'Sign in on a, but Not found on b.',
      row: 'Not found',
      isSevere: true,
    },
    { title: 'Codex misses 1 failure', row: 'Unknown tool' },
    { title: 'Retry wait: seconds or milliseconds', row: 'Rate limited' },
    { title: '1 failure has several shapes', row: 'Not found' },
  ]);
});
