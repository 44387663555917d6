/** Checks the signature over a release (docs/registries.md). Pure, over the keys of one publisher. */
import { canonicalize, verifyEd25519, verifyEs256 } from '@assay/sdk/crypto';
import { releaseType } from '../../../contract/release.ts';
import { type ParsedJws, parseJws, parsePayload } from '../../../proof/jws.ts';
import type { ReleaseKey } from './keys.ts';
import type { ReleaseFault, ReleaseVerdict } from './ports.ts';

/** Limit for a whole JWS: a model of many files is named by its hash. */
const maxReleaseChars = 16_384;

/** Never throws. */
export function verifyReleaseBy(
  keys: readonly ReleaseKey[],
  jws: string,
  expected: Readonly<Record<string, unknown>>,
): ReleaseVerdict {
  const parsed = parseJws(jws, { typ: releaseType, algs: ['EdDSA', 'ES256'], maxChars: maxReleaseChars });
  if (!parsed.ok) return fault('signature_malformed', `the signature is not a release JWS: ${parsed.message}`);
  const key = keys.find(({ kid, thumbprint }) => kid === parsed.jws.kid || thumbprint === parsed.jws.kid);
  if (key === undefined)
    return fault(
      'signature_key_unknown',
      'the publisher has no key with this kid: add the key, or sign with another one',
    );
  if (!isSignedBy(key, parsed.jws))
    return fault('signature_invalid', 'the signature is invalid for the key that it names');
  const payload = parsePayload(parsed.jws, { maxChars: maxReleaseChars, maxDepth: 8 });
  if (!payload.ok) return fault('signature_malformed', `the signed content is not a release: ${payload.message}`);
  const { iat: _iat, ...signed } = payload.value;
  if (toCanonical(signed) === canonicalize(expected)) return { ok: true, kid: key.thumbprint };
  return fault(
    'signature_of_something_else',
    'another release was signed: sign exactly the one that is registered (assay registry sign)',
  );
}

/** The key decides the algorithm, whatever the header says (RFC 8725 section 3.1). */
function isSignedBy({ jwk }: ReleaseKey, { alg, signingInput, signature }: ParsedJws): boolean {
  if (jwk.kty === 'OKP') return alg === 'EdDSA' && verifyEd25519(jwk, signingInput, signature);
  return alg === 'ES256' && verifyEs256(jwk, signingInput, signature);
}

/** Undefined for numbers without a canonical form: no release contains any. */
function toCanonical(value: unknown): string | undefined {
  try {
    return canonicalize(value);
  } catch {
    return undefined;
  }
}

function fault(reason: ReleaseFault, detail: string): ReleaseVerdict {
  return { ok: false, reason, detail };
}
