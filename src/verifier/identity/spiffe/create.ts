/** Wires the SPIFFE identities of agents: documents, the bundle that verifies them, and the verification. */
import { toPem } from '@assay/sdk/x509';
import type { Clock } from '../../../platform/clock.ts';
import type { DataDir } from '../../../platform/data-dir.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import { createSigningKeys } from '../../base/signing-keys/service.ts';
import type { TrustCertificate } from '../authentication/certificate-caller.ts';
import { createTrustBundles, keepRetiredMs, type TrustBundles } from './bundle.ts';
import { createIdentityDocuments, type IdentityDocuments, type IdentityDocumentsDeps } from './identity-documents.ts';
import { type SvidResult, verifyJwtSvid } from './verify-jwt-svid.ts';
import { createX509Authority, keepAuthorityMs, type X509Authority } from './x509-authority.ts';
import { readCertificateRequest } from './x509-request.ts';
import { createX509Svids, type X509Svids, type X509SvidsDeps } from './x509-svids.ts';
import { createX509Trust } from './x509-trust.ts';

export interface SpiffeServices {
  readonly identityDocuments: IdentityDocuments;
  readonly trustBundles: TrustBundles;
  /** Verifies a document of this deployment; the caller must check that its agent still runs. */
  readonly checkJwtSvid: (token: string, audience: string) => Promise<SvidResult>;
  readonly x509Svids: X509Svids;
  readonly x509Authority: X509Authority;
  /** Signs the verifier's own certificate request, without an access check. */
  readonly issueOwn: (csr: string, spiffeId: string) => Promise<{ svid: string; bundle: string }>;
  /** Tells whether a client certificate is accepted now. */
  readonly trustCertificate: TrustCertificate;
}

export interface SpiffeWiring
  extends Omit<IdentityDocumentsDeps, 'keys' | 'clock'>,
    Omit<X509SvidsDeps, 'authority' | 'clock'> {
  readonly db: Db;
  readonly dataDir: DataDir;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  /** The deployment's trust domain. */
  readonly trustDomain: string;
}

const keyName = /^[A-Za-z0-9_-]{1,128}$/;
/** The clocks of processes over one database may differ by this many seconds. */
const leewayS = 5;

export async function createSpiffeServices(wiring: SpiffeWiring): Promise<SpiffeServices> {
  const keys = await createSigningKeys({ ...wiring, purpose: 'jwt-svid', keepRetiredMs });
  const caKeys = await createSigningKeys({ ...wiring, purpose: 'x509-ca', keepRetiredMs: keepAuthorityMs });
  const authority = await createX509Authority({ ...wiring, keys: caKeys });
  const trustBundles = createTrustBundles({ ...wiring, keys, authority });
  return {
    trustBundles,
    x509Authority: authority,
    async issueOwn(csr, spiffeId) {
      await authority.prepare();
      const { der } = authority.issue(await readCertificateRequest(csr), spiffeId);
      return { svid: toPem(der), bundle: (await authority.bundle()).pem };
    },
    x509Svids: createX509Svids({ ...wiring, authority }),
    trustCertificate: createX509Trust({ ...wiring, ...trustBundles, authority }),
    identityDocuments: createIdentityDocuments({ ...wiring, keys }),
    checkJwtSvid: (token, audience) =>
      verifyJwtSvid(token, {
        audience,
        leewayS,
        now: wiring.clock.now(),
        async findKeys(trustDomain, kid) {
          if ((await trustBundles.findOrganisation(trustDomain)) === undefined) return undefined;
          // The key id comes from outside; ours are thumbprints.
          const named = kid === undefined || !keyName.test(kid) ? undefined : await keys.find(kid);
          const list = kid === undefined ? await keys.list() : named === undefined ? [] : [{ ...named, kid }];
          return list.map((key) => ({ ...key, use: 'jwt-svid' }));
        },
      }),
  };
}
