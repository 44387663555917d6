/** Converts the messages between gateway and attestor over HTTP. */
import { fromBase64Url, toBase64Url } from '@assay/sdk/crypto';
import type { CheckpointRequest, SignedTogether } from '@assay/sdk/receipts';
import type { Static } from 'typebox';
import type {
  SignCheckpointRequestSchema,
  SignExchangesResponseSchema,
} from '../../contract/api/attestor-api/shapes.ts';

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
