/** A signing key that JavaScript cannot read, and secrets sealed for one purpose. */
import { randomBytes } from 'node:crypto';
import { createAesGcm, createHiddenKey, verifyEd25519 } from '@assay/sdk/crypto';

const text = (value: string) => new TextEncoder().encode(value);

const key = await createHiddenKey();
const signature = await key.sign(text('a message'));
export const isSigned = verifyEd25519(key.jwk, text('a message'), signature);
await key.destroy();

// 32 bytes from the installation's secret store: never from the code, never beside the sealed data.
const box = createAesGcm(randomBytes(32));
const purpose = text('credentials/1:row-7');
const sealed = box.encrypt(text('a secret'), purpose);
export const opened = new TextDecoder().decode(box.decrypt(sealed, purpose));
