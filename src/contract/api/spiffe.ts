/** Operations of SPIFFE identities: documents, certificates and the bundle to check them with. */
import { type Static, Type } from 'typebox';
import { spiffeBundlePath, X509SvidRequestSchema, X509SvidSchema, x509SvidPath } from '../x509-svid.ts';
import { AgentParamsSchema } from './agents/shapes.ts';
import { defineOperation } from './operation.ts';

export const IdentityDocumentRequestSchema = Type.Object(
  {
    audience: Type.String({
      pattern: '^[\\x21-\\x7e]{1,512}$',
      description: 'SPIFFE id or URL of the service that receives the document, as that service names itself',
    }),
  },
  {
    $id: 'CreateIdentityDocument',
    additionalProperties: false,
    examples: [{ audience: 'https://crm.example.com' }],
  },
);

export const IdentityDocumentSchema = Type.Object(
  {
    svid: Type.String({ description: 'A JWT-SVID; anybody who holds it can act as the agent' }),
    spiffe_id: Type.String(),
    expires_at: Type.String(),
  },
  { $id: 'IdentityDocument' },
);
export type IdentityDocument = Static<typeof IdentityDocumentSchema>;

const BundleKeySchema = Type.Object(
  {
    kty: Type.String(),
    use: Type.String({ description: 'jwt-svid: checks JWT-SVIDs; x509-svid: checks X.509-SVIDs' }),
    kid: Type.Optional(Type.String()),
    crv: Type.String(),
    x: Type.String(),
    y: Type.String(),
    x5c: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Certificate of an authority, base64 of its DER; present where `use` is x509-svid',
      }),
    ),
  },
  { $id: 'TrustBundleKey' },
);

export const TrustBundleSchema = Type.Object(
  {
    keys: Type.Array(BundleKeySchema),
    spiffe_sequence: Type.Integer({ description: 'Rises with every key that is added or removed' }),
    spiffe_refresh_hint: Type.Integer({ description: 'Seconds after which to read the bundle again' }),
  },
  { $id: 'TrustBundle' },
);
export type TrustBundle = Static<typeof TrustBundleSchema>;

export const TrustBundleQuerySchema = Type.Object(
  {
    trust_domain: Type.Optional(
      Type.String({
        maxLength: 255,
        description: 'Trust domain of an organisation; default that of the first organisation',
      }),
    ),
  },
  { additionalProperties: false },
);

const tag = 'spiffe';

export const spiffe = {
  issueX509Svid: defineOperation({
    id: 'spiffe.issueX509Svid',
    method: 'POST',
    path: x509SvidPath,
    tag,
    summary: 'Issue an X.509-SVID that is valid for one hour',
    description:
      'An active agent gets its own SVID. Gateways get theirs with their key or their certificate, attestors and auditors with ' +
      'a key of their name, and an operator may ask for each.',
    body: X509SvidRequestSchema,
    noStore: true,
    responses: { 200: X509SvidSchema },
  }),
  issueIdentityDocument: defineOperation({
    id: 'spiffe.issueIdentityDocument',
    method: 'POST',
    path: '/v1/agents/:id/identity-document',
    tag,
    summary: 'Issue a JWT-SVID of an active agent for one audience',
    description: 'It is valid for five minutes. The agent itself, its owners and admins may ask for it.',
    params: AgentParamsSchema,
    body: IdentityDocumentRequestSchema,
    noStore: true,
    responses: { 200: IdentityDocumentSchema },
  }),
  getBundle: defineOperation({
    id: 'spiffe.getBundle',
    method: 'GET',
    path: spiffeBundlePath,
    tag,
    summary: 'Read the trust bundle of a trust domain',
    description: 'Its keys check JWT-SVIDs and X.509-SVIDs. No account is needed.',
    query: TrustBundleQuerySchema,
    responses: { 200: TrustBundleSchema },
  }),
} as const;
