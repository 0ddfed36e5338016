import { describe, expect, it } from 'vitest';
import type { Failure, Fix } from '../../../shared/failure.ts';
import type { ReplayDraft } from '../../../shared/retry/replay.ts';
import type { Row, RowDetail } from '../../../shared/timeline.ts';
import { nextStep } from './next-step.ts';

const row = { id: 1, kind: 'call', direction: 'out', method: 'tools/call', at: 1_000, endAt: 2_000 } as Row;
const detail = (fix: Fix, verdict: Failure['retry']['verdict'] = 'wait'): RowDetail =>
  ({ row, attempts: [], failure: { fix, retry: { verdict } } }) as unknown as RowDetail;
const draft = (more: Partial<ReplayDraft> = {}): ReplayDraft =>
  ({
    guard: { need: 'free', name: '', because: '' },
    hinted: { attempts: [{ earliestMs: 6_000, latestMs: 6_000 }], words: '', sources: [] },
    ...more,
  }) as ReplayDraft;

describe('nextStep', () => {
  it('waits as the server asked, and counts down', () => {
    const asked = detail({ kind: 'wait', afterMs: 6_000 });
    expect(nextStep(asked, draft(), 2_000)).toMatchObject({ kind: 'wait', label: 'Retry in 6 s', primary: true });
    expect(nextStep(asked, null, 5_500)?.label).toBe('Retry in 3 s');
    expect(nextStep(asked, draft(), 9_000)?.label).toBe('Retry now');
  });

  it('replays at once where no wait is given, or it was tried since', () => {
    const unknown = detail({ kind: 'wait', afterMs: null });
    expect(nextStep(unknown, draft({ hinted: null }), 0)).toMatchObject({ kind: 'replay', primary: true });
    const tried = {
      ...detail({ kind: 'wait', afterMs: 6_000 }),
      attempts: [row, { ...row, id: 2, at: 5_000 }],
    };
    expect(nextStep(tried, draft(), 2_000)?.kind).toBe('replay');
  });

  it('fixes the request where that is the fix', () => {
    const fix = { kind: 'request' as const, changes: [], missing: [] };
    expect(nextStep(detail(fix, 'after_fix'), null, 0)).toMatchObject({ kind: 'fix', label: 'Fix the request' });
  });

  it('never proposes another request for what the server, the client or a setting has to fix', () => {
    const others: Fix[] = [
      { kind: 'report', to: 'server' },
      { kind: 'report', to: 'client' },
      { kind: 'setting', variables: [] },
      { kind: 'sign_in' },
      { kind: 'approval' },
      { kind: 'none' },
    ];
    for (const fix of others)
      expect(nextStep(detail(fix, 'after_fix'), draft(), 0)).toMatchObject({ kind: 'replay', primary: false });
  });

  it('shows that a question follows, and offers quietly what cannot help', () => {
    const guard = { need: 'ask' as const, name: 't', because: '' };
    expect(nextStep(detail({ kind: 'none' }, 'unknown'), draft({ guard }), 0)).toMatchObject({
      label: 'Replay…',
      primary: true,
    });
    expect(nextStep(detail({ kind: 'none' }, 'never'), draft(), 0)).toMatchObject({ label: 'Replay', primary: false });
  });

  it('has nothing to offer for other rows', () => {
    const none = detail({ kind: 'none' });
    expect(nextStep({ ...none, row: { ...row, kind: 'stderr' } }, null, 0)).toBeNull();
    expect(nextStep({ ...none, row: { ...row, direction: 'in' } }, null, 0)).toBeNull();
  });
});
