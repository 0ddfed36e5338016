// The schema of a dialect: how one family of servers words its failures, as plain data. Validates both built-in dialects and users'
// files; parse-dialect.ts reads files, compile.ts uses them. The library and the pages do not include zod: tests validate the built-in
// dialects (dialect.ts).

import * as z from 'zod/mini';
import { carriers, failureClasses, faults, severities, verdicts } from '../failure.ts';
import { placeNames } from './places.ts';

// zod/mini has no messages of its own.
z.config(z.locales.en());

const upwards = (range: { from?: number | undefined; to?: number | undefined }): boolean =>
  range.from === undefined || range.to === undefined || range.from <= range.to;
const upwardsMessage = {
  message: 'A range goes from the lower to the higher number: swap from and to.',
  path: ['from'],
};

const wholeNumber = z.number().check(z.int());
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * Words in order, letter case and punctuation ignored; `rate_limit`, `rate-limit` and `RateLimit` all read as `rate limit`. `stem*`
 * accepts any ending, `..` skips up to six words. No regular expressions, so that matching stays linear.
 */
const phrase = z.string().check(
  z.minLength(2),
  z.maxLength(120),
  z.regex(/^[\p{L}\p{N}*]/u, 'A phrase starts with a word.'),
  z.refine((text) => /\p{L}|\p{N}/u.test(text), 'A phrase needs at least one letter or digit.'),
);

/** Further conditions of a row; all given ones must hold. */
const whenSchema = z.strictObject({
  says: z.optional(z.array(phrase)),
  status: z.optional(z.array(wholeNumber)),
  member: z.optional(z.string()),
  method: z.optional(z.array(z.string())),
  carrier: z.optional(z.array(z.enum(carriers))),
  /** Whether the server lists the called tool; unknown if its list was not seen. */
  listed: z.optional(z.boolean()),
  /** Whether it comes with a status from 400 to 499. */
  refused: z.optional(z.boolean()),
});
export type When = z.infer<typeof whenSchema>;

const meaningSchema = z.strictObject({
  class: z.enum(failureClasses),
  /** The server's own name for it. */
  name: z.optional(z.string()),
  category: z.optional(z.string()),
  title: z.optional(z.string().check(z.maxLength(40))),
  /** The headline of the card, at most 90 characters, with the same placeholders. */
  sentence: z.optional(z.string().check(z.maxLength(90))),
  /** One sentence with placeholders `{tool}`, `{uri}`, `{limit}` …; skipped if a value is missing. */
  explanation: z.optional(z.string()),
  verdict: z.optional(z.enum(verdicts)),
  severity: z.optional(z.enum(severities)),
  fault: z.optional(z.enum(faults)),
  remedy: z.optional(z.array(z.string())),
  /** The documented message of this code: a match counts for the dialect. */
  message: z.optional(z.string()),
  /** Where the row stands among others (places.ts); default: that of its table. */
  place: z.optional(z.enum(placeNames)),
  /** Of older files, 0 to 10; stands for a place. */
  strength: z.optional(z.number().check(z.minimum(0), z.maximum(10))),
  when: z.optional(whenSchema),
  /** The wait if the server names none. */
  afterMs: z.optional(z.number().check(z.nonnegative())),
  backoff: z.optional(z.enum(['fixed', 'exponential'])),
});
export type Meaning = z.infer<typeof meaningSchema>;

/** A message as text, or with what belongs to it. */
const example = z.union([
  z.string(),
  z.strictObject({
    text: z.string(),
    /** Default: the row's own, else that of its class. */
    verdict: z.optional(z.enum(verdicts)),
    /** Arguments of the call; default: a city. */
    args: z.optional(z.json()),
    tool: z.optional(z.string()),
    method: z.optional(z.string()),
    /** The code of a protocol error; default: the text is a tool's. */
    code: z.optional(wholeNumber),
    /** The text is the body of an HTTP response with this status. */
    status: z.optional(wholeNumber),
    afterMs: z.optional(z.number()),
  }),
]);
export type Example = z.infer<typeof example>;

const oneOrMore = z.union([meaningSchema, z.array(meaningSchema).check(z.minLength(1))]);

const rangeSchema = z
  .extend(meaningSchema, { from: wholeNumber, to: wholeNumber })
  .check(z.refine(upwards, upwardsMessage));
export type Range = z.infer<typeof rangeSchema>;

