/** A verifier that answers and does not know who asks, or does not let it: nothing that waiting would mend. */
import { isAppError } from '../../platform/errors.ts';

/** What to tell an operator of such a failure; `undefined` for any other. */
export function whyRefused(error: unknown): string | undefined {
  if (!isAppError(error, 'unauthorized') && !isAppError(error, 'forbidden')) return undefined;
  const way = 'GATEWAY_VERIFIER_KEY takes an API key of purpose gateway';
  return `the verifier refuses this gateway (HTTP ${error.status}: ${error.publicText}); ${way}`;
}
