/** A test verifier that gives gateways their configuration: real signatures, real long polls, faults on demand. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type EcPublicJwk, jwkThumbprint } from '@assay/sdk/crypto';
import { withoutWitness } from '../../src/clients/verifier/client.fake.ts';
import type { BundleAnswer, BundlePoll, VerifierClient } from '../../src/clients/verifier/client.ts';
import {
  type BundleKey,
  type ConfigBundle,
  configBundleSchemaVersion,
  configBundleType,
} from '../../src/contract/control/config-bundle.ts';
import type { GatewayReport } from '../../src/contract/control/gateway-report.ts';
import { type Standing, standingSchemaVersion, standingType } from '../../src/contract/control/standing.ts';
import { AppError } from '../../src/platform/errors.ts';

export interface BundleSigner {
  readonly key: BundleKey;
  sign(bundle: unknown, header?: Record<string, unknown>): string;
}

export function createBundleSigner(): BundleSigner {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const jwk: EcPublicJwk = { kty: 'EC', crv: 'P-256', x, y };
  const kid = jwkThumbprint(jwk);
  return {
    key: { kid, ...jwk },
    sign: (bundle, header = {}) => signJws(privateKey, { alg: 'ES256', typ: configBundleType, kid, ...header }, bundle),
  };
}

function signJws(key: KeyObject, header: unknown, payload: unknown): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const input = `${part(header)}.${part(payload)}`;
  const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}

/** An empty bundle, or the test's content. */
export function aConfigBundle(keys: readonly BundleKey[], change: Partial<ConfigBundle> = {}): ConfigBundle {
  return {
    schema_version: configBundleSchemaVersion,
    iss: 'https://verifier.test',
    iat: 1_767_225_600,
    org_id: 'default',
    lineage: 'cfg_one',
    revision: 1,
    keys: [...keys],
    organization: {},
    workspaces: [],
    agents: [],
    auditors: [],
    settings: [],
    policies: [],
    ...change,
  };
}

/** A standing that allows everybody, or the test's content. */
export function aStanding(keys: readonly BundleKey[], change: Partial<Standing> = {}): Standing {
  return {
    schema_version: standingSchemaVersion,
    iss: 'https://verifier.test',
    iat: 1_767_225_600,
    org_id: 'default',
    lineage: 'cfg_one',
    revision: 1,
    keys: [...keys],
    agents: [],
    ...change,
  };
}

/** An active policy. */
export function aBundlePolicy(
  level: 'org' | 'workspace' | 'agent',
  scopeId: string,
  text: string,
  change: Partial<ConfigBundle['policies'][number]> = {},
): ConfigBundle['policies'][number] {
  return { id: `pol_${level}_${scopeId}`, scope: { level, id: scopeId }, version: 1, mode: 'active', text, ...change };
}

export interface ConfigVerifier {
  readonly client: VerifierClient;
  readonly signer: BundleSigner;
  readonly reports: GatewayReport[];
  /** Requests, in order. */
  readonly polls: BundlePoll[];
  /** Publishes it, as the next revision unless it names one; returns the revision. */
  publish(change?: Partial<ConfigBundle>): number;
  /** Publishes exactly this text. */
  publishText(jws: string, version: string): void;
  /** Publishes this standing. */
  publishStanding(change: Partial<Standing>): void;
  /** Publishes exactly this text as standing. */
  publishStandingText(jws: string, version: string): void;
  /** While true nothing answers. */
  setAway(away: boolean): void;
  /** While true no standing is given. */
  setStandingAway(away: boolean): void;
}

/** The offer of one kind of document, and its waiting requests. */
function createOffer(assertHere: () => void) {
  const waiting = new Set<() => void>();
  let offered: { readonly etag: string; readonly jws: string } | undefined;
  const wakeAll = () => {
    for (const wake of waiting) wake();
  };
  const untilWoken = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => reject(new Error('nobody waits any longer'));
      const wake = () => {
        waiting.delete(wake);
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      waiting.add(wake);
      signal?.addEventListener('abort', leave, { once: true });
    });
  return {
    wakeAll,
    give(jws: string, version: string) {
      offered = { etag: `"${version}"`, jws };
      wakeAll();
    },
    async answer(poll: BundlePoll): Promise<BundleAnswer> {
      assertHere();
      const isKnown = () => offered === undefined || [poll.etag, poll.refusedEtag].includes(offered.etag);
      if (isKnown() && (poll.waitS ?? 0) > 0) await untilWoken(poll.signal);
      assertHere();
      return offered === undefined || isKnown() ? { status: 'unchanged' } : { status: 'changed', ...offered };
    },
  };
}

export function createConfigVerifier(signer: BundleSigner = createBundleSigner()): ConfigVerifier {
  const reports: GatewayReport[] = [];
  const polls: BundlePoll[] = [];
  let revision = 0;
  let away = false;
  const assertHere = (): void => {
    if (away) throw new AppError('verifier_unavailable', 'away');
  };
  const bundles = createOffer(assertHere);
  let standingAway = false;
  const standings = createOffer(() => {
    assertHere();
    if (standingAway) throw new AppError('verifier_unavailable', 'no standing');
  });
  const publishText = bundles.give;

  return {
    signer,
    reports,
    polls,
    client: {
      batchChars: 1_000_000,
      async challenge() {
        assertHere();
        return { nonce: 'A'.repeat(43), expires_at: new Date(Date.now() + 60_000).toISOString() };
      },
      registerKeyAttestation: async ({ runtime_data: { jwk_thumbprint: kid } }) => {
        return { attestation_id: 'a', kid, key_attestation_hash: 'h', kind: 'software', freshness: 'none' };
      },
      sendEvidence: async (items) => items.map(() => ({ evidence_id: 'ev', status: 'stored' })),
      ...withoutWitness,
      async configBundle(poll) {
        polls.push(poll);
        return bundles.answer(poll);
      },
      configStanding: standings.answer,
      async reportConfig(_gatewayId, report) {
        assertHere();
        reports.push(report);
      },
      publicKeys: async () => [signer.key],
      close: async () => {},
    },
    publish(change = {}) {
      revision = change.revision ?? revision + 1;
      const bundle = aConfigBundle([signer.key], { ...change, revision });
      publishText(signer.sign(bundle), `${bundle.lineage}.${revision}`);
      return revision;
    },
    publishText,
    publishStanding(change) {
      const standing = aStanding([signer.key], change);
      const jws = signer.sign(standing, { typ: standingType });
      standings.give(jws, `${standing.lineage}.${standing.revision}`);
    },
    publishStandingText: standings.give,
    setAway(next) {
      away = next;
      bundles.wakeAll();
      standings.wakeAll();
    },
    setStandingAway(next) {
      standingAway = next;
      standings.wakeAll();
    },
  };
}
