// A filter as SQL, as far as SQL can tell. What it cannot tell it lets pass, and says so: then each row is looked at.
// Every part is true or false, never NULL, so that NOT means what it says.

import type { Filter, HasWord, IsWord, NumberKey, WordKey } from '../../../shared/filter/filter.ts';
import { compileGlob } from '../../../shared/filter/match.ts';
import type { SqlValue } from './schema.ts';

export interface SqlCondition {
  sql: string;
  values: SqlValue[];
  /** Exactly the filter, not only no less than it. */
  exact: boolean;
}

export interface Servers {
  ids: readonly string[];
  name: (id: string) => string;
}

const exactly = (sql: string, ...values: SqlValue[]): SqlCondition => ({ sql, values, exact: true });
const anything: SqlCondition = { sql: 'TRUE', values: [], exact: false };

export function toSql(filter: Filter, now: number, servers: Servers): SqlCondition {
  switch (filter.op) {
    case 'and':
    case 'or': {
      const parts = filter.terms.map((term) => toSql(term, now, servers));
      if (parts.length === 0) return exactly('TRUE');
      return {
        sql: `(${parts.map(({ sql }) => sql).join(filter.op === 'and' ? ' AND ' : ' OR ')})`,
        values: parts.flatMap(({ values }) => values),
        exact: parts.every(({ exact }) => exact),
      };
    }
    case 'not': {
      const part = toSql(filter.term, now, servers);
      return part.exact ? { ...part, sql: `NOT ${part.sql}` } : anything;
    }
    case 'is':
      return isIt(filter.word);
    case 'has':
      return hasIt(filter.word);
    case 'word':
      return exactly(`(${wordColumns[filter.key]} IS ?)`, filter.word);
    case 'number':
      return exactly(`((${numberColumns[filter.key]} ${filter.comparison} ?) IS TRUE)`, filter.value);
    case 'since':
      return exactly('(at >= ?)', now - filter.ms);
    case 'before':
      return exactly('(at < ?)', now - filter.ms);
    case 'glob': {
      if (filter.key !== 'server') return anything;
      const passes = compileGlob(filter.pattern);
      const ids = servers.ids.filter((id) => passes(id) || passes(servers.name(id)));
      return exactly('(server IN (SELECT value FROM json_each(?)))', JSON.stringify(ids));
    }
    case 'code':
    case 'regex':
    case 'text':
      return anything;
  }
}

const wordColumns: Record<WordKey, string> = {
  class: 'class',
  retry: 'verdict',
  severity: 'severity',
  origin: 'origin',
  layer: 'layer',
  carrier: 'carrier',
  outcome: 'outcome',
  kind: 'kind',
};

const numberColumns: Record<NumberKey, string> = {
  http: 'http',
  dur: 'latency',
  wait: 'after_ms',
  attempt: 'attempt',
  epoch: 'epoch',
};

const remark = (word: string): SqlCondition => exactly(`(instr(' ' || remarks || ' ', ?) > 0)`, ` ${word} `);

function isIt(word: IsWord): SqlCondition {
  switch (word) {
    case 'failed':
      return exactly('failed = 1'); // Spelled as in the index of failed rows.
    case 'ok':
      return exactly(`(outcome IS 'answered')`);
    case 'pending':
      return exactly('pending = 1');
    case 'retried':
      return exactly('(chain IS NOT NULL)');
    case 'negative':
      return exactly('(negative = 1)');
    case 'unflagged':
      return exactly('(flagged IS 0)');
    case 'recovered':
    case 'late':
    case 'duplicate':
      return remark(word);
    case 'in':
    case 'out':
      return exactly('(direction = ?)', word);
    default:
      return exactly('(kind = ?)', word);
  }
}

function hasIt(word: HasWord): SqlCondition {
  switch (word) {
    case 'problem':
    case 'issues':
    case 'notes':
      return exactly(`(${word} = 1)`);
    case 'wait':
      return exactly('(after_ms IS NOT NULL)');
    case 'http':
      return exactly(`(http IS NOT NULL OR kind = 'http')`);
    case 'code':
      return exactly('(code IS NOT NULL)');
    case 'progress':
    case 'noise':
      return remark(word);
  }
}
