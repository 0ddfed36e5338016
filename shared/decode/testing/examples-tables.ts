// Examples that no phrase decides: codes, statuses, issue lists and the request are stronger than the text.

import type { FailureClass } from '../../failure.ts';
import type { Told } from './examples.ts';

export const tableExamples: readonly (Told & { class: FailureClass })[] = [
  // A number that the caller sent, not a status.
  { text: 'Invalid code: 429', args: { code: '429' }, verdict: 'after_fix', class: 'validation' },
  { text: 'Unknown area code 503', args: { area: 503 }, verdict: 'after_fix', class: 'not_found' },
  { text: 'Unexpected status code: 429', verdict: 'backoff', class: 'rate_limited' },
  // A status that another service sent.
  { text: 'Got 503 from the seed shop', verdict: 'backoff', class: 'unavailable' },
  { text: 'The seed shop answered 502, giving up', verdict: 'backoff', class: 'dependency' },
  { text: 'Der Samenladen antwortete mit 503', verdict: 'backoff', class: 'unavailable' },
  { text: 'Got 503 seeds, and the label is torn', verdict: 'unknown', class: 'unknown' },
  // A stored key, not the server's own.
  { text: 'API key 4 not found', args: { id: 4 }, verdict: 'after_fix', class: 'not_found' },
  { text: 'Access token tok_1 does not exist', args: { token: 'tok_1' }, verdict: 'after_fix', class: 'not_found' },
  { text: 'API key not found', args: { id: 4 }, verdict: 'after_auth', class: 'unauthorized' },
  { text: 'Sync stopped: unknown error from worker', verdict: 'unknown', class: 'unknown' },
  { text: 'Something broke and we do not know why.', verdict: 'unknown', class: 'unknown' },
  { text: 'UnknownError: ', verdict: 'unknown', class: 'unknown' },
  { text: 'Generic failure', verdict: 'unknown', class: 'unknown' },
  { text: 'Unknown error [HTTP 401]', verdict: 'after_auth', class: 'unauthorized' },
  { text: "[Errno 2] No such file or directory: 'tesseract'", verdict: 'after_fix', class: 'not_ready' },
  {
    text: "FileNotFoundError: [WinError 2] The system cannot find the file specified: 'git'",
    verdict: 'after_fix',
    class: 'not_ready',
  },
  { text: 'Converting circular structure to JSON', verdict: 'unknown', class: 'unknown' },
  {
    text: "Output validation error: 'temperature' is a required property",
    verdict: 'never',
    class: 'invalid_response',
  },
  {
    text: "openai.RateLimitError: Error code: 429 - {'error': {'message': 'You exceeded your current quota'}}",
    verdict: 'backoff',
    class: 'rate_limited',
  },
  {
    text: '401 Client Error: Unauthorized for url: https://api.example.com/me',
    verdict: 'after_auth',
    class: 'unauthorized',
  },
  { text: 'Provider overloaded our allowance, slow down (code 429)', verdict: 'backoff', class: 'rate_limited' },
  {
    text: 'botocore.exceptions.ClientError: An error occurred (AccessDenied) when calling the ListBuckets operation: Access Denied',
    verdict: 'never',
    class: 'forbidden',
  },
  {
    text: 'An error occurred (ExpiredToken) when calling the GetObject operation: The provided token has expired.',
    verdict: 'after_auth',
    class: 'unauthorized',
  },
  {
    text: 'An error occurred (ThrottlingException) when calling the Invoke operation: Rate exceeded',
    verdict: 'backoff',
    class: 'rate_limited',
  },
  { text: 'CanCan::AccessDenied: You are not authorized to access this page.', verdict: 'never', class: 'forbidden' },
  {
    text: '{"message":"The given data was invalid.","errors":{"email":["The email field is required."]}}',
    verdict: 'after_fix',
    class: 'validation',
  },
  {
    text: 'playwright._impl._errors.TimeoutError: Page.goto: Timeout 30000ms exceeded.',
    verdict: 'backoff',
    class: 'timeout',
  },
  { text: '403: your IP address is not on the allow list', verdict: 'never', class: 'forbidden' },
  { text: 'goroutine 7 [running]', verdict: 'unknown', class: 'unknown' },
  { text: 'The server encountered a bug', verdict: 'unknown', class: 'unknown' },
  { text: 'Fetch failed with status 403', verdict: 'never', class: 'forbidden' },
  { text: 'The orchard service responded with 404', verdict: 'after_fix', class: 'not_found' },
  { text: 'Upstream returned 401', verdict: 'after_auth', class: 'unauthorized' },
  { text: 'GardenApiError: Request failed with status code 400', verdict: 'after_fix', class: 'invalid_request' },
  { text: 'beds[2]: Missing required value', verdict: 'after_fix', class: 'validation' },
  { text: 'bed_id is required for this kind of bed', verdict: 'after_fix', class: 'validation' },
  { text: 'rows: Invalid number', verdict: 'after_fix', class: 'validation' },
  { text: 'ink is required', verdict: 'after_fix', class: 'validation' },
  { text: 'install_path is required', verdict: 'after_fix', class: 'validation' },
  { text: 'No plan exists', verdict: 'unknown', class: 'unknown' },
  { text: '[{"path":"row.width","error":"must be a number"}]', verdict: 'after_fix', class: 'validation' },
  { text: '[{"path":["row"],"message":"Required","code":"invalid_type"}]', verdict: 'after_fix', class: 'validation' },
  {
    text:
      'Error executing tool get_weather: 1 validation error for get_weatherArguments\n' +
      'city\n  Field required [type=missing, input_value={}, input_type=dict]\n' +
      '    For further information visit https://errors.pydantic.dev/2.11/v/missing',
    verdict: 'after_fix',
    class: 'validation',
  },
  {
    text:
      "Client error '401 Unauthorized' for url 'https://api.orchard.example/v1/beds'\n" +
      'For more information check: https://developer.mozilla.org/en-US/docs/Web/HTTP/Status/401',
    verdict: 'after_auth',
    class: 'unauthorized',
  },
  {
    text: "Client error '422 Unprocessable Entity' for url 'https://api.orchard.example/v1/beds'",
    verdict: 'after_fix',
    class: 'validation',
  },
  {
    text: "Client error '429 Too Many Requests' for url 'https://api.orchard.example/v1'",
    verdict: 'backoff',
    class: 'rate_limited',
  },
  {
    text: "Client error '451 Unavailable For Legal Reasons' for url 'https://x.example'",
    verdict: 'never',
    class: 'forbidden',
  },
  { text: '403 Client Error: Forbidden for url: https://api.orchard.example', verdict: 'never', class: 'forbidden' },
  { text: "Input validation error: 'city' is a required property", verdict: 'after_fix', class: 'validation' },
  {
    text:
      'Error executing tool stats: 1 validation error for statsOutput\n' +
      "result\n  Input should be a valid dictionary [type=dict_type, input_value='x', input_type=str]",
    verdict: 'never',
    class: 'invalid_response',
  },
  { text: 'Error executing tool x: ', verdict: 'unknown', class: 'unknown' },
  { text: 'Error executing tool x: None', verdict: 'unknown', class: 'unknown' },
  { text: "'city'", verdict: 'unknown', class: 'internal' },
  {
    text: 'An error occurred (AccessDenied) when calling the ListBuckets operation: Access Denied',
    verdict: 'never',
    class: 'forbidden',
  },
  {
    text: 'An error occurred (NoSuchBucket) when calling the ListObjects operation: The specified bucket does not exist',
    verdict: 'after_fix',
    class: 'not_found',
  },
  {
    text: 'An error occurred (ExpiredToken) when calling the X operation: The provided token has expired.',
    verdict: 'after_auth',
    class: 'unauthorized',
  },
  {
    text: 'An error occurred (ThrottlingException) when calling the X operation: Rate exceeded',
    verdict: 'backoff',
    class: 'rate_limited',
  },
  { text: 'Something odd happened. Try again in 90 seconds.', verdict: 'wait', afterMs: 90000, class: 'unknown' },
  { text: 'Try again in 1h30m', verdict: 'wait', afterMs: 5400000, class: 'unknown' },
  { text: 'Retry-After: 12', verdict: 'wait', afterMs: 12000, class: 'unknown' },
  { text: 'fork/exec /usr/bin/x: no such file or directory', verdict: 'after_fix', class: 'not_ready' },
  { text: 'missing required parameter: city', verdict: 'after_fix', class: 'validation' },
  { text: 'city is required', verdict: 'after_fix', class: 'validation' },
  {
    text: 'validating "arguments": validating root: required: missing properties: ["city"]',
    verdict: 'after_fix',
    class: 'validation',
  },
  {
    text: 'invalid params: validating "arguments": validating root: required: missing properties: ["city"]',
    verdict: 'after_fix',
    code: -32602,
    class: 'validation',
  },
  { text: 'HTTP-Code: 500\nMessage: "Unknown API Status Code!"', verdict: 'backoff', code: 500, class: 'internal' },
  { text: "missing required property 'rows'", verdict: 'after_fix', code: -32603, class: 'validation' },
  {
    text: 'GET https://api.orchard.example/repos/a/b: 401 Bad credentials []',
    verdict: 'after_auth',
    class: 'unauthorized',
  },
  {
    text: 'failed to get issue: GET https://api.orchard.example: 403 Resource not accessible by integration []',
    verdict: 'never',
    class: 'forbidden',
  },
  {
    text: 'dial unix /var/run/docker.sock: connect: no such file or directory',
    verdict: 'after_fix',
    class: 'not_ready',
  },
  { text: 'Upstream said 429 Too Many Requests', verdict: 'backoff', class: 'rate_limited' },
  {
    text: 'Output validation error: {"error": "429 Too Many Requests"} is not valid under any of the given schemas',
    verdict: 'backoff',
    class: 'rate_limited',
  },
  {
    text: 'Command failed: frobnicate\n/bin/sh: 1: frobnicate: not found\n',
    verdict: 'after_fix',
    args: { command: 'frobnicate' },
    tool: 'run_command',
    class: 'not_found',
  },
  {
    text:
      'Command failed: python3\nTraceback (most recent call last):\n' +
      '  File "<stdin>", line 1, in <module>\n' +
      "ModuleNotFoundError: No module named 'foo'",
    verdict: 'unknown',
    args: { script: 'import foo' },
    tool: 'run_script',
    class: 'internal',
  },
  { text: 'unexpected status code: 404', verdict: 'after_fix', class: 'not_found' },
  { text: 'API returned status 401: {"message":"Invalid token"}', verdict: 'after_auth', class: 'unauthorized' },
  { text: 'request failed with status 403: Forbidden', verdict: 'never', class: 'forbidden' },
  {
    text: 'oauth2: cannot fetch token: 400 Bad Request\nResponse: {"error":"invalid_grant"}',
    verdict: 'after_auth',
    class: 'unauthorized',
  },
  { text: 'limit: must be no greater than 100', verdict: 'after_fix', class: 'validation' },
  {
    text:
      '1 validation error for call[get_bed]\n' +
      'id\n  Missing required argument [type=missing_argument, input_value=ArgsKwargs(()), input_type=ArgsKwargs]',
    verdict: 'after_fix',
    class: 'validation',
  },
  {
    text:
      '2 validation errors for call[get_bed]\n' +
      'id\n  Missing required argument [type=missing_argument]\n' +
      'foo\n  Unexpected keyword argument [type=unexpected_keyword_argument]',
    verdict: 'after_fix',
    class: 'validation',
  },
  {
    text:
      '1 validation error for WeatherResponse\n' +
      'temp\n  Input should be a valid number [type=float_type, input_value=None, input_type=NoneType]',
    verdict: 'after_fix',
    class: 'validation',
  },
  { text: 'HTTP Error 403: Forbidden', verdict: 'never', class: 'forbidden' },
  { text: "PermissionError: [Errno 13] Permission denied: '/root/x'", verdict: 'never', class: 'forbidden' },
  {
    text: "FileNotFoundError: [Errno 2] No such file or directory: 'ffmpeg'",
    verdict: 'after_fix',
    class: 'not_ready',
  },
  { text: "[Errno 2] No such file or directory: 'plantd'", verdict: 'after_fix', class: 'not_ready' },
  { text: 'StopIteration', verdict: 'unknown', class: 'unknown' },
  {
    text: "Error code: 401 - {'error': {'message': 'Incorrect API key provided', 'type': 'invalid_request_error'}}",
    verdict: 'after_auth',
    class: 'unauthorized',
  },
  {
    text: "Error code: 429 - {'error': {'message': 'You exceeded your current quota'}}",
    verdict: 'backoff',
    class: 'rate_limited',
  },
  { text: 'Method not found', verdict: 'never', code: -32601, class: 'method_not_found' },
  {
    text: 'Resource not found: x://y',
    verdict: 'after_fix',
    code: -32002,
    method: 'resources/read',
    class: 'not_found',
  },
  { text: 'Unknown error', verdict: 'unknown', class: 'unknown' },
  { text: 'An unknown error occurred', verdict: 'unknown', class: 'unknown' },
  { text: 'Failed to render the sheet: Unknown error', verdict: 'backoff', class: 'internal' },
  { text: 'unknown error (0x80004005)', verdict: 'unknown', class: 'unknown' },
  { text: 'Error: unknown error while saving', verdict: 'unknown', class: 'unknown' },
  { text: 'Operation ended with an unspecified error.', verdict: 'unknown', class: 'unknown' },
  { text: 'Unknown exception in worker 3', verdict: 'unknown', class: 'unknown' },
  { text: 'The job stopped for unknown reasons', verdict: 'unknown', class: 'unknown' },
  { text: 'reason: unknown', verdict: 'unknown', class: 'unknown' },
  { text: 'UNKNOWN ERROR', verdict: 'unknown', class: 'unknown' },
  { text: '未知错误', verdict: 'unknown', class: 'unknown' },
  { text: '不明なエラーが発生しました', verdict: 'unknown', class: 'unknown' },
  { text: 'Неизвестная ошибка', verdict: 'unknown', class: 'unknown' },
  { text: 'Unbekannter Fehler', verdict: 'unknown', class: 'unknown' },
  { text: 'Une erreur inconnue est survenue', verdict: 'unknown', class: 'unknown' },
  { text: 'HTTP 429: unknown error', verdict: 'backoff', class: 'rate_limited' },
  { text: 'Unknown error (status code 401)', verdict: 'after_auth', class: 'unauthorized' },
  { text: 'Unknown tool: paint', verdict: 'after_fix', class: 'not_found' },
  { text: 'No rows matched the filter', verdict: 'unknown', class: 'unknown' },
  { text: 'Tool "paint" not found', verdict: 'after_fix', class: 'not_found' },
  { text: 'Tool paint does not exist on this server', verdict: 'after_fix', class: 'not_found' },
  { text: 'No tool named paint', verdict: 'after_fix', class: 'not_found' },
  { text: 'Invalid tool name: paint', verdict: 'after_fix', class: 'not_found' },
  { text: 'paint is not a known tool', verdict: 'after_fix', class: 'not_found' },
  { text: 'unknown tool name paint', verdict: 'after_fix', class: 'not_found' },
  { text: 'Unrecognized tool: paint', verdict: 'after_fix', class: 'not_found' },
  { text: 'Method not found: paint', verdict: 'after_fix', class: 'not_found' },
  { text: '未知工具: paint', verdict: 'after_fix', class: 'not_found' },
  { text: 'Неизвестный инструмент: paint', verdict: 'after_fix', class: 'not_found' },
  { text: 'Herramienta desconocida: paint', verdict: 'after_fix', class: 'not_found' },
  { text: 'Outil inconnu : paint', verdict: 'after_fix', class: 'not_found' },
  { text: 'HTTP 503 from the drawing service', verdict: 'backoff', class: 'unavailable' },
  { text: 'Request failed with status code 401', verdict: 'after_auth', class: 'unauthorized' },
  { text: 'Status 429 from https://api.example/v1/search', verdict: 'backoff', class: 'rate_limited' },
  { text: 'POST https://api.example/v2/items: 401', verdict: 'after_auth', class: 'unauthorized' },
  { text: '401 rows were written', verdict: 'unknown', class: 'unknown' },
  { text: 'The token at position 12 is unexpected', verdict: 'unknown', class: 'unknown' },
  { text: 'Cache key expired while reading', verdict: 'unknown', class: 'unknown' },
  { text: 'Unknown tool: weather', verdict: 'after_fix', class: 'not_found' },
];
