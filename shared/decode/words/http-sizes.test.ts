import { describe, expect, it } from 'vitest';
import { decode } from '../decode.ts';
import { context, exchanged } from '../testing/account-fixtures.ts';

const failed = (status: number, headers: Record<string, string>, sent: Record<string, string> = {}) =>
  decode({ http: { ...exchanged(status, headers), requestHeaders: sent } }, context());

describe('an HTTP failure without a body', () => {
  it('says that the body was not recorded if a length is known', () => {
    expect(failed(500, { 'content-length': '120' })?.explanation).toContain('120 bytes was not recorded');
    expect(failed(500, { 'content-length': '0' })?.explanation).toContain('gave no reason');
  });

  it('names the size of a large request', () => {
    for (const status of [413, 500]) {
      const failure = failed(status, {}, { 'content-length': '2400000' });
      expect(failure?.sentence).toBe('acme failed on a request of 2.4 MB');
      expect(failure?.remedy[0]).toContain('2.4 MB');
    }
    expect(failed(500, {}, { 'content-length': '900' })?.sentence).not.toContain('MB');
  });
});

describe('a server that opens no event stream', () => {
  const refused = (status: number) => {
    const message = `The server gave no event stream: it answered HTTP ${status}.`;
    return decode({ unanswered: { why: 'refused', message } }, context());
  };
  it.each([400, 404, 405])('with %i probably speaks Streamable HTTP', (status) => {
    expect(refused(status)).toMatchObject({ owner: 'settings', certainty: 'likely' });
    expect(refused(status)?.remedy[0]).toContain('Streamable HTTP');
  });
  it('with 503 does not', () => {
    expect(refused(503)?.remedy.join(' ')).not.toContain('Streamable HTTP');
  });
});
