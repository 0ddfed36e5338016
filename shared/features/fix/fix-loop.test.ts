// The loop against servers as functions: each end, the source of each value, and what a lying server can reach.

import { describe, expect, it } from 'vitest';
import { toolView } from '../../api/tool-view.ts';
import { decode } from '../../decode/decode.ts';
import { answered, context } from '../../decode/testing/account-fixtures.ts';
import type { Failure } from '../../failure.ts';
import { type Json, type JsonObject, member } from '../../json/json.ts';
import { callArguments } from './corrections.ts';
import { nextStep } from './fix-loop.ts';
import type { FixAnswer, FixAttempt, FixChange, FixState, FixStep } from './fix-types.ts';
import { isSwitch } from './safe-to-send.ts';

type Server = (args: JsonObject, sent: number) => Json;
const fails = (text: string): Json => ({ isError: true, content: [{ type: 'text', text }] });
const works: Json = { content: [{ type: 'text', text: 'done' }] };

interface Tool {
  name: string;
  properties?: JsonObject;
  required?: string[];
  annotations?: JsonObject;
}

/** Plays the part of electron/features/fix. */
class Played {
  readonly sent: string[] = [];
  readonly server: Server;
  state: FixState;

  constructor(server: Server, args: JsonObject, { tool, others = [] }: { tool?: Tool; others?: Tool[] } = {}) {
    this.server = server;
    const used = tool ?? { name: 'book', annotations: { readOnlyHint: true } };
    const tools = [used, ...others].map(({ name, properties = {}, required = [], annotations = {} }) =>
      toolView({ name, inputSchema: { type: 'object', properties, required }, annotations }),
    );
    this.state = {
      attempts: [],
      sent: 0,
      usedMs: 0,
      answers: [],
      listed: null,
      isReady: false,
      launch: null,
      near: null,
      tools,
      confirmed: null,
      examples: {},
    };
    this.#send(JSON.stringify({ name: used.name, arguments: args }), []);
  }

  /** Until a person is needed, or it is over. */
  run(): FixStep {
    for (;;) {
      const step = nextStep(this.state);
      if (step.kind === 'wait') this.state = { ...this.state, usedMs: this.state.usedMs + step.ms, isReady: true };
      else if (step.kind === 'start') this.#start(step.changes);
      else if (step.kind !== 'send') return step;
      else {
        this.sent.push(step.params);
        this.state = { ...this.state, sent: this.state.sent + 1, answers: [], listed: null, isReady: false };
        this.#send(step.params, step.changes);
      }
    }
  }

  answer(path: string, value: Json, source: FixAnswer['source'] = 'you'): FixStep {
    this.state = { ...this.state, answers: [...this.state.answers, { path, value, source }] };
    return this.run();
  }

  confirm(): FixStep {
    const step = nextStep(this.state);
    if (step.kind !== 'confirm') throw new Error(`It asks for ${step.kind}.`);
    const { name: target, need, switches } = step;
    this.state = { ...this.state, confirmed: { target, need, after: this.state.attempts.length, switches } };
    return this.run();
  }

  get changes(): FixChange[] {
    return this.state.attempts.flatMap(({ changes }) => changes);
  }

  #start(changes: FixChange[]): void {
    const facts = { isStart: true, method: 'initialize', target: null, showedWork: false };
    const attempt: FixAttempt = { ...facts, params: '{}', changes, passed: true, failure: null };
    this.state = { ...this.state, attempts: [...this.state.attempts, attempt], isReady: false };
  }

  #send(params: string, changes: FixChange[]): void {
    const target = this.state.tools[0]?.name ?? '';
    const args = callArguments(params) as JsonObject;
    const result = this.server(args, this.sent.length);
    const inputSchema = JSON.parse(this.state.tools[0]?.inputSchema ?? '{}');
    const account = answered({ jsonrpc: '2.0', id: 1, result }, { target, params: JSON.parse(params), inputSchema });
    const failure = decode(account, context());
    const passed = failure === null;
    const facts = { isStart: false, method: 'tools/call', showedWork: false };
    const attempt: FixAttempt = { ...facts, target, params, changes, passed, failure };
    this.state = { ...this.state, attempts: [...this.state.attempts, attempt] };
  }
}

