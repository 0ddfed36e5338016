// Meanings of field names, in the spellings of real traffic. Dialects add their own. Units: a name that ends in ms is milliseconds, all
// others are seconds.

import type { FieldRole } from './dialect-schema.ts';

const spellings: Partial<Record<FieldRole, string>> = {
  code: `
    code errorCode error_code errno err_code errcode statusCode status_code httpStatus http_status httpStatusCode
    status cod codeNumber sqlState sqlstate
  `,
  word: `
    error_name errorName errorType error_type error-type err_type name type reason error_reason reasonCode
    reason_code __type Code kind tag _tag exception exceptionType originalError original_error originalCode
    original_code decline_code grpc_status grpcStatus grpc_code grpcCode
  `,
  class: 'error_class errorClass recovery',
  category: 'category error_category errorCategory',
  message: `
    message msg Message error_message errorMessage err_msg errmsg error_description errorDescription description
    detail title sanitized_error userMessage user_message displayMessage text faultstring statusText status_text
    statusMessage status_message summary hintMessage error_msg errorDetails info explanation Note Information
    failureReason failure_reason defect stderr stdErr
  `,
  retryable: `
    retryable retriable recoverable is_retryable isRetryable should_retry shouldRetry can_retry canRetry transient
    isTransient temporary
  `,
  afterSeconds: `
    retry_after retryAfter retry-after retry_after_seconds retryAfterSeconds retry_after_s retry_after_secs
    retry_in retryIn retry_in_seconds retryInSeconds wait_seconds waitSeconds wait_time after_seconds afterSeconds
    retryDelay retry_delay retry_delay_seconds cooldown_seconds estimated_time reset_in resetIn reset_after
    resets_in reset_in_seconds Retry-After
  `,
  afterMs: `
    retry_after_ms retryAfterMs retryAfterMilliseconds retry_delay_ms retryDelayMs retry_in_ms retryInMs wait_ms
    waitMs backoff_ms backoffMs delay_ms delayMs
  `,
  resetAt: `
    retry_at retryAt reset_at resetAt resets_at resetsAt reset_time resetTime retry_after_date retryNotBefore
    retry_not_before
  `,
  maxAttempts: 'max_attempts maxAttempts max_retries maxRetries',
  backoff: 'backoff backoff_strategy backoffStrategy',
  jitter: 'jitter',
  hint: 'retry_hint retryHint retry_info retryInfo retry retry_policy retryPolicy',
  field: 'field param parameter argument arg fieldName field_name property attribute invalid_field missing_field',
  suggestion: `
    suggestion suggestions remediation fix resolution recommendation recommended_action hint hints tip help_text
    next_step nextStep nextSteps next_steps howToFix action userAction mitigation
  `,
  docs: `
    doc_url docs_url docUrl docsUrl documentation_url documentationUrl documentation help help_url helpUrl
    more_info moreInfo error_uri checkoutUrl request_log_url link href about
  `,
  issues: `
    errors userErrors ModelState issues violations fieldErrors field_errors formErrors validation_errors
    validationErrors invalid_params invalidParams invalid-params fieldViolations validation problems
  `,
  nested: `
    error data details body response problem result cause innerError inner_error inner source_error
    exception_details structuredContent jsonRpcError err failure fault errorInfo error_info output payload context
    meta extensions results rootCause root_cause reasons errorContent Error failures failed causes errorMessages
    error_messages
  `,
  value: `
    uri url tool tool_name toolName prompt resource limit window remaining max_length actual_length max_size
    actual_size maxSize timeout timeout_ms timeoutMs elapsed_ms required_scope required_scopes requiredScopes
    scope scopes required_permission required_role requested supported requested_version supported_versions taskId
    task_id cursor capability method operation unit model quota expired_at ttl_seconds notification_type
    constraint position encoding content_type uri_template phase progressToken requiredCapabilities mismatch
    syscall hostname host port address path expected received available query paymentReason quota_limit
    violated-policies used current max maximum min minimum
  `,
  ignored: `
    timestamp time date datetime request_id requestId requestid RequestId correlation_id correlationId traceId
    trace_id tracingId span_id ray_id instance jsonrpc id success ok object isError is_error _meta stack
    stackTrace stack_trace trace duration duration_ms elapsed severity level domain docs version zone
    owner_action_required operator auth_mode user_identifier searchUrl needed provided response_metadata
    x402Version accepts resultType locations integrationId
  `,
};

export const commonFields: ReadonlyMap<string, FieldRole> = new Map([
  ...Object.entries(spellings).flatMap(([role, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name): [string, FieldRole] => [name, role as FieldRole]),
  ),
  ['Error Message', 'message'],
]);
