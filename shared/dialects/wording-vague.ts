// Words that hardly narrow a failure down: required, unknown, already, failed. Nearly everything else says more. The first row wins over
// the ones below it.

import { phraseList as list, type WordingRow } from './dialect.ts';

export const vague: WordingRow[] = [
  {
    id: 'too-large.exceeds',
    says: list(`
      exceeds, exceed, exceeding, limit is, mb .. over the, kb .. over the, bytes .. over the, size limit,
      token limit, maximum depth, length limit, output limit
    `),
    yes: ['The parcel exceeds 20 kg', 'A plan of 9 MB is over the limit'],
  },
  {
    id: 'unsupported.disabled',
    says: list('disabled'),
    yes: ['Frost mode: disabled'],
  },
  {
    id: 'invalid-request.bad-request',
    says: list('bad request, invalid request'),
    yes: ["400, message='Bad Request', url='https://api.orchard.example/x'"],
  },
  {
    id: 'validation.invalid',
    says: list(`
      invalid, required, missing, unexpected argument, overlapping, unexpected .. operator, unexpected token,
      unexpected character, unexpected symbol, unexpected indent, unexpected input, expected, unrecognized,
      unrecognised, could not be parsed, cannot be parsed, unable to parse, could not parse, failed to parse,
      cannot parse, requires, require a, require an, must, need to have, needs to have, pass a, pass an, pass the,
      pass either, give a, give an, give the, give either, choose a, choose an, choose one, pick a, pick an, pick one,
      enter a, enter an, supply a, supply an, to the same, to itself, explicitly, should not, can only, is not a,
      is not an, does not contain, is incomplete, incorrect, illegal, neither .. nor, maximum .. can be, maximum of
    `),
    yes: [
      'Unexpected operator in the row: ;;',
      'Row 4, plant 3: unexpected token',
      'Overlapping rows in the plan',
      'Unrecognised colour name: blurple',
      'The cron expression "a b" could not be parsed',
      "Request URL is missing an 'http://' or 'https://' protocol.",
      "Invalid timezone: 'No time zone found with key Mars/Base'",
      'parsing time "tomorrow" as "2006-01-02T15:04:05Z07:00": cannot parse "tomorrow" as "2006"',
      'invalid range: A1:',
      'watering_days requires season',
      'Beds need to have a name!',
      'Pass an open plan as `plan`',
      'Error executing tool q: file is not a database',
    ],
  },
  // What gRPC says of an exception without a status.
  {
    id: 'internal.grpc-unknown',
    says: list('rpc error code unknown, eio'),
    yes: ['rpc error: code = Unknown desc = the pump gave way', 'EIO: read'],
    no: ['rpc error: code = Unknown desc = bed 9 not found'],
  },
  // Above an exception name that only says whose error it is.
  {
    id: 'not-found.unknown',
    says: list(`
      unknown, no .. found, no .. available, no .. registered, non existent, not resolve to, matched 0, disappeared,
      contains no, missing, there is no, there s no, could not resolve, failed to resolve, unable to resolve,
      cannot resolve, doesn t have a, does not have a, does not belong, has no, no .. named, no .. called,
      no .. with id, no .. with the id, no .. with name, no .. with key
    `),
    yes: [
      'OrchardAPIError[10003]: Unknown Bed',
      'Unknown playlist',
      "There's no note with that title",
      'The garden has no bed named "west"',
      'The root does not belong to this bed',
      'No weather stations found near the specified garden',
      'No hoses available for the west side',
      'No lock was found on the gate',
      "'No time zone found with key Mars/Base'",
      "Ref 'nope' did not resolve to an object",
      'No data available for the given range',
    ],
  },
  {
    id: 'conflict.already',
    says: list(`
      already, still exists, still open, duplicate, conflicts with, taken, archived, cannot delete, cannot remove,
      cannot rename, cannot merge, cannot archive, cannot close, cannot edit, cannot be deleted,
      cannot be removed, cannot be merged, cannot be edited, cannot be modified, cannot be changed,
      cannot .. completed, cannot .. closed, cannot .. finished
    `),
    yes: [
      'That name is taken',
      'The season is archived',
      'Cannot add rows to a finished bed',
      'The bed already has a fence',
      'Cannot delete bed 9: it still has plants',
    ],
  },
  // A tool that passes on "Internal Server Error" quotes its upstream service.
  {
    id: 'dependency.internal-server-error',
    when: { carrier: ['result.isError', 'content.text', 'structuredContent', 'result.error'] },
    says: list('internal server error'),
    yes: ['500 Server Error: Internal Server Error for url: https://api.example.com/'],
  },
  // Only whose error it is: also in the name of an exception.
  {
    id: 'dependency.api-error',
    when: { refused: false },
    says: list('api error'),
    yes: ['Orchard API error: an unexpected error came up'],
  },
  // An executed program failed: its own output gives the reason, if any.
  {
    id: 'internal.program-failed',
    name: 'Program failed',
    title: 'Program failed',
    verdict: 'unknown',
    explanation: 'A program that {server} ran for {call} failed{because}.',
    remedy: ['Read what the program printed: it says why.', 'Check the command and its arguments.'],
    says: list(`
      command failed, exited unexpectedly, stopped unexpectedly, ended unexpectedly, terminated unexpectedly, crashed,
      sigterm, killed, exit code, exit status, exited with, returned non zero, non zero exit
    `),
    yes: [
      'Tool paint_wall crashed',
      'Killed',
      'The watering worker stopped unexpectedly',
      'exit status 1',
      "Command '['ls', '/x']' returned non-zero exit status 2.",
    ],
  },
  // Below a missing item near the specified location.
  {
    id: 'validation.no-provided',
    says: list('no .. provided, no .. specified, no .. given, no .. was given'),
    yes: ['No rows provided', 'No bed given and no first bed set'],
  },
  {
    id: 'internal.internal-server-error',
    says: list(`
      internal server error, internal error, unexpected error, something went wrong, unexpected exception, type error,
      traceback, runtime error, execution error, never happen, is null, is none, unexpected state, unhandled,
      did not complete, exited during
    `),
    yes: [
      'Unhandled failure of unknown origin',
      { text: 'Internal error: boom', verdict: 'backoff', code: -32603 },
      'Internal error',
    ],
  },
  {
    id: 'not-found.no-for',
    says: list('no .. for, no .. in'),
    yes: ['No seeds for this bed'],
  },
  {
    id: 'internal.cannot',
    place: 'catch-all',
    says: list(`
      cannot, could not, unable to, can t, couldn t, failed, exception, error, 错误*, 失败*
    `),
    yes: [
      'The operation failed for an unknown reason',
      "'charmap' codec can't encode character '\\u2713' in position 0",
      'Could not make sense of the response of the weather service',
      'MemoryError',
      'Uncaught exception in worker thread',
      'assertion `left == right` failed',
      'Error -1: <unknown>',
      'Error executing tool q: unable to open database file',
      'cannot allocate memory',
    ],
  },
  // Used instead of "unknown error": any code, status or other word is more specific.
  {
    id: 'unknown.nothing-told',
    place: 'catch-all',
    says: list('nothing told'),
    yes: ['An unknown error came up'],
  },
  // Things with which calls fail, and which messages about other failures also name: they decide if nothing else does.
  {
    id: 'rate-limited.named',
    says: list(`
      rate limit*, ratelimit*, throttl*, request limit, usage limit, daily limit, monthly limit, daily quota,
      request quota, daily cap, tokens per minute, concurrency limit, calls per, requests per
    `),
    yes: [
      'Rate limit',
      'The daily quota is used',
      'This key gets 5 calls per minute',
      'The usage limit of your garden applies',
    ],
    no: [
      'The rate limit must be above 0',
      'No usage limit called west was found',
      'A daily limit with this name already exists',
      'Your garden key has expired. Renew it to get 90 requests per hour.',
      'Throttling is not configured',
      "KeyError: 'rate_limit'",
      'TypeError: Cannot read properties of undefined (reading "rateLimit")',
    ],
  },
  {
    id: 'approval-required.named',
    says: list('billing, upgrade to'),
    yes: ['Something is wrong with billing for this garden', 'Upgrade to the big greenhouse for that'],
    no: [
      'billing address is required',
      'Billing record 4 was not found',
      'Upgrade to 2.0 timed out',
      'Log in to see the billing details',
    ],
  },
  {
    id: 'timeout.named',
    says: list('timeout'),
    yes: ['Pump timeout'],
    no: ['Invalid timeout: soon', 'unknown option --timeout', 'The timeout is missing'],
  },
  {
    id: 'dependency.upstream',
    when: { refused: false },
    says: list('upstream'),
    yes: ['Something upstream gave way', 'The upstream returned something we could not parse'],
    no: ['upstream must be a garden', 'The west branch has no upstream bed'],
  },
  {
    id: 'conflict.named',
    says: list('conflict'),
    yes: ['There is a conflict with the plan of Ann'],
    no: ['No conflict with id 3', 'Conflict 3 was not found', 'Unknown conflict rule: west'],
  },
  {
    id: 'unavailable.please-retry',
    says: list('please retry'),
    yes: ['That went sideways, please retry'],
  },
];
