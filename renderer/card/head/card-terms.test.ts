import { describe, expect, it } from 'vitest';
import { failureClasses, verdicts } from '../../../shared/failure.ts';
import { parseFilter } from '../../../shared/filter/parse-filter.ts';
import type { RowDetail } from '../../../shared/timeline.ts';
import { cardTerms } from './card-terms.ts';

const detail = (row: object, failure: object | null): RowDetail => ({ row, failure }) as unknown as RowDetail;

describe('the terms of a card', () => {
  it('all parse as filters', () => {
    for (const name of failureClasses) {
      for (const verdict of verdicts) {
        const terms = cardTerms(
          detail(
            { kind: 'call', method: 'tools/call', target: 'get_order' },
            { class: name, retry: { verdict }, code: -32602, dialect: { id: 'json-rpc' } },
          ),
          'my server',
        );
        expect(terms).toContain('server:"my server"');
        for (const term of terms) expect(parseFilter(term), term).toMatchObject({ ok: true });
      }
    }
  });

  it('omit names that a term cannot express', () => {
    expect(cardTerms(detail({ kind: 'call', method: null, target: 'a "b"' }, null), 'x')).toEqual(['server:x']);
    expect(cardTerms(detail({ kind: 'stderr', method: null, target: null }, null), 'x')).toEqual([
      'server:x',
      'kind:stderr',
    ]);
  });
});
