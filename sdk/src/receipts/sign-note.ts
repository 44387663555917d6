/** Signs notes with a local key: checkpoints by the chain's key, cosignatures by a witness. */
import type { OkpPublicJwk } from '../crypto/jwk.ts';
import { nodeProofCrypto } from '../crypto/node-proof-crypto.ts';
import type { Awaitable } from '../crypto/proof-crypto.ts';
import { type Checkpoint, chainNoteKey, checkpointText } from './checkpoint.ts';
import { cosignedMessage, type NoteKey, type NoteSignature, printCosignature, printSignedNote } from './signed-note.ts';

/** A signer: a key of this process, or one in a worker or at a socket. */
export interface NoteSigner {
  readonly jwk: OkpPublicJwk;
  sign(data: Uint8Array): Awaitable<Uint8Array>;
}

/** Gives a whole signed checkpoint, as text. */
export async function signCheckpoint(signer: NoteSigner, checkpoint: Checkpoint): Promise<string> {
  const text = checkpointText(checkpoint);
  const { name, keyId } = await chainNoteKey(checkpoint.chainId, signer.jwk, nodeProofCrypto);
  const signature = await signer.sign(new TextEncoder().encode(text));
  return printSignedNote({ text, signatures: [{ name, keyId, signature }] });
}

/** Gives the line by which a witness confirms that it saw a checkpoint at a time, and none that contradicts it. */
export async function cosign(
  witness: NoteKey & Pick<NoteSigner, 'sign'>,
  text: string,
  timeS: number,
): Promise<NoteSignature> {
  const raw = await witness.sign(cosignedMessage(text, timeS));
  return { name: witness.name, keyId: witness.keyId, signature: printCosignature(timeS, raw) };
}
