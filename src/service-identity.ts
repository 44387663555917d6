/** The X.509-SVID of a gateway or an attestor in a process of its own, and connections that use it. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { AttestorConfig } from './attestor/config.ts';
import type { AuditorMtlsConfig } from './auditor-mtls-config.ts';
import { createSvidIssuer } from './clients/verifier/svid-issuer.ts';
import { formatSpiffeId, type SpiffeId, trustDomainOf } from './contract/spiffe.ts';
import type { GatewayConfig } from './gateway/config.ts';
import type { McpGatewayConfig } from './mcp-gateway/config.ts';
import type { Clock } from './platform/clock.ts';
import { AppError } from './platform/errors.ts';
import { toGatewayToken } from './platform/http/gateway-token.ts';
import type { Logger } from './platform/log.ts';
import type { Secret } from './platform/secret.ts';
import {
  createMtlsDispatcher,
  type MtlsDispatcher,
  type PeerTls,
  requireSvid,
  toPeerTls,
} from './platform/tls/mtls-dispatcher.ts';
import { type SvidSource, startSvidSource } from './platform/tls/svid-source.ts';
import { parseTrustBundle, type TrustBundle } from './platform/tls/trust-bundle.ts';

export interface ServiceIdentity {
  readonly source: SvidSource;
  /** Connections to a service of the deployment; they end with the identity. */
  connect(url: string, kind: 'verifier' | 'attestor' | 'gateway'): MtlsDispatcher['dispatcher'];
  /** Connections to an auditor of the organisation that has one of these ids; whoever asked for them closes them. */
  connectAuditor(url: string, ids: readonly string[]): MtlsDispatcher;
  /** TLS of a connection to one service; made for each connection. @throws AppError `unavailable` without a certificate */
  tlsTo(kind: 'verifier' | 'auditor', id?: string): () => PeerTls;
  close(): Promise<void>;
}

/** As many as to an auditor without mTLS: exchanges ask side by side. */
const auditorConnections = 64;

interface Parts {
  readonly clock: Clock;
  readonly log: Logger;
}

interface Wanted {
  readonly url: string | undefined;
  /** The variable that holds the URL. */
  readonly urlName: string;
  readonly key: Secret | undefined;
  readonly bundleFile: string | undefined;
  readonly kind: 'gateway' | 'attestor' | 'auditor';
  readonly id: string;
  readonly trustDomain: string;
  readonly orgId: string;
}

/** Undefined where the gateway connects without mTLS. @throws AppError `config`. */
export async function startGatewayIdentity(config: GatewayConfig, parts: Parts): Promise<ServiceIdentity | undefined> {
  if (!config.GATEWAY_MTLS) return undefined;
  return startIdentity(
    {
      url: config.GATEWAY_VERIFIER_URL,
      urlName: 'GATEWAY_VERIFIER_URL',
      kind: 'gateway',
      id: config.GATEWAY_ID,
      orgId: config.GATEWAY_ORGANIZATION,
      key:
        config.GATEWAY_VERIFIER_KEY ??
        toToken(config.ASSAY_GATEWAY_SECRET, config.GATEWAY_ORGANIZATION, config.GATEWAY_ID),
      bundleFile: config.ASSAY_TRUST_BUNDLE_FILE,
      trustDomain: config.ASSAY_TRUST_DOMAIN,
    },
    parts,
  );
}

/** @throws AppError `config`. */
export function startMcpGatewayIdentity(config: McpGatewayConfig, parts: Parts): Promise<ServiceIdentity> {
  return startIdentity(
    {
      url: config.MCP_GATEWAY_VERIFIER_URL,
      urlName: 'MCP_GATEWAY_VERIFIER_URL',
      kind: 'gateway',
      id: config.MCP_GATEWAY_ID,
      orgId: config.MCP_GATEWAY_ORGANIZATION,
      key:
        config.MCP_GATEWAY_VERIFIER_KEY ??
        toToken(config.ASSAY_GATEWAY_SECRET, config.MCP_GATEWAY_ORGANIZATION, config.MCP_GATEWAY_ID),
      bundleFile: config.ASSAY_TRUST_BUNDLE_FILE,
      trustDomain: config.ASSAY_TRUST_DOMAIN,
    },
    parts,
  );
}

/** Undefined where the attestor has no mTLS port. @throws AppError `config`. */
export async function startAttestorIdentity(
  config: AttestorConfig,
  parts: Parts,
): Promise<ServiceIdentity | undefined> {
  if (config.ATTESTOR_MTLS_PORT === undefined) return undefined;
  return startIdentity(
    {
      url: config.ATTESTOR_VERIFIER_URL,
      urlName: 'ATTESTOR_VERIFIER_URL',
      key: config.ATTESTOR_VERIFIER_KEY,
      kind: 'attestor',
      id: config.ATTESTOR_ID,
      orgId: config.GATEWAY_ORGANIZATION,
      bundleFile: config.ASSAY_TRUST_BUNDLE_FILE,
      trustDomain: config.ASSAY_TRUST_DOMAIN,
    },
    parts,
  );
}

