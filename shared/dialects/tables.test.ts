// Common words and statuses with their meanings. Separate from the tables, so that a lost or changed entry fails a test.

import { describe, expect, it } from 'vitest';
import { decode } from '../decode/decode.ts';
import { context, exchanged, rpcError, toolError } from '../decode/testing/account-fixtures.ts';
import { googleRpcDialect } from './google-rpc.ts';

const words: Readonly<Record<string, string>> = {
  connection_lost: 'NOT_CONNECTED CONNECTION_CLOSED SEND_FAILED',
  timeout: 'REQUEST_TIMEOUT DEADLINE_EXCEEDED RequestTimeout ModelTimeoutException timeout_error',
  invalid_response: 'INVALID_RESULT UNSUPPORTED_RESULT_TYPE CLIENT_HTTP_UNEXPECTED_CONTENT',
  unsupported: `METHOD_NOT_SUPPORTED_BY_PROTOCOL_VERSION ERA_NEGOTIATION_FAILED CAPABILITY_NOT_SUPPORTED UNIMPLEMENTED
    UnsupportedOperationException unsupported_grant_type ENOTSUP ENOSYS EOPNOTSUPP 0A000`,
  unauthorized: `CLIENT_HTTP_AUTHENTICATION UNAUTHENTICATED API_KEY_INVALID UnrecognizedClientException InvalidClientTokenId
    ExpiredTokenException ExpiredToken InvalidSignatureException SignatureDoesNotMatch
    MissingAuthenticationTokenException api_key_expired authentication_error invalid_api_key invalid_token
    invalid_grant invalid_client login_required expired_token invalid_auth not_authed account_inactive token_revoked
    28P01 PGRST301 PGRST302 PGRST303 ER_ACCESS_DENIED_ERROR P1000 EAUTH`,
  forbidden: `CLIENT_HTTP_FORBIDDEN PERMISSION_DENIED SERVICE_DISABLED ACCESS_TOKEN_SCOPE_INSUFFICIENT AccessDeniedException
    AccessDenied UnauthorizedOperation permission_error content_policy_violation insufficient_scope
    unauthorized_client access_denied missing_scope not_in_channel SQLITE_AUTH SQLITE_READONLY
    ER_TABLEACCESS_DENIED_ERROR EROFS`,
  rate_limited: `https://iana.org/assignments/http-problem-types#quota-exceeded
    https://iana.org/assignments/http-problem-types#temporary-reduced-capacity
    https://iana.org/assignments/http-problem-types#abnormal-usage-detected RESOURCE_EXHAUSTED RATE_LIMIT_EXCEEDED
    ThrottlingException Throttling TooManyRequestsException RequestLimitExceeded
    ProvisionedThroughputExceededException SlowDown LimitExceededException ServiceQuotaExceededException rate_limit
    rate_limit_error rate_limit_exceeded insufficient_quota slow_down ratelimited`,
  cancelled: 'CANCELLED ECANCELED',
  internal: `UNKNOWN INTERNAL DATA_LOSS InternalServerException InternalFailure InternalServerError fatal_error
    SQLITE_CORRUPT EIO XX000`,
  validation: `INVALID_ARGUMENT OUT_OF_RANGE ValidationException ValidationError InvalidParameterValue
    InvalidParameterException MissingParameter invalid_request_error parameter_missing parameter_invalid_empty
    invalid_scope invalid_redirect_uri invalid_client_metadata invalid_arguments cursor_invalid no_text 22P02
    PGRST100 PGRST102 PGRST103 PGRST204 SQLITE_CONSTRAINT_NOTNULL SQLITE_CONSTRAINT_CHECK SQLITE_MISMATCH
    SQLITE_NOTADB ER_BAD_FIELD_ERROR ER_DATA_TOO_LONG ER_PARSE_ERROR P2000 P2011 P2022 ELOOP EXDEV
    42S22`,
  not_found: `NOT_FOUND ResourceNotFoundException NoSuchBucket NoSuchKey NoSuchEntity resource_missing not_found_error
    model_not_found channel_not_found user_not_found 3D000 42P01 PGRST106 PGRST116 PGRST200 PGRST202 PGRST205
    SQLITE_CANTOPEN ER_BAD_DB_ERROR ER_NO_SUCH_TABLE P1003 P2021 P2025 ESRCH 3F000 42S02`,
  conflict: `ALREADY_EXISTS FAILED_PRECONDITION ABORTED ResourceInUseException ResourceConflictException ConflictException
    ConditionalCheckFailedException ResourceAlreadyExistsException BucketAlreadyExists idempotency_error
    lock_timeout is_archived 40P01 42P07 SQLITE_CONSTRAINT SQLITE_CONSTRAINT_FOREIGNKEY SQLITE_CONSTRAINT_PRIMARYKEY
    SQLITE_CONSTRAINT_UNIQUE ER_DUP_ENTRY ER_LOCK_DEADLOCK ER_NO_REFERENCED_ROW_2 ER_ROW_IS_REFERENCED_2 P2002 P2003
    P2034 ENOTEMPTY`,
  unavailable: `UNAVAILABLE ServiceUnavailable ServiceUnavailableException overloaded_error temporarily_unavailable 55P03 57P01
    57P03 PGRST002 PGRST003 SQLITE_BUSY SQLITE_LOCKED SQLITE_FULL ER_CON_COUNT_ERROR ER_LOCK_WAIT_TIMEOUT P2024 EAGAIN
    EDQUOT ENFILE 57P02`,
  not_ready: 'ModelNotReadyException authorization_pending',
  dependency: `ModelErrorException api_error server_error PGRST000 PGRST001 PROTOCOL_CONNECTION_LOST P1001 P1002 ENETDOWN
    EHOSTDOWN ESOCKET CERT_HAS_EXPIRED`,
  too_large: `RequestEntityTooLargeException EntityTooLarge request_too_large context_length_exceeded msg_too_long
    SQLITE_TOOBIG`,
  approval_required: 'OptInRequired payment_required billing_error consent_required interaction_required',
  terminal: 'card_error',
  invalid_request: 'invalid_request',
};

