/** Recognises a verifier that rejects our credential or our rights: waiting does not help. */
import { isAppError } from '../../platform/errors.ts';

/** Gives the text for an operator; `undefined` for other failures. */
export function whyRefused(error: unknown): string | undefined {
  if (!isAppError(error, 'unauthorized') && !isAppError(error, 'forbidden')) return undefined;
  const way = 'GATEWAY_VERIFIER_KEY must be an API key with purpose gateway';
  return `the verifier refuses this gateway (HTTP ${error.status}: ${error.publicText}); ${way}`;
}
