import { expect, it } from 'vitest';
import type { HttpExchange } from '../../../shared/wire.ts';
import { handshakeAnswer } from './agreement.ts';

const refusedWith = (status: number) => () =>
  handshakeAnswer({ kind: 'http', http: { status } as HttpExchange, message: null }, 'initialize');

it('asks for a sign-in only if that is what is missing', () => {
  expect(refusedWith(401)).toThrow('The server wants you to sign in (HTTP 401).');
  expect(refusedWith(403)).toThrow('The server does not let Misfire in (HTTP 403).');
  expect(refusedWith(404)).toThrow('The server answered “initialize” with HTTP 404 and no MCP message.');
});
