/** Request and answer of `POST /v1/spiffe/x509-svid`. */
import { type Static, Type } from 'typebox';
import { idPattern } from './ids.ts';

/** Kinds of services that have an identity besides agents. */
export const serviceKinds = ['verifier', 'attestor', 'gateway', 'auditor'] as const;
export type ServiceKind = (typeof serviceKinds)[number];

/** A PEM request with the largest accepted key is far smaller. */
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
        description: 'Service that asks, such as gateway/edge-1; absent for an agent, which is known by its credential',
      }),
    ),
    agent: Type.Optional(
      Type.String({
        pattern: idPattern,
        description: 'Agent that the certificate is for, if an owner of it or an admin asks',
      }),
    ),
  },
  {
    $id: 'X509SvidRequest',
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
    svid: Type.String({ description: 'Certificate as PEM, with the certificates between it and the bundle' }),
    bundle: Type.String({
      description: 'Certificates of the authorities as PEM; certificates of others are checked with them',
    }),
    spiffe_id: Type.String(),
    expires_at: Type.String(),
  },
  { $id: 'X509Svid' },
);
export type X509SvidAnswer = Static<typeof X509SvidSchema>;

export const x509SvidPath = '/v1/spiffe/x509-svid';
export const spiffeBundlePath = '/v1/spiffe/bundle';
