/** Errors of the client. */

interface Problem {
  readonly code?: unknown;
  readonly detail?: unknown;
  readonly title?: unknown;
  readonly errors?: unknown;
  readonly request_id?: unknown;
}

/** The service refused the call; `problem` is the whole document of RFC 9457 that it sent. */
export class ApiError extends Error {
  readonly status: number;
  /** Stable and machine-readable; `unknown` where the answer is no problem document. */
  readonly code: string;
  /** Places in the request that are wrong, as JSON pointers. */
  readonly errors: readonly { readonly pointer: string; readonly message: string }[];
  /** Names the call in the service's log. */
  readonly requestId: string | undefined;
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(status: number, problem: Readonly<Record<string, unknown>>) {
    const { code, detail, title, errors, request_id: requestId }: Problem = problem;
    super([detail, title, `HTTP ${status}`].find((text): text is string => typeof text === 'string'));
    this.name = 'ApiError';
    this.status = status;
    this.code = typeof code === 'string' ? code : 'unknown';
    this.errors = Array.isArray(errors) ? errors.filter(isPlace) : [];
    this.requestId = typeof requestId === 'string' ? requestId : undefined;
    this.problem = problem;
  }
}

function isPlace(value: unknown): value is { pointer: string; message: string } {
  if (typeof value !== 'object' || value === null) return false;
  return typeof Reflect.get(value, 'pointer') === 'string' && typeof Reflect.get(value, 'message') === 'string';
}

/** The service was not reached, or its answer is not one of this API. */
export class ConnectionError extends Error {
  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.name = 'ConnectionError';
  }
}
