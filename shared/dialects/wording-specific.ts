// Words that name the cause: a credential, a missing program, a lost connection, an unknown tool. The first row wins over the ones
// below it.

import { phraseList as list, type WordingRow } from './dialect.ts';

/** Something came, but not what was expected. */
export const unreadable = {
  name: 'Unreadable answer',
  title: 'Unreadable answer',
  explanation: '{server} got something from another service that it could not read while it tried to {doing}{because}.',
} as const;

/** Every start with every ending. */
function pairs(beginnings: readonly string[], endings: readonly string[]): string[] {
  return beginnings.flatMap((beginning) => endings.map((ending) => `${beginning} ${ending}`));
}

const credentials = list(`
      api key, api keys, apikey, api token, access token, auth token, authentication token, bearer token, access key,
      secret key, client secret, client id, credentials, service account key, service account file,
      service account json, service account credentials, personal access token, refresh token, bot token, app token,
      license key, subscription key, auth key, app key, license, licence, app secret, app password, api secret,
      oauth client, api credentials, oauth credentials, login credentials, access keys, user token, account token
    `);

/** `token` and `key` alone may also belong to pages, caches and objects: only clear sentences count. */
const bare = list(`
      token is not set, token not set, token is not configured, token not configured, no token configured,
      no .. token configured, no .. key configured, no token found, no token provided, token must be set,
      token not provided, token was not provided, token is missing, no secret, no .. secret, secret is not set,
      secret not set, secret is missing, secret is required
    `);

const variables = ['environment variable*', 'env var*', 'env variable*', 'environment variables'];

