// For tests: sentences as servers word them, by kind of cause, and as many that must not be read so. All are made up here.

import type { FailureClass, Verdict } from '../../failure.ts';
import type { Json } from '../../json/json.ts';

export interface Kind {
  title: string;
  /** Texts of a tool error, and what they are to be read as. */
  reads: readonly [text: string, classes: readonly FailureClass[], verdicts: readonly Verdict[]][];
  /** Texts that only look like it, and what they must not be read as. */
  not: readonly [text: string, classes: readonly FailureClass[]][];
}

const nothing: readonly FailureClass[] = ['unknown', 'internal'];
const again: readonly Verdict[] = ['backoff', 'wait', 'unknown'];
const fix: readonly Verdict[] = ['after_fix', 'never'];
const auth: readonly Verdict[] = ['after_auth'];

export const unknownErrors: Kind = {
  title: '1. unknown error is not not found',
  reads: [
    ['Unknown error', nothing, again],
    ['An unknown error occurred', nothing, again],
    ['Failed to render the sheet: Unknown error', nothing, again],
    ['unknown error (0x80004005)', nothing, again],
    ['Error: unknown error while saving', nothing, again],
    ['Operation ended with an unspecified error.', nothing, again],
    ['Unknown exception in worker 3', nothing, again],
    ['The job stopped for unknown reasons', nothing, again],
    ['reason: unknown', nothing, again],
    ['UNKNOWN ERROR', nothing, again],
    ['未知错误', nothing, again],
    ['不明なエラーが発生しました', nothing, again],
    ['Неизвестная ошибка', nothing, again],
    ['Unbekannter Fehler', nothing, again],
    ['Une erreur inconnue est survenue', nothing, again],
    ['HTTP 429: unknown error', ['rate_limited'], ['backoff', 'wait']],
    ['Unknown error (status code 401)', ['unauthorized'], auth],
  ],
  not: [
    ['Unknown host in inventory: web-7', nothing],
    ['Unknown user: jdoe', nothing],
    ['Unknown table "orders"', nothing],
    ['Unknown column total in field list', nothing],
    ['Unknown branch release/9', nothing],
    ['Unknown calendar id 44', nothing],
    ['Unknown playlist', nothing],
    ['unknown revision or path not in the working tree', nothing],
    ['Unknown field "colour"', nothing],
    ['Unknown operation: frobnicate', nothing],
    ['Unknown currency XAZ', nothing],
    ['Unknown option --fast', nothing],
    ['Unknown session', nothing],
    ['Unknown unit: furlongs', nothing],
    ['Unknown tool: paint', nothing],
  ],
};

const setUp: readonly FailureClass[] = ['unauthorized', 'not_ready'];
const fixed: readonly Verdict[] = ['after_auth', 'after_fix', 'never'];

