/** Wires the services of the verifier, which the endpoint groups need, over an open database. */
import type { Registry } from 'prom-client';
import type { Clock } from '../platform/clock.ts';
import type { DataDir } from '../platform/data-dir.ts';
import { withCommits } from '../platform/db/after-commit.ts';
import type { Database } from '../platform/db/db.ts';
import type { Identify } from '../platform/http/access.ts';
import { createGuardedFetch } from '../platform/http/guarded-fetch.ts';
import { createRateBound } from '../platform/http/rate-bound.ts';
import type { RandomBytes } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { toMcpSettings } from '../platform/mcp/variables.ts';
import { checkKeyAttestation } from '../proof/key-attestation.ts';
import { toAcceptancePolicies } from './attestation/appraisal/acceptance.ts';
import { createRevokedThings, createTrustChanges } from './attestation/appraisal/changes.ts';
import { createEffectivePolicies } from './attestation/appraisal/effective.ts';
import { createEvaluation } from './attestation/appraisal/evaluate.ts';
import { type CheckKeyAttestation, createHardwareCheck } from './attestation/appraisal/hardware-check.ts';
import { createKeyAppraisal } from './attestation/appraisal/key-appraisal.ts';
import { createAppraisalPolicies } from './attestation/appraisal/policies.ts';
import { createRecordStore } from './attestation/appraisal/records.ts';
import { createReferenceValueSets } from './attestation/appraisal/reference-values.ts';
import { createHoldings } from './attestation/attestations/holdings.ts';
import { createAttestations } from './attestation/attestations/service.ts';
import { createAttestationStore } from './attestation/attestations/store.ts';
import { createCollateralArchive } from './attestation/collateral/archive.ts';
import { embedCollateral } from './attestation/collateral/embed.ts';
import { createCollateralFolder } from './attestation/collateral/folder.ts';
import { loadVendorRoots } from './attestation/collateral/roots-file.ts';
import { createEvidenceCoverage } from './attestation/evidence/coverage.ts';
import { createIngest } from './attestation/evidence/ingest.ts';
import { createIngestMetrics } from './attestation/evidence/ingest-metrics.ts';
import { createKeyRing } from './attestation/evidence/key-ring.ts';
import { createPolicySetWatch } from './attestation/evidence/policy-sets.ts';
import { createEvidenceReader } from './attestation/evidence/service.ts';
import { createEvidenceStore } from './attestation/evidence/store.ts';
import { decodeEvidence } from './attestation/evidence/view.ts';
import { createBundles } from './attestation/passports/bundle.ts';
import { issuePassport } from './attestation/passports/issue.ts';
import { createRenewal } from './attestation/passports/renewal.ts';
import { createPassports } from './attestation/passports/service.ts';
import {
  createPassportStatuses,
  type PassportStatuses,
  type PassportStatusesDeps,
} from './attestation/passports/status.ts';
import { createPassportStore } from './attestation/passports/store.ts';
import { createReceiptIngest } from './attestation/receipts/ingest.ts';
import { createReceipts } from './attestation/receipts/service.ts';
import { createReceiptStore } from './attestation/receipts/store.ts';
import { createChainTree } from './attestation/receipts/tree.ts';
import { witnessName } from './attestation/witness/key-file.ts';
import { createWitness } from './attestation/witness/service.ts';
import { createWitnessStore } from './attestation/witness/store.ts';
import { build } from './base/build.ts';
import { issuerOf, mcpGatewayUrlOf, outboundAllowOf, outboundPortsOf, type VerifierConfig } from './base/config.ts';
import { createIdempotency } from './base/idempotency/service.ts';
import { createVerifierKeys } from './base/keys/service.ts';
import { createLateBound } from './base/late-bound.ts';
import { createMount } from './base/mount.ts';
import { defaultOrganisation } from './base/tenancy.ts';
import { createAccessReviewServices } from './composition/access-reviews/create.ts';
import { createCompositionPlane } from './composition/create.ts';
import type { ScanModelFile } from './composition/model-registry/create.ts';
import { createControlPlane } from './configuration/create.ts';
import { startHourly } from './configuration/lifecycle/hourly.ts';
import { createDelegationPlane } from './delegation/create.ts';
import type { Services } from './features.ts';
import { createHandOver } from './front/mcp/hand-over.ts';
import { createPages } from './front/pages/create.ts';
import { withErrorPages } from './front/pages/error-pages.ts';
import { toOAuthErrorPage } from './front/pages/oauth-error-page.ts';
import { pageHeaders } from './front/pages/page-headers.ts';
import { createIdentityPlane } from './identity/create.ts';
import { removeIdleClients } from './identity/issuer/idle-clients.ts';
import { toMcpAudience } from './identity/issuer/mcp-resource.ts';
import { createLifecycleHooks, type LifecycleHooks } from './lifecycle-hooks.ts';
import { createToolsPlane } from './tools/create.ts';

