// What a client that talks to these servers has to handle, worst first: each contradiction once, with the row that shows it. Pure.

import { nameOfClient } from '../../clients/clients.ts';
import type { SeenClientId } from '../../seen/seen.ts';
import { capital } from '../../text/capital.ts';
import { listWords } from './compare-words.ts';
import type { Clash, ComparedRow, Comparison } from './compared.ts';

export interface ClientNeed {
  id: string;
  isSevere: boolean;
  title: string;
  words: string;
  /** The row that shows it; null if none does. */
  row: string | null;
}

export function clientNeeds({ rows, clashes }: Pick<Comparison, 'rows' | 'clashes'>): ClientNeed[] {
  const of = (kind: Clash['kind']) => clashes.filter((clash) => clash.kind === kind);
  return [
    ...of('code').map((clash) => codeNeed(clash, rows)),
    ...missedFailures(rows),
    ...of('unit').map((clash) => unitNeed(clash, rows)),
    ...severalShapes(of('carrier'), rows),
  ];
}

function codeNeed({ about, words }: Clash, rows: readonly ComparedRow[]): ClientNeed {
  const row = rows.find(({ cells }) => cells.some(({ code }) => code === about));
  const said = words.replace(`${about} means `, '');
  return {
    id: `code ${about}`,
    isSevere: true,
    title: `${about} means several things`,
    words: said,
    row: row?.id ?? null,
  };
}

function unitNeed({ about, words }: Clash, rows: readonly ComparedRow[]): ClientNeed {
  const row = rows.find(({ cells }) => cells.some(({ unit }) => unit !== null));
  const said = words.replace('The wait before a retry is in ', '');
  return {
    id: `unit ${about}`,
    isSevere: false,
    title: 'Retry wait: seconds or milliseconds',
    words: capital(said),
    row: row?.id ?? null,
  };
}

const mostNames = 2;

/** Failures that some models never learn of. */
function missedFailures(rows: readonly ComparedRow[]): ClientNeed[] {
  const missed = rows.flatMap((row) =>
    row.cells.flatMap(({ models }) => {
      const clients = models?.clients.filter(({ told }) => !told).map(({ client }) => client) ?? [];
      return clients.length > 0 ? [{ row: row.id, clients, change: models?.change ?? '' }] : [];
    }),
  );
  const [first] = missed;
  if (first === undefined) return [];
  const clients = [...new Set(missed.flatMap(({ clients }) => clients))];
  const count = missed.length;
  return [
    {
      id: 'models',
      isSevere: false,
      title: `${namesOf(clients)} ${clients.length === 1 ? 'misses' : 'miss'} ${count} ${count === 1 ? 'failure' : 'failures'}`,
      words: first.change || 'isError is the only sign, and their models do not get it.',
      row: first.row,
    },
  ];
}

function namesOf(clients: readonly SeenClientId[]): string {
  const names = clients.map(nameOfClient);
  return names.length <= mostNames ? listWords(names) : `${names[0]} and ${names.length - 1} more`;
}

/** One meaning in several places: a client has to look in each. */
function severalShapes(clashes: readonly Clash[], rows: readonly ComparedRow[]): ClientNeed[] {
  const [first] = clashes;
  if (first === undefined) return [];
  const count = clashes.length;
  const more = count > mostNames ? ` and ${count - mostNames} more` : '';
  const named = clashes.slice(0, mostNames).map(({ about }) => about);
  return [
    {
      id: 'shapes',
      isSevere: false,
      title: `${count} ${count === 1 ? 'failure has' : 'failures have'} several shapes`,
      words: `${more === '' ? listWords(named) : `${named.join(', ')}${more}`}: check the error, the result and its text.`,
      row: rows.find(({ name }) => name === first.about)?.id ?? null,
    },
  ];
}
