// Phrases for refusals: caused by the request, its arguments, the credentials or the current state. `beats` orders the meanings of one
// sentence: "Permission denied: API rate limit exceeded" is a rate limit.

import { phraseList as list } from './dialect.ts';
import type { PhraseSource } from './dialect-schema.ts';

export const refusals: PhraseSource[] = [
  {
    id: 'unauthorized.unauthorized',
    class: 'unauthorized',
    beats: [
      'not-found.session-not-found',
      'dependency.certificate-refused',
      'conflict.already-exist',
      'not-ready.use-tool-first',
      'not-ready.missing-setting',
      'unauthorized.session-expired',
      'not-ready.abroad',
      'own.setting',
    ],
    says: list(`
      unauthorized, unauthorised, unauthenticated, not authorized, not authorised, not authenticated, invalid api key,
      invalid access key, valid api access key, invalid or missing api key, missing api key, api key .. invalid,
      api key .. required, api key .. missing, no api key, incorrect api key, api token is invalid, invalid api token,
      invalid access token, access token .. undefined, access token .. expired, access token .. invalid,
      authentication required, authentication failed, authentication error, authentication tokens,
      authentication is required, requires authentication, failed to authenticate, could not authenticate,
      invalid credential*, bad credentials, missing credentials, no credentials, credentials are not available,
      credentials not available, credentials not found, default credentials, credentials .. expired,
      credential .. not, invalid auth, not authed, token expired, token has expired, token is expired, expired token,
      token revoked, invalid token, invalid bearer, missing bearer, missing authorization, not logged in,
      login required, please log in, please login, please sign in, must be logged in, must be signed in,
      must be authenticated, to be authenticated, to be logged in, no access token, session expired, invalid grant,
      invalid client, no auth*, account inactive, invalid username, username password, wrongpass, missing .. token,
      set .. api key, set .. token, authorization expired, authorization required, not signed in, sign in again,
      invalid api credentials, invalid secret, unknown api key, revoked, re authenticate, reauthenticate,
      log in again, access denied for user, password authentication failed, login failed, sign in failed,
      authentication unsuccessful, key .. not accepted, token .. not accepted, password .. not accepted, login needed,
      unable to authenticate, cannot authenticate, token could not be verified, credentials could not be verified,
      wrong password, incorrect password, bad token, bad api key, malformed token, the token is not valid,
      your token is not valid, access token is not valid, api key not valid, api key is not valid, key is invalid,
      invalid key provided, invalid authentication, invalid authorization, authorization header,
      authentication credentials, auth required, auth failed, auth error, authorization token, invalid signature,
      signature mismatch, signature does not match, security token, jwt expired, jwt malformed, invalid jwt,
      not logged into, logged out, please authenticate, must authenticate, needs authentication, need to log in,
      need to login, need to sign in, unauthenticated request, login was not completed, sign in was not completed,
      secret has expired, secret expired, could not verify credentials, credentials .. invalid,
      credentials .. rejected, credentials .. incorrect, credentials were, rejected .. key, rejected .. token,
      rejected .. credentials, refused .. key, refused .. token, token .. rejected, api key .. rejected,
      key was rejected, token was refused, token is stale, have to sign in, have to log in, have to login,
      sign in with, log in with, sign in before, log in before, sign in first, log in once more, sign in once more,
      login incorrect, incorrect login, cookie has run out, session has run out, signature .. verified,
      signature .. verify, check your api key, check your token, verify your api key, verify your credentials,
      oauth flow, run .. auth, auth first, login first, log in first, run .. login, could not read username,
      could not read password, terminal prompts, otp, two factor, sso required, host key verification,
      password is required
    `),
  },
  // Below a lost session, which concerns the transport.
  {
    id: 'unauthorized.session-expired',
    class: 'unauthorized',
    beats: ['own.setting'],
    says: list('session .. expired'),
  },
  {
    id: 'unauthorized.authentication',
    class: 'unauthorized',
    beats: ['http.302'],
    says: list(`
      authentication, api key, access token, credentials, auth login, api token, token expired, auth token, password,
      oauth
    `),
  },
  {
    id: 'forbidden.forbidden',
    class: 'forbidden',
    beats: ['own.inner'],
    says: list(`
      forbidden, permission denied, permissions denied, access denied, access is denied, insufficient permission*,
      insufficient scope, insufficient privilege*, insufficient access, missing scope, required scope,
      does not have permission, do not have permission, don t have permission, doesn t have permission,
      don t have access, doesn t have access, no access to, does not have access, do not have access,
      not have the required, no permission, operation not permitted, eacces, eperm, not permitted, outside allowed,
      outside the allowed, outside .. allowed, read only transaction, readonly database, blocked request,
      blocked for security, security violation, ssrf, origin not allowed, host not allowed, not in allowlist,
      policy violation, not accessible, path traversal, safety filter*, safety system, suspended, disallows,
      read only mode, not on your plan, on your plan, plan does not include, plan doesn t include,
      not included in your, restricted, banned, unsafe, not whitelisted, not in the allowed, must be within,
      not been granted, permission required, permission is required, permissions required, permissions are required,
      root privileges, administrator privileges, elevated privileges, run as root, run as administrator,
      premium required, requires premium, premium account, premium users, premium feature, cross origin, forbidden by,
      content policy, disallowed, not have authorization, missing permission*, missing access, requires .. role,
      violates our, disabled by, requires .. permission*, require .. permission*, need .. permission*,
      needs .. permission*, ip address .. not, security policy, row level security, deactivated, account .. disabled,
      account .. locked, account is closed, captcha, just a moment, checking your browser, you are human, not a bot,
      not a robot, unusual traffic, bot detection, is blocking, been blocked, has blocked, authorization failed,
      not have sufficient, lacks permission*, lacks the permission, lacks .. permission*, lacks .. privilege*,
      lacks .. access, lack the rights, lacks the rights, lack the permission*, lack permission*, off limits,
      blacklisted, not a member of, not in channel, not allowed to, you may not, only administrators, only admins,
      administrators only, admins only, admin only, only the owner, allow list, allowlist, your role, blocked by,
      may not use, may not access, no right to, is read only, read only file*
    `),
  },
  // A refusal that also asks for credentials.
  {
    id: 'unauthorized.need-to-authenticate',
    class: 'unauthorized',
    beats: ['forbidden.not-authorized-to', 'own.named'],
    says: list('need to authenticate, check your authentication, check your .. credentials'),
  },
  // A caller without permission for one action is still authenticated.
  {
    id: 'forbidden.not-authorized-to',
    class: 'forbidden',
    beats: ['own.named'],
    says: list(`
      not authorized to, not authorised to, unauthorized to, action is unauthorized, action is not authorized,
      authorization exception, access denied exception, access denied error, authorization error you
    `),
  },
  {
    id: 'forbidden.not-allowed-to-this',
    class: 'forbidden',
    beats: ['rate-limited.rate-limit', 'own.answer'],
    says: list('not allowed to .. this, not available on the free, not available on your plan'),
  },
  {
    id: 'forbidden.refusing-to',
    class: 'forbidden',
    beats: ['validation.validation-failed', 'http.404'],
    says: list('refusing to, blocked command, was refused, without write access, write access'),
  },
  {
    id: 'forbidden.not-allowed',
    class: 'forbidden',
    beats: ['unauthorized.authentication', 'http.302'],
    says: list(`
      not allowed, is not within, not within the, prohibited, denied, is protected, protection rule*, read only,
      untrusted, dangerous, is outside, resolves outside, outside the, escapes, is private, is blocked, are blocked,
      refused to, execution blocked
    `),
  },
  {
    id: 'approval-required.requires-approval',
    class: 'approval_required',
    beats: ['own.named'],
    says: list(`
      requires approval, require approval, requires .. approval, human approval, user approval, approval required,
      needs approval, awaiting approval, pending approval, approval is required, approval is needed, must be approved,
      payment required, consent required, confirmation required, insufficient balance, upgrade your plan,
      subscription required, requires a paid, billing account, enable billing, billing is, billing has,
      billing details, billing required, billing issue*, your billing, and billing, requires confirmation,
      available on .. plan, available in .. plan, requires .. plan, upgrade to, upgrade at, plan allows, or upgrade,
      need .. plan, needs .. plan, balance is too low, trial has ended, trial expired, verify your email,
      verify your account
    `),
  },
  {
    id: 'not-found.unknown-tool',
    class: 'not_found',
    beats: ['not-found.session-not-found', 'not-ready.missing-program', 'own.setting'],
    name: 'Unknown tool',
    title: 'Unknown tool',
    when: { method: ['tools/call'] },
    says: list(`
      unknown tool, tool not found, no such tool, no tool, unknown or .. tool, unrecognized tool, unrecognised tool,
      undefined tool, unknown tool name, not a known tool, unknown function, unsupported tool, tool is not available,
      not a valid tool, not a tool, is not a registered tool, handler for tool, handler registered for tool,
      tool doesn t exist, unknown operation tool, requested tool
    `),
  },
  {
    id: 'not-found.unknown-tool-2',
    class: 'not_found',
    beats: ['not-found.session-not-found', 'not-ready.missing-program', 'own.setting'],
    name: 'Unknown tool',
    title: 'Unknown tool',
    // Anything may be in between: if the server lists the tool, these words are about something else.
    when: { method: ['tools/call'], listed: false },
    says: list(`
      invalid tool, tool .. not found, tool .. was not found, tool .. does not exist, tool .. not registered,
      method .. not found, tool .. unknown, tool name .. not, tool .. not available, tool .. isn t available,
      tool .. not listed, tool .. is not recognized, tool .. not supported, tool .. not exposed
    `),
  },
  {
    id: 'not-found.unknown-prompt',
    class: 'not_found',
    beats: ['not-found.session-not-found', 'own.setting'],
    name: 'Unknown prompt',
    title: 'Unknown prompt',
    when: { method: ['prompts/get', 'completion/complete'] },
    says: list(`
      unknown prompt, prompt not found, prompt .. not found, no such prompt, prompt .. could not be found,
      prompt .. does not exist, no prompt, invalid prompt, unrecognized prompt, unsupported prompt,
      prompt .. not available, prompt .. not registered, prompt .. unknown, not a known prompt, prompt doesn t exist
    `),
  },
  {
    id: 'not-found.unknown-resource',
    class: 'not_found',
    beats: ['not-found.session-not-found', 'own.setting'],
    name: 'Unknown resource',
    title: 'Unknown resource',
    when: { method: ['resources/read', 'resources/subscribe', 'resources/unsubscribe', 'completion/complete'] },
    says: list(`
      unknown resource, resource not found, resource .. not found, no such resource, resource .. could not be found,
      no resource, resource .. does not exist, unknown uri, uri not found, unsupported uri, unsupported resource*,
      invalid resource uri, unknown resource uri, unrecognized resource, resource .. not registered,
      resource .. not available, unrecognized uri, unknown uri scheme, no matching resource, resource .. unknown,
      uri .. not found, uri .. does not exist, resource doesn t exist, not a known resource
    `),
  },
  {
    id: 'terminal.card-was-declined',
    class: 'terminal',
    beats: ['own.inner'],
    says: list(`
      card was declined, card declined, card has been declined, payment was declined, payment declined
    `),
  },
  // Services that hide private items say both in one sentence.
  {
    id: 'not-found.exist-or-you-do-not-have',
    class: 'not_found',
    beats: ['unauthorized.unauthorized', 'own.setting'],
    says: list(`
      exist or you do not have, exist or you don t have, found or you do not have, found or you don t have,
      found or .. permission*, exist or .. permission*, exist or not authorized, not exist or .. access,
      not found or .. access
    `),
  },
  {
    id: 'not-found.session-not-found',
    class: 'not_found',
    beats: ['unauthorized.session-expired', 'own.setting'],
    name: 'Session not found',
    title: 'Session gone',
    remedy: ['Connect again: a new initialize gives a new session.', 'Then repeat the call.'],
    says: list(`
      session not found, session id invalid, session id is invalid, session .. not found, session expired or,
      session has expired, session terminated, session .. terminated, unknown session, invalid session,
      session does not exist, no session
    `),
  },
  {
    id: 'not-found.not-found',
    class: 'not_found',
    beats: ['not-ready.no-configured', 'http.503'],
    says: list(`
      not found, notfound, nothing matches, nothing matched, is not known, does not exist, doesn t exist,
      do not exist, no such, could not find, could not be found, could be found, no pending, couldn t find,
      cannot find, can t find, unable to find, failed to find, failed to locate, cannot be found, enoent,
      no longer exists, unknown vault, no matching, did not match any, matched no, matches no, no match,
      session has ended, session ended, not present, has been deleted, no project, no rows in result,
      no query results, no results for model, no record of, zero results, was moved, been moved, was deleted,
      were deleted, was removed, been removed, no longer available, couldn t locate, could not locate,
      unable to locate, isn t there, is not there, is gone, nothing found, no route matches, undefined name,
      missing script, no rule to make, unknown entity, unknown task, unknown id, not exist, 未找到*, 找不到*, 不存在*
    `),
  },
  {
    id: 'validation.unknown-operation',
    class: 'validation',
    beats: ['not-found.not-found', 'http.503'],
    name: 'Unknown operation',
    title: 'Unknown operation',
    says: list(`
      unknown operation, unknown action, unknown command, unknown subcommand, unsupported operation,
      unsupported action, unsupported command, invalid operation, invalid action, operation not recognized,
      unrecognized operation, unrecognized action, unrecognized command, unknown mode, unknown type,
      unknown entity type, unknown resource type, unknown object type, unknown data type, unknown event type,
      unknown item type, unknown format, unknown unit, unknown language, unknown locale, unknown category,
      unknown filter, unknown strategy, unknown algorithm, unknown verb
    `),
  },
  {
    id: 'not-found.no-found',
    class: 'not_found',
    beats: ['internal.program-failed', 'validation.no-provided', 'dependency.api-error', 'http.500'],
    says: list(`
      no .. found, no .. available, no .. registered, non existent, not resolve to, matched 0, disappeared,
      contains no, missing, there is no, there s no, could not resolve, failed to resolve, unable to resolve,
      cannot resolve, doesn t have a, does not have a, does not belong, has no, no .. named, no .. called,
      no .. with id, no .. with the id, no .. with name, no .. with key
    `),
  },
  // Below a missing item near the specified location.
  {
    id: 'validation.no-provided',
    class: 'validation',
    beats: ['not-found.no-for', 'http.500'],
    says: list('no .. provided, no .. specified, no .. given, no .. was given'),
  },
  {
    id: 'not-found.no-for',
    class: 'not_found',
    beats: ['json-rpc.-32603', 'http.500'],
    says: list('no .. for, no .. in'),
  },
  // Above an exception name that only says whose error it is.
  { id: 'not-found.unknown', class: 'not_found', beats: ['http.400'], says: list('unknown') },
  // If an argument has that name, no other text is meant.
  {
    id: 'validation.argument-is-not-valid',
    class: 'validation',
    beats: ['own.setting'],
    says: list(`
      argument .. is not valid, parameter .. is not valid, invalid .. parameter, invalid .. argument,
      argument .. is invalid, parameter .. is invalid, argument .. must, parameter .. must, json in .. argument,
      json in .. parameter
    `),
  },
  // About a value, regardless of its name: a throttle, a certificate.
  {
    id: 'validation.of-value',
    class: 'validation',
    beats: ['rate-limited.rate-limit', 'dependency.certificate-refused', 'forbidden.not-allowed', 'own.answer'],
    says: list(`
      field must, value is out of range, value out of range, not allowed in a name, not allowed in names,
      not allowed in the name
    `),
  },
  // How Go reports an invalid value; a protocol error is about the whole request.
  {
    id: 'validation.struct-field-args',
    class: 'validation',
    beats: ['own.setting'],
    when: { carrier: ['result.isError', 'content.text', 'structuredContent', 'result.error'] },
    says: list(`
      struct field .. args, struct field .. arguments, struct field .. params, struct field .. input,
      struct field .. request
    `),
  },
  // Regardless of what the listed choices are called.
  {
    id: 'validation.must-be-one-of',
    class: 'validation',
    beats: ['own.answer'],
    says: list(`
      must be one of, must be either, expected one of, expecting one of, accepted values, allowed values,
      valid values, allowed choices, allowed set, valid options are, valid options, to one of
    `),
  },
  {
    id: 'validation.provide-one-of',
    class: 'validation',
    beats: ['own.setting'],
    says: list(`
      provide one of, provide only one, provide exactly one, pass exactly one, pass only one, only one of,
      exactly one of, provide at least one, specify at least one, pass at least one
    `),
  },
  {
    id: 'validation.one-or-the-other',
    class: 'validation',
    beats: ['own.named'],
    says: list('one or the other, must not contain'),
  },
  // The input is invalid, although something in it was not found.
  {
    id: 'validation.not-look-like-a',
    class: 'validation',
    beats: ['not-found.not-found', 'too-large.too-large', 'http.503'],
    says: list(`
      not look like a, not look like an, not appear to be, not seem to be a, find .. in the link, find .. in the url,
      find .. in the given, find .. in the provided, find .. from the provided, find .. from the given,
      find .. from the url, open .. as a, open .. as an, open .. as type, must not be larger, must not be longer,
      must not be greater, cannot be larger, cannot be longer, too many positional
    `),
  },
  // The same call always gives the same result: the request must change.
  {
    id: 'validation.math-domain-error',
    class: 'validation',
    beats: ['http.503'],
    says: list(`
      math domain error, math range error, not all .. valid, beyond end, beyond the end, past the end, not an absolute, not absolute,
      is not absolute, mapping values are not allowed, yaml line, yaml unmarshal, did not find expected,
      could not find expected, found character that cannot, division by zero, divide by zero, zero division error,
      is a directory, codec can t decode, decode byte, invalid start byte, invalid continuation byte, invalid utf 8,
      incorrect padding, not defined for negative, negative value encountered, raised to a negative power,
      numerical result out of range, invalid base64, not valid base64, illegal base64, no connection adapters,
      missing protocol scheme, no scheme supplied, unsupported protocol scheme
    `),
  },
  {
    id: 'validation.eof-while-parsing',
    class: 'validation',
    beats: ['dependency.connection-refused', 'http.403'],
    says: list('eof while parsing, eof in multi line, unconverted data, trailing data after'),
  },
  // An argument is named: invalid JSON is not about an upstream response.
  {
    id: 'validation.unmarshal-arguments',
    class: 'validation',
    beats: ['dependency.unreadable-answer-2', 'http.403'],
    says: list(`
      参数格式, 參數格式, 参数错误, 參數錯誤, unmarshal .. arguments, unmarshal .. params, parse .. arguments,
      decode .. arguments, go value of type .. params, go value of type .. args, go value of type .. arguments
    `),
  },
  // The input has another format, even if a setting is suggested as an alternative.
  { id: 'validation.invalid-format', class: 'validation', beats: ['http.403'], says: list('invalid .. format') },
  // A value is named: it belongs to the call, not to the server's settings.
  {
    id: 'validation.must-be-set-to-true',
    class: 'validation',
    beats: ['not-ready.missing-setting', 'own.setting'],
    says: list('must be set to true, must be set to false'),
  },
  {
    id: 'validation.input-validation',
    class: 'validation',
    beats: [
      'too-large.too-large',
      'not-ready.configuration-error',
      'unavailable.service-unavailable',
      'conflict.conflict',
      'http.503',
    ],
    says: list(`
      input validation, is required and, and cannot be empty, and cannot be blank, and cannot be null, must be a,
      must be an, must be between, must be greater, must be less, must be at, must be non, must be positive,
      invalid argument*, invalid arguments for, validation error*, in your sql syntax, sql syntax error,
      invalid .. name error, invalid .. name exception, parameter validation, validating arguments, field required,
      missing required, required argument, required field, required parameter, required option*, required property,
      invalid type, arguments are required, unrecognized key*, unexpected keyword argument,
      missing .. required positional, failed validation, schema validation, exist on type, supported types,
      supported values, valid types, available options, choose from, one of the following, use one of, pick from,
      not one of, isn t one of, unsupported file type, marker not found, header not found, magic number,
      not a zip file, unsupported file format, unsupported image, identify image, cannot query field,
      strict mode violation, parsing exception, unknown query
    `),
  },
  {
    id: 'validation.validation-failed',
    class: 'validation',
    beats: ['rate-limited.limit-exceeded', 'http.404'],
    says: list(`
      validation failed, invalid input, invalid param*, invalid request param*, invalid format, invalid value,
      invalid enum, invalid option, invalid key, invalid url, invalid uri, invalid date, invalid id, invalid filename,
      invalid path, invalid cursor, invalid sql, invalid query, invalid graphql, invalid json, invalid uuid,
      invalid email, invalid regex, invalid glob, is invalid, are invalid, are not valid, arguments .. not valid,
      expected .. received, expected .. got, expected .. but, not a valid, is not valid, syntax error, parse error,
      was never closed, unterminated string literal, invalid decimal literal, unexpected eof while parsing,
      parameter is required, must be provided, must specify, must contain, must have, must not, cannot be empty,
      can not be empty, cannot be blank, can t be blank, too short, not match format, not match the format,
      not match pattern, match a supported, doesn t match .. format, does not match .. format, badly formed,
      badly formatted, cannot have, cannot be later, cannot be earlier, cannot be before, cannot be after,
      cannot be greater, cannot be less, cannot be more, bad value*, not a recognised, not a recognized,
      does not match, doesn t match, do not match, don t match, multiple occurrences, multiple matches, not unique,
      is unique, be unique, matches more than one, more than one match, semantic error, must end, must start,
      must begin, unclosed, unbalanced, too complex, at most, no more than, need at least, needs at least,
      requires at least, at least two, at least three, at least 2, at least 3, two or more, be extracted from,
      beyond the last, beyond the end, past the end, past the last, earlier than, is no number, interpret .. as,
      unexpected character*, unterminated, mismatched input, bad substitution, unknown flag, unknown switch,
      may only contain, can only contain, not in range, not in the range, outside the sheet, outside the range,
      outside the image, outside the bounds, outside the grid, not both, provide either, specify either, pass either,
      narrow it, narrow down, narrow your, more specific, input error, with the input, right form, wrong form,
      wrong format, incorrect format, right format, is encrypted, not been decrypted, password protected,
      is not recognised, convert string to, could not be converted, cannot be converted, divide by zero,
      división por cero, dividir por cero, must not be empty, is empty, empty text, empty string, empty query,
      empty value, empty message, empty name, empty input, empty command, empty path, empty expression, empty title,
      null or empty, is required, are required, should be, must be, einval, eisdir, enotdir, out of range,
      out of bounds, unprocessable, failed to deserialize, malformed, no valid, at least one, no arguments,
      null parameters, cannot specify, mutually exclusive, only .. allowed, only .. supported, only supports,
      supports only, only be used with, only be used together, is only valid, are only valid, only applies to,
      only apply to, applies only to, apply only to, not applicable, be combined with, cannot mix, cannot combine,
      expects a, expects an, but got, does not accept, accepts no, accepts exactly, supported only, does not allow,
      valid range, only one .. can, needs a, needs an, not specified, is not of type, out of .. range, non integer,
      non numeric, more than once, did not match, contradictory, are the same, needs one of, only support,
      only accept, only accepts, circular dependency, used incorrectly, makes no sense, specifying both, specify both,
      cannot begin, cannot start with, cannot end with, is reserved, invalid literal, in the future, be in the past,
      cannot contain, should not contain, must include, must match, must pass, must define, empty .. provided,
      not enough arguments, unexpected parameter*, unexpected value*, unexpected option, illegal character*,
      not recognized, not recognised, could not extract .. from, specify a, specify an, specify the, specify which,
      unknown pagination cursor, cannot convert, could not convert, is before start, end before start, start is after,
      cursor, is not iterable, null or undefined, sqlite error, no such column, unknown column, corrupt, corrupted,
      is damaged, constraint failed, bad input, user input error, illegal operation on a directory, invalid sha,
      wrong type, type mismatch, too few arguments, too many arguments, requires argument*, requires .. argument*,
      ambiguous, illegal argument, unknown option, unknown argument, unknown field, unknown parameter, unknown key,
      unknown variant, unknown command, could not determine, could not detect, cannot detect, unable to detect,
      failed to detect, could not infer, unable to determine, could not recognize, mismatch, value error,
      unsupported value, no input, nothing provided, not provided, must provide, please provide, please specify,
      cannot be used, not a number, not a string, not an array, not a file, not a directory, violates not null,
      violates check, not null constraint, check constraint, wrong kind of value, cannot be null, cannot be negative,
      is not an object, conflicting, not a uri, 无效*, 参数*
    `),
  },
  {
    id: 'validation.requires',
    class: 'validation',
    beats: ['http.400'],
    says: list(`
      requires, require a, require an, must, need to have, needs to have, pass a, pass an, pass the, pass either,
      give a, give an, give the, give either, choose a, choose an, choose one, pick a, pick an, pick one, enter a,
      enter an, supply a, supply an, to the same, to itself, explicitly, should not, can only, is not a, is not an,
      does not contain, is incomplete, incorrect, illegal, neither .. nor, maximum .. can be, maximum of
    `),
  },
  {
    id: 'validation.invalid',
    class: 'validation',
    beats: ['validation.requires', 'conflict.already', 'not-found.unknown', 'http.400'],
    says: list(`
      invalid, required, missing, unexpected argument, overlapping, unexpected operator, unexpected .. operator,
      unexpected character, unexpected symbol, unexpected indent, unexpected input, expected, unrecognized,
      unrecognised, could not be parsed, cannot be parsed, unable to parse, could not parse, failed to parse,
      cannot parse
    `),
  },
  {
    id: 'conflict.already-exist',
    class: 'conflict',
    beats: ['own.setting'],
    says: list(`
      already exist*, exists use overwrite, exists .. to overwrite, exists .. overwrite is, use overwrite,
      set overwrite, exists use force, exists use replace
    `),
  },
  {
    id: 'conflict.conflict',
    class: 'conflict',
    beats: ['not-found.not-found', 'http.503'],
    says: list(`
      conflict, duplicate key, duplicate entry, eexist, violates unique, unique constraint, concurrent modification,
      modified concurrently, etag mismatch, version conflict, changed since, modified since, not fast forward,
      non fast forward, nonce too, already been, and cannot be, and can no longer, already in use, already claimed,
      file exists, already subscribed, already taken, already booked, already registered, merge conflict,
      invalid state, precondition failed, failed precondition, foreign key, eaddrinuse, locked by, is locked,
      nothing to, not visible, not interactable, is not clickable, not empty, stale, already running, already started,
      already initialized, has diverged, have diverged, uncommitted changes, unstaged changes, lock file exists,
      run is in progress, collides with, blocked during, changed after, no changes to, already connected,
      content modified, changed while, has been modified, has been changed by, was modified by, is already,
      would be overwritten, still in use, updates were rejected, optimistic lock*, is in use, in use by,
      version mismatch, key reused
    `),
  },
  { id: 'conflict.deadlock', class: 'conflict', beats: ['own.setting'], verdict: 'backoff', says: list('deadlock') },
  // The caller's account at a service: neither a plan nor a credential would help.
  {
    id: 'conflict.insufficient-funds',
    class: 'conflict',
    beats: ['own.named'],
    verdict: 'after_fix',
    title: 'Not enough funds',
    says: list(`
      insufficient funds, not enough funds, insufficient stock, insufficient inventory, not enough stock,
      exceeds .. available balance, exceeds your balance
    `),
  },
  // An earlier step must be done by someone; waiting does not help.
  {
    id: 'conflict.not-done-yet',
    class: 'conflict',
    beats: ['not-found.not-found', 'http.503'],
    says: list(`
      not done yet, not yet done, not yet approved, not approved yet, not all .. done, not all .. completed,
      not all .. finished, not all .. approved, not all .. resolved
    `),
  },
  {
    id: 'conflict.another-process',
    class: 'conflict',
    beats: ['conflict.conflict', 'http.503'],
    verdict: 'backoff',
    says: list(`
      another .. process, another .. client, another .. instance, currently in use, already in progress,
      could not serialize access, execution context was destroyed, most likely because of a navigation,
      being modified, being updated, by another request, refresh and try, reload and try, frame was detached,
      updated or deleted by another
    `),
  },
  {
    id: 'conflict.already',
    class: 'conflict',
    beats: ['http.400'],
    says: list(`
      already, still exists, still open, duplicate, conflicts with, taken, archived, cannot delete, cannot remove,
      cannot rename, cannot merge, cannot archive, cannot close, cannot edit, cannot be deleted, cannot be removed,
      cannot be merged, cannot be edited, cannot be modified, cannot be changed, cannot be closed,
      cannot .. completed, cannot .. closed, cannot .. finished
    `),
  },
  {
    id: 'too-large.too-large',
    class: 'too_large',
    beats: ['not-found.not-found', 'http.503'],
    says: list(`
      too large, exceed .. limit, exceed the, exceeds the, exceed .. maximum, too long, too big, exceeds maximum,
      exceeds the maximum, exceeds .. limit, exceeded .. maximum, larger than, e2big, efbig, context length,
      maximum context, output limit, output exceeded, output is too, size limit of, limit of .. bytes, bytes exceeded,
      message size exceeds, enametoolong, length limit, maximum depth, too deep, size limit, maximum .. size,
      maximum .. length, longer than, too many tokens, token limit, content length exceeded
    `),
  },
  {
    id: 'too-large.exceeds',
    class: 'too_large',
    beats: ['json-rpc.-32600'],
    says: list('exceeds, exceed, exceeding, limit is, mb .. over the, kb .. over the, bytes .. over the'),
  },
  {
    id: 'invalid-request.header-mismatch',
    class: 'invalid_request',
    beats: ['not-found.not-found', 'http.503'],
    title: 'Bad headers',
    says: list(`
      header mismatch, headers .. mismatch, not acceptable, client must accept, unsupported media type,
      content type must be, content type header, invalid host header, invalid origin header, invalid host
    `),
  },
  {
    id: 'invalid-request.json-rpc-message',
    class: 'invalid_request',
    beats: ['validation.validation-failed', 'http.404'],
    says: list('json rpc message, json rpc batch, json rpc request, valid json rpc, invalid json rpc, jsonrpc request'),
  },
  {
    id: 'invalid-request.bad-request',
    class: 'invalid_request',
    beats: ['validation.invalid', 'http.400'],
    says: list('bad request, invalid request'),
  },
  {
    id: 'parse-error.in-json-at-position',
    class: 'parse_error',
    beats: ['http.503'],
    when: { carrier: ['http'] },
    says: list(`
      in json at position, json parse error, invalid json, unexpected token .. json, unexpected end of json
    `),
  },
  {
    id: 'unsupported.unsupported-protocol-version',
    class: 'unsupported',
    beats: ['own.inner'],
    name: 'Unsupported protocol version',
    title: 'Other version',
    verdict: 'after_fix',
    fault: 'caller',
    explanation: '{server} does not speak the protocol version of the request{because}.',
    says: list(`
      unsupported protocol version, protocol version .. not supported, protocol version mismatch
    `),
  },
  {
    id: 'unsupported.not-supported',
    class: 'unsupported',
    beats: ['validation.validation-failed', 'http.404'],
    says: list(`
      not supported, unsupported, not implemented, unimplemented, deprecated, discontinued, does not support,
      doesn t support, no handler, no longer supported, turned off, switched off, turn it on, feature disabled,
      is disabled, are disabled, not enabled, method not allowed, not a supported, only available on,
      only available for, only works on, only runs on, not available in, not available for, in your region,
      in your country, not yet implemented, not yet supported, not possible on, only for mac*, only for windows,
      only for linux, mac os only, macos only, windows only, linux only, is not offered, not offered by,
      feature has been removed, endpoint has been removed, method has been removed, was sunset, been sunset,
      been retired, end of life
    `),
  },
  // Above what must be opened or converted first.
  {
    id: 'unsupported.does-not-support-format',
    class: 'unsupported',
    beats: ['http.403'],
    says: list(`
      does not support .. format*, does not support .. files, doesn t support .. format*, cannot handle .. format*
    `),
  },
  {
    id: 'method-not-found.method-not-found',
    class: 'method_not_found',
    beats: ['not-found.not-found', 'http.503'],
    says: list('method not found, unknown method, no such method, unknown request tag, unknown request type'),
  },
  {
    id: 'method-not-found.not-handled',
    class: 'method_not_found',
    beats: ['method-not-found.method-not-found', 'unsupported.not-supported', 'http.503'],
    says: list('rpc not handled, method not handled, unhandled method, request not handled'),
  },
  {
    id: 'not-ready.server-not-initialized',
    class: 'not_ready',
    beats: ['own.credential'],
    title: 'No session',
    explanation: '{server} knows no session for {call}: the handshake was not done, or its id was not sent{because}.',
    remedy: [
      'Send initialize first, and its Mcp-Session-Id with every request after it.',
      'Connect again if the server was restarted.',
    ],
    says: list(`
      server not initialized, session id .. required, session id provided, no session id, valid session id,
      missing session id, session id header, mcp session id
    `),
  },
  {
    id: 'not-ready.not-initialized',
    class: 'not_ready',
    beats: ['own.inner'],
    says: list(`
      not initialized, not initialised, before initialization, initialization was complete, not yet initialized,
      must be initialized, must initialize, not connected, not ready, configuration not set, not been configured,
      not configured yet, environment variable .. not set, environment variable .. required,
      environment variable .. missing, is not set, tool first, first .. connect, connect .. first,
      initialize .. first, not been initialized, use initialize, no active, environment variable, not installed,
      is not open, are not open, was not open, not a git repository, no workspace, please set,
      please configure, please install, must be set, daemon running, not running, not started, has not started,
      run .. install, not been set, needs to be configured, setup required, not been built, not built yet,
      run .. first, not loaded, no file open, call .. first, no database connection, no browser, no page,
      no open, missing configuration, nothing selected, nothing is selected, no .. is open, no .. is active,
      no .. is running, no .. is connected, not been opened, enabled first, not downloaded, select .. first,
      open .. first, read .. first, capture .. first, navigate .. first, index .. first, it first, not established,
      no connection established, no .. established, no .. id set, no .. visible, no .. playing, not playing,
      not active, not attached, not recording, not paused, no longer running, no longer active, no longer connected,
      no longer open, not seem to be running, no .. selected, not been created yet, not created yet,
      not been launched, not launched, no display, call init, call initialize, before anything else,
      not been published, not been deployed, not been generated, not been indexed, not been compiled,
      run the following command, not currently, not in .. mode, no .. running, no .. loaded, not provisioned,
      only available in, not indexed, create .. first, load .. first, save .. first, upload .. first, add .. first,
      set .. first, start .. first, pick .. first, choose .. first, import .. first, generate .. first,
      session id available, need to connect, must connect, have to connect, before you can, can only be used when,
      can only .. while, only be used while, only available when, only works when, only available while,
      missing session id, session id header
    `),
  },
  {
    id: 'not-ready.use-tool-first',
    class: 'not_ready',
    beats: ['own.setting'],
    title: 'Not connected',
    explanation: '{server} wants another call before it can {doing}{because}.',
    remedy: ['Make the call that the message names first, then repeat this one.'],
    says: list(`
      use .. tool first, call .. tool first, use connect, call connect, run connect, using the connect,
      with the connect, connect first, connect to .. first
    `),
  },
  {
    id: 'not-ready.configuration-error',
    class: 'not_ready',
    beats: ['not-found.not-found', 'http.503'],
    says: list('configuration error, not configured'),
  },
  { id: 'not-ready.no-configured', class: 'not_ready', beats: ['http.503'], says: list('no .. configured') },
  { id: 'unsupported.disabled', class: 'unsupported', beats: ['json-rpc.-32600'], says: list('disabled') },
  {
    id: 'not-ready.still-running',
    class: 'not_ready',
    beats: ['not-found.not-found', 'http.503'],
    title: 'Not done yet',
    fault: 'server',
    verdict: 'backoff',
    remedy: ['Wait until what was started before is done, then ask again.'],
    says: list(`
      still running, still processing, still in progress, not finished, not completed yet, not complete yet,
      check again later, still building, still indexing, still initializing, still syncing, still being,
      is being created, being built, being indexed, is being processed, being provisioned, is compiling, is importing,
      is reloading, try again when, try again once, again in a moment, again in a few, again shortly, retry when,
      retry once, until it has finished, until it finishes
    `),
  },
];
