/** HTTP messages between gateway and attestor. The attestor checks the items of lists by itself. */
import { type Static, Type } from 'typebox';
import { KeyAttestationSchema, OkpKeySchema } from '../../key-attestation.ts';

export const IdentitySchema = Type.Object(
  {
    kid: Type.String(),
    jwk: OkpKeySchema,
    kind: Type.String(),
    key_attestation: KeyAttestationSchema,
    key_attestation_hash: Type.String({ pattern: '^sha256:[0-9a-f]{64}$' }),
    retiring_kid: Type.Optional(
      Type.String({ description: 'The key before, which signs what names it until this one has signed a receipt' }),
    ),
  },
  { $id: 'AttestorIdentity' },
);

export const AttestRequestSchema = Type.Object(
  { nonce: Type.String({ description: 'base64url, 16 to 64 bytes; the verifier issues it' }) },
  { $id: 'AttestKey' },
);
export const AttestResponseSchema = Type.Object({ key_attestation: KeyAttestationSchema }, { $id: 'AttestedKey' });

export const RenewRequestSchema = Type.Object(
  {
    kid: Type.String({ maxLength: 128, description: 'The key to drop; if another is in use already, nothing happens' }),
  },
  { $id: 'RenewKey' },
);

export const SignExchangesRequestSchema = Type.Object(
  {
    records: Type.Array(Type.Unknown(), { description: '64 zeros where a hash is filled in' }),
    evidence: Type.Array(Type.Unknown(), { description: 'of each record, or null' }),
  },
  { $id: 'SignExchanges' },
);
const Signature = Type.String({ pattern: '^[A-Za-z0-9_-]{86}$', description: 'base64url of 64 bytes' });
export const SignExchangesResponseSchema = Type.Object(
  {
    jws: Type.Array(Type.Union([Type.String({ pattern: '^[A-Za-z0-9_.-]+$' }), Type.Null()]), {
      description: 'compact JWS of each Evidence, or null',
    }),
    signatures: Type.Array(Signature),
    head: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'hash of the last record' }),
  },
  { $id: 'SignedExchanges' },
);

export const SignReceiptsRequestSchema = Type.Object({ records: Type.Array(Type.Unknown()) }, { $id: 'SignReceipts' });
export const SignReceiptsResponseSchema = Type.Object(
  {
    signatures: Type.Array(Signature),
  },
  { $id: 'SignedReceipts' },
);

export const SignCheckpointRequestSchema = Type.Object(
  {
    chain_id: Type.String({ maxLength: 256 }),
    size: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    base: Type.Object(
      {
        size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
        hashes: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$' }), { maxItems: 64 }),
      },
      { description: 'compact range of the Merkle tree before this epoch, hex, largest subtree first' },
    ),
  },
  { $id: 'SignCheckpoint' },
);
export const SignCheckpointResponseSchema = Type.Object(
  {
    checkpoint: Type.String({ maxLength: 16_384, description: 'signed note' }),
  },
  { $id: 'SignedCheckpoint' },
);

export const JwksSchema = Type.Object(
  {
    keys: Type.Array(
      Type.Intersect([
        OkpKeySchema,
        Type.Object({ kid: Type.String(), alg: Type.Literal('EdDSA'), use: Type.Literal('sig') }),
      ]),
    ),
  },
  { $id: 'AttestorKeys' },
);

export type IdentityWire = Static<typeof IdentitySchema>;
