/**
 * Failures that a claims call answers in-band (contract 7.1). The handler in `claims-handler.ts` turns them into a
 * response.
 */
import type { AuditorErrorCode } from '../contract/error-codes.ts';

/**
 * A failure with a code of the contract. The message goes to the caller, so it never quotes the payload.
 *
 * @example
 * throw new AuditorFailure('INVALID_REQUEST', 'data.metadata.rows must be a list');
 */
export class AuditorFailure extends Error {
  readonly code: AuditorErrorCode;

  constructor(code: AuditorErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AuditorFailure';
    this.code = code;
  }
}

/** Thrown by a method whose model or data is not loaded. The caller may try again. */
export class ModelUnavailableError extends AuditorFailure {
  constructor(message = 'A model that this auditor needs is not available', options?: ErrorOptions) {
    super('MODEL_UNAVAILABLE', message, options);
    this.name = 'ModelUnavailableError';
  }
}

/** Makes a key or id safe for a message: well-formed, quoted, shortened. */
export function quoteKey(key: string): string {
  return JSON.stringify(key.slice(0, 64).toWellFormed());
}