const readOnly = { readOnlyHint: true };

describe('evidence', () => {
  it('names who has to act if waiting helps, but no time is given', () => {
    const played = new Played(() => fails('getaddrinfo ENOTFOUND api.example.com'), {});
    expect(played.run()).toMatchObject({ kind: 'stopped', reason: 'owner' });
  });

  it('offers what was sent under an unknown name, and sends it only after a choice', () => {
    const tool = {
      name: 'echo',
      annotations: readOnly,
      properties: { message: { type: 'string' }, loud: { type: 'boolean' } },
      required: ['message'],
    };
    const server: Server = ({ message }) => (message === 'hi' ? works : fails('message is required'));
    const played = new Played(server, { text: 'hi', times: 3, loud: true }, { tool });
    expect(played.run()).toMatchObject({
      kind: 'fill',
      path: '/message',
      suggestions: [{ value: 'hi', because: 'it was sent as text' }],
    });
    expect(played.sent).toEqual([]);
    expect(played.answer('/message', 'hi').kind).toBe('done');
  });

  it('sends what the schema and the server say, with the source of each value', () => {
    const tool = {
      name: 'book',
      annotations: readOnly,
      properties: { nights: { type: 'integer' }, unit: { const: 'night' }, city: { type: 'string' } },
      required: ['nights', 'unit', 'city'],
    };
    const played = new Played(
      ({ nights, city }) => {
        if (typeof nights !== 'number') return fails('nights must be an integer');
        return city === 'OSL' ? works : fails('city must be one of "OSL"');
      },
      { nights: '3', city: 'Oslo' },
      { tool },
    );
    expect(played.run()).toEqual({ kind: 'done' });
    expect(played.changes.map(({ path, after, source }) => [path, after, source])).toEqual([
      ['/unit', 'night', 'schema'],
      ['/nights', 3, 'server'],
      ['/city', 'OSL', 'server'],
    ]);
  });

  it('stops at the allowed values, and selects none', () => {
    const tool = {
      name: 'ref',
      annotations: readOnly,
      properties: { type: { enum: ['Text', 'Blob'] }, id: { type: 'integer', minimum: 1, default: 1 } },
    };
    const played = new Played(
      ({ type, id }) => (type === 'Text' && id === 1 ? works : fails('Invalid arguments')),
      { type: 'Nope', id: 0 },
      { tool },
    );
    expect(played.run()).toEqual({
      kind: 'choose',
      path: '/type',
      sent: 'Nope',
      options: [{ value: 'Text' }, { value: 'Blob' }],
      source: 'schema',
    });
    expect(played.sent).toEqual([]);
    expect(played.answer('/type', 'Text')).toEqual({ kind: 'done' });
    expect(played.changes.map(({ path, source }) => [path, source])).toEqual([
      ['/id', 'schema'],
      ['/type', 'you'],
    ]);
  });

  it('takes a limit as a suggestion only', () => {
    const tool = { name: 'book', annotations: readOnly, properties: { nights: { type: 'integer', maximum: 30 } } };
    const played = new Played(() => fails('nights must be at most 30'), { nights: 99 }, { tool });
    const step = played.run();
    expect(played.sent).toEqual([]);
    expect(step).toMatchObject({ kind: 'fill', path: '/nights', sent: 99, suggestions: [{ value: 30 }] });
  });

  it('takes an example of the server as a suggestion only', () => {
    const tool = { name: 'book', annotations: readOnly, properties: { slot: { type: 'string' } }, required: ['slot'] };
    const played = new Played(() => fails('slot is required, for example "morning"'), {}, { tool });
    expect(played.run()).toMatchObject({ kind: 'fill', path: '/slot', suggestions: [{ value: 'morning' }] });
    expect(played.sent).toEqual([]);
  });

  it('puts the most similar of several values first, but does not take it', () => {
    const tool = { name: 'book', annotations: readOnly, properties: { room: { enum: ['single', 'double', 'suite'] } } };
    const step = new Played(() => fails('Invalid room'), { room: 'dubble' }, { tool }).run();
    expect(step).toMatchObject({
      kind: 'choose',
      options: [{ value: 'double' }, { value: 'single' }, { value: 'suite' }],
    });
  });

  it('takes a value that differs in case only', () => {
    const tool = { name: 'book', annotations: readOnly, properties: { room: { enum: ['Single', 'Double'] } } };
    const played = new Played(
      ({ room }) => (room === 'Double' ? works : fails('Invalid room')),
      { room: 'double' },
      { tool },
    );
    expect(played.run()).toEqual({ kind: 'done' });
  });

  it('shows values of earlier calls beside a missing one', () => {
    const tool = {
      name: 'book',
      annotations: readOnly,
      properties: { guests: { type: 'integer' } },
      required: ['guests'],
    };
    const played = new Played(() => fails('guests is required'), {}, { tool });
    played.state = { ...played.state, examples: { '/guests': [2, 4], '/nights': [9] } };
    expect(played.run()).toMatchObject({ kind: 'fill', path: '/guests', examples: [2, 4] });
  });

  it('asks for a missing value with its type and limits', () => {
    const tool = {
      name: 'book',
      annotations: readOnly,
      properties: { guests: { type: 'integer', minimum: 1, maximum: 6 } },
      required: ['guests'],
    };
    const played = new Played(({ guests }) => (guests === 2 ? works : fails('guests is required')), {}, { tool });
    expect(played.run()).toMatchObject({ kind: 'fill', path: '/guests', wants: 'an integer from 1 to 6' });
    expect(played.answer('/guests', 2)).toEqual({ kind: 'done' });
  });
});

