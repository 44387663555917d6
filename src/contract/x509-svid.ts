/** What is asked for an X.509-SVID, and what comes back: `POST /v1/spiffe/x509-svid`. */
import { type Static, Type } from 'typebox';

/** Kinds of services that have an identity besides agents. */
export const serviceKinds = ['verifier', 'attestor', 'gateway'] as const;
export type ServiceKind = (typeof serviceKinds)[number];

/** PEM of a request with the largest key that is accepted stays far below. */
const maxRequestChars = 16_384;

export const X509SvidRequestSchema = Type.Object(
  {
    csr: Type.String({
      maxLength: maxRequestChars,
      description: 'PKCS#10 as PEM; only its key counts: P-256, P-384, Ed25519, or RSA of 2048 bits and more',
    }),
    service: Type.Optional(
      Type.String({
        pattern: `^(?:${serviceKinds.join('|')})/(?!\\.{1,2}$)[A-Za-z0-9._-]{1,64}$`,
        description: 'e.g. gateway/edge-1: which service asks; agents are known by their credential',
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        csr: '-----BEGIN CERTIFICATE REQUEST-----\nMIG6MGMCAQAwADBZMBMGByqGSM49…\n-----END CERTIFICATE REQUEST-----\n',
        service: 'gateway/edge-1',
      },
    ],
  },
);
export type X509SvidRequest = Static<typeof X509SvidRequestSchema>;

export const X509SvidSchema = Type.Object(
  {
    svid: Type.String({ description: 'certificate as PEM, with whatever stands between it and the bundle' }),
    bundle: Type.String({ description: 'certificates of the authorities, PEM: what others are checked with' }),
    spiffe_id: Type.String(),
    expires_at: Type.String(),
  },
  { $id: 'X509Svid' },
);
export type X509SvidAnswer = Static<typeof X509SvidSchema>;

export const x509SvidPath = '/v1/spiffe/x509-svid';
export const spiffeBundlePath = '/v1/spiffe/bundle';