export interface VerifierDeps {
  readonly config: VerifierConfig;
  readonly database: Database;
  readonly dataDir: DataDir;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  /** True if work starts by itself: workflow runs, webhooks, installations …; true if absent. Tests start it themselves. */
  readonly isScheduled?: boolean;
  /** Checks key attestations; the rules of the proof folder with the pinned vendor roots if absent. */
  readonly checkAttestation?: CheckKeyAttestation;
  /** Scans model files; without it, files are not scanned. */
  readonly scanModelFile?: ScanModelFile;
  /** Identifies callers before every other credential. Only tests set it, to pass in callers. */
  readonly identify?: Identify;
}

/** Creates all services. `coverWaiting` issues passports for evidence that none covers yet. */
export async function createServices(deps: VerifierDeps, registry: Registry) {
  const { config, database, dataDir, clock, randomBytes, log, isScheduled = true } = deps;
  const db = withCommits(database.db);
  const keys = await createVerifierKeys({ db, dataDir, clock });
  const idempotency = createIdempotency({ db, clock });
  const outboundAllow = outboundAllowOf(config);
  const fetch = createGuardedFetch({
    ...{ allow: outboundAllow, ports: outboundPortsOf(config) },
    // Refusals for an organisation go to its audit log.
    onRefused: async (refusal) => log.warn(refusal, 'an outbound call was refused'),
  });
  const hooks = createLateBound<LifecycleHooks>('the lifecycle hooks');
  const mcpUrl = mcpGatewayUrlOf(config);
  const controlPlane = createControlPlane({
    ...{ db, clock, randomBytes, keys, registry, log },
    trustDomain: config.ASSAY_TRUST_DOMAIN,
    issuer: issuerOf(config),
    ...{ fetch, outboundAllow, mcpAudience: mcpUrl === undefined ? undefined : toMcpAudience(mcpUrl) },
    hooks: hooks.get,
  });
  const below = { ...controlPlane, dataDir, config, clock, randomBytes, log, registry, keys, hooks: hooks.get };
  const identityPlane = await createIdentityPlane({
    ...{ ...below, fetch },
    pages: { oauthError: (error) => ({ html: toOAuthErrorPage(error), headers: pageHeaders() }), withErrorPages },
  });
  const delegationPlane = createDelegationPlane({ ...below, ...identityPlane });
  const toolsPlane = await createToolsPlane({ ...below, ...identityPlane, ...delegationPlane, isScheduled });
  const { agents } = controlPlane;
  const accessReviews = createAccessReviewServices({
    ...{ db, clock, randomBytes, agents, apiKeys: identityPlane.apiKeys, roleOf: identityPlane.members.roleOf },
    delegations: delegationPlane.delegations,
    ...{ scopedCredentials: toolsPlane.scopedCredentials, toolRules: toolsPlane.toolRules },
    ...{ audit: controlPlane.audit, changes: controlPlane.changes, workspaces: controlPlane.workspaces },
  });
  const passportStore = createPassportStore(db);
  const acts = { audit: controlPlane.audit, hold: controlPlane.changes.hold };
  const passportStatuses = createPassportStatuses({
    ...acts,
    store: passportStore,
    key: keys.active,
    clock,
    issuer: issuerOf(config),
    findRevoked: createRevokedThings(db),
    isPublic: agents.hasPublicPassports,
  });
  const appraisal = await createAppraisalServices(deps, passportStatuses, acts);
  const { attestations } = appraisal;
  const coverage = createEvidenceCoverage();
  const renewal = createRenewal({
    issue: (orgId, group) =>
      issuePassport(
        {
          store: passportStore,
          coverage,
          factsOf: appraisal.keyAppraisal.factsOf,
          trust: appraisal.trust,
          key: keys.active,
          clock,
          randomBytes,
          issuer: issuerOf(config),
          ttlS: config.VERIFIER_PASSPORT_TTL_S,
          build,
        },
        orgId,
        group,
      ),
    clock,
    intervalMs: config.VERIFIER_PASSPORT_RENEW_MS,
    log,
  });

  const evidenceStore = createEvidenceStore(db);
  const compositionPlane = createCompositionPlane({
    ...{ ...below, ...identityPlane, ...delegationPlane, ...toolsPlane },
    ...{ database, evidenceStore, scanModelFile: deps.scanModelFile, isScheduled },
  });
  const lifecycleHooks = createLifecycleHooks({
    ...{ ...controlPlane, ...identityPlane, ...delegationPlane, ...toolsPlane, ...compositionPlane },
  });
  hooks.bind(lifecycleHooks);
  const keyRing = createKeyRing({ findByKids: attestations.findByKids, clock });
  const ingest = createIngest({
    store: evidenceStore,
    keys: keyRing,
    clock,
    metrics: createIngestMetrics(registry),
    ensureKnownAgents: agents.ensureKnown,
    tellDecisions: delegationPlane.tellDecisions,
    holdings: createHoldings(db),
    policySets: createPolicySetWatch({ db, events: delegationPlane.events }),
    onStored: renewal.cover,
  });
  const evidence = createEvidenceReader({ store: evidenceStore, factsOfMany: appraisal.keyAppraisal.factsOfMany });
  const passports = createPassports({ store: passportStore, clock, findAttestations: attestations.findByHashes });
  const bundles = createBundles({
    ...{ passports, evidence, keys, clock },
    findAttestations: async (orgId, kids) =>
      embedCollateral(appraisal.archive, orgId, await attestations.findByKids(orgId, kids)),
  });
  const chains = await createChainServices(deps, { attestations, evidence });
  const services: Services = {
    ...{ attestations, ingest, evidence, passports, bundles, keys, passportStatuses },
    ...chains,
    ...controlPlane,
    ...identityPlane,
    ...delegationPlane,
    ...toolsPlane,
    ...compositionPlane,
    ...accessReviews,
    lifecycleHooks,
    pages: createPages({
      ...{ config, clock, randomBytes },
      ...{ ...controlPlane, ...identityPlane, ...delegationPlane, ...toolsPlane },
    }),
    hourly: startHourly({
      ...{ ...controlPlane, ...accessReviews, clock, log },
      removeIdleClients: () => removeIdleClients({ ...controlPlane, clock }),
      chores: [...delegationPlane.chores, ...toolsPlane.toolChores, ...compositionPlane.compositionChores],
      intervalMs: config.VERIFIER_LIFECYCLE_INTERVAL_S * 1000,
      schedule,
    }),
    appraisalPolicies: appraisal.appraisalPolicies,
    referenceValues: appraisal.referenceValues,
    evaluatePolicy: appraisal.evaluatePolicy,
    idempotency,
    mount: createMount({ db, idempotency }),
    publicRate: createRateBound({ clock, perMinute: publicCallsPerMinute }),
    forgetKey: keyRing.forget,
    mcp: { settings: toMcpSettings(config), handOver: createHandOver(), log },
  };
  const coverWaiting = async () => {
    for (const { orgId, group } of await coverage.listWaiting(db)) {
      await renewal.cover(orgId, [{ group, decisionTier: 'none' }]);
    }
  };
  return { services, renewal, coverWaiting };
}

