/** A key under the test's control: it signs on command, and can fail or be lost. */
import {
  type AsyncSigningKey,
  type ChainedRecord,
  createEd25519Key,
  type SignedChainedRecord,
  SigningKeyGoneError,
  sha256,
  sha256Hex,
} from '@assay/sdk/crypto';

export interface FakeKey extends AsyncSigningKey {
  /** Signs the waiting batches and all later ones. */
  open(): void;
  /** Lets only the waiting batches fail. */
  failWaiting(error: Error): void;
  /** Ends the key like a thread that died. */
  lose(): void;
}

/** Signs at once unless `closed`. */
export function createFakeKey({ closed = false } = {}): FakeKey {
  const key = createEd25519Key();
  const waiting: { run: () => void; reject: (error: Error) => void }[] = [];
  let isClosed = closed;
  let gone: Error | undefined;
  let tellLost: (error: Error) => void = () => {};
  const lost = new Promise<Error>((resolve) => {
    tellLost = resolve;
  });

  const turn = async (): Promise<void> => {
    if (isClosed) await new Promise<void>((run, reject) => waiting.push({ run, reject }));
    if (gone !== undefined) throw gone;
  };
  const signAll = async (batch: readonly Uint8Array[]): Promise<Uint8Array[]> => {
    await turn();
    return batch.map((message) => key.sign(message));
  };
  const take = () => waiting.splice(0);

  return {
    kid: key.kid,
    jwk: key.jwk,
    lost,
    signAll,
    async signChained(records, prefix) {
      await turn();
      let before = '';
      return records.map((record) => {
        const signed = signOne(key.sign, record, before, prefix);
        before = Buffer.from(signed.digest).toString('hex');
        return signed;
      });
    },
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

/** Signs like the thread of a hidden key, in the simplest form. */
function signOne(
  sign: (data: Uint8Array) => Uint8Array,
  { token, bytes, tokenHashAt, previousHashAt }: ChainedRecord,
  before: string,
  prefix: Uint8Array,
): SignedChainedRecord {
  const text = Buffer.from(bytes).toString('latin1').split('');
  const tokenSignature = token === undefined ? undefined : sign(token);
  if (token !== undefined && tokenSignature !== undefined && tokenHashAt !== undefined) {
    const whole = `${Buffer.from(token).toString('latin1')}.${Buffer.from(tokenSignature).toString('base64url')}`;
    text.splice(tokenHashAt, 64, ...sha256Hex(whole));
  }
  if (previousHashAt !== undefined) text.splice(previousHashAt, 64, ...before);
  const digest = sha256(Buffer.from(text.join(''), 'latin1'));
  return { tokenSignature, digest, signature: sign(Buffer.concat([prefix, digest])) };
}
