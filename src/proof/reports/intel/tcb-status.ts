/** Intel's TCB statuses: how those of platform, TDX module and quoting enclave combine, and the AR4SI value of the result. */
import type { ReportPolicy } from '../policy.ts';

export const tcbStatuses = [
  'UpToDate',
  'SWHardeningNeeded',
  'ConfigurationNeeded',
  'ConfigurationAndSWHardeningNeeded',
  'OutOfDate',
  'OutOfDateConfigurationNeeded',
  'Revoked',
] as const;

export type TcbStatus = (typeof tcbStatuses)[number];

interface Needs {
  readonly isRevoked?: true;
  readonly isOutOfDate?: true;
  readonly needsConfiguration?: true;
  readonly needsHardening?: true;
}

const needs: Readonly<Record<TcbStatus, Needs>> = {
  UpToDate: {},
  SWHardeningNeeded: { needsHardening: true },
  ConfigurationNeeded: { needsConfiguration: true },
  ConfigurationAndSWHardeningNeeded: { needsConfiguration: true, needsHardening: true },
  OutOfDate: { isOutOfDate: true },
  OutOfDateConfigurationNeeded: { isOutOfDate: true, needsConfiguration: true },
  Revoked: { isRevoked: true },
};

/**
 * Gives the status of all parts together, which includes the needs of each. For the statuses that Intel gives to
 * modules and quoting enclaves (UpToDate, OutOfDate, Revoked) this is the convergence of Intel's own verification
 * library; out of date hides software hardening, as there.
 */
export function combineStatuses(statuses: readonly TcbStatus[]): TcbStatus {
  const all: Needs = Object.assign({}, ...statuses.map((status) => needs[status]));
  if (all.isRevoked) return 'Revoked';
  if (all.isOutOfDate) return all.needsConfiguration ? 'OutOfDateConfigurationNeeded' : 'OutOfDate';
  if (all.needsConfiguration) return all.needsHardening ? 'ConfigurationAndSWHardeningNeeded' : 'ConfigurationNeeded';
  return all.needsHardening ? 'SWHardeningNeeded' : 'UpToDate';
}

/**
 * Gives the AR4SI value of `hardware`. A level that needs hardening or configuration counts as sound when every
 * advisory behind it is known and accepted; an outdated one never does. Revoked is a finding, not a value.
 */
export function toHardwareValue(
  status: TcbStatus,
  advisories: readonly string[],
  { allowed_advisories: allowed = [] }: ReportPolicy,
): 2 | 32 {
  if (status === 'UpToDate') return 2;
  if (needs[status].isOutOfDate || needs[status].isRevoked || advisories.length === 0) return 32;
  return advisories.every((advisory) => allowed.includes(advisory)) ? 2 : 32;
}
