/** Wires attestation: key attestations, Evidence, appraisal, passports, receipts and their witness. */
import type { Registry } from 'prom-client';
import type { Db } from '../../platform/db/db.ts';
import type { Audit } from '../base/audit-log/append.ts';
import { build } from '../base/build.ts';
import { issuerOf } from '../base/config.ts';
import type { ControlChanges } from '../base/control/changes.ts';
import type { Events } from '../base/events/append.ts';
import type { VerifierKeys } from '../base/keys/service.ts';
import { createRevokedThings } from './appraisal/changes.ts';
import { type AppraisalWiring, createAppraisalServices } from './appraisal/create.ts';
import type { EvaluatePolicy } from './appraisal/evaluate.ts';
import type { AppraisalPolicies } from './appraisal/policies.ts';
import type { ReferenceValueSets } from './appraisal/reference-values.ts';
import { createHoldings } from './attestations/holdings.ts';
import type { Attestations } from './attestations/service.ts';
import { embedCollateral } from './collateral/embed.ts';
import { createEvidenceCoverage } from './evidence/coverage.ts';
import { createIngest, type Ingest, type IngestDeps } from './evidence/ingest.ts';
import { createIngestMetrics } from './evidence/ingest-metrics.ts';
import { createKeyRing } from './evidence/key-ring.ts';
import { createPolicySetWatch } from './evidence/policy-sets.ts';
import { addUnsearched } from './evidence/search-write.ts';
import { createEvidenceReader, type EvidenceReader } from './evidence/service.ts';
import type { EvidenceStore } from './evidence/store.ts';
import { type Bundles, createBundles } from './passports/bundle.ts';
import { issuePassport } from './passports/issue.ts';
import { createPassportLinks, type PassportLinks } from './passports/links.ts';
import { createRenewal } from './passports/renewal.ts';
import { createPassports, type Passports } from './passports/service.ts';
import { createPassportStatuses, type PassportStatuses, type PassportStatusesDeps } from './passports/status.ts';
import { createPassportStore } from './passports/store.ts';
import { createChainServices } from './receipts/create.ts';
import type { Receipts } from './receipts/service.ts';
import { forgetOldStatistics } from './statistics/forget.ts';
import { countExchanges } from './statistics/record.ts';
import { createStatistics, type Statistics } from './statistics/service.ts';
import { createStatisticsStore } from './statistics/store.ts';
import type { Witness } from './witness/service.ts';

export interface AttestationServices {
  readonly attestations: Attestations;
  readonly ingest: Ingest;
  readonly evidence: EvidenceReader;
  readonly passports: Passports;
  readonly passportStatuses: PassportStatuses;
  readonly appraisalPolicies: AppraisalPolicies;
  readonly referenceValues: ReferenceValueSets;
  readonly evaluatePolicy: EvaluatePolicy;
  readonly bundles: Bundles;
  readonly passportLinks: PassportLinks;
  readonly receipts: Receipts;
  /** True if a single receipt can be checked without an account. */
  readonly publicReceipts: boolean;
  readonly witness: Witness;
  readonly statistics: Statistics;
  /** Drops a key from the cache of the evidence check in this process. */
  readonly forgetKey: (orgId: string, kid: string) => void;
}

export interface AttestationDeps extends AppraisalWiring {
  /** Has after-commit hooks. */
  readonly db: Db;
  readonly registry: Registry;
  readonly keys: VerifierKeys;
  readonly audit: Audit;
  readonly changes: Pick<ControlChanges, 'hold'>;
  readonly events: Events;
  readonly evidenceStore: EvidenceStore;
  readonly ensureKnownAgents: IngestDeps['ensureKnownAgents'];
  readonly publishDecisions: IngestDeps['publishDecisions'];
  /** True for an agent whose passports everybody may read. */
  readonly hasPublicPassports: PassportStatusesDeps['isPublic'];
}

/**
 * Creates the services of attestation. `coverWaiting` issues passports for evidence that none covers yet, and makes evidence of
 * an older release known to lists.
 */
export async function createAttestationServices(deps: AttestationDeps) {
  const { db, config, clock, randomBytes, log, registry, keys, evidenceStore } = deps;
  const passportStore = createPassportStore(db);
  const acts = { audit: deps.audit, hold: deps.changes.hold };
  const passportStatuses = createPassportStatuses({
    ...acts,
    store: passportStore,
    key: keys.active,
    clock,
    issuer: issuerOf(config),
    findRevoked: createRevokedThings(db),
    isPublic: deps.hasPublicPassports,
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
  const keyRing = createKeyRing({ findByKids: attestations.findByKids, clock });
  const ingest = createIngest({
    store: evidenceStore,
    keys: keyRing,
    clock,
    metrics: createIngestMetrics(registry),
    ensureKnownAgents: deps.ensureKnownAgents,
    countExchanges,
    publishDecisions: deps.publishDecisions,
    holdings: createHoldings(db),
    policySets: createPolicySetWatch({ db, events: deps.events }),
    onStored: renewal.cover,
  });
  const evidence = createEvidenceReader({ store: evidenceStore, factsOfMany: appraisal.keyAppraisal.factsOfMany });
  const passports = createPassports({ store: passportStore, clock, findAttestations: attestations.findByHashes });
  const bundles = createBundles({
    passports,
    evidence,
    keys,
    clock,
    findAttestations: async (orgId, kids) =>
      embedCollateral(appraisal.archive, orgId, await attestations.findByKids(orgId, kids)),
  });
  const passportLinks = createPassportLinks({
    ...acts,
    db,
    store: passportStore,
    bundles,
    clock,
    randomBytes,
    issuer: issuerOf(config),
  });
  const chains = await createChainServices({ ...deps, attestations, evidence });
  const coverWaiting = async () => {
    await addUnsearched(db, log);
    for (const { orgId, group } of await coverage.listWaiting(db)) {
      await renewal.cover(orgId, [{ group, decisionTier: 'none' }]);
    }
  };
  const services: AttestationServices = {
    attestations,
    ingest,
    evidence,
    passports,
    passportStatuses,
    bundles,
    passportLinks,
    ...chains,
    appraisalPolicies: appraisal.appraisalPolicies,
    referenceValues: appraisal.referenceValues,
    evaluatePolicy: appraisal.evaluatePolicy,
    statistics: createStatistics({ store: createStatisticsStore(db), clock }),
    forgetKey: keyRing.forget,
  };
  const attestationChores = [() => forgetOldStatistics({ db, clock })];
  return { services, renewal, coverWaiting, attestationChores };
}
