/** The attestor over HTTP: signing and attesting need the per-start secret; the public key is open to everybody. */
import { toBase64Url } from '@assay/sdk/crypto';
import manifest from '../../package.json' with { type: 'json' };
import { type EvidencePayload, toEvidencePayload } from '../clients/attestor/evidence-payload.ts';
import { fromCheckpointRequest, toSignedWire } from '../clients/attestor/wire.ts';
import { attestor as operations } from '../contract/api/attestor-api/operations.ts';
import type { IdentityWire } from '../contract/api/attestor-api/shapes.ts';
import { type Caller, createAccess, type Identify } from '../platform/http/access.ts';
import { createHttpApp, type HttpApp } from '../platform/http/app.ts';
import { addOperation } from '../platform/http/mount-raw.ts';
import type { Logger } from '../platform/log.ts';
import type { Secret } from '../platform/secret.ts';
import type { Attestor } from './attestor.ts';

export interface AttestorAppOptions {
  readonly attestor: Attestor;
  /** The secret that the gateway must present. */
  readonly token: Secret;
  /** Id of the gateway that may use the mTLS port, and nobody else; absent without that port. */
  readonly gatewayId?: string;
  /** Address that the app will be bound to. */
  readonly host: string;
  readonly log: Logger;
}

/** More than a chain lets wait for signatures, 64 MiB as base64url. */
const bodyLimit = 64 * 1024 * 1024;

/** Creates the app around a running attestor. Nothing listens until `app.listen`. */
export function createAttestorApp({ attestor, token, gatewayId, host, log }: AttestorAppOptions): HttpApp {
  const app = createHttpApp({
    service: 'attestor',
    version: manifest.version,
    log,
    access: createAccess({
      host,
      accessToken: token,
      ...(gatewayId === undefined ? {} : { identify: byCertificate(gatewayId) }),
    }),
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

/** The mTLS port has already checked the certificate. */
function byCertificate(gatewayId: string): Identify {
  const role = { kind: 'gateway', role: 'gateway', authentication: 'mtls' } as const;
  const gateway: Caller = { user: gatewayId, ...role, organisation: 'default', scopes: 'all', isDeployment: false };
  return {
    byCredential: () => undefined,
    byConnection: ({ clientCertificate }) => (clientCertificate === undefined ? undefined : gateway),
  };
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