function schedule(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
}

/** Unauthenticated calls from one address per minute. */
const publicCallsPerMinute = 300;

/** Creates what appraisals depend on: key attestations, policies, reference values, and their change log. */
async function createAppraisalServices(
  deps: VerifierDeps,
  passportStatuses: PassportStatuses,
  acts: Pick<PassportStatusesDeps, 'audit' | 'hold'>,
) {
  const { clock, randomBytes, log, config, checkAttestation = checkKeyAttestation } = deps;
  const { db } = deps.database;
  const roots = await loadVendorRoots(config);
  const foreign = roots
    .filter(({ profile }) => profile !== 'production')
    .map(({ name, profile }) => `${name} (${profile})`);
  if (foreign.length > 0) {
    log.warn(
      { roots: [...new Set(foreign)] },
      'hardware reports under roots that are not pinned are accepted: for tests only',
    );
  }
  const check: CheckKeyAttestation = (candidate, asked) => checkAttestation(candidate, { roots, ...asked });
  const directory = config.VERIFIER_COLLATERAL_DIR ?? deps.dataDir.file('collateral');
  const archive = createCollateralArchive({ db, clock });
  const collateral = { ...createCollateralFolder({ directory, clock, log }), keep: archive.keep };
  const changes = createTrustChanges();
  const policyRecords = createRecordStore('policy');
  const referenceValues = createReferenceValueSets({
    ...{ db, changes, clock, randomBytes, ...acts },
    records: createRecordStore('reference_values'),
    revokePassports: (tx, orgId, where, { by, reason }) =>
      passportStatuses.revokeDependents(tx, orgId, where, by, reason),
  });
  const findSets = referenceValues.findMany;
  const effective = createEffectivePolicies({ records: policyRecords, changes, findSets });
  const attestations = createAttestations({
    ...{ clock, randomBytes, check, collateral, ...acts },
    store: createAttestationStore(db),
    holdings: createHoldings(db),
    acceptancePolicies: async (orgId) => toAcceptancePolicies((await effective.find(db, orgId, undefined)).document),
    async onRevoked(tx, { hash }, { author: { orgId, user }, reason }) {
      await changes.record(tx, {
        ...{ org_id: orgId, action: 'attestation_revoked', workspace_id: '', subject_id: hash, subject_version: null },
        ...{ changed_at: clock.now(), changed_by: user, reason },
      });
      const why = `key attestation revoked: ${reason}`;
      return passportStatuses.revokeDependents(tx, orgId, { keyAttestationHash: hash }, user, why);
    },
  });
  const keyAppraisal = createKeyAppraisal({
    ...{ db, clock, policies: effective },
    findAttestations: attestations.findByKids,
    hardware: createHardwareCheck(check, (hashes) => archive.find(defaultOrganisation, hashes)),
  });
  return {
    archive,
    attestations,
    referenceValues,
    keyAppraisal,
    appraisalPolicies: createAppraisalPolicies({
      ...{ db, changes, effective, findSets, clock, randomBytes, ...acts },
      records: policyRecords,
    }),
    evaluatePolicy: createEvaluation({
      ...{ db, effective, clock, keys: keyAppraisal },
      listAttestations: attestations.listStored,
    }),
    trust: { read: (orgId: string) => changes.readEpoch(db, orgId), hold: changes.holdEpoch },
  };
}

