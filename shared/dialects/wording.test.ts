// Sentences in servers’ wording with their meanings: rows of different places, weighed against each other.

import { describe, expect, it } from 'vitest';
import { decode } from '../decode/decode.ts';
import { context, toolError } from '../decode/testing/account-fixtures.ts';
import type { FailureClass } from '../failure.ts';

const sentences: Partial<Record<FailureClass, readonly string[]>> = {
  approval_required: ['This tool is only available on the Pro plan. Upgrade at https://x'],
  cancelled: ['Elicitation declined by user', 'Operation was aborted'],
  conflict: [
    'Error response from daemon: Conflict. The container name "/web" is already in use by container "abc"',
    'MongoServerError: E11000 duplicate key error collection: a.b index: _id_',
  ],
  dependency: [
    'The connection to the server localhost:8080 was refused - did you specify the right host or port?',
    'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
    'page.goto: net::ERR_NAME_NOT_RESOLVED at https://x.invalid/',
    'Error: connect ECONNREFUSED 127.0.0.1:6379',
    'MongoServerSelectionError: connect ECONNREFUSED 127.0.0.1:27017',
    'MongoNetworkError: getaddrinfo ENOTFOUND db.example',
    'Error fetching robots.txt: connection issue',
    'SSL routines:ssl3_get_record:wrong version number',
    "HTTPSConnectionPool(host='api.x.com', port=443): Max retries exceeded with url: / (Caused by NewConnectionError('Failed " +
      "to establish a new connection'))",
    'Expecting value: line 1 column 1 (char 0)',
    'fetch failed',
    'socket hang up',
  ],
  forbidden: [
    'Error from server (Forbidden): pods is forbidden: User "a" cannot list resource "pods" in API group "" in the namespace "b"',
    'Access denied - path outside allowed directories: /etc/passwd not in /tmp',
    'The sites robots.txt (https://x/robots.txt), specifies that autonomous fetching of this page is not allowed',
    "An error occurred (AccessDeniedException) when calling the InvokeModel operation: You don't have " +
      'access to the model with the specified model ID.',
    "AuthorizationFailed: The client 'x' with object id 'y' does not have authorization to perform action " +
      "'Microsoft.Resources/subscriptions/read'",
    'google.api_core.exceptions.PermissionDenied: 403 BigQuery API has not been used in project 123 before or it is disabled.',
  ],
  internal: [
    "'NoneType' object has no attribute 'get'",
    "KeyError: 'items'",
    "unsupported operand type(s) for +: 'int' and 'str'",
  ],
  not_found: [
    'API Error 404: {"type":"error","error":{"type":"not_found_error","message":"model: x"}}',
    'Notion API error: object_not_found - Could not find database with ID: 123. Make sure the relevant ' +
      'pages and databases are shared with your integration.',
    'Linear API error: Entity not found: Issue - Could not find referenced Issue.',
    'failed to get issue: GET https://api.github.com/repos/o/r/issues/999: 404 Not Found []',
    'Error from server (NotFound): pods "x" not found',
    'Error response from daemon: No such container: web',
    'Ref e12 not found in the current page snapshot. Try capturing new snapshot.',
    'index_not_found_exception: [index_not_found_exception] Reason: no such index [x]',
    'Twilio error 20404: The requested resource /Accounts/x was not found',
    "ENOENT: no such file or directory, open '/x/y'",
    "error: pathspec 'x' did not match any file(s) known to git",
    'no such table: users',
    'Failed to fetch https://x/ - status code 404',
  ],
  not_ready: [
    'fatal: not a git repository (or any of the parent directories): .git',
    'Job is still running. Check again later.',
  ],
  rate_limited: [
    'failed to list: GET https://api.github.com/x: 403 API rate limit exceeded for 1.2.3.4. [rate reset in 12m30s]',
    'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
    'An error occurred (ThrottlingException) when calling the Converse operation (reached max retries: 4): Too many requests',
  ],
  timeout: [
    'TimeoutError: locator.click: Timeout 5000ms exceeded.',
    "HTTPSConnectionPool(host='api.x.com', port=443): Read timed out. (read timeout=30)",
    'Tool call timed out after 60s',
    'The operation was aborted due to timeout',
  ],
  too_large: ['Maximum context length exceeded', 'Response too large: 1.2MB exceeds the 1MB limit'],
  unauthorized: [
    'GraphQL Error (Code: 401): {"response":{"errors":[{"message":"Authentication required, not authenticated","extensions":{"code"' +
      ':"AUTHENTICATION_ERROR"}}]}}',
    'NOAUTH Authentication required.',
    'Neo.ClientError.Security.Unauthorized: The client is unauthorized due to authentication failure.',
    '[HTTP 401] Unable to create record: Authenticate',
    'Tavily API error: Invalid API key',
    'botocore.exceptions.NoCredentialsError: Unable to locate credentials',
    'An error occurred (ExpiredToken) when calling the ListBuckets operation: The provided token has expired.',
    'DefaultAzureCredential failed to retrieve a token from the included credentials.',
    'Request had insufficient authentication scopes.',
    'invalid_grant: Token has been expired or revoked.',
    'Missing required environment variable: FOO_TOKEN',
    'Could not automatically determine credentials. Please set GOOGLE_APPLICATION_CREDENTIALS',
    'AxiosError: Request failed with status code 401',
  ],
  unavailable: ['Request failed with status code 503'],
  unsupported: [
    'Error: Transcript is disabled on this video (abc)',
    'Feature not enabled for this workspace',
    'Error POSTing to endpoint (HTTP 405): Method Not Allowed',
  ],
  validation: [
    'GitHub API error: 422 Unprocessable Entity - Validation Failed: {"resource":"Issue","code":"missing_field","field":"title"}',
    "Error: strict mode violation: locator('button') resolved to 3 elements",
    'WRONGTYPE Operation against a key holding the wrong kind of value',
    'ResponseError: parsing_exception: unknown query [foo]',
    "Neo.ClientError.Statement.SyntaxError: Invalid input 'MTCH'",
    'EISDIR: illegal operation on a directory, read',
    "fatal: ambiguous argument 'x': unknown revision or path not in the working tree.",
    'near "SELEC": syntax error',
    'Only SELECT queries are allowed for read_query',
    "Invalid timezone: 'No time zone found with key Mars/Base'",
    'An error occurred (ValidationException) when calling the X operation: 1 validation error detected',
  ],
};

describe('phrases', () => {
  for (const [failureClass, texts] of Object.entries(sentences))
    for (const text of texts)
      it(`${failureClass}: ${text}`, () => expect(decode(toolError(text), context())?.class).toBe(failureClass));

  it('suggest retrying later if something is not done yet', () => {
    expect(decode(toolError('Job 7 is still running.'), context())).toMatchObject({
      title: 'Not done yet',
      retry: { verdict: 'backoff' },
    });
  });
});
