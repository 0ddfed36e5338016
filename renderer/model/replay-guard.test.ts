import { describe, expect, it } from 'vitest';
import { refusedGuard, sentTool } from './replay-guard.ts';

describe('what is asked after a refusal', () => {
  const free = { need: 'free' as const, name: 'read', because: 'It reads.' };

  it('finds the tool in what is sent', () => {
    expect(sentTool({ message: { kind: 'as_sent' } })).toBeNull();
    expect(sentTool({ message: { kind: 'params', method: 'tools/call', params: '{"name":"drop"}' } })).toBe('drop');
    expect(sentTool({ message: { kind: 'raw', text: '{"params":{"name":"drop"}}' } })).toBe('drop');
    expect(sentTool({ message: { kind: 'raw', text: '{"par' } })).toBeNull();
  });

  it('asks first, and requires the name if a yes was not enough', () => {
    const first = refusedGuard(free, 'drop', 'Marked as destructive.', '');
    expect(first).toEqual({ need: 'ask', name: 'drop', because: 'Marked as destructive.' });
    expect(refusedGuard(free, 'drop', 'Marked as destructive.', 'yes').need).toBe('type_name');
    expect(refusedGuard(free, '', 'Cannot be told.', 'yes').need).toBe('ask');
  });
});
