// Why a step of the sign-in failed, in one sentence that names the step. Owns the text; the log has the exchange.

import { z } from 'zod';
import { member, parseJson } from '../../../shared/json/json.ts';
import type { HttpExchange, SignInStep } from '../../../shared/wire.ts';

export class SignInFailure extends Error {
  readonly step: SignInStep;

  constructor(step: SignInStep, message: string) {
    super(message);
    this.step = step;
  }
}

/** The requested thing, as the object of a sentence. */
const asked: Record<SignInStep, string> = {
  resource_metadata: 'what protects the server',
  server_metadata: 'how its authorization server works',
  registration: 'to register Misfire as a client',
  authorization: 'for your approval',
  token: 'for the token',
  refresh: 'to renew the token',
  revocation: 'to revoke the token',
};

export function stepFailed(step: SignInStep, error: unknown, last: HttpExchange | null): SignInFailure {
  return new SignInFailure(step, sentence(step, error, last));
}

function sentence(step: SignInStep, error: unknown, last: HttpExchange | null): string {
  if (last?.error !== undefined) return `Asking ${asked[step]} failed: ${last.error.replace(/^[A-Z_]+: /, '')}`;
  if (last?.status != null && last.status >= 400) {
    return `Asking ${asked[step]} was refused with ${said(last)}.`;
  }
  return describe(error);
}

/** `HTTP 400, invalid_grant: The code is used up`. */
function said({ status, body = '' }: HttpExchange): string {
  const parsed = parseJson(body);
  const word = parsed.ok ? member(parsed.value, 'error') : undefined;
  const more = parsed.ok ? member(parsed.value, 'error_description') : undefined;
  const words = [word, more].filter((part) => typeof part === 'string' && part !== '').map((part) => String(part));
  const text = words.join(': ').slice(0, 300).replace(/\.$/, '');
  return text === '' ? `HTTP ${status}` : `HTTP ${status}, ${text}`;
}

function describe(error: unknown): string {
  if (isZodError(error)) {
    const [first] = error.issues;
    const path = first?.path.map(String).join('.') || 'it';
    return `The answer is not as it should be: ${path}: ${first?.message ?? 'wrong'}.`;
  }
  if (error instanceof SyntaxError) return 'The answer is not JSON.';
  const message = error instanceof Error ? error.message : String(error);
  return message.endsWith('.') ? message : `${message}.`;
}

/** The SDK has its own zod. */
function isZodError(error: unknown): error is z.ZodError {
  return (
    error instanceof z.ZodError || (error instanceof Error && Array.isArray((error as { issues?: unknown }).issues))
  );
}
