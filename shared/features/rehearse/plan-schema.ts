// The JSON Schema of a plan, for the hints of an editor. docs/rehearsal-plan.schema.json is this schema as a file. What a plan may
// say is decided by rehearsal-plan.ts, which has better words for mistakes.

import type { JsonObject } from '../../json/json.ts';
import { answerClasses } from './answer-pairs.ts';
import { endKinds, longestDelayMs, longestMs, mostSteps, rehearsalDialects, spoilKinds } from './rehearsal-plan.ts';

const text = (description?: string): JsonObject => ({
  type: 'string',
  minLength: 1,
  maxLength: 8000,
  ...(description === undefined ? {} : { description }),
});
const whole = (minimum: number, maximum: number, description?: string): JsonObject => ({
  type: 'integer',
  minimum,
  maximum,
  ...(description === undefined ? {} : { description }),
});
const object = (required: string[], properties: JsonObject): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

const often: JsonObject = {
  description: 'Default: every call.',
  oneOf: [
    { const: 'once' },
    object(['every'], { every: whole(1, 1_000_000, '3: the 3rd, 6th, 9th call.') }),
    object(['first'], { first: whole(1, 1_000_000, '2: the first two calls.') }),
    object(['share'], {
      share: {
        type: 'number',
        exclusiveMinimum: 0,
        maximum: 1,
        description: '0.5: half of the calls, picked by the seed.',
      },
    }),
  ],
};

const step = object(['do'], {
  tools: {
    type: 'array',
    minItems: 1,
    items: { type: 'string' },
    description:
      'Names of tools. Default: every tool. Spoiling or ending touches only read-only tools and tools named here.',
  },
  do: { oneOf: ['answer', 'spoil', 'end'].map((kind) => ({ $ref: `#/definitions/${kind}` })) },
  often,
  atMost: whole(1, 1_000_000, 'The step ends after this many injections.'),
});

const answer = object(['answer'], {
  answer: {
    description: 'Answer with this class of failure. The server is not asked.',
    enum: [...answerClasses],
  },
  waitMs: whole(0, longestMs, 'The wait that the answer states.'),
  dialect: {
    description: "The error model of the answer. Default: own, the server's own where it is known, else plain MCP.",
    enum: [...rehearsalDialects],
  },
  field: text('validation: the argument that is rejected.'),
  code: whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  sentence: text('What the answer says.'),
});

const spoil: JsonObject = {
  oneOf: [
    object(['spoil', 'ms'], {
      spoil: { const: 'delay' },
      ms: whole(0, longestDelayMs, 'How much later the answer arrives.'),
    }),
    object(['spoil'], {
      spoil: {
        description: 'Ask the server, then spoil its answer.',
        enum: spoilKinds.filter((kind) => kind !== 'delay'),
      },
    }),
  ],
};

const end = object(['end'], {
  end: { description: 'End something in the middle of the call.', enum: [...endKinds] },
});

export const planSchema: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Misfire rehearsal plan',
  description: 'Failures that Misfire injects between an MCP client and its server. See rehearse.md.',
  type: 'object',
  additionalProperties: false,
  required: ['steps'],
  properties: {
    $schema: { type: 'string' },
    name: text("Default: the file's name."),
    title: text(),
    about: { type: 'string', maxLength: 8000, description: 'What the plan does, in a sentence.' },
    seed: {
      ...whole(0, Number.MAX_SAFE_INTEGER, 'The same seed picks the same calls for "share".'),
      default: 1,
    },
    endsAfterMs: {
      ...whole(1, longestMs, 'The plan ends by itself after this many milliseconds. Then all traffic passes.'),
      default: 60_000,
    },
    steps: {
      type: 'array',
      minItems: 1,
      maxItems: mostSteps,
      description: 'The first matching step applies to each call.',
      items: { $ref: '#/definitions/step' },
    },
  },
  definitions: { step, answer, spoil, end },
};
