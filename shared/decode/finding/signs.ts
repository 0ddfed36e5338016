// Signs: what the message and the request of a failure show beyond its class. Cells of the advice table name them. A sign that holds may
// bring values for the placeholders of its cell. signs.test.ts runs the examples of each.

import type { Example } from '../../dialects/dialect-schema.ts';
import { anyOf, inRow } from '../../dialects/patterns.ts';
import type { FieldIssue } from '../../failure.ts';
import { isObject, member } from '../../json/json.ts';
import { valueAtPointer } from '../../json/json-place.ts';
import { surelyMeant } from '../../text/nearest-word.ts';
import { firstLine } from '../reading/reading.ts';
import { argumentMeant, isStatement, soughtArgument, valueWords } from '../words/argument-meant.ts';
import { argumentsTogether } from '../words/arguments-together.ts';
import { short, valueText } from '../words/fact-words.ts';
import { adviceIn, callFirst, commandIn, offeredIn } from '../words/given-remedy.ts';
import { unrecordedBytes } from '../words/http-sizes.ts';
import { isLostSession } from '../words/lost-session.ts';
import { variableIn } from '../words/named-parts.ts';
import { refusedPlace, serviceName, unresolvedHost } from '../words/named-service.ts';
import { listed } from '../words/phrase.ts';
import { addressNotFound, placeNotFound } from '../words/place-not-found.ts';
import { dotted } from '../words/reason-words.ts';
import { refusedHost, refusesHost, supportedVersion, versionAskedFor } from '../words/refused-headers.ts';
import { inMarks, shorten } from '../words/shorten.ts';
import { clientCapability, isOfNewest } from '../words/unknown-method.ts';
import type { Decision, Slots } from './decision.ts';

export interface Sign {
  why: string;
  holds: (decision: Decision) => Slots | boolean | null;
  /** Failures in which it holds. */
  yes: readonly Example[];
  /** Failures that look alike, in which it does not. */
  no: readonly Example[];
}

const bare = { args: {} };

