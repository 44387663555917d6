/** Shape of a conformance case of a hardware report, and the writer of a file of them, which contains each file's bytes once. */
import { createHash } from 'node:crypto';
import { nodeProofCrypto } from '@assay/sdk/crypto';
import { createOfflineVerifier } from '../../src/proof/offline-verifier.ts';
import type { Collateral } from '../../src/proof/reports/input.ts';
import type { ReportPolicy } from '../../src/proof/reports/policy.ts';
import type { VendorRoot } from '../../src/proof/reports/roots.ts';
import type { ReportKind, ReportReason } from '../../src/proof/reports/verdict.ts';

/** All files beside a report. */
export interface Sample {
  readonly report: Uint8Array;
  readonly certificates: readonly Uint8Array[];
  readonly collateral?: Collateral;
}

export interface ReportCase {
  readonly name: string;
  readonly sample: Sample;
  /** Milliseconds since the epoch; by default the group's. */
  readonly now?: number;
  readonly nonce?: Uint8Array;
  readonly policy?: ReportPolicy;
  /** Expected reasons, written by hand; none means accepted. */
  readonly reasons?: readonly ReportReason[];
  /** By default `warning` if accepted. */
  readonly tier?: 'affirming';
}

export interface ReportGroup {
  readonly kind: ReportKind;
  readonly roots: readonly VendorRoot[];
  readonly now: number;
  readonly cases: readonly ReportCase[];
}

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** Gives the content of a file of cases. @throws Error if our own verdict differs from the written one. */
export async function writeReportGroup({ kind, roots, now, cases }: ReportGroup): Promise<string> {
  const files: Record<string, string> = {};
  const keep = (bytes: Uint8Array): string => {
    const name = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
    files[name] = toBase64(bytes);
    return name;
  };
  const reports: unknown[] = [];
  for (const one of cases) {
    const companions = toCompanions(one.sample);
    const expected = toExpected(one);
    const options = { now: one.now ?? now, companions, policy: one.policy, roots };
    const nonce = one.nonce === undefined ? {} : { nonce: one.nonce };
    const { verifyHardwareReport } = createOfflineVerifier(nodeProofCrypto);
    const verdict = await verifyHardwareReport(kind, one.sample.report, { ...options, ...nonce });
    const { accepted, tier, reasons } = verdict;
    if (JSON.stringify({ accepted, tier, reasons }) !== JSON.stringify(expected)) {
      const found = JSON.stringify({ tier, reasons, findings: verdict.findings.map(({ message }) => message) });
      throw new Error(`${kind}, ${one.name}: expected ${JSON.stringify(expected)}, and found ${found}`);
    }
    reports.push({
      name: one.name,
      report: keep(one.sample.report),
      companions: companions.map(keep),
      now: options.now,
      ...(one.nonce === undefined ? {} : { nonce: Buffer.from(one.nonce).toString('hex') }),
      ...(one.policy === undefined ? {} : { policy: one.policy }),
      expected,
    });
  }
  const anchors = roots.map(({ vendor, name, der }) => ({ vendor, name, der: toBase64(der) }));
  return `${JSON.stringify({ kind, roots: anchors, files, reports }, null, 1)}\n`;
}

function toCompanions({ certificates, collateral }: Sample): Uint8Array[] {
  const documents = (collateral?.documents ?? []).map((text) => new TextEncoder().encode(text));
  const lists = collateral?.revocationLists ?? [];
  return [...certificates, ...lists, ...documents, ...(collateral?.certificates ?? [])];
}

function toExpected({ reasons = [], tier }: ReportCase) {
  const accepted = reasons.length === 0;
  return { accepted, tier: accepted ? (tier ?? 'warning') : 'contraindicated', reasons };
}

/** The sample without files for revocation and TCB. */
export const withoutCollateral = ({ report, certificates }: Sample): Sample => ({ report, certificates });

/** The sample with other report bytes. */
export const withReport = (sample: Sample, report: Uint8Array): Sample => ({ ...sample, report });

/** Flips one bit. */
export function flip(bytes: Uint8Array, at: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

/** Appends bytes. */
export const append = (bytes: Uint8Array, ...more: readonly number[]): Uint8Array => Uint8Array.of(...bytes, ...more);
