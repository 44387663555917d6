/** Converts the verdict about a hardware report to the facts that are stored and appraised. */
import type { HardwareFacts } from '../contract/hardware-facts.ts';
import type { ReportVerdict } from './reports/verdict.ts';

/** Facts that the verdict does not hold. */
export interface HardwareSources {
  /** Profile of the roots that the chain could end at. */
  readonly rootsProfile: string;
  /** `sha256:<hex>` of each piece of collateral in use. */
  readonly collateralHashes: readonly string[];
}

/** Builds the facts. */
export function toHardwareFacts(verdict: ReportVerdict, sources: HardwareSources): HardwareFacts {
  const { vector, reasons, notes, advisories, report, valid_until: validUntil } = verdict;
  return {
    report_kind: verdict.kind,
    accepted: verdict.accepted,
    tier: verdict.tier,
    vector: { ...vector },
    reasons: [...reasons],
    notes: [...notes],
    roots_profile: sources.rootsProfile,
    tcb_status: verdict.tcb_status,
    advisories: [...advisories],
    collateral_hashes: [...sources.collateralHashes],
    valid_until: { ...validUntil },
    report: report === null ? null : { ...report },
    evaluated_at: verdict.evaluated_at,
  };
}
