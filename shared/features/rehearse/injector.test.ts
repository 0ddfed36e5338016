import { describe, expect, it } from 'vitest';
import { Injector } from './injector.ts';
import type { Plan, RehearsalStep } from './rehearsal-plan.ts';

const planOf = (...steps: RehearsalStep[]): Plan => ({
  name: 'test',
  title: 'Test',
  about: '',
  seed: 7,
  endsAfterMs: 1000,
  steps,
});

/** Which of the calls are touched: `x` or `.`. */
function drawn(injector: Injector, calls: number, tool = 'read'): string {
  return Array.from({ length: calls }, () => (injector.decide(tool, 0) ? 'x' : '.')).join('');
}

const limited = { answer: 'rate_limited' } as const;
const tools = {
  tools: [
    { name: 'read', annotations: { readOnlyHint: true }, outputSchema: { type: 'object' } },
    { name: 'write', annotations: { readOnlyHint: false } },
    { name: 'odd', annotations: { readOnlyHint: 'true' } },
    'broken',
  ],
};

describe('how often', () => {
  it.each([
    [{ do: limited }, 'xxxxxxxx'],
    [{ do: limited, atMost: 3 }, 'xxx.....'],
    [{ do: limited, often: 'once' }, 'x.......'],
    [{ do: limited, often: { first: 2 } }, 'xx......'],
    [{ do: limited, often: { every: 3 } }, '..x..x..'],
    [{ do: limited, often: { every: 3 }, atMost: 1 }, '..x.....'],
  ] satisfies [RehearsalStep, string][])('%j', (step, expected) => {
    expect(drawn(new Injector(planOf(step)), 8)).toBe(expected);
  });

  it('picks a share by the seed: about that many, the same each time, others with another seed', () => {
    const step: RehearsalStep = { do: limited, often: { share: 0.5 } };
    const one = drawn(new Injector(planOf(step)), 1000);
    const hits = one.split('x').length - 1;
    expect(hits).toBeGreaterThan(430);
    expect(hits).toBeLessThan(570);
    expect(drawn(new Injector(planOf(step)), 1000)).toBe(one);
    expect(drawn(new Injector({ ...planOf(step), seed: 8 }), 1000)).not.toBe(one);
  });

  it('takes the first step that fits', () => {
    const injector = new Injector(planOf({ do: limited, often: 'once' }, { do: { answer: 'internal' } }));
    expect([1, 2].map(() => injector.decide('read', 0)?.injected)).toEqual(['answer:rate_limited', 'answer:internal']);
  });

  it('ends by itself, counted from the first call', () => {
    const injector = new Injector(planOf({ do: limited }));
    expect(injector.decide('read', 5000)).not.toBeNull();
    expect(injector.decide('read', 5999)).not.toBeNull();
    expect(injector.decide('read', 6000)).toBeNull();
  });
});

describe('safety', () => {
  const touches = (step: RehearsalStep, tool: string, knows = true): boolean => {
    const injector = new Injector(planOf(step));
    if (knows) injector.learnTools(tools as never);
    return injector.decide(tool, 0) !== null;
  };

  it('answers in the place of any tool', () => {
    for (const tool of ['read', 'write', 'unlisted']) expect(touches({ do: limited }, tool)).toBe(true);
    for (const end of ['session', 'sign-in'] as const) expect(touches({ do: { end } }, 'write')).toBe(true);
  });

  it.each([
    { spoil: 'delay', ms: 1 },
    { spoil: 'noise' },
    { end: 'process' },
    { end: 'stream' },
  ] satisfies RehearsalStep['do'][])('%j touches only read-only tools and tools that the plan names', (injection) => {
    expect(touches({ do: injection }, 'read')).toBe(true);
    expect(touches({ do: injection }, 'read', false)).toBe(false);
    for (const tool of ['write', 'odd', 'unlisted']) expect(touches({ do: injection }, tool)).toBe(false);
    expect(touches({ do: injection, tools: ['write'] }, 'write')).toBe(true);
    expect(touches({ do: injection, tools: ['other'] }, 'read')).toBe(false);
  });

  it('reports a failure of a tool that changes data as success without asking the server', () => {
    const decide = (tool: string) => {
      const injector = new Injector(planOf({ do: { spoil: 'reported-as-success' } }));
      injector.learnTools(tools as never);
      return injector.decide(tool, 0);
    };
    expect(decide('read')).toMatchObject({ isInPlace: false, injected: 'spoil:reported-as-success' });
    expect(decide('write')).toMatchObject({ isInPlace: true, injected: 'answer:reported-as-success' });
  });

  it('forgets a hint that the server takes back', () => {
    const injector = new Injector(planOf({ do: { end: 'process' } }));
    injector.learnTools(tools as never);
    injector.learnTools({ tools: [{ name: 'read' }] });
    expect(injector.decide('read', 0)).toBeNull();
  });

  it('puts noise before lists, unless the step names tools', () => {
    expect(new Injector(planOf({ do: { spoil: 'noise' } })).decideList(0)?.injected).toBe('spoil:noise');
    expect(new Injector(planOf({ do: { spoil: 'noise' }, tools: ['read'] })).decideList(0)).toBeNull();
    expect(new Injector(planOf({ do: limited })).decideList(0)).toBeNull();
  });
});
