import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, done, type Input, type Method, type Results } from '../../shared/contract/api.ts';
import { silentPlatform } from '../platform/platform-fixtures.ts';
import { createModel } from './create-model.ts';
import type { Model } from './model.ts';
import { workOf } from './work.ts';

/** The tests are about time, so they control the clock. */
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function slow(): { model: Model; answer: (value: unknown) => void; asked: Method[] } {
  const asked: Method[] = [];
  let answer: (value: unknown) => void = () => undefined;
  const call = <M extends Method>(method: M, _input: Input<M>) => {
    asked.push(method);
    return new Promise<Answer<Results[M]>>((resolve) => {
      answer = (value) => resolve(done(value as Results[M]));
    });
  };
  const model = createModel({ ...silentPlatform, call });
  return { model, answer: (value) => answer(value), asked };
}

describe('what the window waits for', () => {
  it('is shown after half a second, and removed with its response', async () => {
    const host = slow();
    const waiting = host.model.platform.call('tools', { server: 'a', refresh: false });
    await vi.advanceTimersByTimeAsync(400);
    expect(workOf(host.model).getState().jobs).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(workOf(host.model).getState().jobs).toMatchObject([{ words: 'Asking for the tools' }]);
    host.answer({ tools: [], problem: '' });
    expect(await waiting).toMatchObject({ ok: true });
    expect(workOf(host.model).getState().jobs).toEqual([]);
  });

  it('can be stopped, and its effects are undone', async () => {
    const host = slow();
    const waiting = host.model.platform.call('connect', { server: 'a' });
    await vi.advanceTimersByTimeAsync(3_000);
    workOf(host.model).getState().jobs[0]?.stop?.();
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(host.asked).toEqual(['connect', 'disconnect']);
    expect(workOf(host.model).getState().jobs).toEqual([]);
  });

  it('cannot be stopped if the window depends on it', async () => {
    const host = slow();
    void host.model.platform.call('snapshot', {});
    await vi.advanceTimersByTimeAsync(3_000);
    expect(workOf(host.model).getState().jobs).toMatchObject([{ stop: null }]);
    host.answer({});
    await vi.advanceTimersByTimeAsync(0);
  });
});
