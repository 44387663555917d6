/** Codes of in-band failures of `/claims` (contract 7.1; the list beyond INTERNAL_ERROR is ours). */
export const auditorErrors = {
  INTERNAL_ERROR: { retryable: true },
  INVALID_REQUEST: { retryable: false },
  UNSUPPORTED_PHASE: { retryable: false },
  INVALID_SETTING: { retryable: false },
  TIMEOUT: { retryable: true },
  OVERLOADED: { retryable: true },
  MODEL_UNAVAILABLE: { retryable: true },
} as const;

export type AuditorErrorCode = keyof typeof auditorErrors;
