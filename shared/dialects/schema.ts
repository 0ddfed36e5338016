// The shape of a dialect: how one family of servers words its failures, as plain data.
// Built-in dialects and files a person adds are checked by this same schema; reading a file is in parse.ts, use in compile.ts.
// The library and the pages carry no zod: built-in dialects are held to the schema by tests (dialect.ts).

import * as z from 'zod/mini';
import { carriers, failureClasses, faults, severities, verdicts } from '../failure.ts';

// The small form has no messages of its own.
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
 * Words in order, letter case and punctuation ignored; `rate_limit`, `rate-limit` and `RateLimit` all read as `rate limit`.
 * `stem*` accepts any ending, `..` skips up to six words. No regular expressions: reading stays linear.
 */
const phrase = z.string().check(
  z.minLength(2),
  z.maxLength(120),
  z.regex(/^[\p{L}\p{N}*]/u, 'A phrase starts with a word.'),
  z.refine((text) => /\p{L}|\p{N}/u.test(text), 'A phrase needs at least one letter or digit.'),
);

/** Further conditions of a row; all that are given must hold. */
export const whenSchema = z.strictObject({
  says: z.optional(z.array(phrase)),
  status: z.optional(z.array(wholeNumber)),
  member: z.optional(z.string()),
  method: z.optional(z.array(z.string())),
  carrier: z.optional(z.array(z.enum(carriers))),
  /** Whether the server lists the tool that was called; nobody knows where its list was not seen. */
  listed: z.optional(z.boolean()),
  /** Whether a status from 400 to 499 is given with it. */
  refused: z.optional(z.boolean()),
});
export type When = z.infer<typeof whenSchema>;

export const meaningSchema = z.strictObject({
  class: z.enum(failureClasses),
  /** The server's own name for it. */
  name: z.optional(z.string()),
  category: z.optional(z.string()),
  title: z.optional(z.string().check(z.maxLength(40))),
  /** One sentence; `{tool}`, `{uri}`, `{limit}` … are filled in, and the sentence is skipped when one is missing. */
  explanation: z.optional(z.string()),
  verdict: z.optional(z.enum(verdicts)),
  severity: z.optional(z.enum(severities)),
  fault: z.optional(z.enum(faults)),
  remedy: z.optional(z.array(z.string())),
  /** What the server documents as the message of this code: a match speaks for the dialect. */
  message: z.optional(z.string()),
  /** 0 to 10: how much this says. 10 explicit word, 9 code table, 6 range, up to 5 wording; a catch-all is below 3. */
  strength: z.optional(z.number().check(z.minimum(0), z.maximum(10))),
  when: z.optional(whenSchema),
  /** The wait when the server names none. */
  afterMs: z.optional(z.number().check(z.nonnegative())),
  backoff: z.optional(z.enum(['fixed', 'exponential'])),
});
export type Meaning = z.infer<typeof meaningSchema>;

const oneOrMore = z.union([meaningSchema, z.array(meaningSchema).check(z.minLength(1))]);

export const rangeSchema = z
  .extend(meaningSchema, { from: wholeNumber, to: wholeNumber })
  .check(z.refine(upwards, upwardsMessage));
export type Range = z.infer<typeof rangeSchema>;

/** Something that speaks for this dialect. All given conditions must hold. */
export const markSchema = z
  .strictObject({
    /** 0 to 1: how sure one is after seeing only this. Marks add up. Below 0 speaks against. */
    weight: z.number().check(z.minimum(-1), z.maximum(1)),
    /** What it means, for the evidence. */
    means: z.string(),
    codes: z.optional(z.array(z.number())),
    from: z.optional(z.number()),
    to: z.optional(z.number()),
    /** A member of the error object, as `data.error_code`. */
    member: z.optional(z.string()),
    equals: z.optional(scalar),
    oneOf: z.optional(z.array(scalar)),
    startsWith: z.optional(z.string()),
    type: z.optional(z.enum(['string', 'number', 'boolean', 'object', 'array'])),
    /** Further members that must be there. */
    beside: z.optional(z.array(z.string())),
    says: z.optional(z.array(phrase)),
    carrier: z.optional(z.array(z.enum(carriers))),
    /** A response header that must be there. */
    header: z.optional(z.string()),
    /** The beginning of the name that the server gave itself in `initialize`. */
    serverInfo: z.optional(z.string()),
  })
  .check(z.refine(upwards, upwardsMessage));
export type Mark = z.infer<typeof markSchema>;

/** What a member of the error object holds. */
export const fieldRoles = [
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
  /** `generic` dialects explain everyone's failures; `vendor` ones only those of servers that show their marks. */
  kind: z._default(z.enum(['generic', 'vendor']), 'vendor'),
  marks: z._default(z.array(markSchema), []),
  codes: z._default(z.record(z.string().check(z.regex(/^-?\d+$/, 'A code is a whole number.')), oneOrMore), {}),
  ranges: z._default(z.array(rangeSchema), []),
  words: z._default(z.record(z.string(), oneOrMore), {}),
  /** Meanings of `error_class` and its like. */
  classes: z._default(z.record(z.string(), oneOrMore), {}),
  statuses: z._default(z.record(z.string().check(z.regex(/^\d{3}$/, 'A status has three digits.')), oneOrMore), {}),
  phrases: z._default(
    z.array(
      z.extend(meaningSchema, {
        says: z.array(phrase).check(z.minLength(1)),
        /** By which other rows name it, and examples of the tests. */
        id: z.optional(z.string()),
        /** Rows that count less where both are said: see beats.ts. Without it `strength` decides. */
        beats: z.optional(z.array(z.string())),
      }),
    ),
    [],
  ),
  fields: z._default(z.record(z.string(), z.enum(fieldRoles)), {}),
  /** First that fits wins; without one the class decides. */
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
      /** Used when a hint was sent without it. */
      jitter: z.optional(z.number().check(z.minimum(0), z.maximum(0.999))),
      backoff: z.optional(z.enum(['fixed', 'exponential'])),
      /** What `retryable: true` asks for. */
      whenRetryable: z.optional(z.enum(verdicts)),
      /** The wait a client takes when a retryable failure names none. */
      afterMs: z.optional(z.number().check(z.nonnegative())),
      /** Classes whose failures must carry no hint. */
      noHintFor: z.optional(z.array(z.enum(failureClasses))),
    }),
    {},
  ),
  /** How far a documented message beside its code speaks for the dialect. */
  messageWeight: z._default(z.number().check(z.minimum(0), z.maximum(1)), 0.4),
});
export type Dialect = z.output<typeof dialectSchema>;
export type DialectSource = z.input<typeof dialectSchema>;

export type PhraseSource = NonNullable<DialectSource['phrases']>[number];
