import { describe, expect, it } from 'vitest';
import type { Failure } from '../../failure.ts';
import type { Json } from '../../json/json.ts';
import { decode } from '../decode.ts';
import { context, exchanged, rpcError, toolError, toolResult } from '../testing/account-fixtures.ts';

function inText(value: Json): Failure | null {
  return decode(toolError(JSON.stringify(value)), context());
}

function overHttp(status: number, body: Json | string, headers: Record<string, string> = {}): Failure | null {
  return decode(
    {
      method: 'tools/call',
      target: 'search',
      http: exchanged(status, headers, typeof body === 'string' ? body : JSON.stringify(body)),
    },
    context(),
  );
}

describe('RFC 9457', () => {
  it('reads errors with pointers, links the type, keeps extensions and ignores wrong types', () => {
    const failure = overHttp(422, {
      type: 'https://example.com/probs/validation',
      title: 'Invalid',
      status: 'no',
      detail: 'Two fields',
      errors: [
        { detail: 'must be positive', pointer: '#/age' },
        { detail: 'no such colour', pointer: '#/profile/colour%20x' },
      ],
      balance: 30,
    });
    expect(failure).toMatchObject({
      class: 'validation',
      problem: {
        type: 'https://example.com/probs/validation',
        title: 'Invalid',
        detail: 'Two fields',
        extensions: { balance: 30 },
      },
      issues: [
        { path: '/age', message: 'must be positive' },
        { path: '/profile/colour x', message: 'no such colour' },
      ],
    });
    expect(failure?.problem).not.toHaveProperty('status', 'no');
    expect(failure?.links[0]?.url).toBe('https://example.com/probs/validation');
  });

  it('is found in error.data, structuredContent and text', () => {
    const problem = { type: 'about:blank', title: 'Forbidden', status: 403, detail: 'Not yours' };
    for (const failure of [
      decode(rpcError(-32603, 'x', problem), context()),
      decode(toolResult({ isError: true, content: [], structuredContent: problem }), context()),
      inText(problem),
      decode(toolResult({ content: [{ type: 'text', text: JSON.stringify(problem) }] }), context()),
    ]) {
      expect(failure).toMatchObject({ class: 'forbidden', problem: { status: 403 } });
      expect(failure?.explanation).toContain('Not yours');
    }
  });
});

describe('google.rpc', () => {
  it('reads status, RetryInfo, BadRequest, ErrorInfo and Help', () => {
    const failure = inText({
      error: {
        code: 429,
        message: 'Quota exceeded',
        status: 'RESOURCE_EXHAUSTED',
        details: [
          { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3.5s' },
          {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason: 'RATE_LIMIT_EXCEEDED',
            domain: 'googleapis.com',
            metadata: {},
          },
          {
            '@type': 'type.googleapis.com/google.rpc.Help',
            links: [{ description: 'Quotas', url: 'https://cloud.google.com/quotas' }],
          },
        ],
      },
    });
    expect(failure).toMatchObject({
      class: 'rate_limited',
      codeName: 'RESOURCE_EXHAUSTED',
      retry: { verdict: 'wait', afterMs: 3500 },
      links: [{ url: 'https://cloud.google.com/quotas' }],
    });
    expect(failure?.retry.sources?.afterMs).toMatch(/details\[0\]\.retryDelay$/);
    const bad = inText({
      error: {
        code: 400,
        message: 'Bad',
        status: 'INVALID_ARGUMENT',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.BadRequest',
            fieldViolations: [{ field: 'a.b', description: 'too long', reason: 'LENGTH' }],
          },
        ],
      },
    });
    expect(bad).toMatchObject({ class: 'validation', issues: [{ path: '/a/b', message: 'too long', code: 'LENGTH' }] });
  });

  it('reads gRPC text', () => {
    for (const [text, failureClass] of [
      ['5 NOT_FOUND: no such document', 'not_found'],
      ['8 RESOURCE_EXHAUSTED: slow', 'rate_limited'],
      ['14 UNAVAILABLE: No connection established', 'unavailable'],
      ['16 UNAUTHENTICATED: who are you', 'unauthorized'],
      ['4 DEADLINE_EXCEEDED: late', 'timeout'],
      ['7 PERMISSION_DENIED: no', 'forbidden'],
    ] as const) {
      expect(decode(toolError(text), context())?.class, text).toBe(failureClass);
    }
  });
});

