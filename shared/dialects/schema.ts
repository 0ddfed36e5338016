// The shape of a dialect: how one family of servers words its failures, as plain data.
// Built-in dialects and files a person adds are checked by this same schema; reading a file is in parse.ts, use in compile.ts.

import { z } from 'zod';
import { carriers, failureClasses, faults, severities, verdicts } from '../failure.ts';

const upwards = (range: { from?: number | undefined; to?: number | undefined }): boolean =>
  range.from === undefined || range.to === undefined || range.from <= range.to;
const upwardsMessage = {
  message: 'A range goes from the lower to the higher number: swap from and to.',
  path: ['from'],
};

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * Words in order, letter case and punctuation ignored; `rate_limit`, `rate-limit` and `RateLimit` all read as `rate limit`.
 * `stem*` accepts any ending, `..` skips up to six words. No regular expressions: reading stays linear.
 */
const phrase = z
  .string()
  .min(2)
  .max(120)
  .regex(/^[\p{L}\p{N}*]/u, 'A phrase starts with a word.')
  .refine((text) => /\p{L}|\p{N}/u.test(text), 'A phrase needs at least one letter or digit.');

/** Further conditions of a row; all that are given must hold. */
export const whenSchema = z.strictObject({
  says: z.array(phrase).optional(),
  status: z.array(z.number().int()).optional(),
  member: z.string().optional(),
  method: z.array(z.string()).optional(),
  carrier: z.array(z.enum(carriers)).optional(),
  /** Whether the server lists the tool that was called; nobody knows where its list was not seen. */
  listed: z.boolean().optional(),
  /** Whether a status from 400 to 499 is given with it. */
  refused: z.boolean().optional(),
});
export type When = z.infer<typeof whenSchema>;

export const meaningSchema = z.strictObject({
  class: z.enum(failureClasses),
  /** The server's own name for it. */
  name: z.string().optional(),
  category: z.string().optional(),
  title: z.string().max(40).optional(),
  /** One sentence; `{tool}`, `{uri}`, `{limit}` … are filled in, and the sentence is skipped when one is missing. */
  explanation: z.string().optional(),
  verdict: z.enum(verdicts).optional(),
  severity: z.enum(severities).optional(),
  fault: z.enum(faults).optional(),
  remedy: z.array(z.string()).optional(),
  /** What the server documents as the message of this code: a match speaks for the dialect. */
  message: z.string().optional(),
  /** 0 to 10: how much this says. 10 explicit word, 9 code table, 6 range, up to 5 wording; a catch-all is below 3. */
  strength: z.number().min(0).max(10).optional(),
  when: whenSchema.optional(),
  /** The wait when the server names none. */
  afterMs: z.number().nonnegative().optional(),
  backoff: z.enum(['fixed', 'exponential']).optional(),
});
export type Meaning = z.infer<typeof meaningSchema>;

const oneOrMore = z.union([meaningSchema, z.array(meaningSchema).min(1)]);

export const rangeSchema = meaningSchema
  .extend({ from: z.number().int(), to: z.number().int() })
  .refine(upwards, upwardsMessage);
export type Range = z.infer<typeof rangeSchema>;

/** Something that speaks for this dialect. All given conditions must hold. */
export const markSchema = z
  .strictObject({
    /** 0 to 1: how sure one is after seeing only this. Marks add up. Below 0 speaks against. */
    weight: z.number().min(-1).max(1),
    /** What it means, for the evidence. */
    means: z.string(),
    codes: z.array(z.number()).optional(),
    from: z.number().optional(),
    to: z.number().optional(),
    /** A member of the error object, as `data.error_code`. */
    member: z.string().optional(),
    equals: scalar.optional(),
    oneOf: z.array(scalar).optional(),
    startsWith: z.string().optional(),
    type: z.enum(['string', 'number', 'boolean', 'object', 'array']).optional(),
    /** Further members that must be there. */
    beside: z.array(z.string()).optional(),
    says: z.array(phrase).optional(),
    carrier: z.array(z.enum(carriers)).optional(),
    /** A response header that must be there. */
    header: z.string().optional(),
    /** The beginning of the name that the server gave itself in `initialize`. */
    serverInfo: z.string().optional(),
  })
  .refine(upwards, upwardsMessage);
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
  $schema: z.string().optional(),
  id: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, 'Use small letters, digits and hyphens.'),
  name: z.string().min(1).max(80),
  about: z.string().optional(),
  url: z.string().optional(),
  /** `generic` dialects explain everyone's failures; `vendor` ones only those of servers that show their marks. */
  kind: z.enum(['generic', 'vendor']).default('vendor'),
  marks: z.array(markSchema).default([]),
  codes: z.record(z.string().regex(/^-?\d+$/, 'A code is a whole number.'), oneOrMore).default({}),
  ranges: z.array(rangeSchema).default([]),
  words: z.record(z.string(), oneOrMore).default({}),
  /** Meanings of `error_class` and its like. */
  classes: z.record(z.string(), oneOrMore).default({}),
  statuses: z.record(z.string().regex(/^\d{3}$/, 'A status has three digits.'), oneOrMore).default({}),
  phrases: z.array(meaningSchema.extend({ says: z.array(phrase).min(1) })).default([]),
  fields: z.record(z.string(), z.enum(fieldRoles)).default({}),
  /** First that fits wins; without one the class decides. */
  severities: z
    .array(
      z
        .strictObject({
          codes: z.array(z.number()).optional(),
          from: z.number().optional(),
          to: z.number().optional(),
          severity: z.enum(severities),
        })
        .refine(upwards, upwardsMessage),
    )
    .default([]),
  retry: z
    .strictObject({
      /** Used when a hint was sent without it. */
      jitter: z.number().min(0).max(0.999).optional(),
      backoff: z.enum(['fixed', 'exponential']).optional(),
      /** What `retryable: true` asks for. */
      whenRetryable: z.enum(verdicts).optional(),
      /** The wait a client takes when a retryable failure names none. */
      afterMs: z.number().nonnegative().optional(),
      /** Classes whose failures must carry no hint. */
      noHintFor: z.array(z.enum(failureClasses)).optional(),
    })
    .default({}),
  /** How far a documented message beside its code speaks for the dialect. */
  messageWeight: z.number().min(0).max(1).default(0.4),
});
export type Dialect = z.output<typeof dialectSchema>;
export type DialectSource = z.input<typeof dialectSchema>;

/** For built-in dialects: the defaults filled in; the tests hold each of them to the schema. */
export function dialect(source: DialectSource): Dialect {
  return {
    kind: 'vendor',
    marks: [],
    codes: {},
    ranges: [],
    words: {},
    classes: {},
    statuses: {},
    phrases: [],
    fields: {},
    severities: [],
    retry: {},
    messageWeight: 0.4,
    ...source,
  };
}

export type PhraseSource = NonNullable<DialectSource['phrases']>[number];

/** Phrases with commas between them: tables of words stay readable. */
export function phraseList(text: string): string[] {
  return text.split(',').map((phrase) => phrase.replaceAll(/\s+/g, ' ').trim());
}