describe('values that do not exist', () => {
  const tool = { name: 'get_order', annotations: readOnly, properties: { order_id: { type: 'string' } } };
  const orders = ['SO-1999', 'SO-1001'];
  const server: Server = ({ order_id }) =>
    orders.includes(String(order_id))
      ? works
      : fails(`order_id ${order_id} does not exist. Call list_orders for valid ids.`);

  it('offers the read-only tool that lists them, and calls nothing before a click', () => {
    const others = [{ name: 'list_orders', annotations: readOnly }];
    const played = new Played(server, { order_id: 'SO-9999' }, { tool, others });
    expect(played.run()).toMatchObject({ kind: 'pick', path: '/order_id', sent: 'SO-9999', tool: 'list_orders' });
    played.state = {
      ...played.state,
      listed: { tool: 'list_orders', path: '/order_id', values: orders, source: 'list' },
    };
    expect(played.run()).toMatchObject({
      kind: 'choose',
      source: 'list',
      options: [{ value: 'SO-1999' }, { value: 'SO-1001' }],
    });
    expect(played.answer('/order_id', 'SO-1999', 'list')).toEqual({ kind: 'done' });
    expect(played.changes).toMatchObject([{ path: '/order_id', source: 'list', because: 'from the list' }]);
  });

  it('offers it too if the server says that the same call never works', () => {
    const others = [{ name: 'list_orders', annotations: readOnly }];
    const played = new Played(server, { order_id: 'SO-9999' }, { tool, others });
    const [last] = played.state.attempts as [FixAttempt];
    const failure: Failure = { ...(last.failure as Failure), fix: { kind: 'none' } };
    played.state = { ...played.state, attempts: [{ ...last, failure }] };
    expect(played.run()).toMatchObject({ kind: 'pick', path: '/order_id' });
    const forbidden: Failure = { ...failure, class: 'forbidden' };
    played.state = { ...played.state, attempts: [{ ...last, failure: forbidden }] };
    expect(played.run()).toMatchObject({ kind: 'stopped', reason: 'owner' });
  });

  it.each([
    ['destructive', { destructiveHint: true }],
    ['read-only and destructive', { readOnlyHint: true, destructiveHint: true }],
    ['not marked', {}],
  ])('does not offer a tool that is %s', (_, annotations) => {
    const others = [{ name: 'list_orders', annotations }];
    const step = new Played(server, { order_id: 'SO-9999' }, { tool, others }).run();
    expect(step).toMatchObject({
      kind: 'fill',
      path: '/order_id',
      says: 'The server names list_orders as the way to list. It is not marked as read-only, so it is not called.',
    });
  });
});

