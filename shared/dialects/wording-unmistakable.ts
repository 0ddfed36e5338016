// Words that name one cause outright, whatever else is said: a rate limit, a system's error name, a refused output. The first row wins
// over the ones below it.

import { phraseList as list, phrasePairs as pairs, type WordingRow } from './dialect.ts';

const failedSignIns = list(
  'authentication failed, authentication error, auth failed, login failed, sign in failed, failed to authenticate',
);

export const unmistakable: WordingRow[] = [
  {
    id: 'dependency.econnrefused',
    says: list(`
      econnrefused, econnreset, ehostunreach, enetunreach, max retries, retries exceeded, number of retries
    `),
    yes: [
      '{"_tag":"Fail","error":{"_tag":"HttpError","message":"connect ECONNREFUSED 10.0.0.4:5432"}}',
      "HTTPSConnectionPool(host='x', port=443): Max retries exceeded with url: / (Caused by NewConnectionError)",
      'read ECONNRESET',
      'Reached the max retries per request limit',
      'Signing in failed: connect ECONNREFUSED 10.0.0.1:443',
      "Error executing tool fetch: HTTPConnectionPool(host='localhost', port=9200): Max retries exceeded with url: " +
        "/x (Caused by NewConnectionError('<urllib3.connection.HTTPConnection object at 0x7f>: Failed to establish a " +
        "new connection: [Errno 111] Connection refused'))",
      'connect ECONNREFUSED 10.0.0.4:5432',
    ],
  },
  // About a value, regardless of its name: a throttle, a certificate.
  {
    id: 'validation.of-value',
    says: list(`
      field must, value is out of range, value out of range, not allowed in a name, not allowed in names,
      not allowed in the name, must be one of, must be either, expected one of, expecting one of, accepted values,
      allowed values, valid values, allowed choices, allowed set, valid options, to one of, one or the other,
      must not contain
    `),
    yes: [
      'Throttle value is out of range',
      'The certificate field must not be empty',
      'Sign "+" is not allowed in a name',
      'operation must be one of add, remove',
      'mode must be one of: forbidden, unsafe, read-only',
      'Bad fence. Accepted values are locked, taken, archived',
      'Fence "stone" is not in the allowed set',
      'The garden key is given both here and there. Use one or the other',
    ],
  },
  // gRPC gives it the code of a used-up quota.
  {
    id: 'too-large.message-of-grpc',
    says: list('message larger than max, message length too large, message exceeds maximum size'),
    yes: ['rpc error: code = ResourceExhausted desc = plantd: received message larger than max (9 vs. 4)'],
  },
  {
    id: 'rate-limited.exceeded',
    says: list(`
      rate limited, ratelimited, rate limiting, rate limit .. exceeded, exceed* .. rate limit,
      exceed* .. rate limits, rate limit .. reached, reached .. rate limit, rate limit hit, rate limit error,
      rate limit exception, rate limit exhausted, over .. rate limit, due to rate limit*, rate exceeded,
      bucket is empty, no tokens left, too many requests, quota .. exceeded, exceeded .. quota,
      quota .. exhausted, quota resets, quota will reset, quota renews, quota .. reached, over quota,
      out of quota, throughput exceeded, exceeded .. throughput, insufficient quota, throttled,
      throttling exception, throttling error, request limit .. reached, usage limit reached, usage limit exceeded,
      daily limit reached, daily limit exceeded, monthly limit reached, monthly limit exceeded,
      exceed* .. usage limit, exceed* .. request limit, exceed* .. daily limit, exceed* .. monthly limit,
      reached .. usage limit, reached .. request limit, reached .. daily limit, reached .. monthly limit,
      resource exhausted, too many .. attempts, credits exhausted, out of credits, insufficient credit,
      insufficient credits, used up .. requests, used up .. quota, used up .. calls, quota .. used up,
      used .. quota, no requests left, hit the .. cap, hit the .. limit, over query limit, request rate too,
      rate too high, rate is too high, wait .. seconds before, wait .. minutes before, flood wait,
      no requests remaining, no calls left, requests remaining 0, exceeded .. credits, hit your .. limit,
      slow down, too quickly, too frequent*, too often, requests too fast, wait of .. is required,
      rate limiter wait, no credits remaining, no credits left, no quota left
    `),
    yes: [
      'client rate limiter Wait returned an error: it would outlast the deadline',
      'You have no credits remaining this month',
      'unknown_error: quota for this minute is used up (429)',
      'The maps provider says: you have used up your requests for today',
      'Token bucket is empty, the next one drops in 4 s',
      "You've hit the free tier cap of 50 lookups a day",
      { text: 'Please wait 30 seconds before asking again', verdict: 'wait' },
      'Over query limit',
      'Planting failed: quota for beds reached (limit 5)',
      'Quota for seeds has been exhausted',
      'A wait of 42 seconds is required',
      'Usage cap reached for May',
      'The request rate is too high',
      { text: 'Rate limited. Try again in 29m59s', verdict: 'wait', afterMs: 1799000 },
      { text: 'Too many requests. Retry in about half an hour', verdict: 'wait', afterMs: 1800000 },
      'Daily quota used up. Resets at 14:05',
      { text: 'You have used your daily quota of 100 lookups. It resets at midnight UTC.', verdict: 'wait' },
      'Monthly quota exceeded',
      { text: 'Please wait 2 minutes and 30 seconds before the next call', verdict: 'wait', afterMs: 150000 },
      { text: 'Rate limit exceeded; retry after 1m0.5s', verdict: 'wait', afterMs: 60500 },
      { text: 'quota resets in 2 days', verdict: 'wait', afterMs: 172800000 },
      'Too many requests',
      'Rate limit exceeded for this tool',
      'Upstream answered 429 Too Many Requests',
      { text: 'The search API says: rate limit reached. Try again in 30 seconds.', verdict: 'wait' },
      'Monthly request limit of the API key reached',
      { text: 'Rate limit exceeded, retry after 20 seconds', verdict: 'wait' },
    ],
  },
  // Native modules, which match only one runtime, system and processor.
  {
    id: 'not-ready.native-module',
    name: 'Native module',
    title: 'Native module',
    fault: 'server',
    verdict: 'after_fix',
    explanation: '{server} could not load a compiled part of a package that it needs for {call}{because}.',
    remedy: [
      'Rebuild or reinstall that package where the server runs, with the runtime that the server uses: npm rebuild, or npm ci.',
      'Then start the server again.',
    ],
    says: list(`
      bindings file, no native build was found, compiled against a different node, node module version,
      module using the .. runtime, build release .. node, invalid elf header, incompatible architecture,
      glibc .. not found, gyp err, node gyp, prebuild install, could not find the native, err dlopen failed,
      cannot open shared object, find native binding*, load native binding*, locate the bindings
    `),
    yes: [
      'Could not locate the bindings file. Tried:\n → /srv/node_modules/better-sqlite3/build/better_sqlite3.node',
      'Could not load the "sharp" module using the linux-x64 runtime',
      "The module '/srv/beds.node' was compiled against a different Node.js version using NODE_MODULE_VERSION 115.",
      'No native build was found for platform=linux arch=x64 runtime=node abi=127',
      "Cannot find module '../build/Release/canvas.node'",
      'Error: /srv/beds.node: invalid ELF header',
      "/lib/libc.so.6: version `GLIBC_2.38' not found (required by /srv/beds.node)",
      "dlopen(/srv/beds.node): mach-o file, but is an incompatible architecture (have 'x86_64', need 'arm64')",
      'gyp ERR! build error',
      'libvips-cpp.so.42: cannot open shared object file: No such file or directory',
    ],
  },
  // A refusal that also asks for credentials.
  {
    id: 'unauthorized.need-to-authenticate',
    says: list('need to authenticate, check your authentication, check your .. credentials'),
    yes: ['Forbidden: you need to authenticate before you plant', 'Access denied, check your garden credentials'],
  },
  // The system's error names: the action next to them matters less.
  {
    id: 'dependency.host-name-not-found',
    name: 'Host name not found',
    says: list('enotfound, eai again, getaddrinfo'),
    yes: [
      'Authentication failed: getaddrinfo ENOTFOUND garden.example',
      'getaddrinfo ENOTFOUND boards.example',
      'getaddrinfo EAI_AGAIN boards.example',
    ],
  },
  // No credential was refused.
  {
    id: 'dependency.sign-in-without-network',
    says: pairs(
      failedSignIns,
      list(
        '.. network error, .. network request, .. fetch failed, .. socket hang up, .. connection re*, .. network is unreachable',
      ),
    ),
    yes: [
      'Authentication failed: network_error: Network request failed: fetch failed',
      'Login failed due to a network error',
    ],
  },
  {
    id: 'timeout.sign-in-timed-out',
    says: pairs(failedSignIns, ['.. timed out', '.. request timeout', '.. connection timeout']),
    yes: ['Authentication failed: request timed out after 30s'],
  },
  {
    id: 'timeout.etimedout',
    says: list('etimedout, esockettimedout, tls handshake timeout'),
    yes: ['Authentication failed: read ETIMEDOUT', 'Get "https://x.example/": net/http: TLS handshake timeout'],
  },
  {
    id: 'invalid-response.output-validation-error',
    says: list(`
      output validation error, structured content must be, invalid structured content, validating tool output,
      validating output, tool output does not match, tool output did not match, validating tool result,
      marshal tool output, marshaling output, match .. output schema, output schema but, has an output schema,
      with output schema, validation error for .. output, validation errors for .. output
    `),
    yes: [
      "1 validation error for plantOutput\n  Input should be a valid dictionary [type=model_type, input_value='the gate is shut']",
      'Output validation error: outputSchema defined but no structured output returned',
      "Output validation error: None is not of type 'string'",
      'validating tool output: validating root: validating /properties/total: type: abc has type "string", want "integer"',
    ],
  },
  // A caller without permission for one action is still authenticated.
  {
    id: 'forbidden.not-authorized-to',
    says: list(`
      not authorized to, not authorised to, unauthorized to, action is unauthorized, action is not authorized,
      authorization exception, unauthorized access exception, access denied exception, access denied error,
      authorization error you, not allowed to .. this, not available on the free, not available on your plan
    `),
    yes: [
      'Illuminate\\Auth\\Access\\AuthorizationException: This action is unauthorized.',
      'Not authorized to use this tool',
      "System.UnauthorizedAccessException: Access to the path 'C:\\\\beds' is denied.",
      'Pundit::NotAuthorizedError: not allowed to update? this Invoice',
      'not allowed to show? this Project',
      'Deep digging is not available on the free tier',
      'Feature not available on the free plan',
    ],
  },
  {
    id: 'approval-required.requires-approval',
    says: list(`
      require approval, requires .. approval, approval required, needs approval, awaiting approval,
      pending approval, approval is required, approval is needed, must be approved, payment required,
      consent required, confirmation required, insufficient balance, upgrade your plan, subscription required,
      requires a paid, enable billing, billing is not enabled, billing is disabled, billing has not,
      billing to be, billing must be, billing required, billing issue*, plan and billing, requires billing,
      requires confirmation, available on .. plan, available in .. plan, requires .. plan, upgrade to .. plan,
      please upgrade, upgrade to pro, upgrade to premium, upgrade to continue, upgrade at, plan allows,
      or upgrade, need .. plan, needs .. plan, balance is too low, trial has ended, trial expired,
      verify your email, verify your account, human approval is, user approval is, needs human approval,
      needs user approval,
      set confirm true, set confirm to true, with confirm true, pass confirm true, passing confirm true, confirmation needed,
      confirmation is needed, confirmation is required, needs confirmation, needs to be approved, need to be approved,
      has to be approved, must be confirmed, not consented to, interaction required, consent required, admin approval,
      requires .. confirmation, requires .. subscription, approval is pending
    `),
    yes: [
      'Digging requires user confirmation',
      'The map requires a big subscription',
      'Pulling out is final. Set confirm=true to go on.',
      'Confirmation needed: say yes to pull out bed 4',
      'interaction_required: the gardener has not consented to use the map',
      'The order needs to be approved by the head gardener',
      'More than 14 beds need the big plan',
      'Your plan allows 3 gardens',
      'Payment required: upgrade your plan',
      'Confirmation required: call again with confirm=true',
      'Tool needs approval before it runs',
      'Payment required to use this tool',
      'Approval required before this call',
    ],
  },
  // The caller's account at a service: neither a plan nor a credential would help.
  {
    id: 'conflict.insufficient-funds',
    verdict: 'after_fix',
    title: 'Not enough funds',
    sentence: 'Not enough funds for {callName}',
    explanation: '{server} could not {doing}: there is not enough of what it takes{because}.',
    remedy: ['Add what is missing (funds or stock), or ask for less.'],
    says: list(`
      insufficient funds, not enough funds, insufficient stock, insufficient inventory, not enough stock,
      exceeds .. available balance, exceeds your balance, 余额不足, 餘額不足, 残高不足, saldo insuficiente,
      fondos insuficientes, недостаточно средств, guthaben reicht nicht, guthaben .. nicht ausreich*,
      kontostand reicht nicht, kontostand .. nicht ausreich*, solde insuffisant, saldo insufficiente
    `),
    yes: ['insufficient funds', '账户余额不足', 'Der Kontostand ist nicht ausreichend', 'Solde insuffisant'],
  },
];
