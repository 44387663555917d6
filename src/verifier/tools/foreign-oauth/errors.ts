/** Refusals of the OAuth client, in our own words whatever the server wrote. */
import { AppError } from '../../../platform/errors.ts';

export type DiscoveryReason =
  | 'resource_mismatch'
  | 'issuer_mismatch'
  | 'no_authorization_server'
  | 'pkce_unsupported'
  | 'metadata_invalid'
  | 'registration_unavailable'
  | 'registration_refused'
  | 'client_dropped'
  | 'public_url_missing';

/** Refuses metadata or an answer that is invalid or unusable. */
export function refuseForeign(reason: DiscoveryReason, detail: string, cause?: unknown): AppError {
  return new AppError('unprocessable', detail, { detail, cause, extensions: { reason } });
}

export function foreignUnavailable(detail: string, cause?: unknown): AppError {
  return new AppError('upstream_unavailable', detail, { detail, cause });
}

/** Gives `reason` of an AppError; undefined for other errors and for those without. */
export function discoveryReasonOf(error: unknown): string | undefined {
  const reason = error instanceof AppError ? error.extensions?.['reason'] : undefined;
  return typeof reason === 'string' ? reason : undefined;
}
