// The plans that come with Misfire. A later step takes over where a server's tools may not be spoiled.

import type { Plan } from './rehearsal-plan.ts';

/** Long enough for an agent that thinks between its calls. */
const endsAfterMs = 300_000;

export const readyPlans: readonly Plan[] = [
  {
    name: 'rate-limit-storm',
    title: 'Rate-limit storm',
    about: 'The first calls and half of the others are rate limited. Each answer states a wait of 1 to 5 seconds.',
    seed: 1,
    endsAfterMs,
    steps: [
      { do: { answer: 'rate_limited', waitMs: 2000 }, often: { first: 2 } },
      { do: { answer: 'rate_limited', waitMs: 1000 }, often: { share: 0.5 }, atMost: 8 },
    ],
  },
  {
    name: 'flaky-upstream',
    title: 'Flaky upstream',
    about: 'Calls fail because of another service, without a wait. Some pass.',
    seed: 2,
    endsAfterMs,
    steps: [
      { do: { answer: 'dependency' }, often: { first: 2 } },
      { do: { answer: 'unavailable' }, often: { share: 0.4 }, atMost: 6 },
    ],
  },
  {
    name: 'expired-sign-in',
    title: 'Expired sign-in',
    about: 'The sign-in expires once. Over HTTP the client gets 401 until it sends another token or signs in again.',
    seed: 3,
    endsAfterMs,
    steps: [{ do: { end: 'sign-in' }, often: 'once' }],
  },
  {
    name: 'lost-session',
    title: 'Lost session',
    about: 'The session is lost once. Calls fail until the client starts a new one.',
    seed: 4,
    endsAfterMs,
    steps: [{ do: { end: 'session' }, often: 'once' }],
  },
  {
    name: 'slow-server',
    title: 'Slow server',
    about: 'Two answers take 8 seconds longer. Then one call times out upstream.',
    seed: 5,
    endsAfterMs,
    steps: [
      { do: { spoil: 'delay', ms: 8000 }, often: { first: 2 } },
      { do: { answer: 'timeout' }, often: 'once' },
    ],
  },
  {
    name: 'half-dead-server',
    title: 'Half-dead server',
    about:
      'One call gets no answer, the process or the stream ends in another, and others find the server unavailable.',
    seed: 6,
    endsAfterMs,
    steps: [
      { do: { spoil: 'no-answer' }, often: 'once' },
      { do: { answer: 'unavailable' }, often: { first: 2 } },
      { do: { end: 'process' }, often: 'once' },
    ],
  },
  {
    name: 'validation-maze',
    title: 'Validation maze',
    about: 'Three calls in a row are rejected, each because of an argument.',
    seed: 7,
    endsAfterMs,
    steps: [{ do: { answer: 'validation' }, often: { first: 3 } }],
  },
  {
    name: 'noisy-stdout',
    title: 'Noise on stdout',
    about: 'Lines that are not JSON-RPC come before answers, as from a forgotten print statement.',
    seed: 8,
    endsAfterMs,
    steps: [{ do: { spoil: 'noise' }, atMost: 10 }],
  },
  {
    name: 'silent-failure',
    title: 'Failure reported as success',
    about: 'Calls fail in words, but the results are not marked as errors. One answer breaks its schema.',
    seed: 9,
    endsAfterMs,
    steps: [
      { do: { spoil: 'reported-as-success' }, often: { first: 2 } },
      { do: { spoil: 'broken-schema' }, often: 'once' },
    ],
  },
  {
    name: 'quota-exhausted',
    title: 'Quota exhausted',
    about: 'Calls fail permanently: a retry cannot help.',
    seed: 10,
    endsAfterMs,
    steps: [
      {
        do: { answer: 'terminal', sentence: 'The monthly quota of this account is used up. Do not retry.' },
        often: { first: 4 },
      },
    ],
  },
  {
    name: 'one-of-each',
    title: 'One of each',
    about: 'Five failures come, one call each. The next call passes, and the process ends in the one after it.',
    seed: 11,
    endsAfterMs,
    steps: [
      { do: { answer: 'rate_limited', waitMs: 2000 }, often: 'once' },
      { do: { answer: 'terminal', sentence: 'This account is closed. Do not retry.' }, often: 'once' },
      { do: { spoil: 'reported-as-success' }, often: 'once' },
      { do: { spoil: 'broken-schema' }, often: 'once' },
      { do: { answer: 'validation' }, often: 'once' },
      { do: { end: 'process' }, often: { every: 2 }, atMost: 1 },
    ],
  },
];

/** Without a plan, and enough for a grade. */
export const defaultPlan = 'one-of-each';

export const readyPlan = (name: string): Plan | undefined => readyPlans.find((plan) => plan.name === name);
