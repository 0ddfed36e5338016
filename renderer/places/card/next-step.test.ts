import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../shared/failure.ts';
import type { ReplayDraft } from '../../../shared/replay.ts';
import type { Row, RowDetail } from '../../../shared/timeline.ts';
import { nextStep } from './next-step.ts';

const row = { id: 1, kind: 'call', direction: 'out', method: 'tools/call', at: 1_000, endAt: 2_000 } as Row;
const detail = (retry: Partial<Failure['retry']>, more: Partial<Failure> = {}): RowDetail =>
  ({
    row,
    attempts: [],
    failure: { class: 'rate_limited', retry: { verdict: 'wait', afterMs: null, ...retry }, ...more },
  }) as unknown as RowDetail;
const draft = (more: Partial<ReplayDraft> = {}): ReplayDraft =>
  ({
    guard: { need: 'free', name: '', because: '' },
    hinted: { attempts: [{ earliestMs: 6_000, latestMs: 6_000 }], words: '', sources: [] },
    ...more,
  }) as ReplayDraft;

describe('nextStep', () => {
  it('waits as the server asked, and counts down', () => {
    const asked = detail({ afterMs: 6_000 });
    expect(nextStep(asked, draft(), 2_000)).toMatchObject({
      kind: 'wait',
      label: 'Wait 6 s, then retry',
      primary: true,
    });
    expect(nextStep(asked, draft(), 5_500)?.label).toBe('Wait 3 s, then retry');
    expect(nextStep(asked, draft(), 9_000)?.label).toBe('Retry, the wait is over');
  });

  it('replays at once where nobody said when, or it was tried since', () => {
    expect(nextStep(detail({}), draft({ hinted: null }), 0)).toMatchObject({ kind: 'replay', primary: true });
    const tried = { ...detail({ afterMs: 6_000 }), attempts: [row, { ...row, id: 2, at: 5_000 }] };
    expect(nextStep(tried, draft(), 2_000)?.kind).toBe('replay');
  });

  it('mends what the caller got wrong', () => {
    expect(nextStep(detail({ verdict: 'after_fix' }, { class: 'validation' }), null, 0)?.label).toBe('Fix arguments');
    expect(nextStep(detail({ verdict: 'after_fix' }, { class: 'method_not_found' }), null, 0)?.label).toBe(
      'Change the call',
    );
    const broken = detail({ verdict: 'after_fix' }, { class: 'unavailable', fault: 'server' });
    expect(nextStep(broken, draft(), 0)).toMatchObject({ kind: 'replay', primary: false });
  });

  it('shows that a question follows, and offers quietly what cannot help', () => {
    const guard = { need: 'ask' as const, name: 't', because: '' };
    expect(nextStep(detail({ verdict: 'unknown' }), draft({ guard }), 0)).toMatchObject({
      label: 'Replay…',
      primary: true,
    });
    expect(nextStep(detail({ verdict: 'never' }), draft(), 0)).toMatchObject({ label: 'Replay', primary: false });
  });

  it('has nothing to offer for other rows', () => {
    expect(nextStep({ ...detail({}), row: { ...row, kind: 'stderr' } }, null, 0)).toBeNull();
    expect(nextStep({ ...detail({}), row: { ...row, direction: 'in' } }, null, 0)).toBeNull();
  });
});