export const signs = {
  'asked by the server': {
    why: 'The client answers here, so the server is the one that asked.',
    holds: ({ call }) => call.isFromServer === true,
    yes: [],
    no: ['Out of ink'],
  },
  'for clients only': {
    why: 'Servers send this method. A server that receives it has nothing to answer.',
    holds: ({ call }) => clientCapability(call.method) !== null,
    yes: [{ text: 'Method not found', code: -32601, method: 'roots/list' }],
    no: [{ text: 'Method not found', code: -32601, method: 'ping' }],
  },
  'newer protocol': {
    why: 'The method, or the version in the request, is newer than the server seems to be.',
    holds: ({ call }) => isOfNewest(call),
    yes: [{ text: 'Method not found', code: -32601, method: 'server/discover' }],
    no: [{ text: 'Method not found', code: -32601, method: 'ping' }],
  },
  ping: {
    why: 'MCP requires it of every server.',
    holds: ({ call }) => call.method === 'ping',
    yes: [{ text: 'Method not found', code: -32601, method: 'ping' }],
    no: [{ text: 'Method not found', code: -32601, method: 'pong' }],
  },
  'session ended': {
    why: 'MCP, Streamable HTTP, "Session Management": 404 for a session id means that the session has ended.',
    holds: ({ call, message, meaning, reading }) => {
      if (call.http !== undefined && call.answer === undefined && isLostSession(call.http)) return true;
      if (meaning?.name !== 'Session not found') return false;
      return /\bMCP\b/i.test(message) || (reading.layer !== 'tool' && soughtArgument(call, message) === null);
    },
    yes: [
      { text: 'Session not found', status: 404 },
      { text: 'Session terminated', code: -32600 },
    ],
    no: [{ text: 'Nothing here', status: 404 }, 'Session not found', { text: 'Session Oslo not found', code: -32000 }],
  },
  'session of a tool': {
    why: 'Tools have sessions of their own, such as those of a browser: initialize gives no new one.',
    holds: ({ meaning }) => meaning?.name === 'Session not found',
    yes: ['Session not found'],
    no: ['Tree Oslo not found'],
  },
  'values to bind': {
    why: 'The statement has placeholders, and the call brought no values for them.',
    holds: ({ reason }) => ofPlaceholders.test(reason.slice(0, 300)),
    yes: ['No value specified for parameter 1', 'You did not supply a value for binding parameter :bed'],
    no: ['Missing required parameter: bed'],
  },
  'only a status': {
    why: 'HTTP refused before any server read the message: the address is in question.',
    holds: ({ call: { http, answer } }) =>
      http === undefined || answer !== undefined ? null : { url: shorten(http.url, 66), verb: http.method },
    yes: [{ text: 'Nothing here', status: 404 }],
    no: ['Nothing found'],
  },
  'only POST needed': {
    why: 'MCP, Streamable HTTP: a server may offer no event stream (GET), and let no client end a session (DELETE). 405 says so.',
    holds: ({ call: { http, method }, meaning }) => {
      const verb = http?.method ?? 'GET';
      const isRefused = http?.status === 405 || (meaning?.name === 'Method not allowed' && method === undefined);
      return isRefused && (verb === 'GET' || verb === 'DELETE') && !isStreamAddress(http) ? { verb } : null;
    },
    yes: [],
    no: [{ text: '', status: 405 }],
  },
  'stream address': {
    why: 'Older servers have their stream at /sse, and take messages elsewhere.',
    holds: ({ call: { http } }) => http?.status === 405 && http.method === 'POST' && isStreamAddress(http),
    yes: [],
    no: [{ text: '', status: 405 }],
  },
  'method not allowed': {
    why: 'This address takes no messages: 405 without a JSON-RPC response.',
    holds: ({ call: { http, answer } }) =>
      http?.status === 405 && answer === undefined ? { verb: http.method, path: shorten(urlPath(http.url), 40) } : null,
    yes: [{ text: '', status: 405 }],
    no: [{ text: '', status: 404 }],
  },
  'host refused': {
    why: 'Servers on a local address check Host and Origin against DNS rebinding.',
    holds: ({ call, reason }) =>
      refusesHost(reason) ? { host: short(refusedHost(call, reason) ?? 'the name in use', 80) } : null,
    yes: ['Invalid Host: evil.example'],
    no: ['The host is down'],
  },
  'headers refused': {
    why: 'The content headers are wrong; the message itself was not read.',
    holds: ({ meaning }) => meaning?.title === 'Bad headers',
    yes: [{ text: '', status: 406 }],
    no: [{ text: '', status: 400 }],
  },
  'version refused': {
    why: 'Only the client chooses the protocol version.',
    holds: ({ call, reason, meaning }) =>
      meaning?.name === 'Unsupported protocol version'
        ? {
            version: versionWords(versionAskedFor(call, reason)),
            ...known('supported', supportedVersion(call, reason)),
          }
        : null,
    yes: ['Unsupported protocol version: 2027-01-01'],
    no: ['Unsupported image format'],
  },
  'body not recorded': {
    why: 'The recording lacks the reason; the client that received the response has it.',
    holds: ({ call }) => {
      const bytes = unrecordedBytes(call);
      return bytes === 0 ? null : { bytes: String(bytes) };
    },
    yes: [],
    no: [{ text: 'No', status: 400 }],
  },
  'upstream refused': {
    why: 'A tool that ran had accepted its caller: another service refused the server.',
    holds: ({ isUpstream }) => isUpstream,
    yes: ['Garden API error: 403 Forbidden'],
    no: ['Access denied: /etc is outside of the allowed folders'],
  },
  'legal reasons': {
    why: 'Status 451: no credentials change that.',
    holds: ({ reading }) => reading.statuses[0]?.value === 451,
    yes: ['Garden API error: HTTP 451 Unavailable For Legal Reasons'],
    no: ['Garden API error: 403 Forbidden'],
  },
  'upstream failed inside': {
    why: 'A status of 500 and more is a response, so the service was reached.',
    holds: ({ reading, reason }) =>
      reading.statuses.some(({ value }) => value >= 500) || /\binternal server error\b/i.test(reason.slice(0, 500)),
    yes: ['Garden API answered 502 Bad Gateway'],
    no: ['connect ECONNREFUSED 127.0.0.1:5433'],
  },
  'API failed inside': {
    why: '"… API internal error": not the server, but what it called.',
    holds: ({ reason }) => /\bAPI (?:internal |server ){0,2}(?:error|failure)\b/i.test(reason.slice(0, 300)),
    yes: ['orchard error: orchard API internal error'],
    no: ['Internal error'],
  },
  'variable named': {
    why: 'The message asks for an environment variable: `GITHUB_TOKEN environment variable is required`.',
    holds: ({ reason }) => known('variable', settingIn(reason)),
    yes: ['GARDEN_TOKEN environment variable is required'],
    no: ['MISSING_PARAMETER: name is required', 'Not ready'],
  },
  'other way named': {
    why: 'The variable is one of two ways out, and the message names both.',
    holds: ({ reason }) => {
      const variable = settingIn(reason);
      const rest = variable === null ? '' : reason.slice(reason.indexOf(variable) + variable.length, 500);
      const way = otherWay.exec(rest)?.[1];
      return variable === null || way === undefined ? null : { variable, way: inMarks(way, 80) };
    },
    yes: ['No credentials: set GARDEN_TOKEN or pass token in the arguments', 'Set GARDEN_TOKEN or GARDEN_PASSWORD'],
    no: ['GARDEN_TOKEN is missing or empty', 'GARDEN_TOKEN environment variable is required'],
  },
  'setting missing': {
    why: 'What the server lacks is a setting, in capital letters or not.',
    holds: ({ meaning, reason }) =>
      meaning?.name === 'Missing setting' ? { variable: variableIn(reason, 'what the message names') } : null,
    yes: ['Missing required database configuration'],
    no: ['Not ready'],
  },
  'credential missing': {
    why: 'The server has no credential for a service, and says so.',
    holds: ({ isUpstream, meaning, reason }) =>
      isUpstream && meaning?.name === 'Missing credential'
        ? { variable: variableIn(reason, 'the key or token that the message asks for') }
        : null,
    yes: ['No API key provided'],
    no: ['Garden API error: 401 Unauthorized'],
  },
  'part missing': {
    why: 'The operator of the server can provide it: a file, a program, a setting.',
    holds: ({ meaning }) => partsOfServer.has(meaning?.name ?? ''),
    yes: ['command not found: kubectl', 'No API key provided'],
    no: ['Not ready'],
  },
  'capability missing': {
    why: 'The client did not declare what the server needs.',
    holds: ({ meaning }) => meaning?.name === 'Missing client capability',
    yes: ['Client does not support sampling', 'The client has not declared the roots capability'],
    no: ['The server does not support sampling'],
  },
  'no session id': {
    why: 'Only the client sends the session id.',
    holds: ({ meaning }) => meaning?.title === 'No session',
    yes: [{ text: 'Bad Request: No valid session ID provided', code: -32000, method: 'tools/list' }],
    no: ['Session not found'],
  },
  'call first': {
    why: 'Another tool must be called before this one; no setting can replace it.',
    holds: ({ call, reason }) => (call.method === 'tools/call' ? known('first', callFirst(reason)) : null),
    yes: [
      'Session elm is not connected. Call open_gate first.',
      'No bed is open. Open one with open_bed first.',
      'You must run init_bed before using this tool',
    ],
    no: ['Not ready', 'Open a bed, or run another tool to set it up first'],
  },
  'step named': {
    why: 'The message says what must happen before; its own words are the step.',
    holds: ({ line }) => stepWords.test(line.slice(0, 300)),
    yes: [
      'No bed is open. Open a bed first.',
      'You need to connect to a garden before digging',
      'No gate is connected. Open the panel at the gate; watering starts then.',
      'No pump is ready. Run `plantd --doctor` to check it',
    ],
    no: ['Not ready', 'The garden is not ready'],
  },
  'step suggested': {
    why: 'The server suggests a step or a command, which is quoted.',
    holds: ({ reading }) =>
      reading.suggestions.length > 0 || commandIn(reading.messages.map(({ value }) => value)) !== null,
    yes: ['The schema is not deployed. Not ready: run `npx garden deploy`'],
    no: ['Not ready'],
  },
  'advice given': {
    why: 'The message itself says what to do about it.',
    holds: ({ reading }) => known('advice', adviceIn(reading.messages[0]?.value ?? '')),
    yes: ['Could not connect to the pump. Make sure the pump addon is running.'],
    no: ['Could not connect to the pump. Please try again later.', 'fetch failed'],
  },
  'sign-in offered': {
    why: 'The server names where to sign in.',
    holds: ({ reading }) => reading.values.has('challenge'),
    yes: [],
    no: [{ text: '{"error":"invalid_token"}', status: 401 }],
  },
  'no token sent': {
    why: 'The request is known, and has no credentials: none can be expired.',
    holds: ({ call: { http } }) => {
      const names = Object.keys(http?.requestHeaders ?? {});
      return names.length > 0 && !names.some((name) => /authorization|cookie|key|token/i.test(name));
    },
    yes: [],
    no: [{ text: '{"error":"invalid_token"}', status: 401 }],
  },
  'credentials of the server': {
    why: 'A tool that ran had accepted the caller, and over stdio there is no sign-in: the server has the credentials.',
    holds: ({ owner, call, reading }) =>
      owner === 'settings' && call.http === undefined && (reading.layer === 'tool' || call.answer !== undefined),
    yes: ['Invalid API key'],
    no: [{ text: 'Unauthorized', status: 401 }],
  },
  'credentials not enough': {
    why: 'A tool ran, so the credentials without access are those of the server.',
    holds: ({ call, isUpstream, reason, reading }) => {
      if (refusesHost(reason)) return false;
      if (isUpstream) return reading.statuses[0]?.value !== 451;
      return member(call.answer?.value, 'result') !== undefined && ofCredentials.test(reason.slice(0, 500));
    },
    yes: ['Authorization failure, check auth_key: permission denied'],
    no: ['Permission denied: /etc/beds is outside of the allowed folders'],
  },
  'scope named': {
    why: 'The server says which scope is missing.',
    holds: ({ reading }) => known('scope', valueText(reading, 'scope', 'required_scope')),
    yes: [{ text: '{"error":"forbidden","required_scope":"beds:write"}', status: 403 }],
    no: ['Access denied'],
  },
  'own rules': {
    why: 'A mode, a list or a policy of the server blocks it, regardless of credentials.',
    holds: ({ isUpstream, reason }) => {
      const said = reason.slice(0, 500);
      return !isUpstream && ofRules.test(said) && !ofCredentials.test(said);
    },
    yes: [
      'SSRF protection: local access is blocked in strict mode',
      'Denied: digging is on the denylist of this garden',
    ],
    no: ['Your token is blocked by the policy'],
  },
  'place named': {
    why: 'The refusal is about a path, a host or a name among the arguments.',
    holds: ({ isUpstream, reason }) =>
      !isUpstream && /path|folder|director|file|outside|allowed|host|origin|domain|name/i.test(reason.slice(0, 500)),
    yes: ['Permission denied: /etc/beds is outside of the allowed folders'],
    no: ['Your token lacks permission'],
  },
  'sign-ins counted': {
    why: 'A limit on failed sign-ins counts wrong passwords, not calls.',
    holds: ({ reason }) =>
      /\b(?:authentication|login|log-?in|sign-?in|password|auth) attempts?\b/i.test(reason.slice(0, 500)),
    yes: ['Too many login attempts'],
    no: ['Too many requests'],
  },
  'quota used up': {
    why: 'A quota of an account counts over a long time: fewer calls at once do not help.',
    holds: ({ reason }) => /\b(?:quota|credits?|plan|free tier)\b/i.test(reason.slice(0, 500)),
    yes: ['Quota exceeded for project'],
    no: ['Too many requests'],
  },
  'no retry': {
    why: 'Waiting does not help: the server says so, or the class does.',
    holds: ({ retry: { verdict } }) => verdict !== 'wait' && verdict !== 'backoff',
    yes: [{ text: '{"error":"Rate limit exceeded","retryable":false}' }],
    no: ['Too many requests'],
  },
  'arguments missing': {
    why: 'Every argument that the server or the schema objects to was not sent.',
    holds: ({ call, reading: { issues } }) =>
      call.method !== 'tools/call' ||
      !isObject(call.params) ||
      issues.some(
        ({ path }) => path === '' || valueAtPointer(member(call.params, 'arguments') ?? {}, path) !== undefined,
      )
        ? null
        : placesIn(issues),
    yes: [{ text: 'bed: Required', args: { city: 'Oslo' } }],
    no: [{ text: 'city: must be a number', args: { city: 'Oslo', day: 3 } }],
  },
  'issues listed': {
    why: 'The server or the schema says which arguments are wrong.',
    holds: ({ reading: { issues } }) => placesIn(issues),
    yes: [{ text: 'city: must be a number', args: { city: 'Oslo', day: 3 } }],
    no: [{ text: 'Invalid arguments', args: { city: 'Oslo', day: 3 } }],
  },
  'two arguments': {
    why: 'A rule about two arguments together: neither is wrong alone.',
    holds: ({ call, reason }) => known('rule', argumentsTogether(call, reason)),
    yes: [{ text: 'city and zip cannot be used together', args: { city: 'Oslo', zip: '1' } }],
    no: [{ text: 'city is invalid', args: { city: 'Oslo', zip: '1' } }],
  },
  'nothing to correct': {
    why: 'No arguments were sent, and the message asks for none.',
    holds: ({ call, reason }) => isWithoutArguments(call) && !ofArguments.test(reason.slice(0, 500)),
    yes: [{ text: 'Invalid start: it is after the end', ...bare }],
    no: [{ text: 'Invalid arguments: Required', ...bare }, 'Invalid start: it is after the end'],
  },
  'no arguments sent': {
    why: 'The tool was called without arguments.',
    holds: ({ call }) => isWithoutArguments(call),
    yes: [{ text: 'Invalid arguments: No arguments provided', ...bare }],
    no: ['Invalid arguments'],
  },
  'undefined value': {
    why: 'A crash over a value that was never sent.',
    holds: ({ call, reason }) =>
      isWithoutArguments(call) && /\b(?:undefined|null|None|nil)\b/.test(reason.slice(0, 300)),
    yes: [{ text: "Cannot read properties of undefined (reading 'trim')", ...bare }],
    no: ["Cannot read properties of undefined (reading 'trim')"],
  },
  'code broke': {
    why: 'Only the code of the server can cause such an error: no setting and no log explains more.',
    holds: ({ reason }) => ofCode.test(reason.slice(0, 300)),
    yes: ["Cannot read properties of undefined (reading 'trim')", "'NoneType' object has no attribute 'beds'"],
    no: ['Internal error', 'The garden is closed'],
  },
  'payment wanted': {
    why: 'An account has no money left: no one has to approve the call.',
    holds: ({ reason }) => {
      const said = reason.slice(0, 300);
      return (
        /\b(?:pay(?:ment)?|balance|credits?|billing|plan|subscription)\b/i.test(said) && !/approv|confirm/i.test(said)
      );
    },
    yes: ['Insufficient balance', 'Payment required'],
    no: ['Approval required'],
  },
  'no tool': {
    why: 'The request names no arguments of a tool: the protocol defines its parameters.',
    holds: ({ call: { method } }) =>
      method !== undefined && method !== 'tools/call' && method !== 'prompts/get' ? { method } : null,
    yes: [{ text: 'Invalid params', code: -32602, method: 'resources/list' }],
    no: ['Invalid params'],
  },
  'schema fits': {
    why: 'The arguments were checked: the schema has nothing to add.',
    holds: ({ call, reading }) =>
      call.method === 'tools/call' && call.inputSchema !== undefined && reading.argumentIssues.length === 0,
    yes: [],
    no: ['Invalid arguments'],
  },
  'choices listed': {
    why: 'The message lists what may be sent.',
    holds: ({ reason }) => offeredIn(reason) !== null,
    yes: ['Unknown bed "x". Available beds: north, south.'],
    no: ['Unknown bed "x"'],
  },
  'argument meant': {
    why: 'The message repeats the value or the name of one argument, or only one was sent.',
    holds: ({ call, reason }) => {
      const slots = argumentSlots(call, reason);
      return 'argument' in slots ? slots : null;
    },
    yes: ['Tree Oslo not found'],
    no: [{ text: 'Not found', args: { tree: '77', leaf: '5' } }],
  },
  'value repeated': {
    why: 'The one argument whose value the server repeats is what it did not find.',
    holds: ({ call, message }) => soughtArgument(call, message),
    yes: ['Tree Oslo not found'],
    no: [{ text: 'Not found', args: { tree: '77', leaf: '5' } }],
  },
  'tool near': {
    why: 'The server lists a tool of almost this name.',
    holds: ({ call: { target = '', listedTools = [] }, meaning }) =>
      meaning?.name === 'Unknown tool' ? known('near', surelyMeant(target, listedTools)) : null,
    yes: [],
    no: ['Unknown tool: do_it'],
  },
  'tools hidden': {
    why: 'An empty tools/list: the server may show its tools only to some callers.',
    holds: ({ call: { listedTools }, meaning }) => meaning?.name === 'Unknown tool' && listedTools?.length === 0,
    yes: [],
    no: ['Unknown tool: do_it'],
  },
  'unknown tool': {
    why: 'The server has no tool of this name.',
    holds: ({ meaning }) => meaning?.name === 'Unknown tool',
    yes: ['Unknown tool: do_it'],
    no: ['Unknown bed: Oslo'],
  },
  'unknown prompt': {
    why: 'The server has no prompt of this name.',
    holds: ({ call, class: kind, meaning }) =>
      meaning?.name === 'Unknown prompt' || (kind === 'not_found' && call.method === 'prompts/get'),
    yes: [{ text: 'Not found', code: -32602, method: 'prompts/get' }],
    no: ['Not found'],
  },
  'resource named': {
    why: 'The failure says no more than that the resource does not exist.',
    holds: ({ meaning }) => meaning?.name === 'Unknown resource' || meaning?.name === 'Resource not found',
    yes: [{ text: 'Not found', code: -32002, method: 'resources/read' }],
    no: [{ text: 'Loading the beds failed: no oak there', code: -32603, method: 'resources/read' }],
  },
  'unknown resource': {
    why: 'The server has no resource at this address.',
    holds: ({ call, class: kind, meaning }) =>
      meaning?.name === 'Unknown resource' || (kind === 'not_found' && call.method?.startsWith('resources/') === true),
    yes: [{ text: 'Not found', code: -32002, method: 'resources/read' }],
    no: ['Not found'],
  },
  'path sent': {
    why: 'The argument that was not found is a path, which is looked up where the server runs.',
    holds: ({ call, message }) => placeSlots(call, message, 'path'),
    yes: [{ text: 'Upload failed: sourcePath does not exist', args: { folder: '/home/ada' } }],
    no: ['Folder Oslo not found'],
  },
  'address sent': {
    why: 'The argument that was not found is a URL, and its web server answered 404.',
    holds: ({ call, message }) => placeSlots(call, message, 'address'),
    yes: [{ text: 'GET https://a.example/oak: status 404', args: { page: 'https://a.example/oak' } }],
    no: ['GET https://a.example/oak: status 404'],
  },
  'address of the server': {
    why: 'A URL that is in no argument was built by the server.',
    holds: ({ call, message }) => known('address', shortened(addressNotFound(call, message), 50)),
    yes: ['Failed to fetch https://a.example/index.json: 404'],
    no: [{ text: 'GET https://a.example/oak: status 404', args: { page: 'https://a.example/oak' } }],
  },
  'file missing': {
    why: 'A file or a folder was not found.',
    holds: ({ call, reason }) =>
      /\bENOENT\b|no such file|file not found|directory not found/i.test(reason.slice(0, 500)) &&
      argumentSlots(call, reason),
    yes: ["ENOENT: no such file or directory, stat 'Oslo'"],
    no: ['Tree Oslo not found'],
  },
  'table missing': {
    why: 'A table of a database was not found. The query that names it is no name.',
    holds: ({ reason }) => ofTables.test(reason.slice(0, 500)),
    yes: ['SQLITE_ERROR: no such table: users'],
    no: ['Tree Oslo not found'],
  },
  'set up wrong': {
    why: 'No argument could name what was not found: the settings of the server do.',
    holds: (decision) => isSetUpWrong(decision),
    yes: [{ text: 'Garden API Error: 404 Not Found', ...bare }],
    no: [
      'Garden API Error: 404 Not Found',
      { text: 'Unknown tool: do_it', ...bare },
      { text: 'Bed not found. Call list_beds to discover valid ids.', ...bare },
    ],
  },
  'address setting': {
    why: 'The failure names the setting that holds the address of the service.',
    holds: ({ reason }) => known('setting', placeSetting.exec(reason.slice(0, 500))?.[0] ?? null),
    yes: ['HTTP 502 Bad Gateway. Check that GARDEN_URL points to a running gate.'],
    no: ['HTTP 502 BAD_GATEWAY'],
  },
  'host unknown': {
    why: 'The host name has no address.',
    holds: ({ reason }) => known('host', shortened(unresolvedHost(reason), 40)),
    yes: ['getaddrinfo ENOTFOUND beds.example', "Failed to resolve 'beds.example'"],
    no: ['connect ECONNREFUSED 127.0.0.1:5433', 'dns error: failed to resolve address information'],
  },
  'some host unknown': {
    why: 'A host name has no address, and the message does not say which.',
    holds: ({ meaning }) => meaning?.name === 'Host name not found',
    yes: ['Name or service not known'],
    no: ['connect ECONNREFUSED 127.0.0.1:5433'],
  },
  'nothing listens': {
    why: 'The machine was reached, and no program accepts connections at the port.',
    holds: ({ reason }) => known('place', shortened(refusedPlace(reason), 40)),
    yes: ['connect ECONNREFUSED 127.0.0.1:5433'],
    no: ['getaddrinfo ENOTFOUND beds.example'],
  },
  'service named': {
    why: 'The message names the service.',
    holds: ({ message }) => known('service', shortened(serviceName(message), 40)),
    yes: ['Orchard API rate limit exceeded', 'Request to https://seeds.example/v1 failed with status code 429'],
    no: ['Too many requests'],
  },
  'certificate refused': {
    why: 'The server does not trust the service that it reached.',
    holds: ({ meaning, message }) =>
      meaning?.name === 'Certificate refused' ? { service: shortened(serviceName(message), 30) ?? 'a service' } : null,
    yes: ['net::ERR_CERT_AUTHORITY_INVALID at https://garden.example/'],
    no: ['fetch failed'],
  },
  'answer unreadable': {
    why: 'Something answered, in another form than the server expects.',
    holds: ({ meaning }) => meaning?.name === 'Unreadable answer',
    yes: ['Failed to get bed: Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON'],
    no: ['fetch failed'],
  },
  'cause hidden': {
    why: 'The usual message of HTTP clients for network errors, without the field that has the cause.',
    holds: ({ reading, reason }) => reading.statuses.length === 0 && bareFailure.test(firstLine(reason).trim()),
    yes: ['fetch failed', 'Could not load the report: fetch failed'],
    no: ['fetch failed: getaddrinfo ENOTFOUND beds.example'],
  },
  'on stderr': {
    why: 'The server wrote a problem to stderr while the call was open.',
    holds: ({ stderrLine }) => (stderrLine === '' ? null : { stderr: inMarks(stderrLine, 200) }),
    yes: [],
    no: ['Internal error'],
  },
  'code ambiguous': {
    why: 'Servers use the code in different ways, and nothing decides.',
    holds: ({ candidates, code }) => (candidates.length > 1 ? { code: String(code) } : null),
    yes: [{ text: 'no', code: -32001 }],
    no: [{ text: 'no', code: -32603 }],
  },
  'program ran': {
    why: 'The caller’s program failed: the server did what it was asked.',
    holds: ({ deciding }) => deciding?.row.id === 'own.ran',
    yes: [{ text: 'Command failed with exit status 2', tool: 'run_command', args: { command: 'dig' } }],
    no: ['Command failed with exit status 2'],
  },
  'no reason': {
    why: 'The server gave no reason.',
    holds: ({ line }) => line.trim() === '',
    yes: [{ text: '', code: -32099 }],
    no: ['Something odd happened'],
  },
} as const satisfies Record<string, Sign>;

