// A result that breaks MCP itself: clients refuse it, whatever it says.

import type { Account, DecodeContext } from '../../account/account.ts';
import { callName, serverName } from '../conclude/explain.ts';
import { place } from '../facts/located.ts';
import type { Judged } from '../finding/finding.ts';
import { finish } from './draft.ts';

export function decodeBrokenResult(
  account: Account,
  { found }: NonNullable<Account['brokenContent']>,
  context: DecodeContext,
): Judged {
  const call = callName(account);
  return finish(
    {
      class: 'invalid_response',
      title: 'Breaks MCP',
      phrase: { sentence: `The answer to ${call} has ${found} as content, not a list`, short: 'Content is not a list' },
      quote: null,
      explanation: `${serverName({ context })} answered ${call} with ${found} as content. MCP asks for a list of blocks, and clients refuse anything else.`,
      remedy: ['Report this to the server’s author: the arguments are not to blame.'],
      evidence: [{ path: 'result.content', value: found, means: 'content must be a list', decides: true }],
    },
    account,
    place('protocol', 'content.text', 'wire', [], [], false),
  );
}
