// A failed sign-in step (OAuth 2.1): the step's sentence around what the decoder read in the response. step-words.ts has the wording of
// each step; the dialect explains OAuth's error words.

import type { Failure, FailureClass } from '../../failure.ts';
import { isObject, member, parseJson } from '../../json/json.ts';
import type { HttpExchange, SignInStep } from '../../wire.ts';
import type { Claim } from '../claims/claim.ts';
import { advice } from '../finding/advice.ts';
import { short } from '../words/fact-words.ts';
import { longestShort, longestTiny, shorten, shortenPhrase } from '../words/shorten.ts';
import { claimOf } from './draft.ts';
import { type StepWords, stepWords } from './step-words.ts';

/** `read`: the failure that the decoder found in the response, if any. `decodeClaim` makes one of what Misfire found itself. */
export function tellStep(
  http: HttpExchange & { step: SignInStep },
  read: Failure | null,
  decodeClaim: (claim: Claim) => Failure,
): Failure | null {
  if (read === null && http.problem === undefined) return null;
  const words = stepWords[http.step];
  const word = http.problem === undefined ? errorWord(http) : callbackWord(http);
  const isBlocked = http.error?.startsWith('BLOCKED') === true;
  const failed = isBlocked ? 'Sign-in: address refused' : http.status === null ? 'Sign-in: no answer' : words.failed;
  const title = word === '' ? failed : `${failed} — ${short(word, 30)}`;
  const origin = http.problem !== undefined || isBlocked ? 'local' : http.status === null ? 'http' : 'wire';
  const said = http.problem ?? (read?.message || read?.explanation || '');
  const base = read ?? decodeClaim(plain(http, classOf(word)));
  return {
    ...base,
    origin: http.problem !== undefined && word !== '' ? 'wire' : origin,
    title,
    explanation: sentence(words, http, said),
    // A problem found by Misfire is not the server's wording.
    message: http.problem === undefined ? said : '',
    codeName: word === '' ? base.codeName : word,
    remedy: [...new Set([...words.remedy, ...(read?.remedy ?? [])])].slice(0, 3),
    // An authorization server's wording shows nothing about the MCP server's.
    dialect: { id: 'oauth', confidence: 1, runnerUp: null },
    sentence: shorten(title, 90),
    short: shortenPhrase(title, longestShort),
    tiny: shortenPhrase(title, longestTiny),
    ...(http.problem === undefined
      ? {}
      : {
          evidence: [
            { path: 'http.problem', value: http.problem, means: 'what Misfire found', decides: true as const },
          ],
        }),
  };
}

function sentence(words: StepWords, http: HttpExchange, said: string): string {
  const what = `Misfire ${words.doing}`;
  if (http.problem !== undefined) return `${what}. ${said}`;
  if (http.status === null) return `${what}, but no answer came: ${short(said.replace(/^[A-Z_]+: /, ''), 250)}`;
  const detail = short(said, 250).replace(/\.$/, '');
  return `${what}, but the answer was HTTP ${http.status}${detail === '' ? '' : `: ${detail}`}.`;
}

/** `error` of RFC 6749 section 5.2. */
function errorWord({ body = '' }: HttpExchange): string {
  const parsed = body.length < 100_000 ? parseJson(body) : null;
  const word = parsed?.ok && isObject(parsed.value) ? member(parsed.value, 'error') : undefined;
  return typeof word === 'string' && /^[\w.-]{1,60}$/.test(word) ? word : '';
}

/** `error` of RFC 6749 section 4.1.2.1, which comes in the URL. */
function callbackWord({ step, url }: HttpExchange): string {
  if (step !== 'authorization') return '';
  return /[?&]error=([\w.-]{1,60})(?:&|$)/.exec(url)?.[1] ?? '';
}

function classOf(word: string): FailureClass {
  // Only the user can change a refusal; anything else in place of an approval is the authorization server's.
  return word === 'access_denied' ? 'forbidden' : 'invalid_response';
}

function plain(http: HttpExchange, kind: FailureClass): Claim {
  const { verdict } = advice[kind];
  return claimOf('transport', {
    class: kind,
    title: '',
    explanation: '',
    code: http.status,
    verdict: kind === 'invalid_response' ? 'never' : verdict === 'never' ? 'after_auth' : verdict,
    remedy: [],
    evidence: [],
  });
}