export type SignName = keyof typeof signs;

/** The values of a sign that holds; otherwise null. */
export function slotsOf({ holds }: Sign, decision: Decision): Slots | null {
  const held = holds(decision);
  return held === true ? none : held === false ? null : held;
}

const none: Slots = {};

const known = (name: string, value: string | null): Slots | null => (value === null ? null : { [name]: value });

const shortened = (text: string | null, most: number): string | null => (text === null ? null : shorten(text, most));

const versionWords = (version: string | null): string =>
  version === null ? 'the protocol version of the request' : `protocol version ${version}`;

function placeSlots(call: Decision['call'], message: string, kind: 'path' | 'address'): Slots | null {
  const place = placeNotFound(call, message);
  return place?.kind === kind ? { place: shorten(place.value, 52) } : null;
}

function placesIn(issues: readonly FieldIssue[]): Slots | null {
  const places = [...new Set(issues.map(({ path }) => (path === '' ? 'the arguments' : dotted(path))))];
  if (places.length === 0) return null;
  return { places: listed(places.length > 4 ? [...places.slice(0, 3), `${places.length - 3} more`] : places) };
}

function argumentSlots(call: Decision['call'], reason: string): Slots {
  const meant = argumentMeant(call, reason);
  if (meant === null || isStatement(meant.value)) return none;
  return { argument: short(meant.name, 60), value: valueWords(meant.value) };
}

