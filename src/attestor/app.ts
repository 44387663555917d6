/** The attestor over HTTP: signing and attesting need the per-start secret; who the key is, anybody may read. */
import { toBase64Url } from '@assay/sdk/crypto';
import { Type } from 'typebox';
import manifest from '../../package.json' with { type: 'json' };
import { type EvidencePayload, toEvidencePayload } from '../clients/attestor/evidence-payload.ts';
import {
  AttestRequestSchema,
  AttestResponseSchema,
  attestorPaths,
  fromCheckpointRequest,
  IdentitySchema,
  type IdentityWire,
  RenewRequestSchema,
  SignCheckpointRequestSchema,
  SignCheckpointResponseSchema,
  SignExchangesRequestSchema,
  SignExchangesResponseSchema,
  SignReceiptsRequestSchema,
  SignReceiptsResponseSchema,
  toSignedWire,
} from '../clients/attestor/wire.ts';
import { OkpKeySchema } from '../contract/key-attestation.ts';
import { type Caller, createAccess, type Identify } from '../platform/http/access.ts';
import { createHttpApp, type HttpApp } from '../platform/http/app.ts';
import type { Logger } from '../platform/log.ts';
import type { Secret } from '../platform/secret.ts';
import type { Attestor } from './attestor.ts';

export interface AttestorAppOptions {
  readonly attestor: Attestor;
  /** What its gateway must present to have anything signed. */
  readonly token: Secret;
  /** Id of the gateway that comes by mTLS, where nobody else is let in; absent without that port. */
  readonly gatewayId?: string;
  /** Address that the app will be bound to. */
  readonly host: string;
  readonly log: Logger;
}

const JwksSchema = Type.Object({
  keys: Type.Array(
    Type.Intersect([
      OkpKeySchema,
      Type.Object({ kid: Type.String(), alg: Type.Literal('EdDSA'), use: Type.Literal('sig') }),
    ]),
  ),
});

/** Above what a chain lets wait for its signatures, 64 MiB as base64url. */
const bodyLimit = 64 * 1024 * 1024;

/** Makes the app around a running attestor. Nothing listens until `app.listen`. */
export function createAttestorApp({ attestor, token, gatewayId, host, log }: AttestorAppOptions): HttpApp {
  const app = createHttpApp({
    service: 'attestor',
    version: manifest.version,
    log,
    access: createAccess({
      ...{ host, accessToken: token },
      ...(gatewayId === undefined ? {} : { identify: byCertificate(gatewayId) }),
    }),
    bodyLimit,
    openapi: {
      title: 'Assay attestor',
      description: 'Signs the Evidence and receipts of one gateway with an attested key.',
    },
    health: () => ({ ready: attestor.ready, kind: attestor.kind, kid: attestor.kid }),
  });
  app.register(async (scope) => {
    addKeyRoutes(scope, attestor);
    addSigningRoutes(scope, attestor);
  });
  return app;
}

/** The mTLS port has checked whose certificate it is. */
function byCertificate(gatewayId: string): Identify {
  const role = { kind: 'gateway', role: 'gateway', authentication: 'mtls' } as const;
  const gateway: Caller = { user: gatewayId, ...role, organisation: 'default', scopes: 'all', isDeployment: false };
  return {
    byCredential: () => undefined,
    byConnection: ({ clientCertificate }) => (clientCertificate === undefined ? undefined : gateway),
  };
}

function addKeyRoutes(scope: HttpApp, attestor: Attestor): void {
  scope.get(
    attestorPaths.identity,
    {
      config: { access: 'open' },
      schema: {
        summary: 'Who signs: key, kind of environment, key attestation',
        tags: ['identity'],
        response: { 200: IdentitySchema },
      },
    },
    async () => identityOf(attestor),
  );
  scope.get(
    attestorPaths.jwks,
    {
      config: { access: 'open' },
      schema: {
        summary: 'Public keys of this start, the one in use first',
        tags: ['identity'],
        response: { 200: JwksSchema },
      },
    },
    async () => ({ keys: attestor.keys().map((key) => ({ ...key, alg: 'EdDSA' as const, use: 'sig' as const })) }),
  );
  scope.post(
    attestorPaths.attest,
    {
      schema: {
        summary: 'Attest the key again, over a nonce of the verifier',
        tags: ['identity'],
        body: AttestRequestSchema,
        response: { 200: AttestResponseSchema },
      },
    },
    async (request) => ({ key_attestation: await attestor.attest(request.body.nonce) }),
  );
  scope.post(
    attestorPaths.renew,
    {
      schema: {
        summary: 'Drop the key of this id for a new one, and tell who signs now',
        tags: ['identity'],
        body: RenewRequestSchema,
        response: { 200: IdentitySchema },
      },
    },
    async (request) => {
      await attestor.renew(request.body.kid);
      return identityOf(attestor);
    },
  );
}

function identityOf({ kid, jwk, kind, keyAttestation, keyAttestationHash, retiringKid }: Attestor): IdentityWire {
  const identity = { kid, jwk, kind, key_attestation: keyAttestation, key_attestation_hash: keyAttestationHash };
  return retiringKid === undefined ? identity : { ...identity, retiring_kid: retiringKid };
}

const toPayload = (candidate: unknown): EvidencePayload | undefined =>
  candidate === null ? undefined : toEvidencePayload(candidate);

function addSigningRoutes(scope: HttpApp, attestor: Attestor): void {
  scope.post(
    attestorPaths.signExchanges,
    {
      schema: {
        summary: 'Sign Evidence of the one gateway that is served, and the receipts that name it',
        tags: ['sign'],
        body: SignExchangesRequestSchema,
        response: { 200: SignExchangesResponseSchema },
      },
    },
    async ({ body: { records, evidence } }) =>
      toSignedWire(await attestor.signExchanges(records, evidence.map(toPayload))),
  );
  scope.post(
    attestorPaths.signReceipts,
    {
      schema: {
        summary: 'Sign receipts of the one chain that is served',
        tags: ['sign'],
        body: SignReceiptsRequestSchema,
        response: { 200: SignReceiptsResponseSchema },
      },
    },
    async (request) => ({ signatures: (await attestor.signReceipts(request.body.records)).map(toBase64Url) }),
  );
  scope.post(
    attestorPaths.signCheckpoint,
    {
      schema: {
        summary: 'Sign a checkpoint of the one chain that is served',
        tags: ['sign'],
        body: SignCheckpointRequestSchema,
        response: { 200: SignCheckpointResponseSchema },
      },
    },
    async ({ body }) => ({ checkpoint: await attestor.signCheckpoint(fromCheckpointRequest(body)) }),
  );
}
