// The server's name in a sentence.

import type { DecodeContext } from '../../account/account.ts';

export function nameOfServer({ server }: Pick<DecodeContext, 'server'>): string {
  return server === '' || server === '?' ? 'The server' : server;
}
