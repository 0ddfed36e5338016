// Issues that only repeat the message of the failure.

import type { Reading } from '../reading/reading.ts';

/** Errors without a path that repeat the message are the same failure again, not a list of values. */
export function repeatMessage({ issues, messages }: Pick<Reading, 'issues' | 'messages'>): boolean {
  return issues.every(({ path, message, code }) => {
    const isOwn =
      path === '' && code !== undefined && !/invalid|required|missing|type|param|argument|valid/i.test(code);
    return isOwn && message !== '' && messages.some(({ value }) => value.endsWith(message));
  });
}