export const setups: Kind = {
  title: '2. what whoever runs the server has to set up',
  reads: [
    ['ACME_API_KEY is not set', setUp, fixed],
    ['Missing required environment variable: ORBIT_SECRET', setUp, fixed],
    ['Please set the PLANT_TOKEN environment variable', setUp, fixed],
    ['API key not configured. Add it to your settings and restart.', setUp, fixed],
    ['No API key found for the geocoder', setUp, fixed],
    ['Client secret missing', setUp, fixed],
    ['You must provide an access token to use this tool', setUp, fixed],
    ['Environment variable WIKI_URL must be set', setUp, fixed],
    ['Configuration file not found: plantd.yaml', setUp, fixed],
    ['Missing required mailbox configuration', setUp, fixed],
    ['ffmpeg is not installed or not on your PATH', setUp, fixed],
    ['spawn pandoc ENOENT', setUp, fixed],
    ["ModuleNotFoundError: No module named 'shapely'", setUp, fixed],
    ['gs: command not found', setUp, fixed],
    ['Cannot find module "sharp". Run npm install sharp.', setUp, fixed],
    ['exec: "helm": executable file not found in $PATH', setUp, fixed],
    ['The tracker is not configured yet: run setup first', setUp, fixed],
    ['Could not load the default credentials', setUp, fixed],
    ['环境变量 GEO_KEY 未设置', setUp, fixed],
    ['Die Umgebungsvariable GEO_KEY ist nicht gesetzt', setUp, fixed],
    ["La variable d'environnement GEO_KEY est manquante", setUp, fixed],
  ],
  not: [
    ['Document plan.md not found', setUp],
    ['The title is required', setUp],
    ["'query' is a required property", setUp],
    ['pageToken is not valid', setUp],
    ['Row 17 does not exist', setUp],
    ['Invalid value for limit: must be below 100', setUp],
    ['No rows matched the filter', setUp],
    ['Entry in.csv not found in the archive', setUp],
    ['Missing required argument: city', setUp],
    ['Key "colour" already exists', setUp],
    ['Unknown command: paint', setUp],
    ['The chapter was not found', setUp],
    ['Too many requests', setUp],
    ['The selected tokens exceed the maximum context length', setUp],
    ['Could not find an element with ref e17', setUp],
  ],
};

const gone: readonly FailureClass[] = ['not_found', 'method_not_found', 'validation', 'unsupported'];

export const unknownNames: Kind = {
  title: '3. unknown tool, method, operation, resource and prompt',
  reads: [
    ['Unknown tool: paint', gone, fix],
    ['Tool "paint" not found', gone, fix],
    ['Tool paint does not exist on this server', gone, fix],
    ['No tool named paint', gone, fix],
    ['Invalid tool name: paint', gone, fix],
    ['paint is not a known tool', gone, fix],
    ['unknown tool name paint', gone, fix],
    ['Unrecognized tool: paint', gone, fix],
    ['Method not found: paint', gone, fix],
    ['Unknown operation: melt', gone, fix],
    ['Unsupported action "melt"', gone, fix],
    ['Unknown command melt', gone, fix],
    ['未知工具: paint', gone, fix],
    ['Неизвестный инструмент: paint', gone, fix],
    ['Herramienta desconocida: paint', gone, fix],
    ['Outil inconnu : paint', gone, fix],
  ],
  not: [
    ['The tool timed out', gone],
    ['Tool execution was cancelled by the user', gone],
    ['Rate limit exceeded for this tool', gone],
    ['The tool server is temporarily unavailable', gone],
    ['Tool needs approval before it runs', gone],
    ['Not authorized to use this tool', gone],
    ['connect ECONNREFUSED 127.0.0.1:9000', gone],
    ['Internal error', gone],
    ['API key not configured for the drawing tool', gone],
    ['Permission denied', gone],
    ['certificate has expired', gone],
    ['Request timed out after 30 s', gone],
    ['HTTP 503 from the drawing service', gone],
    ['Payment required to use this tool', gone],
    ['socket hang up', gone],
  ],
};

/** Crashes; with arguments that break the listed schema they are refusals. */
export const crashes: readonly string[] = [
  "Cannot read properties of undefined (reading 'split')",
  "TypeError: Cannot read property 'length' of null",
  'args.city.trim is not a function',
  "KeyError: 'city'",
  "'NoneType' object has no attribute 'lower'",
  "Cannot destructure property 'city' of 'args' as it is undefined.",
  'runtime error: invalid memory address or nil pointer dereference',
  'java.lang.NullPointerException: Cannot invoke "String.trim()" because "city" is null',
  'Object reference not set to an instance of an object.',
  'undefined method `strip` for nil:NilClass',
  'called `Option::unwrap()` on a `None` value',
  "unsupported operand type(s) for +: 'NoneType' and 'str'",
  'An error occurred.',
  'Internal error',
  'Traceback (most recent call last):\n' +
    '  File "/srv/app/weather.py", line 12, in run\n' +
    "    city.lower()\nAttributeError: 'int' object has no attribute 'lower'",
  'city is not iterable',
];

