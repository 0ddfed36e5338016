import { describe, expect, it } from 'vitest';
import { type ReplayDraft, replayRequestSchema } from '../../shared/retry/replay.ts';
import { editProblem, startEdits, toRequest } from './replay-edits.ts';

const draft: ReplayDraft = {
  row: { id: 12 } as ReplayDraft['row'],
  method: 'tools/call',
  params: '{"name":"t","arguments":{"n":1.0}}',
  raw: '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{}}',
  guard: { need: 'free', name: 't', because: '' },
  hinted: null,
  headers: ['Authorization'],
  problem: '',
  evidence: null,
};

describe('the request', () => {
  it('is as sent until something changes', () => {
    const edits = startEdits(draft);
    expect(edits.params).toContain('1.0');
    const request = replayRequestSchema.parse(toRequest(draft, edits));
    expect(request).toEqual({
      row: 12,
      message: { kind: 'as_sent' },
      to: { kind: 'same' },
      when: { kind: 'now' },
      times: 1,
      untilChange: false,
      headers: {},
      confirm: '',
    });
  });

  it('has the changed params, or the raw text unchanged', () => {
    const edits = startEdits(draft);
    expect(toRequest(draft, { ...edits, params: '{"name":"u"}' }).message).toEqual({
      kind: 'params',
      method: 'tools/call',
      params: '{"name":"u"}',
    });
    expect(toRequest(draft, { ...edits, mode: 'raw', raw: '{"json' }).message).toEqual({ kind: 'raw', text: '{"json' });
  });

  it('has a count only if nothing else decides it', () => {
    const edits = { ...startEdits(draft), repeat: 'until' as const, times: 9 };
    expect(toRequest(draft, edits)).toMatchObject({ times: 9, untilChange: true });
    expect(toRequest(draft, { ...edits, when: 'policy' })).toMatchObject({ times: 1, untilChange: false });
  });

  it('changes and removes headers by name', () => {
    const headers = [
      { name: 'Authorization', value: '', action: 'omit' as const, configured: true },
      { name: 'X-Trace', value: '1', action: 'change' as const, configured: false },
      { name: '', value: '', action: 'change' as const, configured: false },
    ];
    expect(toRequest(draft, { ...startEdits(draft), headers }).headers).toEqual({
      Authorization: null,
      'X-Trace': '1',
    });
  });

  it('starts with the hint if there is one', () => {
    expect(startEdits({ ...draft, hinted: { attempts: [], words: '', sources: [] } }).when).toBe('hinted');
  });
});

describe('editProblem', () => {
  it('names what is missing', () => {
    const edits = startEdits(draft);
    expect(editProblem(edits)).toBe('');
    expect(editProblem({ ...edits, to: 'server' })).toMatch(/Choose the server/);
    const headers = [{ name: 'a b', value: '', action: 'change' as const, configured: false }];
    expect(editProblem({ ...edits, headers })).toMatch(/cannot be a header/);
  });
});