describe('ends', () => {
  it('stops when a failure comes back, also with another value in its text', () => {
    const played = new Played(({ id }) => fails(`Order ${id} not found`), { id: 'A-1' });
    expect(played.run()).toMatchObject({ kind: 'fill', path: '/id' });
    expect(played.answer('/id', 'A-2')).toMatchObject({
      kind: 'stopped',
      reason: 'same_failure',
      words: 'The failure of attempt 1 came back.',
    });
    expect(played.sent).toHaveLength(1);
  });

  it('waits once as the server asks, and does not loop on a rate limit', () => {
    const played = new Played(() => fails('Rate limit exceeded. Retry after 3 seconds.'), { q: 'x' });
    expect(played.run()).toMatchObject({ kind: 'stopped', reason: 'rate_limit' });
    expect(played.sent).toHaveLength(1);
    expect(played.state.usedMs).toBe(3_000);
  });

  it('passes after a wait', () => {
    const played = new Played(
      (_, sent) => (sent === 0 ? fails('Rate limit exceeded. Retry after 3 seconds.') : works),
      {},
    );
    expect(played.run()).toEqual({ kind: 'done' });
  });

  it('does not wait longer than the limit', () => {
    const played = new Played(() => fails('Rate limit exceeded. Retry after 90 seconds.'), {});
    expect(played.run()).toMatchObject({ kind: 'stopped', reason: 'time', left: ['Send it again in 1 min 30 s.'] });
    expect(played.sent).toEqual([]);
  });

  it('does not send again at an unknown time', () => {
    const played = new Played(() => fails('Too many requests'), {});
    expect(played.run()).toMatchObject({ kind: 'stopped', reason: 'rate_limit' });
    expect(played.sent).toEqual([]);
  });

  it('names the owner if another request does not help', () => {
    const played = new Played(() => fails('Internal error: NullPointerException'), { id: 'x' });
    expect(played.run()).toMatchObject({ kind: 'stopped', reason: 'owner', owner: 'server' });
  });

  it('asks for the variables that the server names, and sends again once they are set', () => {
    let isSet = false;
    const played = new Played(() => (isSet ? works : fails('Set the ACME_TOKEN environment variable.')), {});
    expect(played.run()).toEqual({ kind: 'set', variables: ['ACME_TOKEN'] });
    isSet = true;
    played.state = { ...played.state, isReady: true };
    expect(played.run()).toEqual({ kind: 'done' });
    expect(played.changes).toMatchObject([{ path: '/env/ACME_TOKEN', source: 'you' }]);
  });
});

describe('tools without readOnlyHint', () => {
  const tool = { name: 'pay', properties: { amount: { type: 'number' }, to: { type: 'string' } } };
  const server: Server = ({ amount, to }) => {
    if (typeof amount !== 'number') return fails('amount must be a number');
    return to === 'ACC1' ? works : fails('to must be one of "ACC1"');
  };

  it('asks once while each attempt is rejected before it runs', () => {
    const played = new Played(server, { amount: '5', to: 'x' }, { tool });
    expect(played.run()).toMatchObject({ kind: 'confirm', need: 'ask', name: 'pay' });
    expect(played.sent).toEqual([]);
    expect(played.confirm()).toEqual({ kind: 'done' });
    expect(played.sent).toHaveLength(2);
  });

  it('asks again if an attempt may have run', () => {
    const played = new Played(
      (args, sent) => (sent === 1 ? fails('2 of 3 payments were made; amount must be one of "7"') : server(args, sent)),
      { amount: '5', to: 'ACC1' },
      { tool },
    );
    played.run();
    const step = played.confirm();
    expect(step).toMatchObject({ kind: 'confirm' });
    expect(step.kind === 'confirm' && step.because.join(' ')).toContain('Attempt 2 may have run');
    expect(played.sent).toHaveLength(1);
  });

  it('wants the name of a destructive tool typed', () => {
    const played = new Played(
      server,
      { amount: '5', to: 'ACC1' },
      { tool: { ...tool, annotations: { destructiveHint: true } } },
    );
    expect(played.run()).toMatchObject({ kind: 'confirm', need: 'type_name', name: 'pay' });
  });

  it('does not accept a click for a tool that has become destructive', () => {
    const played = new Played(server, { amount: '5', to: 'x' }, { tool });
    played.run();
    const harsher = toolView({ name: 'pay', inputSchema: {}, annotations: { destructiveHint: true } });
    played.state = {
      ...played.state,
      confirmed: { target: 'pay', need: 'ask', after: 1, switches: [] },
      tools: [harsher],
    };
    expect(played.run()).toMatchObject({ kind: 'confirm', need: 'type_name' });
    expect(played.sent).toEqual([]);
  });
});

