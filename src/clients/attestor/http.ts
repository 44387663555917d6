/**
 * The client of an attestor in another process: keep-alive pool, per-start secret, the same refusal codes as in
 * process.
 */
import { fromBase64Url } from '@assay/sdk/crypto';
import { Compile } from 'typebox/compile';
import type { Dispatcher } from 'undici';
import { attestor as operations } from '../../contract/api/attestor-api/operations.ts';
import {
  AttestResponseSchema,
  IdentitySchema,
  SignCheckpointResponseSchema,
  SignExchangesResponseSchema,
  SignReceiptsResponseSchema,
} from '../../contract/api/attestor-api/shapes.ts';
import { AppError, isAppError } from '../../platform/errors.ts';
import { createJsonHttp } from '../json-http.ts';
import type { AttestorClient } from './client.ts';
import { fromSignedWire, toCheckpointRequest } from './wire.ts';

export interface HttpAttestorOptions {
  /** Base URL of the attestor, e.g. `http://127.0.0.1:8400`. */
  readonly url: string;
  /** The secret of this start of the attestor (`attestor-token`); absent where it knows us by a certificate. */
  readonly token?: string;
  /** Reads that secret again after a refusal: a restarted attestor has another one. */
  readonly readToken?: () => Promise<string | undefined>;
  readonly timeoutMs?: number;
  /** For mTLS or tests; a keep-alive pool if absent. */
  readonly dispatcher?: Dispatcher;
}

const defaultTimeoutMs = 5_000;
/** Signing is retried, because a lost answer would leave gateway and attestor with different states of the chain. */
const signingTries = 3;
const maxAnswerBytes = 128 * 1024 * 1024;
const identityShape = Compile(IdentitySchema);
const attestShape = Compile(AttestResponseSchema);
const exchangesShape = Compile(SignExchangesResponseSchema);
const checkpointShape = Compile(SignCheckpointResponseSchema);
const receiptsShape = Compile(SignReceiptsResponseSchema);

/** Connects lazily. Every call throws AppError `attestor_unavailable` when the attestor cannot be reached or fails. */
export function createHttpAttestorClient(options: HttpAttestorOptions): AttestorClient {
  let token = options.token;
  const http = createJsonHttp({
    url: options.url,
    token: () => token,
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    maxAnswerBytes,
    unavailable: 'attestor_unavailable',
    ...(options.dispatcher === undefined ? {} : { dispatcher: options.dispatcher }),
  });

  const withToken = async <T>(call: () => Promise<T>): Promise<T> => {
    const used = token;
    try {
      return await call();
    } catch (error) {
      if (!isAppError(error, 'unauthorized')) throw error;
      const fresh = await options.readToken?.();
      if (fresh === undefined || fresh === used) throw error;
      token = fresh;
      return await call();
    }
  };

  return {
    async identity() {
      const wire = await http.call({ method: 'GET', path: operations.getIdentity.path }, (value) =>
        identityShape.Check(value),
      );
      const { kid, jwk, kind, retiring_kid: retiringKid } = wire;
      const attested = { keyAttestation: wire.key_attestation, keyAttestationHash: wire.key_attestation_hash };
      return { kid, jwk, kind, ...attested, retiringKid };
    },
    async attest(nonce) {
      const call = { method: 'POST', path: operations.attest.path, body: { nonce } } as const;
      return (await withToken(() => http.call(call, (value) => attestShape.Check(value)))).key_attestation;
    },
    async signExchanges(records, evidence) {
      const body = { records, evidence: evidence.map((item) => item?.evidence ?? null) };
      const call = { method: 'POST', path: operations.signExchanges.path, body } as const;
      const wire = await repeat(() => withToken(() => http.call(call, (value) => exchangesShape.Check(value))));
      assertOneEach(wire.jws, records);
      assertOneEach(wire.signatures, records);
      return fromSignedWire(wire);
    },
    async signReceipts(records) {
      const call = { method: 'POST', path: operations.signReceipts.path, body: { records } } as const;
      const { signatures } = await repeat(() =>
        withToken(() => http.call(call, (value) => receiptsShape.Check(value))),
      );
      return assertOneEach(signatures, records).map(fromBase64Url);
    },
    async signCheckpoint(request) {
      const call = {
        method: 'POST',
        path: operations.signCheckpoint.path,
        body: toCheckpointRequest(request),
      } as const;
      return (await repeat(() => withToken(() => http.call(call, (value) => checkpointShape.Check(value))))).checkpoint;
    },
    async renew(kid) {
      const call = { method: 'POST', path: operations.renew.path, body: { kid } } as const;
      await withToken(() => http.call(call, (value) => identityShape.Check(value)));
    },
    close: () => http.close(),
  };
}

/** Repeats an idempotent call: the attestor gives the answer of its last batch again. */
async function repeat<T>(call: () => Promise<T>): Promise<T> {
  for (let left = signingTries - 1; ; left -= 1) {
    try {
      return await call();
    } catch (error) {
      if (left === 0 || !isAppError(error, 'attestor_unavailable')) throw error;
    }
  }
}

function assertOneEach<Item>(signed: Item[], asked: readonly unknown[]): Item[] {
  if (signed.length === asked.length) return signed;
  throw new AppError('attestor_unavailable', `the attestor signed ${signed.length} of ${asked.length}`);
}
