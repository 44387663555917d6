/** Wires appraisal over key attestations and their collateral. */
import type { Clock } from '../../../platform/clock.ts';
import type { DataDir } from '../../../platform/data-dir.ts';
import type { Database } from '../../../platform/db/db.ts';
import type { RandomBytes } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/log.ts';
import { checkKeyAttestation } from '../../../proof/key-attestation.ts';
import type { VerifierConfig } from '../../base/config.ts';
import { defaultOrganisation } from '../../base/tenancy.ts';
import { createHoldings } from '../attestations/holdings.ts';
import { createAttestations } from '../attestations/service.ts';
import { createAttestationStore } from '../attestations/store.ts';
import { createCollateralArchive } from '../collateral/archive.ts';
import { createCollateralFolder } from '../collateral/folder.ts';
import { loadVendorRoots } from '../collateral/roots-file.ts';
import type { PassportStatuses, PassportStatusesDeps } from '../passports/status.ts';
import { toAcceptancePolicies } from './acceptance.ts';
import { createTrustChanges } from './changes.ts';
import { createEffectivePolicies } from './effective.ts';
import { createEvaluation } from './evaluate.ts';
import { type CheckKeyAttestation, createHardwareCheck } from './hardware-check.ts';
import { createKeyAppraisal } from './key-appraisal.ts';
import { createAppraisalPolicies } from './policies.ts';
import { createAppraisalRecordStore } from './records.ts';
import { createReferenceValueSets } from './reference-values.ts';

export interface AppraisalWiring {
  readonly config: VerifierConfig;
  readonly database: Pick<Database, 'db'>;
  readonly dataDir: DataDir;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Logger;
  /** Checks key attestations; the rules of the proof folder with the pinned vendor roots if absent. */
  readonly checkAttestation?: CheckKeyAttestation;
}

/** Creates what appraisals depend on: key attestations, policies, reference values, and their change log. */
export async function createAppraisalServices(
  deps: AppraisalWiring,
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
  const policyRecords = createAppraisalRecordStore('policy');
  const referenceValues = createReferenceValueSets({
    db,
    changes,
    clock,
    randomBytes,
    ...acts,
    records: createAppraisalRecordStore('reference_values'),
    revokePassports: (tx, orgId, where, { by, reason }) =>
      passportStatuses.revokeDependents(tx, orgId, where, by, reason),
  });
  const findSets = referenceValues.findMany;
  const effective = createEffectivePolicies({ records: policyRecords, changes, findSets });
  const attestations = createAttestations({
    clock,
    randomBytes,
    check,
    collateral,
    ...acts,
    store: createAttestationStore(db),
    holdings: createHoldings(db),
    acceptancePolicies: async (orgId) => toAcceptancePolicies((await effective.find(db, orgId, undefined)).document),
    async onRevoked(tx, { hash }, { author: { orgId, user }, reason }) {
      await changes.record(tx, {
        org_id: orgId,
        action: 'attestation_revoked',
        workspace_id: '',
        subject_id: hash,
        subject_version: null,
        changed_at: clock.now(),
        changed_by: user,
        reason,
      });
      const why = `key attestation revoked: ${reason}`;
      return passportStatuses.revokeDependents(tx, orgId, { keyAttestationHash: hash }, user, why);
    },
  });
  const keyAppraisal = createKeyAppraisal({
    db,
    clock,
    policies: effective,
    findAttestations: attestations.findByKids,
    hardware: createHardwareCheck(check, (hashes) => archive.find(defaultOrganisation, hashes)),
  });
  return {
    archive,
    attestations,
    referenceValues,
    keyAppraisal,
    appraisalPolicies: createAppraisalPolicies({
      db,
      changes,
      effective,
      findSets,
      clock,
      randomBytes,
      ...acts,
      records: policyRecords,
    }),
    evaluatePolicy: createEvaluation({
      db,
      effective,
      clock,
      keys: keyAppraisal,
      listAttestations: attestations.listStored,
    }),
    trust: { read: (orgId: string) => changes.readEpoch(db, orgId), hold: changes.holdEpoch },
  };
}
