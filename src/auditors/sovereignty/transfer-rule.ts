/** A row of the transfer tables: origin, destination, mechanism, law, and first and last day. */

export const mechanisms = [
  'none_needed',
  'adequacy',
  'scc',
  'bcr',
  'certification',
  'security_assessment',
  'consent',
  'derogation',
] as const;
export type Mechanism = (typeof mechanisms)[number];

/** Conditions of rows that only the operator can know. */
export const conditions = [
  'commercial_recipient',
  'eu_us_dpf',
  'uk_us_data_bridge',
  'swiss_us_dpf',
  'explicit_consent',
  'occasional',
] as const;
export type Condition = (typeof conditions)[number];

/** One row. Dates are days in UTC, both included; outside of them the row does not apply. */
export interface TransferRule {
  readonly id: string;
  /** Law area of the person: `EEA` or a country. */
  readonly from: string;
  /** Law areas of the data; `any` excludes those in `except`. */
  readonly to: readonly string[] | 'any';
  readonly except?: readonly string[];
  readonly mechanism: Mechanism;
  readonly requires?: readonly Condition[];
  readonly source: string;
  readonly validFrom: string;
  readonly validTo?: string;
  readonly note?: string;
}

/** Day of the last check of the tables. Later changes of the law are not included. */
export const tableDate = '2026-02-28';
