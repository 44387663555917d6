/** A key in the hands of a test: it signs when it is told to, and can fail or get lost. */
import { type AsyncSigningKey, createEd25519Key, SigningKeyGoneError } from '@assay/sdk/crypto';

export interface FakeKey extends AsyncSigningKey {
  /** Lets the batches that wait, and all that follow, be signed. */
  open(): void;
  /** Lets the batches that wait fail, and no other. */
  failWaiting(error: Error): void;
  /** Ends the key as a thread that died would. */
  lose(): void;
}

/** Signs at once unless it starts closed. */
export function createFakeKey({ closed = false } = {}): FakeKey {
  const key = createEd25519Key();
  const waiting: { run: () => void; reject: (error: Error) => void }[] = [];
  let isClosed = closed;
  let gone: Error | undefined;
  let tellLost: (error: Error) => void = () => {};
  const lost = new Promise<Error>((resolve) => {
    tellLost = resolve;
  });

  const signAll = async (batch: readonly Uint8Array[]): Promise<Uint8Array[]> => {
    if (isClosed) await new Promise<void>((run, reject) => waiting.push({ run, reject }));
    if (gone !== undefined) throw gone;
    return batch.map((message) => key.sign(message));
  };
  const take = () => waiting.splice(0);

  return {
    kid: key.kid,
    jwk: key.jwk,
    lost,
    signAll,
    async sign(data) {
      const [signature = new Uint8Array()] = await signAll([data]);
      return signature;
    },
    async destroy() {
      gone ??= new SigningKeyGoneError('the signing key was destroyed');
    },
    open() {
      isClosed = false;
      for (const { run } of take()) run();
    },
    failWaiting(error) {
      for (const { reject } of take()) reject(error);
    },
    lose() {
      gone = new SigningKeyGoneError('the signing key is lost');
      tellLost(gone);
      for (const { reject } of take()) reject(gone);
    },
  };
}
