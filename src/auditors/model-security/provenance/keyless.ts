// Verifies keyless signatures: the certificate's chain and its transparency, the log entry, and the signer. Uses Sigstore's own
// verifier with the operator's trusted root, without the network.

import { bundleFromJSON } from '@sigstore/bundle';
import { type TrustMaterial, toSignedEntity, Verifier } from '@sigstore/verify';
import type { TrustedIdentity } from './trust.ts';

export type KeylessResult =
  | { valid: true; payload: Uint8Array; payloadType: string; signer: TrustedIdentity }
  | { valid: false; reason: 'signature_invalid' | 'signature_untrusted'; code: string };

/** Verifies a bundle (parsed JSON). */
export function verifyKeyless(
  json: unknown,
  trust: { material: TrustMaterial; identities: readonly TrustedIdentity[] },
): KeylessResult {
  try {
    if (!hasPlainCheckpoints(json)) return { valid: false, reason: 'signature_invalid', code: 'CHECKPOINT_NAME' };
    const bundle = bundleFromJSON(json);
    if (bundle.content.$case !== 'dsseEnvelope') {
      return { valid: false, reason: 'signature_invalid', code: 'NO_ENVELOPE' };
    }
    // The verifier's defaults: at least one log entry, one certificate timestamp and one verified time.
    const signer = new Verifier(trust.material).verify(toSignedEntity(bundle));
    const identity = signer.identity?.subjectAlternativeName;
    const issuer = signer.identity?.extensions?.issuer;
    // The verifier's own policy treats the expected identity as a regular expression: `a.b@x` would allow `aXb@x`.
    const known = trust.identities.find((entry) => entry.identity === identity && entry.issuer === issuer);
    if (known === undefined) return { valid: false, reason: 'signature_untrusted', code: 'IDENTITY' };
    const { payload, payloadType } = bundle.content.dsseEnvelope;
    return { valid: true, payload, payloadType, signer: known };
  } catch (error) {
    // The verifier throws many error classes on hostile bundles; each means that nothing is proven.
    if (error instanceof Error) return { valid: false, reason: 'signature_invalid', code: toCode(error) };
    throw error;
  }
}

function toCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

const plainName = /^[A-Za-z0-9._:/-]{1,200}$/;

/**
 * The verifier uses the signer's name in a checkpoint, written by the bundle's author, as a regular expression on the log's
 * address. A hostile name takes exponential time.
 */
function hasPlainCheckpoints(json: unknown): boolean {
  const envelopes = listEnvelopes(json);
  return envelopes.every(
    (envelope) =>
      envelope.length <= 64 * 1024 &&
      Array.from(envelope.matchAll(/\u2014 (\S+) /g)).every(([, name]) => name !== undefined && plainName.test(name)),
  );
}

/** Lists every string in the bundle that contains the mark of a checkpoint's signature. */
function listEnvelopes(value: unknown): string[] {
  if (typeof value === 'string') return value.includes('\u2014') ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(listEnvelopes);
}
