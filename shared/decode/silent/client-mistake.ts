// Sentences about client errors: the server answered, or could not, but the client has to change something.

import type { Account, DecodeContext } from '../../account/account.ts';
import type { ClientMistake } from '../../account/client-mistake.ts';
import type { Evidence } from '../../failure.ts';
import type { Json } from '../../json/json.ts';
import { capital } from '../../text/capital.ts';
import { duration } from '../../text/duration.ts';
import type { Claim } from '../claims/claim.ts';
import { inSentence, nameOfServer } from '../words/names.ts';
import type { Phrase } from '../words/phrase.ts';
import { type ClaimDraft, claimOf } from './draft.ts';

interface Words {
  phrase: Phrase;
  explanation: string;
  remedy: string;
  evidence: [path: string, value: Json, means: string][];
  certainty?: ClaimDraft['certainty'];
}

export function mistakeClaim(account: Account, mistake: ClientMistake, context: DecodeContext): Claim {
  const words = wordsOf(mistake, account.client ?? 'The client', nameOfServer(context));
  const evidence: Evidence[] = words.evidence.map(([path, value, means], index) => ({
    path,
    value,
    means,
    ...(index === 0 ? { decides: true as const } : {}),
  }));
  return claimOf('client', {
    class: 'invalid_request',
    title: 'Client mistake',
    codeName: mistake.kind,
    explanation: words.explanation,
    phrase: words.phrase,
    quote: null,
    severity: 'warning',
    remedy: [words.remedy],
    evidence,
    certainty: words.certainty ?? 'certain',
  });
}

function wordsOf(mistake: ClientMistake, client: string, server: string): Words {
  switch (mistake.kind) {
    case 'list_not_refreshed': {
      const { list, afterMs } = mistake;
      return {
        phrase: {
          sentence: `${client} did not ask for the ${list} after they changed`,
          short: `${capital(list)} not listed again`,
        },
        explanation:
          inSentence`${server} told ${client} that its ${list} changed. ` +
          inSentence`${duration(afterMs)} later ${client} used one without asking for the new list.`,
        remedy: `Call ${list}/list when notifications/${list}/list_changed comes.`,
        evidence: [
          [
            'notification',
            `notifications/${list}/list_changed`,
            `no ${list}/list followed within ${duration(afterMs)}`,
          ],
        ],
      };
    }
    case 'expired_list': {
      const { list, ttlMs, ageMs } = mistake;
      return {
        phrase: {
          sentence: `${client} used a list of ${list} ${duration(ageMs - ttlMs)} after it expired`,
          short: `List of ${list} expired`,
        },
        explanation:
          inSentence`The list of ${list} may be cached for ${duration(ttlMs)}. ` +
          inSentence`${client} used it when it was ${duration(ageMs)} old.`,
        remedy: `Call ${list}/list again when ttlMs has passed.`,
        evidence: [
          ['list.ageMs', ageMs, 'how old the list was'],
          ['result.ttlMs', ttlMs, 'how long it may be cached'],
        ],
        // The wire does not show which list a client chose from.
        certainty: 'likely',
      };
    }
    case 'private_list':
      return {
        phrase: {
          sentence: `${client} used one user’s list of ${mistake.list} for another`,
          short: `Private list of ${mistake.list} shared`,
        },
        explanation:
          `The list of ${mistake.list} has cacheScope private. ` +
          'It was fetched with the token of one user and used with that of another.',
        remedy: `Cache lists with cacheScope private for each user.`,
        evidence: [['result.cacheScope', 'private', 'the list belongs to the user who fetched it']],
        certainty: 'likely',
      };
    case 'wrong_header': {
      const { name, header, body } = mistake;
      const said = header === null ? `no ${name} header` : `${name}: ${header}`;
      const has = body === null ? 'the message has no such argument' : `the message says ${body}`;
      return {
        phrase: {
          sentence: `${client} sent ${said}, but ${has}`,
          short: header === null ? `${name} header is missing` : `${name} header is wrong`,
        },
        explanation: inSentence`Headers must repeat what the message says. ${client} sent ${said}, and ${has}.`,
        remedy: body === null ? `Leave ${name} out.` : `Send ${name} with the value of the message.`,
        evidence: [
          [`http.requestHeaders.${name.toLowerCase()}`, header, 'what the header says'],
          ['request', body, 'what the message says'],
        ],
      };
    }
    case 'lost_session':
      return {
        phrase: {
          sentence: inSentence`${client} kept using a session that ${server} had ended`,
          short: 'Ended session used again',
        },
        explanation:
          `${server} answered 404 for this session. ` +
          inSentence`${duration(mistake.afterMs)} later ${client} used it again instead of sending initialize.`,
        remedy: 'After a 404 send initialize without Mcp-Session-Id, then repeat the request.',
        evidence: [['http.status', 404, 'the server does not know the session any more']],
      };
    case 'refused_token': {
      const { ageMs, isIssueKnown, expiredMs } = mistake;
      const age = `${isIssueKnown ? '' : 'at least '}${duration(ageMs)} old`;
      const expired = expiredMs === null ? '' : `, expired for ${duration(expiredMs)}`;
      return {
        phrase: {
          sentence: `${client} sent a refused token again (${age}${expired})`,
          short: 'Refused token sent again',
        },
        explanation: inSentence`${server} refused this token with 401, and ${client} sent it again. The token is ${age}${expired}.`,
        remedy: 'After a 401 refresh the token or sign in again, then repeat the request.',
        evidence: [
          ['token.age', age, 'how old the token is'],
          ...(expiredMs === null
            ? []
            : [['token.expired', duration(expiredMs), 'how long it is expired'] as [string, Json, string]]),
        ],
      };
    }
    case 'never_sent':
    case 'no_such_tool':
    case 'server_gone':
      return unsentWords(mistake, client, server);
    case 'repeated_id':
      return {
        phrase: {
          sentence: `${client} repeated a request under the same id ${mistake.id}`,
          short: 'Same id after a broken stream',
        },
        explanation:
          `The stream of request ${mistake.id} broke. ` +
          `${client} sent the request again under the same id, so two answers could be confused.`,
        remedy: 'Send a request again under a new id.',
        evidence: [['request.id', mistake.id, 'the id of a request whose stream broke']],
      };
  }
}

