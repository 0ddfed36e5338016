import { describe, expect, it } from 'vitest';
import type { Failure, Fix } from '../../../shared/failure.ts';
import type { ReplayDraft } from '../../../shared/retry/replay.ts';
import type { Row, RowDetail } from '../../../shared/timeline.ts';
import { type Around, primaryAction } from './primary-action.ts';

const row = {
  id: 1,
  kind: 'call',
  direction: 'out',
  method: 'tools/call',
  group: 'g',
  client: null,
  rehearsed: null,
  at: 1_000,
  endAt: 2_000,
} as Row;
const detail = (fix: Fix, verdict: Failure['retry']['verdict'] = 'after_fix', evidence: object[] = []): RowDetail =>
  ({
    row,
    params: '{"name":"t","arguments":{}}',
    attempts: [],
    incident: null,
    failure: { class: 'validation', fix, retry: { verdict }, evidence, issues: [] },
  }) as unknown as RowDetail;
const draft = (more: Partial<ReplayDraft> = {}): ReplayDraft =>
  ({
    guard: { need: 'free', name: '', because: '' },
    hinted: { attempts: [{ earliestMs: 6_000, latestMs: 6_000 }], words: '', sources: [] },
    ...more,
  }) as ReplayDraft;
const around = (more: Partial<Around> = {}): Around => ({
  draft: draft(),
  now: 2_000,
  isRecording: false,
  server: { isOwn: true, isAway: false, canSignIn: true, savesTo: null },
  isPlanned: false,
  fixProblem: '',
  isFixShown: true,
  listTool: null,
  isPicking: false,
  ...more,
});
const change = { path: '/a', after: 1, because: '', from: 'server' as const };
const missing = { path: '/b', wants: '', isSent: false };
const exited = [{ path: 'process.code', decides: true }];

