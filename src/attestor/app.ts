/** The attestor over HTTP: signing and attesting need the per-start secret; the public key is open to everybody. */
import { toBase64Url } from '@assay/sdk/crypto';
import manifest from '../../package.json' with { type: 'json' };
import { type EvidencePayload, toEvidencePayload } from '../clients/attestor/evidence-payload.ts';
import { fromCheckpointRequest, toSignedWire } from '../clients/attestor/wire.ts';
import { attestor as operations } from '../contract/api/attestor-api/operations.ts';
import type { IdentityWire } from '../contract/api/attestor-api/shapes.ts';
import { type Access, type Caller, createAccess, type Identify, isLoopback } from '../platform/http/access.ts';
import { createHttpApp, type HttpApp } from '../platform/http/app.ts';
import { addOperation } from '../platform/http/mount-raw.ts';
import type { Logger } from '../platform/log.ts';
import { isSameSecret, type Secret } from '../platform/secret.ts';
import type { Attestor } from './attestor.ts';
import type { AttestorConfig } from './config.ts';

export interface AttestorAppOptions {
  readonly attestor: Attestor;
  /** The secret that the gateway must present. */
  readonly token: Secret;
  /** Id of the gateway that may use the mTLS port, and nobody else; absent without that port. */
  readonly gatewayId?: string;
  /** Address that the app will be bound to. */
  readonly host: string;
  /** Decides who may read `/metrics`; only the gateway if absent. */
  readonly metricsAccess?: Access;
  readonly log: Logger;
}

/** More than a chain lets wait for signatures, 64 MiB as base64url. */
const bodyLimit = 64 * 1024 * 1024;

/** Creates the app around a running attestor. Nothing listens until `app.listen`. */
export function createAttestorApp(options: AttestorAppOptions): HttpApp {
  const { attestor, token, gatewayId, host, log } = options;
  const access = createAccess({
    host,
    accessToken: token,
    ...(gatewayId === undefined ? {} : { identify: byCertificate(gatewayId) }),
  });
  const app = createHttpApp({
    service: 'attestor',
    version: manifest.version,
    log,
    access: withMetricsAccess(access, options),
    bodyLimit,
    openapi: {
      title: 'Assay attestor',
      description: 'Signs the Evidence and receipts of one gateway with an attested key.',
      server: 'http://127.0.0.1:8400',
    },
    health: () => ({ ready: attestor.ready, kind: attestor.kind, kid: attestor.kid }),
  });
  app.register(async (scope) => {
    addKeyRoutes(scope, attestor);
    addSigningRoutes(scope, attestor);
  });
  return app;
}

/**
 * The secret of the gateway is for signing, and whoever watches the service must not have it. So metrics are read as at
 * the other services, and nothing else is.
 */
function withMetricsAccess(access: Access, { metricsAccess }: Pick<AttestorAppOptions, 'metricsAccess'>): Access {
  if (metricsAccess === undefined) return access;
  return {
    admit: (call, level) => (call.url?.split('?', 1)[0] === '/metrics' ? metricsAccess : access).admit(call, level),
  };
}

/** Admits as gateways do: everybody on loopback, or a token where one is configured or the address is on a network. */
export function createMetricsAccess(
  config: Pick<AttestorConfig, 'ATTESTOR_HOST' | 'ASSAY_ACCESS_TOKEN' | 'ASSAY_AUTHENTICATION'>,
  token: Secret,
  operatorToken: Secret,
): Access {
  const { ATTESTOR_HOST: host, ASSAY_ACCESS_TOKEN: accessToken, ASSAY_AUTHENTICATION: authentication } = config;
  return createAccess({
    host,
    accessToken,
    operatorToken,
    isRequired: authentication === 'required' || !isLoopback(host),
    identify: {
      byCredential: ({ credential }) =>
        isSameSecret(credential, token.reveal()) ? gatewayCaller('gateway') : undefined,
    },
  });
}

/** The mTLS port has already checked the certificate. */
function byCertificate(gatewayId: string): Identify {
  const gateway = gatewayCaller(gatewayId, 'mtls');
  return {
    byCredential: () => undefined,
    byConnection: ({ clientCertificate }) => (clientCertificate === undefined ? undefined : gateway),
  };
}

function gatewayCaller(user: string, authentication: Caller['authentication'] = 'token'): Caller {
  const role = { kind: 'gateway', role: 'gateway' } as const;
  return { user, ...role, authentication, organisation: 'default', scopes: 'all', isDeployment: false };
}

function addKeyRoutes(scope: HttpApp, attestor: Attestor): void {
  const open = { access: 'open' } as const;
  addOperation(scope, operations.getIdentity, async () => identityOf(attestor), open);
  addOperation(
    scope,
    operations.listKeys,
    async () => ({ keys: attestor.keys().map((key) => ({ ...key, alg: 'EdDSA' as const, use: 'sig' as const })) }),
    open,
  );
  addOperation(scope, operations.attest, async ({ body }) => ({ key_attestation: await attestor.attest(body.nonce) }));
  addOperation(scope, operations.renew, async ({ body }) => {
    await attestor.renew(body.kid);
    return identityOf(attestor);
  });
}

function identityOf({ kid, jwk, kind, keyAttestation, keyAttestationHash, retiringKid }: Attestor): IdentityWire {
  const identity = { kid, jwk, kind, key_attestation: keyAttestation, key_attestation_hash: keyAttestationHash };
  return retiringKid === undefined ? identity : { ...identity, retiring_kid: retiringKid };
}

const toPayload = (candidate: unknown): EvidencePayload | undefined =>
  candidate === null ? undefined : toEvidencePayload(candidate);

function addSigningRoutes(scope: HttpApp, attestor: Attestor): void {
  addOperation(scope, operations.signExchanges, async ({ body: { records, evidence } }) =>
    toSignedWire(await attestor.signExchanges(records, evidence.map(toPayload))),
  );
  addOperation(scope, operations.signReceipts, async ({ body }) => ({
    signatures: (await attestor.signReceipts(body.records)).map(toBase64Url),
  }));
  addOperation(scope, operations.signCheckpoint, async ({ body }) => ({
    checkpoint: await attestor.signCheckpoint(fromCheckpointRequest(body)),
  }));
}
