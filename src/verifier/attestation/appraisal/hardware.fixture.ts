/**
 * Key attestations with hardware for tests: the software report stands for the vendor's, and the name of the attestor says what
 * the hardware is, e.g. `spiffe://test/sev-snp/<measurement>`.
 */
import type { HardwareFacts, KeyHardware } from '../../../contract/hardware-facts.ts';
import { checkKeyAttestation } from '../../../proof/key-attestation.ts';
import type { ReportPolicy } from '../../../proof/reports/policy.ts';
import type { CheckKeyAttestation } from './hardware-check.ts';

/** 48 equal bytes. */
export const aMeasurement = (byte: string): string => byte.repeat(48);

/** Names the attestor of a key with a measurement; `gpu` adds a GPU beside the processor. */
export function hardwareInstance(measurement: string, options: { gpu?: boolean } = {}): string {
  return `spiffe://test/sev-snp/${measurement}${options.gpu === true ? '/gpu' : ''}`;
}

/** Gives the facts of a genuine report under a policy. */
export function hardwareFacts(
  measurement: string,
  policy: ReportPolicy = {},
  change: Partial<HardwareFacts> = {},
): HardwareFacts {
  const allowed = policy.measurements?.['measurement'];
  const holds = allowed?.some((value) => value.toLowerCase() === measurement) ?? true;
  const executables = allowed === undefined ? 0 : holds ? 2 : 96;
  return {
    report_kind: 'snp',
    accepted: holds,
    tier: holds ? (allowed === undefined ? 'warning' : 'affirming') : 'contraindicated',
    vector: { 'instance-identity': 2, configuration: 2, executables, hardware: 2, 'runtime-opaque': 2 },
    reasons: holds ? [] : ['measurement'],
    notes: allowed === undefined ? ['no reference values: which code runs was not appraised'] : [],
    roots_profile: 'production',
    tcb_status: null,
    advisories: [],
    collateral_hashes: [`sha256:${'c'.repeat(64)}`],
    valid_until: { leaf: null, collateral: null },
    report: { measurement, id_key_digest: 'ab'.repeat(48) },
    evaluated_at: '2026-01-01T00:00:00.000Z',
    ...change,
  };
}

/** Runs the real check of the software report, then adds the hardware that its attestor's name describes. */
export function createFakeHardware(change: () => Partial<HardwareFacts> = () => ({})): CheckKeyAttestation {
  return async (candidate, check) => {
    const verdict = await checkKeyAttestation(candidate, check);
    if (!verdict.ok) return verdict;
    const [, measurement, gpu] =
      /^spiffe:\/\/test\/sev-snp\/([0-9a-f]{96})(\/gpu)?$/.exec(verdict.attestation.runtime_data.agent_instance) ?? [];
    if (measurement === undefined) return verdict;
    const policies = check.reportPolicies ?? {};
    const cpu = hardwareFacts(measurement, policies['sev-snp'], change());
    const beside = hardwareFacts(measurement, policies['nvidia'], { report_kind: 'nvidia', ...change() });
    const hardware: KeyHardware = gpu === undefined ? { cpu } : { cpu, gpu: beside };
    if (!cpu.accepted)
      return { ok: false, reason: 'measurement', message: 'measurement is none of its values', hardware };
    return { ...verdict, kind: 'sev-snp', notes: cpu.notes, hardware };
  };
}
