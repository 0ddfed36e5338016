import { describe, expect, it, test } from 'vitest';
import type { ToolView } from '../../../shared/api/views.ts';
import { Agreements, guardCall } from './guard.ts';

const hints = (
  readOnly: boolean | null,
  destructive: boolean | null,
  idempotent: boolean | null,
): ToolView['hints'] => ({
  readOnly,
  destructive,
  idempotent,
});

const tool = { server: 's', method: 'tools/call', target: 'save' };

test.each([
  ['is read-only', hints(true, null, null), 'free'],
  ['is read-only despite its other hints', hints(true, true, false), 'free'],
  ['is idempotent', hints(false, false, true), 'free'],
  ['is idempotent without a destructive hint', hints(null, null, true), 'free'],
  ['is destructive', hints(false, true, false), 'type_name'],
  ['is destructive although idempotent', hints(false, true, true), 'type_name'],
  ['is destructive without other hints', hints(null, true, null), 'type_name'],
  ['is additive', hints(false, false, false), 'ask'],
  ['has no hints', hints(null, null, null), 'ask'],
  ['is unknown', null, 'ask'],
] as const)('a tool that %s', (_name, given, need) => {
  const guard = guardCall(tool, given);
  expect(guard).toMatchObject({ need, name: 'save' });
  // Every sentence that trusts a claim names its source.
  if (given !== null && need !== 'ask') expect(guard.because).toMatch(/[Ss]erver/);
});

test.each([
  ['ping', 'free'],
  ['tools/list', 'free'],
  ['resources/read', 'free'],
  ['prompts/get', 'free'],
  ['completion/complete', 'free'],
  ['logging/setLevel', 'ask'],
  ['resources/subscribe', 'ask'],
  ['initialize', 'ask'],
  ['constructor', 'ask'],
  ['x/y', 'ask'],
])('%s is %s', (method, need) => {
  expect(guardCall({ server: 's', method, target: null }, null).need).toBe(need);
});

describe('an agreement', () => {
  it('applies to the same server and tool only', () => {
    const agreements = new Agreements();
    const guard = guardCall(tool, null);
    expect(agreements.answer(tool, guard, '')).toBe(false);
    expect(agreements.ease(tool, guard).need).toBe('ask');
    expect(agreements.answer(tool, guard, 'yes')).toBe(true);
    expect(agreements.ease(tool, guard).need).toBe('free');
    const other = { ...tool, target: 'store' };
    expect(agreements.ease(other, guardCall(other, null)).need).toBe('ask');
    const elsewhere = { ...tool, server: 't' };
    expect(agreements.ease(elsewhere, guardCall(elsewhere, null)).need).toBe('ask');
  });

  it('never applies to a destructive tool', () => {
    const agreements = new Agreements();
    const guard = guardCall(tool, hints(false, true, false));
    expect(agreements.answer(tool, guard, 'yes')).toBe(false);
    expect(agreements.answer(tool, guard, 'save')).toBe(true);
    expect(agreements.ease(tool, guard).need).toBe('type_name');
    const nameless = guardCall({ ...tool, target: '' }, hints(false, true, false));
    expect(agreements.answer(tool, nameless, '')).toBe(false);
  });
});
