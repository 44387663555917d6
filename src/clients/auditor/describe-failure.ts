/** Says why an auditor could not be reached, for Evidence and `/health`: nothing of a request or an answer. */
import { isAppError } from '../../platform/errors.ts';
import { PeerIdentityError } from '../../platform/tls/mtls-dispatcher.ts';

const maxChars = 300;
const untrusted: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

export function describeFailure(error: unknown): string {
  if (error instanceof PeerIdentityError || isAppError(error)) return error.message.slice(0, maxChars);
  if (!(error instanceof Error)) return 'unknown';
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code !== 'string') return error.name;
  return untrusted.has(code) ? `its certificate is of an authority that is not trusted, ${code}` : code;
}