describe('AWS', () => {
  it('reads __type, the header and boto’s sentence', () => {
    expect(
      inText({ __type: 'com.amazonaws.dynamodb.v20120810#ThrottlingException', message: 'Slow', retryAfterSeconds: 2 }),
    ).toMatchObject({ class: 'rate_limited', codeName: 'ThrottlingException', retry: { afterMs: 2000 } });
    expect(
      overHttp(400, {}, { 'x-amzn-errortype': 'ResourceNotFoundException:http://internal.amazon.com/' }),
    ).toMatchObject({ class: 'not_found' });
    expect(
      decode(
        toolError(
          'An error occurred (AccessDeniedException) when calling the GetItem operation: User is not authorized',
        ),
        context(),
      ),
    ).toMatchObject({ class: 'forbidden', codeName: 'AccessDeniedException' });
    expect(
      overHttp(403, '<ErrorResponse><Error><Code>AccessDenied</Code><Message>No</Message></Error></ErrorResponse>'),
    ).toMatchObject({ class: 'forbidden' });
  });
});

describe('Stripe, OpenAI, Anthropic', () => {
  it('reads type, code, param and links', () => {
    expect(
      inText({
        error: {
          type: 'invalid_request_error',
          code: 'parameter_missing',
          param: 'amount',
          message: 'Missing required param: amount.',
          doc_url: 'https://stripe.com/docs/error-codes/parameter-missing',
        },
      }),
    ).toMatchObject({
      class: 'validation',
      issues: [{ path: '/amount' }],
      links: [{ url: 'https://stripe.com/docs/error-codes/parameter-missing' }],
    });
    expect(
      inText({
        error: {
          type: 'card_error',
          code: 'card_declined',
          decline_code: 'insufficient_funds',
          message: 'Your card was declined.',
        },
      }),
    ).toMatchObject({ class: 'terminal', retry: { verdict: 'never' } });
    expect(
      inText({
        error: {
          message: 'You exceeded your current quota',
          type: 'insufficient_quota',
          param: null,
          code: 'insufficient_quota',
        },
      }),
    ).toMatchObject({ class: 'rate_limited', retry: { verdict: 'never' } });
    expect(
      inText({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'r' }),
    ).toMatchObject({ class: 'unavailable', codeName: 'overloaded_error' });
  });
});

describe('GraphQL and JSON:API', () => {
  it('reads messages and codes of GraphQL without mistaking its path for an argument', () => {
    const failure = decode(
      toolResult({
        content: [
          {
            type: 'text',
            text: JSON.stringify({
              errors: [
                {
                  message: 'Too many',
                  locations: [{ line: 1, column: 2 }],
                  path: ['a', 0],
                  extensions: { code: 'RATELIMITED' },
                },
              ],
              data: null,
            }),
          },
        ],
      }),
      context(),
    );
    expect(failure).toMatchObject({ class: 'rate_limited', flagged: false, issues: [], message: 'Too many' });
  });

  it('reads JSON:API with string statuses and pointers', () => {
    expect(
      inText({
        errors: [
          {
            status: '422',
            title: 'Invalid',
            detail: 'Name is too short',
            source: { pointer: '/data/attributes/name' },
          },
        ],
      }),
    ).toMatchObject({ class: 'validation', issues: [{ path: '/name', message: 'Name is too short' }] });
    expect(inText({ errors: [{ status: '404', title: 'Record not found' }] })).toMatchObject({ class: 'not_found' });
  });
});

describe('OAuth', () => {
  it('reads the body and the challenge', () => {
    expect(
      overHttp(400, {
        error: 'invalid_grant',
        error_description: 'Refresh token expired',
        error_uri: 'https://as.example/help',
      }),
    ).toMatchObject({ class: 'unauthorized', codeName: 'invalid_grant', links: [{ url: 'https://as.example/help' }] });
    const challenge =
      'Bearer error="insufficient_scope", scope="files:read files:write", ' +
      'resource_metadata="https://acme.example/.well-known/oauth-protected-resource", error_description="More rights needed"';
    const failure = overHttp(403, '', { 'www-authenticate': challenge });
    expect(failure).toMatchObject({
      class: 'forbidden',
      codeName: 'insufficient_scope',
      retry: { verdict: 'after_auth' },
    });
    expect(failure?.explanation).toContain('files:read files:write');
    expect(failure?.links[0]?.label).toBe('Where to sign in');
  });
});

