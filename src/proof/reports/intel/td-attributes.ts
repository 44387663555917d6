/** TD attributes (Intel TDX Module, ABI specification: ATTRIBUTES): allowed and forbidden capabilities of a trust domain. */
import type { Findings } from '../findings.ts';
import type { ReportPolicy } from '../policy.ts';
import type { TdBody } from './quote-body.ts';

const step = 9;
const bits = { septVeDisable: 28, migratable: 29 } as const;
/** ICSSD, LASS, SEPT_VE_DISABLE, MIGRATABLE, PKS, KL, TPA, PERFMON; the first byte has its own rule. */
const knownBits: readonly number[] = [16, 27, 28, 29, 30, 31, 62, 63];

/**
 * The first byte holds debug and profiling: any bit of it opens the TD to its host. Migration moves the TD to hosts
 * without a checked report, so the policy must allow it. A bit without a known meaning is refused.
 */
export function checkTdAttributes({ tdAttributes, later }: TdBody, policy: ReportPolicy, findings: Findings): void {
  if ((tdAttributes[0] ?? 0) !== 0) findings.add('debug', step, 'the TD may be debugged or profiled by its host');
  const allowsMigration = policy.allow_migration === true;
  if (isSet(tdAttributes, bits.migratable) && !allowsMigration) {
    findings.add('policy', step, 'the TD may be migrated to another platform');
  }
  // A service TD can move a TD only if that is migratable; some clouds bind one to every TD.
  const hasServiceTd = later?.mrservicetd.some((byte) => byte !== 0) ?? false;
  if (hasServiceTd && policy.measurements?.['mrservicetd'] === undefined) {
    const text = 'a service TD is bound to the TD, and the policy does not name it';
    if (policy.allow_migration === false) findings.add('policy', step, text);
    else findings.note(text);
  }
  if (Array.from({ length: 56 }, (_, index) => index + 8).some((bit) => isSet(tdAttributes, bit) && !isKnown(bit))) {
    findings.add('policy', step, 'the TD has attributes with no known meaning');
  }
  if (!isSet(tdAttributes, bits.septVeDisable)) {
    findings.note('SEPT_VE_DISABLE is not set: the host can make the TD take exceptions on its pages');
  }
}

/** Little endian: bit 0 is the lowest of the first byte. */
function isSet(attributes: Uint8Array, bit: number): boolean {
  return (((attributes[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1;
}

const isKnown = (bit: number) => knownBits.includes(bit);