/** What arguments that do not fit have no part in. */
export const unmoved: readonly [text: string, classes: FailureClass][] = [
  ['HTTP 401 Unauthorized', 'unauthorized'],
  ['Invalid API key', 'unauthorized'],
  ['Rate limit exceeded, retry after 20 seconds', 'rate_limited'],
  ['429 Too Many Requests', 'rate_limited'],
  ['connect ECONNREFUSED 10.0.0.4:5432', 'dependency'],
  ['getaddrinfo ENOTFOUND weather.example', 'dependency'],
  ['certificate has expired', 'dependency'],
  ['fetch failed', 'dependency'],
  ['Request timed out', 'timeout'],
  ['context deadline exceeded', 'timeout'],
  ['ACME_TOKEN is not set', 'unauthorized'],
  ['curl is not installed', 'not_ready'],
  ['Permission denied: /srv/private', 'forbidden'],
  ['Approval required before this call', 'approval_required'],
  ['Unknown tool: weather', 'not_found'],
];

/** Lists of issues about answers, as a server without more words passes them on, and such about arguments. */
export const answers: readonly [issues: Json, owner: 'answer' | 'upstream' | 'arguments'][] = [
  [[{ code: 'invalid_type', expected: 'string', path: ['content', 0, 'text'], message: 'Required' }], 'answer'],
  [[{ code: 'invalid_union', path: ['content', 0], message: 'Invalid input' }], 'answer'],
  [[{ code: 'invalid_type', expected: 'array', path: ['content', 1, 'data'], message: 'Required' }], 'answer'],
  [[{ code: 'invalid_type', expected: 'object', path: ['structuredContent'], message: 'Required' }], 'answer'],
  [
    [
      {
        code: 'invalid_type',
        expected: 'number',
        path: ['structuredContent', 'total'],
        message: 'Expected number, received string',
      },
    ],
    'answer',
  ],
  [[{ code: 'invalid_type', expected: 'string', path: ['contents', 0, 'uri'], message: 'Required' }], 'answer'],
  [[{ code: 'invalid_type', expected: 'string', path: ['messages', 0, 'role'], message: 'Required' }], 'answer'],
  [[{ code: 'invalid_type', expected: 'object', path: ['toolResult'], message: 'Required' }], 'answer'],
  [[{ code: 'invalid_type', expected: 'array', path: ['forecasts'], message: 'Required' }], 'upstream'],
  [[{ code: 'invalid_type', expected: 'string', path: ['data', 'list', 0, 'id'], message: 'Required' }], 'upstream'],
  [
    [{ code: 'invalid_type', expected: 'number', path: ['meta', 'total'], message: 'Expected number, received null' }],
    'upstream',
  ],
  [
    [
      {
        code: 'invalid_type',
        expected: 'string',
        path: ['weather', 'summary'],
        message: 'Expected string, received undefined',
      },
    ],
    'upstream',
  ],
  [[{ type: 'missing', loc: ['temperature'], msg: 'Field required' }], 'upstream'],
  [[{ type: 'string_type', loc: ['station', 'name'], msg: 'Input should be a valid string' }], 'upstream'],
  [[{ code: 'invalid_type', expected: 'string', path: [0, 'title'], message: 'Required' }], 'upstream'],
  [[{ code: 'invalid_type', expected: 'string', path: ['city'], message: 'Required' }], 'arguments'],
  [
    [{ code: 'invalid_type', expected: 'number', path: ['days'], message: 'Expected number, received string' }],
    'arguments',
  ],
  [[{ code: 'invalid_enum_value', path: ['unit'], message: 'Invalid enum value' }], 'arguments'],
  [[{ code: 'too_small', path: ['city'], message: 'String must contain at least 1 character(s)' }], 'arguments'],
  [[{ code: 'unrecognized_keys', path: [], message: 'Unrecognized key(s) in object: colour' }], 'arguments'],
  [[{ code: 'invalid_type', path: ['params', 'arguments', 'city'], message: 'Required' }], 'arguments'],
  [[{ code: 'invalid_type', path: ['params', 'name'], message: 'Required' }], 'arguments'],
  [[{ type: 'missing', loc: ['city'], msg: 'Field required' }], 'arguments'],
  [[{ type: 'int_parsing', loc: ['days'], msg: 'Input should be a valid integer' }], 'arguments'],
  [[{ code: 'invalid_string', path: ['area', 'zip'], message: 'Invalid' }], 'arguments'],
  [[{ code: 'too_big', path: ['days'], message: 'Number must be less than 15' }], 'arguments'],
  [[{ code: 'invalid_type', path: ['unit'], message: 'Expected string, received array' }], 'arguments'],
  [[{ code: 'custom', path: ['range'], message: 'start must come before end' }], 'arguments'],
  [[{ code: 'invalid_date', path: ['until'], message: 'Invalid date' }], 'arguments'],
  [
    [{ instancePath: '/days', schemaPath: '#/properties/days/type', keyword: 'type', message: 'must be integer' }],
    'arguments',
  ],
];