/** Subtrees that are computed when a checkpoint comes: a chain grows by less between two of them. */
const tilesPerCheckpoint = 16;

async function createChainServices(
  { config, database: { db }, dataDir, clock }: VerifierDeps,
  { attestations, evidence }: Pick<Services, 'attestations' | 'evidence'>,
) {
  const store = createReceiptStore(db);
  const tree = createChainTree(store);
  const holdings = createHoldings(db);
  const issuer = issuerOf(config);
  const witness = await createWitness({
    store: createWitnessStore(db),
    dataDir,
    clock,
    name: witnessName({ publicUrl: config.ASSAY_PUBLIC_URL, trustDomain: config.ASSAY_TRUST_DOMAIN }),
    async findEpochs(orgId, chainId) {
      const epochs = await store.listEpochs(orgId, chainId);
      return epochs.map(({ seq, public_key: x }) => ({ seq, jwk: { kty: 'OKP', crv: 'Ed25519', x } }));
    },
    holdings,
    countRecords: store.countTo,
    onCosigned: (orgId, chainId, size) => tree.extend(orgId, chainId, size, tilesPerCheckpoint),
  });
  const receipts = createReceipts({
    store,
    tree,
    issuer,
    ingest: createReceiptIngest({ store, clock, holdings, findAttestations: attestations.findByHashes }),
    findLatestCheckpoint: witness.findLatest,
    witnessKeys: witness.keys,
    trustedWitnesses: witness.trusted,
    findAttestations: attestations.findByHashes,
    async findEvidence(orgId, evidenceId) {
      const { passportId, jws } = await evidence.getParts(orgId, evidenceId);
      return { passportId, modelId: decodeEvidence(jws).model_id };
    },
    now: clock.now,
  });
  return { receipts, witness, publicReceipts: config.VERIFIER_PUBLIC_RECEIPTS };
}
