/** The error class of everything outside the SDK, and the table from code to status and public title. */

/** Code → HTTP status and public title. A released code is never renamed. */
export const errorTable = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  invalid_json: { status: 400, title: 'The body is not valid JSON' },
  unauthorized: { status: 401, title: 'Authentication is required' },
  forbidden: { status: 403, title: 'This is not allowed' },
  agent_stopped: { status: 403, title: 'The agent is stopped' },
  agent_suspended: { status: 403, title: 'The agent is suspended' },
  agent_orphaned: { status: 403, title: 'The agent has no owner' },
  agent_decommissioned: { status: 403, title: 'The agent is decommissioned' },
  agent_not_active: { status: 403, title: 'The agent is not active' },
  policy_denied: { status: 403, title: 'Denied by policy' },
  model_revoked: { status: 403, title: 'The model is revoked' },
  model_not_registered: { status: 403, title: 'The model is not registered' },
  model_not_approved: { status: 403, title: 'The model is not approved' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'This method is not allowed for this path' },
  not_acceptable: { status: 406, title: 'No representation matches the Accept header' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  conflict: { status: 409, title: 'The request conflicts with what is stored' },
  idempotency_mismatch: { status: 409, title: 'The Idempotency-Key was used with another request' },
  invalid_task_state: { status: 409, title: 'It was already decided' },
  mode_conflict: { status: 409, title: 'A higher level overrides this' },
  member_not_active: { status: 409, title: 'An agent in it is not active' },
  gateway_unknown: { status: 409, title: 'No gateway for steps is known' },
  tool_required: { status: 409, title: 'A rule requires this tool' },
  attestor_refused: { status: 409, title: 'The attestor refuses to sign this' },
  evidence_refused: { status: 400, title: 'The evidence was refused' },
  nonce_reused: { status: 409, title: 'The nonce was already used' },
  nonce_expired: { status: 409, title: 'The nonce has expired' },
  attestation_refused: { status: 400, title: 'The key attestation was refused' },
  approval_expired: { status: 410, title: 'The time to decide, or to use the decision, has passed' },
  precondition_failed: { status: 412, title: 'The resource has changed' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The media type is not supported' },
  unprocessable: { status: 422, title: 'The request is well-formed, but its content is invalid' },
  precondition_required: { status: 428, title: 'A precondition is required' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  internal: { status: 500, title: 'Internal error' },
  config: { status: 500, title: 'The configuration is not valid' },
  upstream_unavailable: { status: 502, title: 'The upstream server cannot be reached' },
  overloaded: { status: 503, title: 'Too much is being checked at once' },
  unavailable: { status: 503, title: 'The service is not available' },
  configuration_unavailable: { status: 503, title: 'There is no configuration for decisions' },
  verifier_unavailable: { status: 503, title: 'The verifier is not available' },
  attestor_unavailable: { status: 503, title: 'The attestor is not available' },
  storage_full: { status: 503, title: 'The storage is full' },
  upstream_timeout: { status: 504, title: 'The upstream server took too long' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorTable;

/** A wrong place in the input: an RFC 6901 pointer and what is expected there, never the value itself. */
export interface ErrorPointer {
  readonly pointer: string;
  readonly message: string;
}

export interface AppErrorOptions {
  readonly cause?: unknown;
  /** Public text for the caller. Without it only the title of the code is shown. */
  readonly detail?: string;
  readonly retryAfterS?: number;
  readonly errors?: readonly ErrorPointer[];
  /** Further public members of the problem document, e.g. `{ reason: 'nonce_reused' }`. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** An error with a stable code. `message` is for the log; callers see only `detail` and the title of the code. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** The text that a caller may read. */
  readonly publicText: string;
  readonly detail: string | undefined;
  readonly retryAfterS: number | undefined;
  readonly errors: readonly ErrorPointer[] | undefined;
  readonly extensions: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, innerMessage: string, options: AppErrorOptions = {}) {
    super(innerMessage, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = errorTable[code].status;
    this.detail = options.detail;
    this.publicText = options.detail ?? errorTable[code].title;
    this.retryAfterS = options.retryAfterS;
    this.errors = options.errors;
    this.extensions = options.extensions;
  }
}

/** True for an AppError, with the given code if one is named. */
export function isAppError(error: unknown, code?: ErrorCode): error is AppError {
  return error instanceof AppError && (code === undefined || error.code === code);
}

/** True for a code of the table, e.g. one read from a foreign problem document. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorTable, text);
}