/** Refusals of a service behind the server, and such of the server itself. */
export const upstreams: Kind = {
  title: '6. a service behind the server refused the server',
  reads: [
    ['Weather API returned 401 Unauthorized', ['unauthorized'], auth],
    ['Request failed with status code 401', ['unauthorized'], auth],
    ['Geocoder: HTTP 403 Forbidden', ['forbidden'], ['never', 'after_auth']],
    ['The mail API rejected the token: invalid credentials', ['unauthorized'], auth],
    ['Upstream answered 429 Too Many Requests', ['rate_limited'], ['backoff', 'wait']],
    ['Status 429 from https://api.example/v1/search', ['rate_limited'], ['backoff', 'wait']],
    ['API quota exceeded for this project', ['rate_limited'], ['backoff', 'wait']],
    ['The search API says: rate limit reached. Try again in 30 seconds.', ['rate_limited'], ['backoff', 'wait']],
    [
      'Error code: 401 - {"error":{"message":"Incorrect API key provided","type":"invalid_request_error"}}',
      ['unauthorized'],
      auth,
    ],
    ['POST https://api.example/v2/items: 401', ['unauthorized'], auth],
    ['Invalid API key', ['unauthorized'], auth],
    ['token expired', ['unauthorized'], auth],
    ['HTTP status 403: insufficient permissions for this project', ['forbidden'], ['never', 'after_auth']],
    ['Monthly request limit of the API key reached', ['rate_limited'], ['backoff', 'wait']],
    ['La API respondió 401: credenciales inválidas', ['unauthorized'], auth],
    ['Der Dienst meldet 429: zu viele Anfragen', ['rate_limited'], ['backoff', 'wait']],
  ],
  not: [
    ['401 rows were written', ['unauthorized']],
    ['The document has 429 pages and is too long', ['rate_limited']],
    ['Line 403 is not valid', ['forbidden']],
    ['Order 401 not found', ['unauthorized']],
    ['The token at position 12 is unexpected', ['unauthorized']],
    ['Unexpected token \'<\', "<!doctype "... is not valid JSON', ['unauthorized', 'validation']],
    ['Cache key expired while reading', ['rate_limited']],
    ['max_tokens must be at least 1', ['unauthorized']],
    ['The limit parameter must be a number', ['rate_limited']],
    ['Page limit: expected 10, received 429', ['rate_limited']],
    ['Column "password" does not exist', ['unauthorized']],
    ['A password field was not found in the form', ['forbidden']],
    ['Key not found: session:401', ['unauthorized', 'forbidden']],
    ['Sign "+" is not allowed in a name', ['unauthorized', 'rate_limited']],
    ['Throttle value is out of range', ['unauthorized', 'forbidden']],
  ],
};