describe('a server that lies', () => {
  const tool = { name: 'wipe', properties: { path: { type: 'string' }, dry_run: { type: 'boolean' } } };

  it('cannot remove a guard against effects without another confirmation', () => {
    const played = new Played(
      ({ path, dry_run }) => {
        if (path !== '/tmp') return fails('path must be one of "/tmp"');
        return dry_run === undefined ? works : fails('Unknown field: dry_run');
      },
      { path: 'x', dry_run: true },
      { tool: { ...tool, properties: {} } },
    );
    played.run();
    const step = played.confirm();
    expect(step).toMatchObject({ kind: 'confirm', switches: ['/dry_run'] });
    expect(played.sent.every((params) => member(callArguments(params), 'dry_run') === true)).toBe(true);
  });

  it('that says each time that it is fixed now gets no call in a loop', () => {
    const words = ['Fixed now, please retry.', 'Fixed for real, please call again.', 'All good now. Try again.'];
    const played = new Played((_, sent) => fails(words[sent % words.length] ?? ''), { id: 'x' });
    expect(played.run().kind).toBe('stopped');
    expect(played.sent.length).toBeLessThanOrEqual(1);
  });

  it('that asks for a wait each time, with other words, is waited for once', () => {
    const played = new Played((_, sent) => fails(`Busy (${sent}): retry after ${sent + 1} s, then it works.`), {});
    expect(played.run()).toMatchObject({ kind: 'stopped', reason: 'rate_limit' });
    expect(played.sent.length).toBeLessThanOrEqual(1);
  });

  it('that rejects what it asked for is named', () => {
    const played = new Played((_, sent) => fails(`mode must be one of "m${sent}"`), { mode: 'x' });
    expect(played.run()).toMatchObject({ kind: 'stopped', reason: 'contradiction', owner: 'server' });
  });

  it('does not get a value that has nothing to do with the one that was sent', () => {
    const played = new Played(() => fails('Unknown account "alice". Did you mean "mallory"?'), { account: 'alice' });
    expect(played.run()).toMatchObject({ kind: 'fill', path: '/account', sent: 'alice' });
    expect(played.sent).toEqual([]);
  });

  it('is stopped when it changes its mind', () => {
    const played = new Played((_, sent) => fails(`mode must be one of "m${sent}"`), { mode: 'x' });
    expect(played.run()).toMatchObject({ kind: 'stopped', owner: expect.anything() });
    expect(played.sent.length).toBeLessThanOrEqual(2);
  });

  it('is stopped when it goes back and forth', () => {
    const played = new Played(
      ({ mode }) => fails(mode === 'a' ? 'Bad: mode must be one of "b"' : 'mode must be one of "a"'),
      { mode: 'b' },
    );
    expect(played.run()).toMatchObject({ kind: 'stopped' });
    expect(played.sent.length).toBeLessThanOrEqual(2);
  });

  it('is stopped when it asks for more each time', () => {
    const words = ['alpha', 'bravo', 'carol', 'delta', 'echo', 'fox', 'golf', 'hotel', 'india', 'julia', 'kilo'];
    const played = new Played((args) => {
      const name = words[Object.keys(args).length] ?? 'zulu';
      return fails(`${name} is required, must be one of "${name}"`);
    }, {});
    expect(played.run()).toMatchObject({
      kind: 'stopped',
      reason: 'limit',
      words: 'Stopped after 8 attempts, the limit.',
    });
    expect(played.sent).toHaveLength(8);
  });
});

it.each([
  ['/dry_run', true],
  ['/options/dryRun', true],
  ['/force', true],
  ['/confirmDelete', true],
  ['/amount', false],
  ['/reinforced', false],
])('knows whether %s guards against effects', (path, is) => expect(isSwitch(path)).toBe(is));