describe('primaryAction', () => {
  it('follows the kind of fix', () => {
    const cases: [RowDetail, string][] = [
      [detail({ kind: 'request', changes: [change], missing: [] }), 'Fix and retry'],
      [detail({ kind: 'request', changes: [change], missing: [missing] }), 'Fix and retry'],
      [detail({ kind: 'request', changes: [], missing: [] }), 'Edit and retry'],
      [detail({ kind: 'wait', afterMs: 6_000 }, 'wait'), 'Retry in 6 s'],
      [detail({ kind: 'sign_in' }, 'after_auth'), 'Sign in'],
      [detail({ kind: 'setting', variables: ['KEY'] }), 'Save and restart'],
      [detail({ kind: 'setting', variables: [] }), 'Edit and restart'],
      [detail({ kind: 'report', to: 'server' }), 'Copy report'],
      [detail({ kind: 'none' }, 'never'), 'Edit and retry'],
      [detail({ kind: 'none' }, 'unknown'), 'Replay'],
      [detail({ kind: 'report', to: 'server' }, 'never', exited), 'Restart'],
    ];
    for (const [of, label] of cases)
      expect(primaryAction(of, around()), label).toMatchObject({ label, key: 'f', isPrimary: true });
  });

  it('waits longer after a timeout of the client', () => {
    const timedOut = (afterMs: number, lateMs: number | null) => {
      const { failure, ...rest } = detail({ kind: 'wait', afterMs: null }, 'backoff');
      const ending = { kind: 'client_timeout', by: 'client', afterMs, limitMs: afterMs, lateMs };
      return primaryAction({ ...rest, failure: { ...failure, ending } } as RowDetail, around())?.label;
    };
    expect(timedOut(2_000, null)).toBe('Replay with 30 s');
    expect(timedOut(60_000, 20_000)).toBe('Replay with 1 min 30 s');
  });

  it('connects again to an address, which it cannot restart', () => {
    const refused = detail({ kind: 'wait', afterMs: null }, 'backoff', [{ path: 'http.error', decides: true }]);
    expect(primaryAction(refused, around())?.label).toBe('Connect again');
  });

  it('changes the settings if there is no sign-in', () => {
    const server = { isOwn: true, isAway: false, canSignIn: false, savesTo: null };
    expect(primaryAction(detail({ kind: 'sign_in' }, 'after_auth'), around({ server }))?.label).toBe(
      'Edit and restart',
    );
  });

  it('names the client that has to change', () => {
    const found = detail({ kind: 'report', to: 'client' });
    const watched = { ...found, row: { ...row, client: 'Codex' } };
    expect(primaryAction(watched, around())?.label).toBe('Report to Codex');
  });

  it('saves to a server’s client, and shows the change first', () => {
    const server = { isOwn: false, isAway: false, canSignIn: false, savesTo: 'Cursor' };
    const found = detail({ kind: 'setting', variables: ['KEY'] }, 'after_fix', exited);
    expect(primaryAction(found, around({ server }))).toMatchObject({ label: 'Save to Cursor…' });
    expect(primaryAction(found, around({ server, isPlanned: true }))?.label).toBe('Save to Cursor');
    expect(primaryAction(detail({ kind: 'setting', variables: [] }), around({ server }))?.label).toBe('Copy report');
  });

  it('says why the corrected call cannot be sent yet', () => {
    const found = detail({ kind: 'request', changes: [], missing: [missing] });
    expect(primaryAction(found, around({ fixProblem: 'Enter b.' }))).toMatchObject({
      label: 'Fix and retry',
      problem: 'Enter b.',
    });
  });

  it('leads to the field from a tab without it, in place of a disabled button', () => {
    const found = detail({ kind: 'request', changes: [], missing: [missing] });
    const elsewhere = around({ fixProblem: 'Enter b.', isFixShown: false });
    expect(primaryAction(found, elsewhere)).toMatchObject({ label: 'Fix and retry…', problem: '' });
  });

  it('picks an existing value if a tool lists them, and never marks as expected first', () => {
    const gone = detail({ kind: 'none' }, 'never');
    expect(primaryAction(gone, around({ listTool: 'list_orders' }))?.label).toBe('Pick from list_orders');
    expect(primaryAction(gone, around({ listTool: 'list_orders', isPicking: true }))?.label).toBe('Fix and retry');
    expect(primaryAction(gone, around())?.label).toBe('Edit and retry');
  });

  it('counts down a wait, and does not wait if it was retried since', () => {
    const asked = detail({ kind: 'wait', afterMs: 6_000 }, 'wait');
    expect(primaryAction(asked, around({ draft: null, now: 5_500 }))?.label).toBe('Retry in 3 s');
    expect(primaryAction(asked, around({ now: 9_000 }))?.label).toBe('Retry now');
    const tried = { ...asked, attempts: [row, { ...row, id: 2, at: 5_000, failure: {} } as Row] };
    expect(primaryAction(tried, around())?.kind).toBe('replay');
    expect(primaryAction(detail({ kind: 'wait', afterMs: null }, 'wait'), around())?.kind).toBe('wait');
    expect(primaryAction(asked, around({ draft: draft({ hinted: null }) }))?.kind).toBe('replay');
  });

  it('compares the attempts once one succeeded', () => {
    const failed = detail({ kind: 'wait', afterMs: 6_000 }, 'wait');
    const passed = { ...row, id: 2, at: 9_000, failure: null, outcome: 'answered' } as Row;
    expect(primaryAction({ ...failed, attempts: [row, passed] }, around())?.label).toBe('Compare attempts');
  });

  it('only replays from a recording', () => {
    const fixes: Fix[] = [
      { kind: 'wait', afterMs: 6_000 },
      { kind: 'request', changes: [change], missing: [] },
      { kind: 'setting', variables: ['KEY'] },
      { kind: 'none' },
    ];
    for (const fix of fixes)
      expect(primaryAction(detail(fix), around({ isRecording: true }))).toMatchObject({
        label: 'Replay live…',
        key: 'f',
      });
  });

  it('shows that a question follows, and what connects first', () => {
    const unknown = detail({ kind: 'none' }, 'unknown');
    const guard = { need: 'ask' as const, name: 't', because: '' };
    expect(primaryAction(unknown, around({ draft: draft({ guard }) }))?.label).toBe('Replay…');
    const away = { isOwn: true, isAway: true, canSignIn: false, savesTo: null };
    expect(primaryAction(unknown, around({ server: away }))?.label).toBe('Connect and replay');
  });

  it('offers a replay for a success, and nothing for rows that are not calls', () => {
    const passed = { ...detail({ kind: 'none' }), failure: null };
    expect(primaryAction(passed, around())).toMatchObject({ kind: 'replay', isPrimary: false });
    expect(primaryAction({ ...passed, row: { ...row, kind: 'stderr' } }, around())).toBeNull();
  });
});
