/** What gateway and attestor say to each other over HTTP. The lists are checked item by item by the attestor itself. */
import { fromBase64Url, toBase64Url } from '@assay/sdk/crypto';
import type { CheckpointRequest, SignedTogether } from '@assay/sdk/receipts';
import { type Static, Type } from 'typebox';
import { KeyAttestationSchema, OkpKeySchema } from '../../contract/key-attestation.ts';

export const attestorPaths = {
  identity: '/v1/identity',
  attest: '/v1/attest',
  renew: '/v1/renew',
  signExchanges: '/v1/sign/exchanges',
  signReceipts: '/v1/sign/receipts',
  signCheckpoint: '/v1/sign/checkpoint',
  jwks: '/.well-known/jwks.json',
} as const;

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

export const AttestRequestSchema = Type.Object({
  nonce: Type.String({ description: 'base64url, 16 to 64 bytes: issued by the verifier' }),
});
export const AttestResponseSchema = Type.Object({ key_attestation: KeyAttestationSchema });

export const RenewRequestSchema = Type.Object({
  kid: Type.String({ maxLength: 128, description: 'The key to drop; if another is in use already, nothing happens' }),
});

export const SignExchangesRequestSchema = Type.Object({
  records: Type.Array(Type.Unknown(), { description: '64 zeros where a hash is filled in' }),
  evidence: Type.Array(Type.Unknown(), { description: 'of each record, or null' }),
});
const Signature = Type.String({ pattern: '^[A-Za-z0-9_-]{86}$', description: 'base64url of 64 bytes' });
export const SignExchangesResponseSchema = Type.Object({
  jws: Type.Array(Type.Union([Type.String({ pattern: '^[A-Za-z0-9_.-]+$' }), Type.Null()]), {
    description: 'compact JWS of each Evidence, or null',
  }),
  signatures: Type.Array(Signature),
  head: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'hash of the last record' }),
});

export const SignReceiptsRequestSchema = Type.Object({ records: Type.Array(Type.Unknown()) });
export const SignReceiptsResponseSchema = Type.Object({
  signatures: Type.Array(Signature),
});

export const SignCheckpointRequestSchema = Type.Object({
  chain_id: Type.String({ maxLength: 256 }),
  size: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  base: Type.Object(
    {
      size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      hashes: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$' }), { maxItems: 64 }),
    },
    { description: 'compact range of the Merkle tree before this epoch, hex, largest subtree first' },
  ),
});
export const SignCheckpointResponseSchema = Type.Object({
  checkpoint: Type.String({ maxLength: 16_384, description: 'signed note' }),
});

type SignedWire = Static<typeof SignExchangesResponseSchema>;

export function toSignedWire({ attachments, signatures, head }: SignedTogether): SignedWire {
  const jws = attachments.map((token) => (token === undefined ? null : Buffer.from(token).toString('latin1')));
  return { jws, signatures: signatures.map(toBase64Url), head };
}

export function fromSignedWire({ jws, signatures, head }: SignedWire): SignedTogether {
  const attachments = jws.map((text) => (text === null ? undefined : Buffer.from(text, 'latin1')));
  return { attachments, signatures: signatures.map(fromBase64Url), head };
}

type CheckpointWire = Static<typeof SignCheckpointRequestSchema>;

export function toCheckpointRequest({ checkpoint: { chainId, size }, base }: CheckpointRequest): CheckpointWire {
  const hashes = base.hashes.map((hash) => Buffer.from(hash).toString('hex'));
  return { chain_id: chainId, size, base: { size: base.size, hashes } };
}

export function fromCheckpointRequest({ chain_id, size, base }: CheckpointWire) {
  const hashes = base.hashes.map((hash) => Buffer.from(hash, 'hex'));
  return { chainId: chain_id, size, base: { size: base.size, hashes } };
}

export type IdentityWire = Static<typeof IdentitySchema>;
