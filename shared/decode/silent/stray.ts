// A response that did not reach its call, as that call's finding explains it: another id, no id, or too late.

import type { Account } from '../../account/account.ts';
import { lateAnswer } from '../../ending/decide-ending.ts';
import type { Quote } from '../../failure.ts';
import { duration } from '../../text/duration.ts';
import { short } from '../words/fact-words.ts';
import type { Phrase } from '../words/phrase.ts';
import { quotedText } from '../words/quoted.ts';

interface StrayWords {
  phrase: Phrase;
  explanation: string;
  remedy: string[];
  quote: Quote | null;
  /** It was the response, but the server sent it so that no client can match it. */
  isBroken?: true;
}

/** If there are several, the one that certainly belongs to the call. */
export function strayOf(account: Account): StrayWords | null {
  const others = (account.strays ?? []).filter(({ kind }) => kind !== 'late');
  const stray = others.find(({ kind }) => kind === 'other_type') ?? lateAnswer(account) ?? others[0];
  if (stray === undefined) return null;
  const quote = quotedText(stray.text.trim().slice(0, 300), 'answer', stray.text);
  const id = short(stray.id ?? 'null', 40);
  switch (stray.kind) {
    case 'late': {
      const late = duration(stray.lateMs);
      return {
        phrase: { sentence: `The answer came ${late} after the timeout`, short: `Answered ${late} too late` },
        explanation: `The answer came ${late} after the call had ended.`,
        remedy: ['Raise the timeout for this call.', 'Ask for less at once, so that it is done sooner.'],
        quote,
      };
    }
    case 'other_type':
      return {
        phrase: { sentence: `The answer has id ${id}, of another type than the request`, short: `Answer has id ${id}` },
        explanation: `An answer with id ${id} came. Its type differs from the id of the request, so clients do not match them.`,
        remedy: ['Report this to the server’s author: an answer must repeat the id of its request, with its type.'],
        quote,
        isBroken: true,
      };
    case 'no_id':
      return {
        phrase: { sentence: 'An answer without an id came while this call waited', short: 'Answer without an id' },
        explanation:
          'An answer without an id came while this call waited. Servers send that when they cannot read a request.',
        remedy: ['Check that the request is valid JSON-RPC.'],
        quote,
      };
    case 'unknown_id':
      return {
        phrase: {
          sentence: `An answer with unknown id ${id} came while this call waited`,
          short: `Answer with unknown id ${id}`,
        },
        explanation: `An answer with id ${id} came while this call waited. No request has that id.`,
        remedy: [
          'Try again with a longer timeout.',
          'An answer must repeat the id of its request: if this repeats, report it.',
        ],
        quote,
      };
  }
}
