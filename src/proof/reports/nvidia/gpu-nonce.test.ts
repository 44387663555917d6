import { createHash } from 'node:crypto';
import { nodeProofCrypto } from '@assay/sdk/crypto';
import { expect, it } from 'vitest';
import { gpuNonce } from './gpu-nonce.ts';

const thumbprint = Buffer.alloc(32, 1);
const nonce = Buffer.alloc(32, 2);

it('the nonce is SHA-256 over "gpu", the thumbprint and the nonce of the verifier, in this order', async () => {
  const expected = createHash('sha256')
    .update(Buffer.concat([Buffer.from('677075', 'hex'), thumbprint, nonce]))
    .digest();
  expect(Buffer.from(await gpuNonce(thumbprint, nonce, nodeProofCrypto))).toEqual(expected);
});

it('another key or another challenge gives another nonce', async () => {
  const own = await gpuNonce(thumbprint, nonce, nodeProofCrypto);
  expect(await gpuNonce(nonce, nonce, nodeProofCrypto)).not.toEqual(own);
  expect(await gpuNonce(thumbprint, thumbprint, nodeProofCrypto)).not.toEqual(own);
});

it('a thumbprint of another size is refused: its end and the start of the nonce would be ambiguous', async () => {
  await expect(gpuNonce(Buffer.alloc(31), nonce, nodeProofCrypto)).rejects.toThrow(RangeError);
});