describe('GitHub, Slack, FastAPI, ASP.NET, Cloudflare, x402', () => {
  it('reads GitHub', () => {
    expect(
      inText({
        message: 'Validation Failed',
        errors: [{ resource: 'Issue', field: 'title', code: 'missing_field' }],
        documentation_url: 'https://docs.github.com/rest',
        status: '422',
      }),
    ).toMatchObject({ class: 'validation', issues: [{ path: '/title', code: 'missing_field' }] });
    expect(
      decode(toolError('failed to get issue: GitHub API rate limit exceeded. Retry after 42s.'), context()),
    ).toMatchObject({ class: 'rate_limited', retry: { verdict: 'wait', afterMs: 42_000 } });
  });

  it('reads Slack, flagged or not, and its bare string error', () => {
    expect(inText({ ok: false, error: 'ratelimited' })).toMatchObject({
      class: 'rate_limited',
      codeName: 'ratelimited',
    });
    expect(
      decode(toolResult({ content: [{ type: 'text', text: '{"ok":false,"error":"channel_not_found"}' }] }), context()),
    ).toMatchObject({ class: 'not_found', flagged: false });
    expect(
      decode(
        {
          method: 'tools/call',
          target: 'x',
          answer: { value: { jsonrpc: '2.0', id: 1, error: 'cursor_invalid' }, text: '' },
        },
        context(),
      ),
    ).toMatchObject({ class: 'validation', carrier: 'jsonrpc.error' });
  });

  it('reads FastAPI and ASP.NET', () => {
    expect(
      overHttp(422, { detail: [{ type: 'missing', loc: ['body', 'x', 0], msg: 'Field required', input: {} }] }),
    ).toMatchObject({ class: 'validation', issues: [{ path: '/x/0', message: 'Field required', code: 'missing' }] });
    expect(overHttp(404, { detail: 'Item not found' })).toMatchObject({
      class: 'not_found',
      message: 'Item not found',
    });
    expect(
      overHttp(400, {
        type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
        title: 'One or more validation errors occurred.',
        status: 400,
        errors: { Name: ['The Name field is required.'] },
        traceId: '00-x',
      }),
    ).toMatchObject({ class: 'validation', issues: [{ path: '/Name', message: 'The Name field is required.' }] });
  });

  it('reads Cloudflare and x402', () => {
    expect(
      overHttp(429, {
        type: 'https://developers.cloudflare.com/1015',
        title: 'Error 1015',
        status: 429,
        error_code: 1015,
        error_name: 'rate_limited',
        error_category: 'rate_limit',
        retryable: true,
        retry_after: 30,
        ray_id: 'abc',
      }),
    ).toMatchObject({
      class: 'rate_limited',
      category: 'rate_limit',
      retry: { verdict: 'wait', afterMs: 30_000 },
    });
    expect(
      decode(
        toolResult({
          isError: true,
          content: [{ type: 'text', text: 'Pay first' }],
          structuredContent: { x402Version: 1, accepts: [{ scheme: 'exact', maxAmountRequired: '10' }] },
        }),
        context(),
      ),
    ).toMatchObject({ class: 'approval_required', title: 'Payment needed' });
    expect(
      decode(
        toolResult({
          content: [
            {
              type: 'text',
              text: JSON.stringify({
                status: 'payment_required',
                data: { paymentType: 'one', checkoutUrl: 'https://pay.example/1', paymentReason: 'Needed' },
              }),
            },
          ],
        }),
        context(),
      ),
    ).toMatchObject({ class: 'approval_required', flagged: false, links: [{ url: 'https://pay.example/1' }] });
  });
});

describe('a wait given twice', () => {
  it('is taken from the field, not from the sentence before it', () => {
    const failure = inText({ message: 'Too many calls, try again in 9 s', retry_after: 30 });
    expect(failure?.retry).toMatchObject({
      afterMs: 30_000,
      sources: { afterMs: expect.stringMatching(/retry_after$/) },
    });
  });

  it('is taken from the sentence if there is no field', () => {
    expect(inText({ message: 'Too many calls, try again in 9 s' })?.retry.afterMs).toBe(9_000);
  });
});