/** Names of what the operator of a server can provide. */
const partsOfServer = new Set([
  ...['Missing setting', 'Missing credential', 'Missing file', 'Wrong path', 'Missing program', 'Native module'],
]);

const stepWords = anyOf(
  /\b(?:first|before (?:you|calling|using|running|it|this|that|\w+ing)|beforehand)\b|\b(?:must|needs?|has|have) (?:to )?be \w+ed\b/i,
  inRow(/\b(?:please|must|need to|have to|run|use|call|try) /i, [
    /(?:connect|log ?in|sign ?in|configure|initiali[sz]e|open|start|load|select)\b/i,
    /(?:set|create|enable|install|authenticate|register)\b/i,
  ]),
  /[.;:] (?:Open|Start|Connect|Install|Enable|Select|Launch|Load|Log in|Sign in|Run [`'"]) ?\S/i,
);

const ofRules =
  /\b(?:is blocked|are blocked|blocked by|ssrf|(?:strict|safe) mode|read-?only|policy|(?:allow|deny|block)-?list|whitelist|blacklist)\b/i;

const ofCredentials = /\b(?:auth_?key|authorization|api[ _-]?key|access[ _-]?token|token|credentials?|scopes?)\b/i;

/** Words about what was sent or should have been. */
const ofArguments =
  /\b(?:arguments?|param(?:eter)?s?|inputs?|required|expected|field|valid ids?|undefined|null|None)\b/i;

/** After a variable: `or pass token in the arguments`. */
const otherWay =
  /^(?: environment variable)?,? or ((?:pass|provide|use|give|specify|sign|log|run|put|add|create|configure|[A-Z]\w{0,40}_)[^.;\n]{2,80})/;

/** What runtimes say about a mistake in a program. */
const ofCode = anyOf(
  /\bCannot (?:read|set) propert(?:y|ies) of (?:undefined|null)|\bis not a function\b|\bundefined is not an object\b/,
  /\bhas no attribute '|\bNullPointerException\b|\bnil pointer dereference|\bindex out of (?:range|bounds)/i,
  /\bobject is not (?:subscriptable|iterable|callable)\b|\bcalled `\w+::unwrap\(\)`/,
);

const ofPlaceholders = anyOf(
  /\bnumber of bind(?:ing|parameter)s\b|\bbind(?:ing)? (?:parameter|variable|message)s?\b|\bparameters? (?:is |are )?not bound\b/i,
  /\bno value (?:specified|given|provided) for parameter \d|\bvalues? for parameter \$?\d|\bnot all (?:variables|parameters) bound\b/i,
);

const ofTables = anyOf(
  /no such table|\bunknown table\b|\btable or view not found\b|relation ".{1,100}" does not exist/i,
  /\btable (?:with name )?['"`]?[\w.$-]{1,100}['"`]? (?:does not|doesn't) exist/i,
);

/** A setting that holds a service's address: if the failure names it, it is what to change. */
const placeSetting =
  /\b[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){0,6}_(?:URL|URI|HOST|HOSTNAME|ENDPOINT|ADDRESS|PORT|SERVER|PROXY)\b/;

const bareFailure = inRow(
  /(?:^|[:(] ?)(?:TypeError: )?/i,
  [
    /fetch failed|failed to fetch|network ?error|network request failed|load failed|socket hang up/i,
    /connection error/i,
  ],
  /\.?\)?$/i,
);

export function isSetUpWrong({ call, class: failureClass, meaning, reason }: Decision): boolean {
  return (
    failureClass === 'not_found' &&
    (call.http === undefined || call.answer !== undefined) &&
    (meaning?.remedy?.length ?? 0) === 0 &&
    isWithoutArguments(call) &&
    !ofArguments.test(reason.slice(0, 500)) &&
    (meaning?.name === undefined || meaning.name === 'Not Found')
  );
}

/** Recorded addresses are not always whole. */
const urlPath = (url: string): string => /^(?:https?:\/\/[^/?#]*)?([^?#]*)/.exec(url)?.[1] || '/';

const isStreamAddress = (http: { url: string } | undefined): boolean =>
  http !== undefined && /\/sse\/?$/.test(urlPath(http.url));

/** A tool call known to have no arguments. */
function isWithoutArguments({ method, params, inputSchema }: Decision['call']): boolean {
  if (method !== 'tools/call' || !isObject(params)) return false;
  const sent = params.arguments;
  const asked = member(inputSchema, 'required');
  return (
    (sent === undefined || (isObject(sent) && Object.keys(sent).length === 0)) &&
    !(Array.isArray(asked) && asked.length > 0)
  );
}

/** The environment variable that a message requires: `GITHUB_TOKEN environment variable is required`. */
export function settingIn(reason: string): string | null {
  const text = reason.slice(0, 500);
  if (!text.includes('_') || !/\benv|variable|\bset\b|required|missing|provide/i.test(text)) return null;
  return variableName.exec(text)?.[0] ?? null;
}

const variableName =
  /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:KEY|TOKEN|SECRET|PASSWORD|URL|URI|ID|HOST|USER|EMAIL|ACCOUNT|PROJECT|REGION|PATH|DIR)\b/;
