import { describe, expect, it } from 'vitest';
import { builtInDialects } from '../../shared/dialects/built-in.ts';
import { coverage, coverageTable } from './dialect-coverage.ts';

// Every row of the five documented models; each dialect's test has the tables with their meanings.
const documented: Record<string, Partial<Record<'code' | 'range' | 'class' | 'status', string[]>>> = {
  closient: { code: '-32001 -32002 -32003 -32100 -32101 -32102 -32200 -32201 -32300'.split(' ') },
  'error-model': {
    code: '2001 2002 2003 3001 3002 4001 4002 5001'.split(' '),
    range: ['1000 to 1999', '2000 to 2999', '3000 to 3999', '4000 to 4999', '5000 to 5999'],
  },
  erlmcp: {
    code: '-32700 -32600 -32601 -32602 -32603 -32001 -32002 -32003 -32004 -32005 -32006 -32007 -32008 -32009 -32010 -32011 -32012 -32013 -32014 -32015 -32021 -32022 -32023 -32025 -32029 -32031 -32032 -32033 -32034 -32043 -32044 -32046 -32051 -32052 -32053 -32054 -32056 -32061 -32062 -32063 -32071 -32072 -32081 -32083 -32084 -32085 -32091 -32092 -32094 -32110 -32111 -32112 -32113 1090 1091 1095'.split(
      ' ',
    ),
    range: [
      '-32700 to -32600',
      '-32010 to -32001',
      '-32020 to -32011',
      '-32030 to -32021',
      '-32040 to -32031',
      '-32050 to -32041',
      '-32060 to -32051',
      '-32070 to -32061',
      '-32080 to -32071',
      '-32090 to -32081',
      '-32100 to -32091',
      '-32113 to -32110',
      '1090 to 1099',
    ],
  },
  qaqnuz: { class: ['validation', 'permission', 'retryable', 'dependency', 'terminal'] },
  platica: { code: ['-32001', '-32000', '-32602', '-32603'], status: ['400', '401', '403', '404', '422', '500'] },
};

describe('coverage', () => {
  const rows = coverage(builtInDialects);
  for (const [dialect, tables] of Object.entries(documented)) {
    for (const [table, keys] of Object.entries(tables)) {
      it(`has each ${table} of ${dialect}`, () => {
        const known = new Set(
          rows.filter((row) => row.dialect === dialect && row.table === table).map((row) => row.key),
        );
        expect(keys.filter((key) => !known.has(key))).toEqual([]);
      });
    }
  }

  it('prints as a table', () => {
    const text = coverageTable(builtInDialects);
    expect(text).toMatch(/^dialect +kind/);
    expect(text).toMatch(/erlmcp +code +-32010 +Rate Limited +MCP Core +rate_limited +wait +error/);
  });
});