/** A call in the client's transcript that no server received. */
function unsentWords(mistake: Extract<ClientMistake, { reported: string }>, client: string, server: string): Words {
  const { tool, reported } = mistake;
  const evidence: Words['evidence'] = [['transcript.got', reported, 'what the model got in place of an answer']];
  switch (mistake.kind) {
    case 'never_sent':
      return {
        phrase: { sentence: inSentence`${client} never sent this call to ${server}`, short: 'Never sent' },
        explanation:
          inSentence`The transcript of ${client} has a call of ${tool}. ` +
          inSentence`Misfire watched ${server} all that time, and no such call came.`,
        remedy: inSentence`Check why ${client} refused the call: its tool list, its rules, or the arguments.`,
        evidence,
      };
    case 'no_such_tool':
      return {
        phrase: {
          sentence: inSentence`${client} does not offer ${tool} of ${server}`,
          short: `${client} has no ${tool}`,
        },
        explanation:
          inSentence`The model called ${tool}. ${client} has no such tool, so it sent nothing. ` +
          whyMissing(mistake, client, server),
        remedy:
          mistake.isListed === null
            ? inSentence`Compare with the tool list of ${server}. If the tool is there, restart ${client}.`
            : mistake.isListed
              ? inSentence`Restart ${client}. If the tool is still missing, look for a filter of tools in its settings.`
              : inSentence`Add ${tool} to ${server}, or tell the model which tools there are.`,
        evidence: [
          ...evidence,
          ...(mistake.isListed === null
            ? []
            : [['tools/list', mistake.isListed, 'whether the server lists the tool'] as [string, Json, string]]),
        ],
      };
    case 'server_gone':
      return {
        phrase: {
          sentence: inSentence`${client} did not restart ${server} after it exited`,
          short: 'Never sent: the server had exited',
        },
        explanation: inSentence`${server} had exited before the model called ${tool}. ${client} sent nothing and did not start it again.`,
        remedy: inSentence`Find out why ${server} exited. Then restart ${client}, or connect to ${server} again there.`,
        evidence,
      };
  }
}

function whyMissing(
  { isListed, rereadsList }: Extract<ClientMistake, { kind: 'no_such_tool' }>,
  client: string,
  server: string,
): string {
  if (isListed === null) return inSentence`${server} does not list the tool, or ${client} has an older list.`;
  if (!isListed) return `${server} did not list the tool either.`;
  const list = inSentence`${server} lists the tool, but ${client} did not offer it to its model.`;
  return rereadsList === false ? inSentence`${list} ${client} does not read the list again after it changed.` : list;
}