/** @throws AppError `config`. */
export function startAuditorIdentity(
  config: AuditorMtlsConfig,
  auditorId: string,
  parts: Parts,
): Promise<ServiceIdentity> {
  return startIdentity(
    {
      url: config.AUDITOR_VERIFIER_URL,
      urlName: 'AUDITOR_VERIFIER_URL',
      key: config.AUDITOR_VERIFIER_KEY,
      kind: 'auditor',
      id: auditorId,
      orgId: config.GATEWAY_ORGANIZATION,
      bundleFile: config.ASSAY_TRUST_BUNDLE_FILE,
      trustDomain: config.ASSAY_TRUST_DOMAIN,
    },
    parts,
  );
}

function toToken(secret: Secret | undefined, organisation: string, gatewayId: string): Secret | undefined {
  return secret === undefined ? undefined : toGatewayToken(secret, { organisation, gatewayId });
}

async function startIdentity(wanted: Wanted, { clock, log }: Parts): Promise<ServiceIdentity> {
  const { url, urlName, key, kind, id, trustDomain, orgId } = wanted;
  if (url === undefined || !url.startsWith('https://')) {
    throw refuse(`mTLS needs ${urlName}: the https URL of the verifier's VERIFIER_MTLS_PORT`);
  }
  const pinned = await readBundleFile(wanted.bundleFile);
  const ownDomain = trustDomainOf(trustDomain, orgId);
  const isVerifier = isOf('verifier', trustDomain);
  const source = await startSvidSource({
    spiffeId: formatSpiffeId({ trustDomain: ownDomain, path: [kind, id] }),
    pinned,
    clock,
    randomBytes,
    sleep,
    log,
    ...createSvidIssuer({
      url,
      service: `${kind}/${id}`,
      token: key?.reveal(),
      accepts: isVerifier,
      clock,
      // An attestor or an auditor is no caller that the verifier knows otherwise: it asks for each with its key.
      renewsByCertificate: kind === 'gateway',
    }),
  });
  return createServiceIdentity({ source, trustDomain, ownDomain, clock });
}

export interface ServiceIdentityDeps {
  readonly source: SvidSource;
  /** Trust domain of the deployment, which is that of its verifiers. */
  readonly trustDomain: string;
  /** Trust domain of the organisation, which is that of its other services. */
  readonly ownDomain: string;
  readonly clock: Clock;
}

/** Connects with the certificates of a source, which closes with the identity. */
export function createServiceIdentity({ source, trustDomain, ownDomain, clock }: ServiceIdentityDeps): ServiceIdentity {
  const isVerifier = isOf('verifier', trustDomain);
  const connections: MtlsDispatcher[] = [];
  return {
    source,
    connect(target, peer) {
      const accepts = peer === 'verifier' ? isVerifier : isOf(peer, ownDomain);
      const connection = createMtlsDispatcher({ url: target, accepts, clock, source });
      connections.push(connection);
      return connection.dispatcher;
    },
    connectAuditor(target, ids) {
      const accepts = isOf('auditor', ownDomain, ids);
      return createMtlsDispatcher({ url: target, accepts, clock, source, connections: auditorConnections });
    },
    tlsTo(peer, name) {
      const accepts = peer === 'verifier' ? isVerifier : isOf(peer, ownDomain, name === undefined ? undefined : [name]);
      return () => toPeerTls({ accepts, clock }, source.bundle(), requireSvid(source));
    },
    async close() {
      await source.close();
      await Promise.all(connections.map((connection) => connection.close()));
    },
  };
}

/** Accepts the ids of services of one kind in one trust domain; of any name, if `ids` is absent. */
function isOf(expected: string, domain: string, ids?: readonly string[]): (id: SpiffeId) => boolean {
  return ({ trustDomain, path: [kind, id, ...rest] }) =>
    trustDomain === domain && kind === expected && id !== undefined && rest.length === 0 && (ids ?? [id]).includes(id);
}

async function readBundleFile(file: string | undefined): Promise<TrustBundle> {
  if (file === undefined) {
    throw refuse('mTLS needs ASSAY_TRUST_BUNDLE_FILE: what the verifier is known by at the first contact');
  }
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw refuse(`ASSAY_TRUST_BUNDLE_FILE ${file} cannot be read`, cause);
  });
  return parseTrustBundle(text, `ASSAY_TRUST_BUNDLE_FILE ${file}`);
}

function refuse(detail: string, cause?: unknown): AppError {
  return new AppError('config', detail, { detail, cause });
}

/** Ends early, and quietly, when the signal aborts. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
