import { describe, expect, it } from 'vitest';
import { combineStatuses, type TcbStatus, tcbStatuses, toHardwareValue } from './tcb-status.ts';

/** Intel's convergence of a platform status with that of an old quoting enclave or TDX module. */
const withOutOfDate: Readonly<Record<TcbStatus, TcbStatus>> = {
  UpToDate: 'OutOfDate',
  SWHardeningNeeded: 'OutOfDate',
  ConfigurationNeeded: 'OutOfDateConfigurationNeeded',
  ConfigurationAndSWHardeningNeeded: 'OutOfDateConfigurationNeeded',
  OutOfDate: 'OutOfDate',
  OutOfDateConfigurationNeeded: 'OutOfDateConfigurationNeeded',
  Revoked: 'Revoked',
};

describe('combining statuses', () => {
  it.each(tcbStatuses)("%s converges as in Intel's verification library", (status) => {
    expect(combineStatuses([status, 'UpToDate'])).toBe(status);
    expect(combineStatuses([status, 'OutOfDate'])).toBe(withOutOfDate[status]);
    expect(combineStatuses([status, 'Revoked'])).toBe('Revoked');
  });

  it('is independent of the order, and no part improves it', () => {
    for (const left of tcbStatuses) {
      for (const right of tcbStatuses) {
        const both = combineStatuses([left, right]);
        expect(combineStatuses([right, left])).toBe(both);
        expect(combineStatuses([both, left, right])).toBe(both);
      }
    }
  });
});

describe('the value of hardware', () => {
  const allow = (...allowed: string[]) => ({ allowed_advisories: allowed });

  it('is 2 only for an up-to-date platform, or one whose every advisory is accepted', () => {
    expect(toHardwareValue('UpToDate', [], {})).toBe(2);
    expect(toHardwareValue('SWHardeningNeeded', ['SA-1'], {})).toBe(32);
    expect(toHardwareValue('SWHardeningNeeded', ['SA-1', 'SA-2'], allow('SA-1'))).toBe(32);
    expect(toHardwareValue('ConfigurationAndSWHardeningNeeded', ['SA-1', 'SA-2'], allow('SA-2', 'SA-1'))).toBe(2);
  });

  it('stays 32 when no advisory names the needed configuration', () => {
    expect(toHardwareValue('ConfigurationNeeded', [], allow('SA-1'))).toBe(32);
  });

  it.each(['OutOfDate', 'OutOfDateConfigurationNeeded', 'Revoked'] as const)(
    '%s is never accepted by a policy',
    (status) => {
      expect(toHardwareValue(status, ['SA-1'], allow('SA-1'))).toBe(32);
    },
  );
});
