/**
 * Checks at each call whether a client certificate is still accepted. TLS checked it when the connection was opened; since then
 * it may have expired, its authority may be replaced, or its organisation may be gone.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import { checkSvid } from '../../../platform/tls/check-svid.ts';
import type { TrustCertificate, TrustedCertificate } from '../authentication/certificate-caller.ts';
import type { X509Authority } from './x509-authority.ts';

export interface X509TrustDeps {
  readonly authority: Pick<X509Authority, 'bundle'>;
  /** Undefined for a trust domain of another deployment. */
  readonly findOrganisation: (trustDomain: string) => Promise<string | undefined>;
  readonly clock: Clock;
}

/** How long a verdict is cached; the certificate's own expiry counts at once. */
const rememberMs = 10_000;
const maxCached = 1_000;

interface CachedTrust {
  readonly trusted: TrustedCertificate;
  readonly notAfter: number;
  readonly until: number;
}

export function createX509Trust({ authority, findOrganisation, clock }: X509TrustDeps): TrustCertificate {
  const cached = new Map<string, CachedTrust>();
  return async (der, id) => {
    const now = clock.now();
    const fingerprint = createHash('sha256').update(der).digest('base64');
    const known = cached.get(fingerprint);
    if (known !== undefined && now < known.until && now <= known.notAfter) return known.trusted;
    cached.delete(fingerprint);
    const accepts = ({ trustDomain }: typeof id) => trustDomain === id.trustDomain;
    const checked = checkSvid(der, { bundle: await authority.bundle(), now, accepts });
    const orgId = checked.ok ? await findOrganisation(id.trustDomain) : undefined;
    if (!checked.ok || orgId === undefined) return undefined;
    const { serial, notAfter } = checked.svid;
    const trusted = { orgId, serial };
    if (cached.size >= maxCached) cached.clear();
    cached.set(fingerprint, { trusted, notAfter, until: now + rememberMs });
    return trusted;
  };
}
