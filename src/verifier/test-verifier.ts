/** A verifier for tests: in process, on its own database and data folder, with a clock that is set by hand. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEd25519Key, type SigningKey } from '@assay/sdk/crypto';
import { aKeyAttestation, anEvidence, attestationHash, madeAt, signEvidence } from '../../test/support/artefacts.ts';
import type { Evidence } from '../contract/evidence.ts';
import type { KeyAttestation } from '../contract/key-attestation.ts';
import { openDataDir } from '../platform/data-dir.ts';
import type { Database } from '../platform/db/db.ts';
import { openTestDb, type TestDb, testDatabaseUrl } from '../platform/db/test-db.ts';
import { operatorTokenFile } from '../platform/http/operator-token.ts';
import { loopbackBlocks } from '../platform/http/outbound-addresses.ts';
import { createLogger } from '../platform/log.ts';
import { createVerifier, type Verifier } from './app.ts';
import { loadVerifierConfig } from './base/config.ts';
import { verifierMigrations } from './features.ts';
import type { VerifierDeps } from './wiring.ts';

export interface TestVerifier {
  /** The running verifier; after `restart` a new one over the same data. */
  readonly verifier: () => Verifier;
  readonly testDb: TestDb;
  readonly clock: { now(): number; set(timeMs: number): void };
  /** Makes any call with only these headers. */
  call(method: Method, url: string, headers: Record<string, string>, payload?: unknown): Promise<Answer>;
  get(url: string, headers?: Record<string, string>): Promise<Answer>;
  post(url: string, payload?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Makes a call with the operator token. */
  admin(method: Method, url: string, payload?: unknown, headers?: Record<string, string>): Promise<Answer>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface SentRequest {
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: unknown;
}

export interface Answer {
  /** The request that `TestVerifier` sent; absent for other calls. */
  readonly request?: SentRequest;
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly raw: Buffer;
  readonly headers: Record<string, unknown>;
}

export interface TestVerifierOptions
  extends Pick<VerifierDeps, 'checkAttestation' | 'consoleFolder' | 'identify' | 'isScheduled' | 'scanModelFile'> {
  /** Destination of its log lines; none if absent. */
  readonly log?: VerifierDeps['log'];
}

/**
 * Opens a verifier; `env` changes its settings. Uses a database server if one is configured: opening an embedded database takes
 * seconds.
 */
export async function openTestVerifier(
  env: Record<string, string> = {},
  kind: Database['kind'] = testDatabaseUrl === undefined ? 'pglite' : 'postgres',
  options: TestVerifierOptions = {},
): Promise<TestVerifier> {
  const testDb = await openTestDb(kind, verifierMigrations);
  let now = madeAt + 1000;
  const clock = {
    now: () => now,
    set(timeMs: number) {
      now = timeMs;
    },
  };
  // Set explicitly: tests have servers on loopback even if every call needs a credential.
  const named = { VERIFIER_OUTBOUND_ALLOW: loopbackBlocks };
  const config = loadVerifierConfig({
    VERIFIER_PASSPORT_RENEW_MS: '0',
    VERIFIER_LIFECYCLE_INTERVAL_S: '0',
    ...named,
    ...env,
  });
  const quiet = {
    isScheduled: false,
    log: createLogger({ service: 'verifier', level: 'silent' }),
    passwordCost: { ln: 4, r: 8, p: 1 },
  };
  const open = async () => {
    const dataDir = await openDataDir(testDb.dataDir);
    return createVerifier({ ...quiet, config, database: testDb.database(), dataDir, clock, randomBytes, ...options });
  };
  let current = await open();

  const call = async (method: Method, url: string, headers: Record<string, string>, payload?: unknown) => {
    const body = payload === undefined ? {} : { payload: JSON.stringify(payload) };
    const type = payload === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await current.app.inject({ method, url, headers: { ...type, ...headers }, ...body });
    const isJson = /\bjson\b/.test(String(answer.headers['content-type']));
    const parsed: Record<string, unknown> = isJson ? answer.json() : {};
    const request = { method, url, headers, payload };
    return { request, status: answer.statusCode, body: parsed, raw: answer.rawPayload, headers: answer.headers };
  };

  return {
    verifier: () => current,
    testDb,
    clock,
    call,
    get: (url, headers = {}) => call('GET', url, headers),
    post: (url, payload, headers = {}) => call('POST', url, headers, payload),
    async admin(method, url, payload, headers = {}) {
      const token = await readFile(join(testDb.dataDir, operatorTokenFile), 'utf8');
      return call(method, url, { 'x-assay-key': token.trim(), ...headers }, payload);
    },
    async restart() {
      await current.close();
      await testDb.reopen();
      current = await open();
    },
    async close() {
      await current.close();
      await testDb.close();
    },
  };
}

export interface TestGateway {
  readonly key: SigningKey;
  readonly attestation: KeyAttestation;
  readonly hash: string;
  /** Signs evidence of this gateway. */
  evidence(change?: Partial<Evidence>): { evidence: Evidence; jws: string };
}

/** Gives a gateway with a key; registers it at the verifier if one is given. */
export async function aGateway(verifier?: TestVerifier): Promise<TestGateway> {
  const key = createEd25519Key();
  const attestation = aKeyAttestation(key);
  const hash = attestationHash(attestation);
  if (verifier !== undefined) await verifier.post('/v1/attestations', { key_attestation: attestation });
  return {
    key,
    attestation,
    hash,
    evidence(change = {}) {
      const evidence = anEvidence(hash, change);
      return { evidence, jws: signEvidence(key, evidence) };
    },
  };
}