/** A sign of this dialect. All given conditions must hold. */
const markSchema = z
  .strictObject({
    /** 0 to 1: the confidence from this sign alone. Marks add up. Negative counts against. */
    weight: z.number().check(z.minimum(-1), z.maximum(1)),
    /** What it means, for the evidence. */
    means: z.string(),
    codes: z.optional(z.array(z.number())),
    from: z.optional(z.number()),
    to: z.optional(z.number()),
    /** A field of the error object, as `data.error_code`. */
    member: z.optional(z.string()),
    equals: z.optional(scalar),
    oneOf: z.optional(z.array(scalar)),
    startsWith: z.optional(z.string()),
    type: z.optional(z.enum(['string', 'number', 'boolean', 'object', 'array'])),
    /** Further required fields. */
    beside: z.optional(z.array(z.string())),
    says: z.optional(z.array(phrase)),
    carrier: z.optional(z.array(z.enum(carriers))),
    /** A required response header. */
    header: z.optional(z.string()),
    /** A prefix of the server's name in `initialize`. */
    serverInfo: z.optional(z.string()),
  })
  .check(z.refine(upwards, upwardsMessage));
export type DialectMark = z.infer<typeof markSchema>;

/** The value of a field of the error object. */
const fieldRoles = [
  'code',
  'word',
  'class',
  'category',
  'message',
  'status',
  'retryable',
  'afterSeconds',
  'afterMs',
  'resetAt',
  'maxAttempts',
  'backoff',
  'jitter',
  'hint',
  'field',
  'suggestion',
  'docs',
  'issues',
  'nested',
  'value',
  'ignored',
] as const;
export type FieldRole = (typeof fieldRoles)[number];

export const dialectSchema = z.strictObject({
  $schema: z.optional(z.string()),
  id: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,63}$/, 'Use small letters, digits and hyphens.')),
  name: z.string().check(z.minLength(1), z.maxLength(80)),
  about: z.optional(z.string()),
  url: z.optional(z.string()),
  /** `generic` dialects apply to every server; `vendor` ones only to servers with their marks. */
  kind: z._default(z.enum(['generic', 'vendor']), 'vendor'),
  marks: z._default(z.array(markSchema), []),
  codes: z._default(z.record(z.string().check(z.regex(/^-?\d+$/, 'A code is a whole number.')), oneOrMore), {}),
  ranges: z._default(z.array(rangeSchema), []),
  words: z._default(z.record(z.string(), oneOrMore), {}),
  /** Meanings of `error_class` and similar. */
  classes: z._default(z.record(z.string(), oneOrMore), {}),
  statuses: z._default(z.record(z.string().check(z.regex(/^\d{3}$/, 'A status has three digits.')), oneOrMore), {}),
  phrases: z._default(
    z.array(
      z.extend(meaningSchema, {
        says: z.array(phrase).check(z.minLength(1)),
        /** The name that tests print. */
        id: z.optional(z.string()),
        /** Messages that this row decides. Tests run those of the built-in rows. */
        yes: z.optional(z.array(example)),
        /** Messages with the same words that another row decides. */
        no: z.optional(z.array(z.string())),
        /** Of older files: has no effect. */
        beats: z.optional(z.array(z.string())),
      }),
    ),
    [],
  ),
  fields: z._default(z.record(z.string(), z.enum(fieldRoles)), {}),
  /** The first match wins; without one the class decides. */
  severities: z._default(
    z.array(
      z
        .strictObject({
          codes: z.optional(z.array(z.number())),
          from: z.optional(z.number()),
          to: z.optional(z.number()),
          severity: z.enum(severities),
        })
        .check(z.refine(upwards, upwardsMessage)),
    ),
    [],
  ),
  retry: z._default(
    z.strictObject({
      /** Used if a hint lacks it. */
      jitter: z.optional(z.number().check(z.minimum(0), z.maximum(0.999))),
      backoff: z.optional(z.enum(['fixed', 'exponential'])),
      /** What `retryable: true` means. */
      whenRetryable: z.optional(z.enum(verdicts)),
      /** The client's wait if a retryable failure names none. */
      afterMs: z.optional(z.number().check(z.nonnegative())),
      /** Classes whose failures must not have a hint. */
      noHintFor: z.optional(z.array(z.enum(failureClasses))),
    }),
    {},
  ),
  /** How much a documented message next to its code counts for the dialect. */
  messageWeight: z._default(z.number().check(z.minimum(0), z.maximum(1)), 0.4),
});
export type Dialect = z.output<typeof dialectSchema>;
export type DialectSource = z.input<typeof dialectSchema>;

export type PhraseSource = NonNullable<DialectSource['phrases']>[number];