const statuses: Readonly<Record<string, readonly number[]>> = {
  invalid_response: [300],
  not_found: [301, 302, 303, 307, 308, 404, 410],
  invalid_request: [400, 406, 411, 415, 421],
  unauthorized: [401, 407, 511],
  approval_required: [402],
  forbidden: [403, 451],
  unsupported: [405, 417, 418, 426, 501, 505],
  timeout: [408, 504, 522, 524],
  conflict: [409, 412, 423, 428],
  too_large: [413, 414, 431],
  validation: [416, 422],
  dependency: [424, 502, 520, 521, 523, 525, 526, 530],
  not_ready: [425],
  rate_limited: [429],
  cancelled: [499],
  internal: [500, 508],
  unavailable: [503, 507, 529],
};

describe('words that name an error', () => {
  it.each(Object.entries(words))('%s', (failureClass, list) => {
    for (const code of list.split(/\s+/)) {
      const failure = decode(toolError(JSON.stringify({ code, message: 'The bed.' })), context());
      expect(failure?.class, code).toBe(failureClass);
    }
  });
});

describe('statuses without a body', () => {
  it.each(Object.entries(statuses))('%s', (failureClass, list) => {
    for (const status of list)
      expect(decode({ method: 'ping', http: exchanged(status, {}, '') }, context())?.class, String(status)).toBe(
        failureClass,
      );
  });
});

describe('statuses in place of a code', () => {
  const known = Object.entries(statuses).flatMap(([failureClass, list]) =>
    list.map((status) => [status, failureClass] as const),
  );
  it.each(known.filter(([status]) => status >= 400))('%i', (status, failureClass) => {
    for (const code of [status, -status, -32_000 - status])
      expect([code, decode(rpcError(code, 'The bed.'), context())?.class]).toEqual([code, failureClass]);
  });
});

describe('numbers of gRPC', () => {
  it('count beside details', () => {
    for (const [number, listed] of Object.entries(googleRpcDialect.codes)) {
      const read = (more: object) =>
        decode(toolError(JSON.stringify({ code: Number(number), message: 'The bed.', ...more })), context())?.class;
      expect([number, read({ details: [] })]).toEqual([number, [listed].flat()[0]?.class]);
      expect([number, read({})]).toEqual([number, 'unknown']);
    }
  });
  it('come with a name of their own', () => {
    const error = { grpc_code: 5, grpc_status: 'NOT_FOUND', message: 'The bed.' };
    expect(decode(toolError(JSON.stringify({ error })), context())?.class).toBe('not_found');
  });
});