export const specific: WordingRow[] = [
  // One was sent, or should have been: the text does not say which.
  {
    id: 'unauthorized.invalid-or-missing-api-key',
    says: pairs(
      ['invalid or missing', 'missing or invalid', 'invalid or expired', 'expired or invalid'],
      [...credentials, 'token', 'authorization', 'authentication'],
    ),
    yes: ['Invalid or missing API key', 'Expired or invalid token'],
  },
  {
    id: 'unauthorized.missing-credential',
    name: 'Missing credential',
    title: 'Missing credential',
    says: [
      ...pairs(credentials, [
        '.. not set',
        '.. not configured',
        '.. not provided',
        '.. not found',
        '.. not defined',
        '.. not specified',
        '.. not available',
        '.. missing',
        '.. is required',
        '.. are required',
        'required',
        '.. must be set',
        '.. must be provided',
        '.. undefined',
        '.. is needed',
        '.. in your environment',
        '.. environment variable*',
        '.. env var*',
      ]),
      ...pairs(
        [
          'missing ..',
          'no',
          'no valid',
          'set ..',
          'provide ..',
          'configure ..',
          'without ..',
          'requires ..',
          'require ..',
          'add your',
          'specify ..',
          'supply ..',
          'need ..',
          'must use ..',
        ],
        credentials,
      ),
      ...pairs(variables, ['.. token', '.. key', '.. secret', '.. password', '.. credentials', '.. apikey', '.. pat']),
      ...bare,
      ...list(`
      token .. environment variable*, key .. environment variable*, secret .. environment variable*,
      password .. environment variable*, could not load .. credentials, locate credentials, credentials from any,
      set .. token, missing .. token
    `),
    ],
    yes: [
      'No bot secret has been supplied to the server',
      'google-credentials.json is missing next to the server',
      'Could not automatically determine credentials. Please set CLOUD_APPLICATION_CREDENTIALS',
      'You need to configure an app password for this mailbox',
      'GARDEN_TOKEN has an invalid format: environment variable GARDEN_TOKEN must be set',
      'The ORCHARD_API_KEY environment variable is not set',
      'No API key provided. Set ORCHARD_API_KEY or pass api_key',
      'Unable to locate credentials',
      'Your default credentials were not found. To set up Application Default Credentials, see https://cloud.google.com/docs',
      'No license found. Set the environment variable PLANTD_LICENSE',
      'missing authorization token',
      'GITLAB-like token not configured',
      'The api_key client option must be set either by passing api_key to the client or by setting the X_API_KEY environment variable',
      'ACME_API_KEY is not set',
      'Missing required environment variable: ORBIT_SECRET',
      'Please set the PLANT_TOKEN environment variable',
      'API key not configured. Add it to your settings and restart.',
      'No API key found for the geocoder',
      'Client secret missing',
      'You must provide an access token to use this tool',
      'Could not load the default credentials',
      'API key not configured for the drawing tool',
      'ACME_TOKEN is not set',
    ],
  },
  {
    id: 'not-ready.server-not-initialized',
    title: 'No session',
    explanation: '{server} knows no session for {call}: the handshake was not done, or its id was not sent{because}.',
    remedy: [
      'Send initialize first, and its Mcp-Session-Id with every request after it.',
      'Connect again if the server was restarted.',
    ],
    says: list(`
      server not initialized, session id .. required, session id provided, no session id, valid session id,
      missing session id, mcp session id, session id header is, missing .. session id header,
      no .. session id header
    `),
    yes: ['Server not initialized', 'The Mcp-Session-Id header is missing'],
  },
  // Another process holds it for now: the call is fine. Above the action that needed it.
  {
    id: 'unavailable.resource-busy',
    name: 'Resource busy',
    title: 'Busy',
    explanation: '{server} cannot {doing} at the moment: something else is using what it needs{because}.',
    remedy: ['Close what else is using it.'],
    says: list(`
      database is locked, table is locked, database is busy, lock wait timeout, lock timeout, lock not available,
      lock is held, lock held by, conflicting lock, get lock, set lock, obtain .. lock, acquire .. lock,
      acquiring .. lock, state lock, ebusy, etxtbsy, text file busy, resource busy, device busy, port busy, eagain, ewouldblock,
      line is busy, device is busy, server is busy, by another process, held by process, opened by another,
      in use by another, exclusive access, unable to lock, resource temporarily unavailable, sqlite busy,
      sqlite locked
    `),
    yes: [
      '(beds.OperationalError) database is locked',
      'Could not get lock /srv/beds/plan.lock: held by process 71 (plantd)',
      'Could not open /dev/pump0: Device or resource busy',
      "EBUSY: resource busy or locked, unlink '/srv/beds/plan'",
      'Error acquiring the state lock for the garden',
      'The plan cannot be opened because it is being used by another process',
      'Lock wait timeout exceeded; begin the planting anew',
      'The camera is already in use by another gardener',
      'UNABLE_TO_LOCK_BED: unable to obtain exclusive access to this bed',
    ],
  },
  // A circuit breaker opened after upstream failures: the call is fine.
  {
    id: 'unavailable.unavailable-due-to',
    says: list(`
      unavailable due to, unavailable because of, unavailable after, paused after, due to previous failures,
      due to repeated failures, after repeated failures, after too many failures
    `),
    yes: ['Watering is paused after repeated failures', 'Planting is unavailable due to a storm'],
  },
  // A part behind the tool starts up: no step of the caller is missing.
  {
    id: 'unavailable.not-ready',
    says: pairs(
      list(
        'storage, database, service, server, cluster, backend, api, index, engine, queue, broker, node, replica, shard',
      ),
      ['is not ready', 'not ready', 'is not yet ready', 'isn t ready'],
    ),
    yes: ['storage is not ready', 'The greenhouse API said: cluster is not yet ready'],
    no: ['The server is not ready: session id is required'],
  },
  // Services that hide private items say both in one sentence.
  {
    id: 'not-found.exist-or-you-do-not-have',
    says: list(`
      there is no .. or .. permission*, exist or you do not have, exist or you don t have, found or you do not have,
      found or you don t have, found or .. permission*, exist or .. permission*, exist or not authorized, not exist or
      .. access, not found or .. access
    `),
    yes: ["Bed 'B7' does not exist or not authorized"],
  },
  {
    id: 'unauthorized.unauthorized',
    says: list(`
      unauthorized, unauthorised, unauthenticated, not authorized, not authorised, not authenticated,
      invalid api key, invalid access key, valid api access key, missing api key, api key .. invalid,
      api key .. required, api key .. missing, no api key, incorrect api key, api token is invalid,
      invalid api token, invalid access token, access token .. undefined, access token .. expired,
      access token .. invalid, authentication required, authentication failed, authentication error,
      authentication tokens, authentication is required, requires authentication, failed to authenticate,
      could not authenticate, invalid credential*, bad credentials, missing credentials, no credentials,
      credentials are not available, credentials not available, credentials not found, default credentials,
      credentials .. expired, credential .. not, invalid auth, not authed, token expired, token has expired,
      token is expired, expired token, token revoked, invalid token, invalid bearer, missing bearer,
      missing authorization, not logged in, login required, please log in, please login, please sign in,
      must be logged in, must be signed in, must be authenticated, to be authenticated, to be logged in,
      no access token, session expired, invalid grant, invalid client, no auth*, account inactive,
      invalid username, wrongpass, missing .. token, set .. api key, set .. token, authorization expired,
      authorization required, not signed in, sign in again, invalid api credentials, invalid secret,
      unknown api key, re authenticate, reauthenticate, log in again, access denied for user, login failed,
      sign in failed, authentication unsuccessful, key .. not accepted, token .. not accepted,
      password .. not accepted, login needed, unable to authenticate, cannot authenticate,
      token could not be verified, credentials could not be verified, wrong password, incorrect password,
      bad token, bad api key, malformed token, the token is not valid, your token is not valid,
      access token is not valid, api key not valid, api key is not valid, key is invalid, invalid key provided,
      invalid authentication, invalid authorization, authentication credentials, auth required, auth failed,
      auth error, authorization token, invalid signature, signature mismatch, signature does not match,
      jwt expired, jwt malformed, invalid jwt, not logged into, logged out, please authenticate,
      must authenticate, needs authentication, need to log in, need to login, need to sign in,
      login was not completed, sign in was not completed, secret has expired, secret expired,
      could not verify credentials, credentials .. invalid, credentials .. rejected, credentials .. incorrect,
      credentials were, rejected .. key, rejected .. token, rejected .. credentials, refused .. key,
      refused .. token, token .. rejected, api key .. rejected, key was rejected, token was refused,
      token is stale, have to sign in, have to log in, have to login, sign in with, log in with, sign in before,
      log in before, sign in first, log in to see, log in to use, log in to continue, sign in to see,
      sign in to use, sign in to continue, log in once more, sign in once more, login incorrect, incorrect login,
      cookie has run out, session has run out, signature .. verified, signature .. verify, check your api key,
      check your token, verify your api key, verify your credentials, oauth flow, run .. auth, auth first,
      login first, log in first, run .. login, could not read username, could not read password, terminal prompts,
      sso required, eauth, password is required, been revoked, is revoked, was revoked, host key verification failed,
      api key has expired, api key expired, access key has expired, your .. key has expired
    `),
    yes: [
      'You have to sign in with `acme login` before using this tool',
      'Upstream rejected our key (401)',
      'rpc error: code = Unauthenticated desc = token is stale',
      'Symfony\\Component\\Security\\Core\\Exception\\BadCredentialsException: Bad credentials.',
      'The session cookie has run out, log in once more',
      'Signature of the request could not be verified',
      'invalid_grant: Token has been expired or revoked.',
      'Login incorrect',
      'Run `plantd login` and try again',
      'The two-factor code is wrong',
      'Orchard: invalid access token',
      '{"status":{"error_code":9,"error_message":"This API key is invalid."}}',
      'The key was not accepted',
      'Unable to authenticate with the gate',
      'Your token could not be verified',
      'connection to server at "127.0.0.1", port 5432 failed: FATAL:  password authentication failed for user "gardener"',
      "(1045, \"Access denied for user 'root'@'localhost' (using password: NO)\")",
      'pq: password authentication failed for user "x"',
      'You do not currently have an active account selected. Please run: orchardctl auth login',
      'Invalid API key',
      'Incorrect API key provided: abc',
      'API key not valid. Please pass a valid API key.',
      'Token has expired',
      'Not logged in',
      'Authentication required',
      "Error 1045 (28000): Access denied for user 'x'@'localhost' (using password: YES)",
      'token is malformed: token contains an invalid number of segments',
      'could not find default credentials',
      'Session expired',
      'Weather API returned 401 Unauthorized',
      'The mail API rejected the token: invalid credentials',
      'Error code: 401 - {"error":{"message":"Incorrect API key provided","type":"invalid_request_error"}}',
      'token expired',
      'Your garden key has expired. Create a new one.',
      'HTTP 401 Unauthorized',
    ],
  },
  {
    id: 'not-found.unknown-tool',
    name: 'Unknown tool',
    title: 'Unknown tool',
    when: { method: ['tools/call'] },
    says: list(`
      unknown tool, tool not found, no such tool, no tool, unknown or .. tool, unrecognized tool,
      unrecognised tool, undefined tool, not a known tool, unknown function, unsupported tool,
      tool is not available, not a valid tool, not a tool, is not a registered tool, handler for tool,
      handler registered for tool, tool doesn t exist, unknown operation tool, requested tool
    `),
    yes: [
      'There is no tool called paint_wall',
      'No handler registered for tool paint_wall',
      'paint_wall is not a tool of this server',
      'KeyError: "Unknown tool \'paint_wall\'"',
      'Undefined tool: paint_wall',
      'Error reading the plan: Error: Unknown tool: water',
      { text: 'unknown tool "x"', verdict: 'after_fix', code: -32602 },
      { text: 'calling "tools/call": unknown tool "x"', verdict: 'after_fix', code: 0 },
    ],
  },
  {
    id: 'not-found.unlisted-tool',
    name: 'Unknown tool',
    title: 'Unknown tool',
    // Anything may be in between: if the server lists the tool, these words are about something else.
    when: { method: ['tools/call'], listed: false },
    says: list(`
      invalid tool, tool .. not found, tool .. was not found, tool .. does not exist, tool .. not registered,
      method .. not found, tool .. unknown, tool name .. not, tool .. not available, tool .. isn t available,
      tool .. not listed, tool .. is not recognized, tool .. not supported, tool .. not exposed
    `),
    yes: [
      "Tool 'paint_wall' isn't available on this server",
      'Tool paint_wall not listed',
      'The tool shed with id 7 was not found',
      { text: "tool 'x' not found: tool not found", verdict: 'after_fix', code: -32602 },
    ],
  },
  {
    id: 'not-found.unknown-prompt',
    name: 'Unknown prompt',
    title: 'Unknown prompt',
    when: { method: ['prompts/get', 'completion/complete'] },
    says: list(`
      unknown prompt, prompt .. not found, no such prompt, prompt .. could not be found, prompt .. does not exist,
      no prompt, invalid prompt, unrecognized prompt, unsupported prompt, prompt .. not available,
      prompt .. not registered, prompt .. unknown, not a known prompt, prompt doesn t exist
    `),
    yes: [
      { text: 'Unknown prompt: x', verdict: 'after_fix', code: -32602, method: 'prompts/get' },
      { text: 'Unknown prompt: x', verdict: 'after_fix', code: 0, method: 'prompts/get' },
    ],
  },
  {
    id: 'not-found.unknown-resource',
    name: 'Unknown resource',
    title: 'Unknown resource',
    when: { method: ['resources/read', 'resources/subscribe', 'resources/unsubscribe', 'completion/complete'] },
    says: list(`
      unknown resource, resource .. not found, no such resource, resource .. could not be found, no resource,
      resource .. does not exist, unknown uri, unsupported uri, unsupported resource*, invalid resource uri,
      unrecognized resource, resource .. not registered, resource .. not available, unrecognized uri,
      no matching resource, resource .. unknown, uri .. not found, uri .. does not exist, resource doesn t exist,
      not a known resource
    `),
    yes: [
      { text: 'Unknown resource: x://y', verdict: 'after_fix', code: 0, method: 'resources/read' },
      { text: 'Unsupported resource URI: foo://x', verdict: 'after_fix', method: 'resources/read' },
      { text: 'Error reading resource x://y: not found', verdict: 'after_fix', code: -32603, method: 'resources/read' },
    ],
  },
  {
    id: 'not-ready.missing-program',
    name: 'Missing program',
    title: 'Missing program',
    fault: 'server',
    verdict: 'after_fix',
    explanation: '{server} could not start or find a program or package that it needs for {call}{because}.',
    remedy: ['Install {program} where the server runs, or put it on its PATH.', 'Then start the server again.'],
    says: list(`
      which no .. bin, bin sh .. not found, bin bash .. not found, command .. not found, spawn .. enoent,
      spawn .. eacces, is not recognized as an internal, executable doesn t exist, executable does not exist,
      could not find chrome, could not find chromium, could not find browser, could not find .. installation,
      could not find .. executable, could not locate .. executable, launch the browser process, browser not found,
      chrome not found, executable .. not found, binary .. not found, cli not found, program not found,
      not installed, isn t installed, is it installed, not found in path, not found on path,
      not available on this system, not available on this machine, not available on this host,
      not found on this computer, not found on this machine, not found on your system, not found on the system,
      not found on your computer, not in path, not on path, in your path, on your path, to your path,
      add .. to the path, added to the path, either install, install .. and add, in the path environment,
      or in path, or later is required, or higher is required, or newer, active developer directory,
      executable .. missing, binary missing, needs the package, requires the package, please install,
      install it with, install it from, install .. first, pip install, npm install, brew install, apt install,
      apt get install, playwright install, cargo install, go install, uv pip, no module named, cannot find module,
      cannot find package, module .. not found, shared object file, shared libraries, dll load failed,
      exec format error, make sure .. installed, ensure .. installed, must be installed, missing on this machine,
      missing on this system, missing on this computer, missing on the server, be found on path, be found in path,
      be found on the path, gpu required, gpu is required, requires a gpu, requires cuda, requires python,
      requires node, requires java, needs to be installed, need to install, not available or not working,
      installation instructions, requires .. to be installed, missing dependency, missing dependencies,
      missing optional, class not found exception, no class def found error, needs the optional,
      no suitable driver, driver class not found
    `),
    yes: [
      'java.sql.SQLException: No suitable driver found for jdbc:garden://beds',
      'ffmpeg: executable file not found in $PATH',
      'Could not load libvips: install it with your package manager',
      'which: no pandoc in (/usr/bin:/bin)',
      "'kubectl' is not recognized as an internal or external command, operable program or batch file.",
      "tesseract is not installed or it's not in your PATH. See README file for more information.",
      'RuntimeError: Please install the extra "pdf" to use this function',
      'exec: "helm": executable file not found in %PATH%',
      'rg: command not found',
      'Unable to start Chromium: executable missing at /opt/chromium',
      'Error: This feature needs the optional package "sharp"',
      'Plantd 4.2 or newer is required',
      'Spade is not available on this system',
      'inkwell is required to draw plans. Install with: pip install inkwell',
      'The inkwell package is required. Please install it and start again',
      'plantd is missing on this machine',
      'plantd could not be found on PATH',
      'A GPU is required',
      'requires Python 3.99',
      "No module named 'pandas'",
      "Playwright Executable doesn't exist at /root/.cache/ms-playwright/chromium. Please run: playwright install",
      "ModuleNotFoundError: No module named 'pandas'",
      "Missing optional dependency 'openpyxl'. Use pip or conda to install openpyxl.",
      "BrowserType.launch: Executable doesn't exist at /root/.cache/x",
      'ffmpeg is not installed or not on your PATH',
      'spawn pandoc ENOENT',
      'Cannot find module "sharp". Run npm install sharp.',
      'curl is not installed',
    ],
  },
  {
    // ext-tasks, "Protocol Errors": a task may be gone, and nothing brings it back.
    id: 'not-found.task-has-expired',
    remedy: ['Poll within the ttlMs of the task.'],
    says: list('task has expired, task expired, task not found'),
    yes: ['Failed to retrieve task: Task has expired', 'Failed to retrieve task: Task not found'],
  },
  {
    // 2026-07-28, server/tools, "Stateful Tools": the model creates a new handle.
    id: 'not-found.handle-has-expired',
    remedy: ['Create a new one, and use its handle in this call.'],
    says: list(`
      handle has expired, handle expired, expired handle, unknown handle, handle not found, basket has expired,
      cart has expired, has expired .. create a new, expired .. create a new one
    `),
    yes: ['Basket bsk_7 has expired. Create a new basket.', 'Unknown handle: ctx_12', 'The handle expired'],
    no: ['Your token has expired. Create a new token.'],
  },
  {
    // What clients tell their models when they refuse a result: the arguments have no part in it.
    id: 'invalid-response.refused-result',
    says: list(`
      malformed result that failed schema validation, expected call tool result from, unexpected response type
    `),
    yes: [
      'MCP server "x" returned a malformed result that failed schema validation: Invalid result for tools/call',
      'MCP request failed: expected CallToolResult from tools/call, got CustomResult(CustomResult(Object {}))',
      'tool call error: tool call failed for `x/y`\n\nCaused by:\n    Unexpected response type',
    ],
  },
  {
    id: 'not-found.session-not-found',
    name: 'Session not found',
    explanation: '{server} no longer knows this session{because}.',
    title: 'Session gone',
    remedy: ['Connect again: a new initialize gives a new session.'],
    says: list(`
      session id invalid, session id is invalid, session .. not found, session expired or, session has expired,
      session .. terminated, unknown session, invalid session, session does not exist, no session
    `),
    yes: [
      'Session not found or expired',
      'Invalid session ID',
      { text: 'Session terminated', verdict: 'after_fix', code: -32600 },
      'Unknown session',
    ],
  },
  // A value is named: it belongs to the call, not to the server's settings.
  {
    id: 'validation.argument-is-not-valid',
    says: list(`
      must be set to true, must be set to false, argument .. is not valid, parameter .. is not valid,
      invalid .. parameter, invalid .. argument, argument .. is invalid, parameter .. is invalid, argument .. must,
      parameter .. must, must be an absolute path, must be absolute, json in .. argument, json in .. parameter,
      provide one of, provide only one, provide exactly one, pass exactly one, pass only one, only one of,
      exactly one of, provide at least one, specify at least one, pass at least one, eof while parsing,
      eof in multi line, unconverted data, trailing data after, 参数格式, 參數格式, 参数错误, 參數錯誤, unmarshal .. arguments,
      unmarshal .. params, parse .. arguments, decode .. arguments, go value of type .. params,
      go value of type .. args, go value of type .. arguments, invalid .. format
    `),
    yes: [
      'confirm must be set to true to pull out a bed',
      "Argument 'filter' is not valid JSON: Unexpected token a in JSON at position 0",
      'Wrong name: bed.txt, must be an absolute path when not in garden mode',
      'rpc error: code = InvalidArgument desc = bad bed',
      'The limit parameter must be a number',
      'Pass exactly one of row or column',
      'Error: Provide one of: a row, the name of a bed or a plant.\n\nExamples:\n  - A row: row=4\n  - A bed: bed="west"\n\n' +
        'Whoever runs the garden can also set the GARDEN_BED environment variable, which then holds for all calls.',
      'Reading of (1 + failed, because of an exception: unexpected EOF in multi-line statement',
      'unexpected EOF while parsing the plan',
      'unconverted data remains: Z',
      {
        text:
          'unmarshaling "[1]" into a *garden.CallToolParamsRaw: json: cannot unmarshal "[1]" into Go value of type ' +
          'garden.CallToolParamsRaw',
        code: 0,
      },
      'plan 參數格式錯誤：Unexpected token in JSON, "west" is not valid JSON',
      'failed to parse arguments: json: unknown field "foo"',
      'failed to unmarshal arguments: unexpected end of JSON input',
      'Invalid row format. Rows have numbers. Another garden can be named by the GARDEN environment variable',
    ],
  },
  {
    id: 'dependency.certificate-refused',
    name: 'Certificate refused',
    title: 'Bad certificate',
    verdict: 'after_fix',
    remedy: [
      'Check the certificate of the service: expired, self-signed, or for another name.',
      'If a company proxy rewrites traffic, give the server its root certificate.',
    ],
    says: list(`
      self signed, altnames, cert has expired, err cert*, err ssl*, tls handshake, ssl error, unable to verify, ssl alert, tlsv1 alert,
      ssl routines, wrong version number, pkix, certification path, certificate verify, certificate has expired,
      certificate has been, certificate is not yet, certificate is not trusted, certificate is self, certificate is expired,
      certificate is issued, certificate is invalid, certificate is valid for, certificate signed by,
      local issuer certificate, first certificate, in certificate chain, certificate chain was, certificate chain is,
      certificate problem, certificate error, certificate expired, certificate unknown, bad certificate,
      invalid certificate, verify .. certificate, certificate .. verification, certificate validation
    `),
    yes: [
      'tls: failed to verify certificate: x509: certificate signed by unknown authority',
      'unable to get local issuer certificate',
      'certificate is not yet valid',
      '[SSL: WRONG_VERSION_NUMBER] wrong version number (_ssl.c:1006)',
      'certificate has expired',
      'self-signed certificate in certificate chain',
      'unable to verify the first certificate',
      'x509: certificate signed by unknown authority',
      'certificate verify failed: certificate has expired',
      'PKIX path building failed: unable to find valid certification path to requested target',
      "Hostname/IP does not match certificate's altnames",
    ],
  },
  {
    id: 'not-ready.missing-setting',
    name: 'Missing setting',
    title: 'Missing setting',
    fault: 'server',
    explanation: '{server} lacks a setting that it needs to {doing}{because}.',
    says: [
      ...list(`
      no connection string, connection string not, connection string is required, missing connection string,
      no default .. configured, config file .. not found, configuration file .. not found,
      config file .. does not exist, no config file, no configuration, no config found, missing .. config*,
      missing required .. config*, not correctly configured, config .. missing, configuration .. missing,
      configuration not set, not been configured, not configured for, not properly configured,
      incorrectly configured, misconfigured, invalid configuration, found in environment,
      found in the environment, export it before, before launching, before starting the server, requires .. flag,
      require allow, requires allow, restart .. with, has not been run, weights are missing, model .. missing,
      download them with, download it with, profile .. could not be found, profile .. not found, please set,
      please configure, needs to be configured, must be configured, must be set, not been set, is not set,
      are not set, not set in, setup required, setup is required, run setup, run the setup, missing settings,
      missing setting, none configured, not set up, isn t configured, isn t set, client secrets file,
      credentials file, keys file not found, token file not found, settings file, env file, unset,
      set the .. environment, set .. in the environment, set .. environment variable*, in your env, in the .. env,
      in your configuration, in your config, server configuration error, started with, start the server with,
      no kubeconfig, kubeconfig .. no such file
    `),
      ...pairs(variables, [
        '.. not set',
        '.. is required',
        '.. are required',
        '.. required',
        '.. missing',
        '.. must be',
        '.. undefined',
        '.. not defined',
        '.. not found',
        '.. empty',
        '.. not configured',
      ]),
      ...pairs(['missing ..', 'missing required', 'set', 'set the', 'required', 'undefined', 'no'], variables),
    ],
    yes: [
      'ACME_PAT is empty; export it before launching this server',
      'DATABASE_URL is unset',
      'Neither SLACK_TOKEN nor SLACK_COOKIE found in environment',
      'The workspace folder has not been set. Restart the server with --root.',
      'AWS profile "dev" could not be found in ~/.aws/config',
      'Database migration has not been run',
      'Model weights are missing, download them with `acme pull`',
      'PULL requests require --allow-pulling',
      'Set the GARDEN environment variable',
      'Set GARDEN_BASE in the environment',
      'invalid configuration: no configuration has been provided, try setting KUBERNETES_MASTER environment variable',
      'no kubeconfig found',
      'kubeconfig: stat /root/.kube/config: no such file or directory',
      'Environment variable WIKI_URL must be set',
      'Configuration file not found: plantd.yaml',
      'Missing required mailbox configuration',
      'The tracker is not configured yet: run setup first',
    ],
  },
  // Below a lost session, which concerns the transport.
  {
    id: 'unauthorized.session-expired',
    says: list('session .. expired'),
    yes: ['The session for this garden has expired'],
  },
  {
    id: 'unsupported.client-capability',
    name: 'Missing client capability',
    title: 'Client lacks it',
    verdict: 'after_fix',
    sentence: '{server} needs a capability that the client lacks{because}',
    explanation: '{server} needs a capability of the client to {doing}{because}.',
    remedy: ['Use a client that supports it, and declare it in the capabilities of initialize.'],
    says: list(`
      client does not support, client doesn t support, not supported by your client, client capability,
      client has no support for, client lacks, client has not declared, client did not declare,
      client does not declare, client does not offer, client has no .. capability, client must support,
      client must declare, not supported by the .. client, not offered by the .. client,
      client without .. support, client without .. capability
    `),
    yes: [
      'Client does not support sampling',
      'Elicitation is not supported by the client',
      'Client must support roots to use this tool',
      'The client has not declared the roots capability',
    ],
    no: ['HTTP client does not support this: rate limit exceeded'],
  },
  // How Go reports an invalid value; a protocol error is about the whole request.
  {
    id: 'validation.struct-field-args',
    when: { carrier: ['result.isError', 'content.text', 'structuredContent', 'result.error'] },
    says: list(`
      struct field .. args, struct field .. arguments, struct field .. params, struct field .. input,
      struct field .. request
    `),
    yes: ['json: cannot unmarshal string into Go struct field PlantArgs.rows of type int'],
  },
  {
    id: 'conflict.already-exist',
    says: list(`
      already exist*, exists .. to overwrite, exists .. overwrite is, use overwrite, set overwrite,
      exists use force, exists use replace
    `),
    yes: [
      "Plan 'west' exists. Use overwrite to draw it anew",
      'The plan exists; pass force to overwrite it',
      'Domain already exists',
    ],
  },
  {
    id: 'conflict.deadlock',
    verdict: 'backoff',
    says: list('deadlock detected, deadlock found, deadlocked, deadlock victim'),
    yes: ['deadlock detected: bed 7 is blocked by bed 11'],
  },
  {
    id: 'not-ready.use-tool-first',
    title: 'Not connected',
    explanation: '{server} wants another call before it can {doing}{because}.',
    remedy: ['Make the call that the message names first.'],
    says: list(`
      please run .. before, run .. before calling, run .. before using, call .. before calling,
      call .. before using, use .. tool first, call .. tool first, use
      connect, call connect, run connect, using the connect, with the connect, connect first, connect to .. first,
      run .. before searching, run .. before querying, run .. before reading, run .. before you, call .. before you,
      index has not been built, index is not built, not been indexed, not yet indexed
    `),
    yes: [
      'Error: Not connected to any database. Use connect first.',
      'You must run init_bed before using this tool',
      'Index not built. Run build_index before searching.',
    ],
  },
  {
    id: 'dependency.host-name-in-words',
    name: 'Host name not found',
    says: list(`
      unknown host exception, host is known, name or service not known, no such host, nodename nor servname,
      hostname not found, host name not found, err name not resolved, resolve host, server misbehaving, translate host name,
      failure in name resolution, name resolution failed, name resolution error, dns resolution failed,
      dns lookup failed, dns resolution error, dns lookup error
    `),
    yes: [
      '[Errno -2] Name or service not known',
      '[Errno -3] Temporary failure in name resolution',
      'could not translate host name "db" to address: Name or service not known',
      'net::ERR_NAME_NOT_RESOLVED at https://x.example/',
      '[Errno 8] nodename nor servname provided, or not known',
      'error: Get "https://x.example/": proxyconnect tcp: dial tcp: lookup proxy: no such host',
      'lookup db.internal on 127.0.0.53:53: server misbehaving',
      '<urlopen error [Errno -2] Name or service not known>',
      'No such host is known. (boards.example:443)',
      'java.net.UnknownHostException: boards.example',
    ],
  },
  {
    id: 'dependency.connection-refused',
    says: list(`
      connection failure, connection error, connect error, connection reset, econnaborted, enetdown, ehostdown, esocket, socket hang up,
      other side closed, network error, network request failed, network issue, network failure, bad gateway,
      name or service not known, no such host, nodename nor servname, unable to connect, could not connect,
      couldn t connect, cannot connect, can t connect, too many redirects, exceeded .. redirects,
      stopped after .. redirects, https eof, http eof, post .. eof, get .. eof, remote disconnected,
      closed by the remote host, failed to connect, can t reach, cannot reach, could not reach, couldn t reach,
      unable to reach, failed to reach, connect call failed, connection to server, connection to .. failed,
      handshake failed, bad handshake, hung up, refused to tunnel, tunnel connection failed, proxy refused,
      proxy error, refused the connection, refused the network connection, no brokers available,
      no nodes available, no living connections, connection attempts failed, epipe, err internet disconnected,
      err cert*, err connection*, err name*, err proxy*, err ssl*, err address*, err tunnel*, hostname not found, host name not found,
      stream has been aborted, could not resolve host*, could not resolve proxy, could not resolve address,
      could not resolve .. host, resolve host, bad response, malformed response, empty response, response had no,
      had no body, received malformed, received invalid, no response from, no response received, no response was,
      no reply received, no answer received, invalid response, premature close, not reachable, isn t reachable,
      empty reply, server disconnected, peer closed connection, unable to make request, remote end closed,
      connection aborted, unreachable, stream ended, ended without, error posting, backend error, dial tcp,
      no route to host, error sending request, connection was closed, max retries exceeded,
      connection .. was refused, connection .. refused, actively refused, http response to https client,
      connection could be made, establish .. connection, establishing a connection, establishing connection,
      connection broken, broken pipe, unexpected eof, incomplete read, curl error, transient failure*,
      transient error*, transient network, retries exhausted, retry exhausted, exhausted all retries,
      connect exception, unresolved address exception, no route to host exception, closed channel exception, port unreachable exception
    `),
    yes: [
      'java.net.ConnectException',
      'java.nio.channels.UnresolvedAddressException',
      'Received malformed XML from the feed',
      'Gave up after 3 attempts at the Orchard API due to transient failures. Please try again shortly.',
      'Response from api.example.org had no body',
      'rpc error: code = Unavailable desc = connection error',
      'failed to sync: fetch orders: Get "https://api.example.com": dial tcp 10.0.0.1:443: i/o timeout',
      "[Errno 111] Connect call failed ('127.0.0.1', 6379)",
      'connection to server at "127.0.0.1", port 5432 failed: Connection refused',
      'All connection attempts failed',
      "Couldn't reach the broker at amqp://localhost",
      'NoBrokersAvailable',
      'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
      'The remote computer refused the network connection',
      'psycopg2.OperationalError: connection to server on socket "/var/run/postgresql/.s.PGSQL.5432" failed: No such file or directory',
      'Proxy refused to tunnel to api.example.com',
      'ssl handshake failed',
      'SMTP server hung up unexpectedly',
      'websocket: bad handshake',
      'Received an empty reply',
      'An error came up while establishing a connection to the garden: it was not accessible',
      'unexpected EOF',
      'connection to server at "127.0.0.1", port 5432 failed: Connection refused\n\tIs the server running on that ' +
        'host and accepting TCP/IP connections?',
      "Can't connect to MySQL server on 'localhost:3306' (111)",
      '[Errno 111] Connection refused',
      '502 Server Error: Bad Gateway for url: https://api.orchard.example',
      "Cannot connect to host 127.0.0.1:9 ssl:default [Connect call failed ('127.0.0.1', 9)]",
      'Server disconnected without sending a response.',
      "('Connection aborted.', RemoteDisconnected('Remote end closed connection without response'))",
      'Exceeded 30 redirects.',
      'Could not connect to the endpoint URL: "http://localhost:9/"',
      'failed to fetch beds: Get "http://127.0.0.1:9/beds": dial tcp 127.0.0.1:9: connect: connection refused',
      'Post "https://x.example": EOF',
      'rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial tcp 10.0.0.1:1: i/o timeout"',
      'Get "https://x.example/": http: server gave HTTP response to HTTPS client',
      'write tcp 10.0.0.1:1: write: broken pipe',
      'ConnectError: [Errno 111] Connection refused',
      'Chrome not reachable',
      'Page.goto: net::ERR_CONNECTION_REFUSED at http://127.0.0.1:9/',
      'localhost:27017: [Errno 111] Connection refused (configured timeouts: socketTimeoutMS: 20000.0ms)',
      'ConnectionError(<urllib3.connection.HTTPConnection object at 0x7f>: Failed to establish a new connection: ' +
        '[Errno 111] Connection refused) caused by: NewConnectionError',
      'Failed to connect to bolt://localhost:7687: connection refused',
      "Couldn't connect to localhost:7687 (resolved to ('127.0.0.1:7687',)):\nFailed to establish connection to " +
        "ResolvedIPv4Address(('127.0.0.1', 7687)) (reason [Errno 111] Connection refused)",
      'Connection error.',
      'socket hang up',
      'dial tcp 10.0.0.1:443: connect: connection refused',
      'Connection reset by peer',
      'Remote end closed connection without response',
      'error sending request for url (https://boards.example/)',
      'Network is unreachable',
    ],
  },
  {
    id: 'timeout.timed-out',
    says: list(`
      timed out, deadline exceeded, deadline has elapsed, deadline elapsed, did not respond, no response within,
      took too long, maximum execution time, execution time limit, did not finish, no answer within,
      no reply within, gave up after, took longer than, ran too long, ran longer than, running too long,
      gave up waiting, headers timeout, body timeout, gateway timeout, request timeout, due to timeout,
      http client timeout, client timeout exceeded, timeout of .. elapsing, execution time exceeded,
      did not .. within, did not .. in time, waiting for selector, waiting for locator
    `),
    yes: [
      'context deadline exceeded',
      'deadline has elapsed',
      'No answer within 20 s, giving up',
      'Navigation did not finish in 30000 ms',
      'Query exceeded the maximum execution time of 60 s',
      'The pump did not start in time',
      'The pump did not reach full speed within 30 s',
      'Upstream timed out',
      'The pump gave up after 30 s',
      'Watering was cancelled because it ran too long',
      'ReadTimeout: The read operation timed out',
      'failed to list beds: Get "https://api.orchard.example/beds": context deadline exceeded (Client.Timeout ' +
        'exceeded while awaiting headers)',
      '<urlopen error timed out>',
      'Request timed out',
    ],
  },
  {
    ...unreadable,
    id: 'dependency.unreadable-answer',
    says: list(`
      unexpected token .. json, not valid json, unterminated string in json, unexpected end of json,
      end of json input, unexpected non whitespace, response validation failed, expecting value, body is unusable,
      body has already been read, parse .. response, parsing .. response, parse .. answer, decode .. response,
      decoding response, deserialize .. response, looking for beginning of value, extra data line,
      json parse exception, json decode error, json syntax exception, expected value at line, invalid .. response,
      malformed .. response, missing .. response, response .. missing, returned invalid, expected response,
      page structure, structure may have changed, layout may have changed, parse .. results, parse .. page,
      non json, response could not be
    `),
    yes: [
      'error decoding response body: expected value at line 1 column 1',
      'JSONDecodeError: Expecting value: line 1 column 1 (char 0)',
      'The API returned HTML instead of JSON',
      'unexpected response shape from provider: missing "items"',
      'Malformed forecast response for Oslo',
      'Garden API returned invalid row numbers',
      'Missing bed_id in the response for order 4',
      'The pump answered: Unexpected token in JSON, "west" is not valid JSON',
      'Expecting value: line 1 column 1 (char 0)',
      'Extra data: line 1 column 5 (char 4)',
      "invalid character 'x' looking for beginning of value",
      "failed to decode response: invalid character '<' looking for beginning of value",
      'Unexpected token \'<\', "<!doctype "... is not valid JSON',
    ],
  },
  // If a service answered with a refusal, these words only say that it is another service.
  {
    id: 'dependency.fetch-failed',
    when: { refused: false },
    says: list('fetch failed, returned an error, responded with, unexpected response'),
    yes: ['Fetch failed', 'The orchard service responded with nonsense'],
  },
  // Where it broke, not how: a timeout there is more specific.
  {
    id: 'dependency.upstream-failed',
    when: { refused: false },
    says: list(`
      upstream error, upstream failure, upstream failed, upstream service, upstream server, upstream api,
      upstream provider, upstream request, upstream connect, upstream connection, upstream returned, upstream responded,
      upstream answered, upstream unavailable, healthy upstream, occurred upstream, happened upstream, live upstreams,
      upstream prematurely, from upstream, from the upstream
    `),
    yes: [
      'An unknown problem occurred upstream (503 Service Unavailable)',
      'Upstream returned 502',
      'no healthy upstream',
    ],
    no: ['Upstream service timed out'],
  },
  // About the program's own parts, not about an open or running item.
  {
    id: 'internal.event-loop-is-already',
    verdict: 'unknown',
    says: list(`
      event loop is already, no running event loop, outside of a request, outside of request, outside of application,
      panicked at
    `),
    yes: [
      'This event loop is already running',
      'RuntimeError: no running event loop',
      'Context is not available outside of a request',
      "thread 'main' panicked at src/bed.rs:2:9:\nno such row\nnote: run with `RUST_BACKTRACE=1` environment variable",
    ],
  },
  // Above what must be opened or converted first.
  {
    id: 'unsupported.does-not-support-format',
    verdict: 'after_fix',
    fault: 'caller',
    remedy: ['Pass a file in a format that the message names, or convert it first.'],
    says: list(`
      does not support .. format*, does not support .. files, doesn t support .. format*, cannot handle .. format*
    `),
    yes: [
      'seedlib does not support .bed file format, please open the bed with another program first',
      'The planner does not support PLAN files. Save it as text first',
    ],
  },
];
