import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCountry } from './countries.ts';
import { conditions, mechanisms, tableDate } from './transfer-rule.ts';
import { judgeTransfer, parseMechanism, type TransferQuestion, transferRules } from './transfers.ts';

const today = '2026-03-01';

function judge(origin: string, destination: string, more: Partial<TransferQuestion> = {}) {
  return judgeTransfer({ origin, destination, day: today, named: '', conditions: [], ...more });
}

function shift(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** A country of the area at either end of a row. */
function countryIn(area: string): string {
  return area === 'EEA' ? 'DE' : area;
}

describe('every row of the tables', () => {
  it('has its own id, a source, known countries and valid dates', () => {
    expect(new Set(transferRules.map(({ id }) => id)).size).toBe(transferRules.length);
    for (const rule of transferRules) {
      expect(rule.source.length).toBeGreaterThan(8);
      for (const area of [rule.from, ...(rule.to === 'any' ? [] : rule.to), ...(rule.except ?? [])]) {
        expect(parseCountry(countryIn(area))).toBe(countryIn(area));
      }
      expect(rule.validFrom).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(shift(rule.validFrom, 0)).toBe(rule.validFrom);
      if (rule.validTo !== undefined) expect(rule.validTo > rule.validFrom).toBe(true);
    }
  });

  it.each(transferRules.map((rule) => [rule.id, rule] as const))(
    '%s counts from its first to its last day only',
    (_, rule) => {
      const origin = countryIn(rule.from);
      const destination = rule.to === 'any' ? 'KE' : rule.to.map(countryIn).find((code) => code !== origin);
      const named = rule.mechanism === 'none_needed' || rule.mechanism === 'adequacy' ? '' : rule.mechanism;
      const ask = (day: string) =>
        judge(origin, destination ?? 'FR', { day, named, conditions: [...(rule.requires ?? [])] }).rule?.id;
      expect(ask(shift(rule.validFrom, -1))).not.toBe(rule.id);
      expect(ask(rule.validFrom)).toBe(rule.id);
      expect(ask(rule.validTo ?? '2040-01-01')).toBe(rule.id);
      if (rule.validTo !== undefined) expect(ask(shift(rule.validTo, 1))).not.toBe(rule.id);
    },
  );

  it.each(transferRules.filter(({ requires }) => requires !== undefined).map((rule) => [rule.id, rule] as const))(
    '%s carries nothing while a condition is missing',
    (_, rule) => {
      const destination = rule.to === 'any' ? 'KE' : (rule.to.map(countryIn)[0] ?? '');
      const named = rule.mechanism === 'adequacy' ? '' : rule.mechanism;
      const answer = judge(countryIn(rule.from), destination, { day: rule.validFrom, named });
      expect(answer).toMatchObject({ mechanism: 'none', problem: 'condition_missing', missing: rule.requires });
    },
  );
});

describe('transfers out of the EEA', () => {
  it('need nothing within one country and within the EEA', () => {
    expect(judge('DE', 'DE')).toEqual({ crossBorder: false, mechanism: 'none_needed' });
    expect(judge('DE', 'FR')).toMatchObject({ crossBorder: false, mechanism: 'none_needed', rule: { id: 'eea-free' } });
    expect(judge('NO', 'IE')).toMatchObject({ crossBorder: false, mechanism: 'none_needed' });
    expect(judge('FR', 'RE')).toMatchObject({ crossBorder: false });
    expect(judge('FR', 'NC')).toMatchObject({ crossBorder: true, mechanism: 'none' });
  });

  it('are covered by a decision of adequacy, also when an insufficient mechanism is named', () => {
    expect(judge('DE', 'JP')).toMatchObject({ crossBorder: true, mechanism: 'adequacy', rule: { id: 'eu-jp' } });
    expect(judge('DE', 'JP', { named: 'security_assessment' })).toMatchObject({ mechanism: 'adequacy' });
    expect(judge('DE', 'JP', { named: 'scc' })).toMatchObject({ mechanism: 'scc' });
  });

  it('to the United States need a certified recipient or another mechanism', () => {
    expect(judge('DE', 'US')).toMatchObject({
      mechanism: 'none',
      problem: 'condition_missing',
      missing: ['eu_us_dpf'],
    });
    expect(judge('DE', 'US', { conditions: ['uk_us_data_bridge'] })).toMatchObject({ mechanism: 'none' });
    expect(judge('DE', 'US', { conditions: ['eu_us_dpf'] })).toMatchObject({ mechanism: 'adequacy' });
    expect(judge('DE', 'US', { named: 'SCC' })).toMatchObject({ mechanism: 'scc', rule: { id: 'eu-scc' } });
  });

  it('to the United Kingdom are covered through expiry, extension and renewal, and not after 2031', () => {
    const row = (day: string) => judge('FR', 'GB', { day }).rule?.id;
    expect(
      ['2021-06-27', '2025-06-27', '2025-06-28', '2025-12-27', '2025-12-28', '2031-12-27', '2031-12-28'].map(row),
    ).toEqual([...[undefined, 'eu-gb-2021', 'eu-gb-2025', 'eu-gb-2025', 'eu-gb-2026', 'eu-gb-2026', undefined]]);
  });

  it('need explicit consent, or an occasional derogation', () => {
    expect(judge('DE', 'IN', { named: 'consent' })).toMatchObject({ problem: 'condition_missing' });
    expect(judge('DE', 'IN', { named: 'consent', conditions: ['explicit_consent'] })).toMatchObject({
      mechanism: 'consent',
    });
    expect(judge('DE', 'IN', { named: 'derogation' })).toMatchObject({ problem: 'condition_missing' });
    expect(judge('DE', 'IN', { named: 'derogation', conditions: ['occasional'] })).toMatchObject({
      mechanism: 'derogation',
    });
  });
});

describe('unknown facts are not compliant', () => {
  it('an unknown mechanism, even with adequacy', () => {
    expect(judge('DE', 'JP', { named: 'handshake' })).toMatchObject({
      mechanism: 'unknown',
      problem: 'mechanism_unknown',
    });
    expect(judge('DE', 'KE', { named: 'none_needed' })).toMatchObject({
      mechanism: 'unknown',
      problem: 'mechanism_unknown',
    });
  });

  it("no mechanism, one outside the person's law, people of a country without rows", () => {
    expect(judge('DE', 'KE')).toEqual({ crossBorder: true, mechanism: 'none', problem: 'mechanism_missing' });
    expect(judge('CN', 'DE', { named: 'consent', conditions })).toMatchObject({
      mechanism: 'none',
      problem: 'mechanism_not_valid',
    });
    expect(judge('RU', 'DE', { named: 'scc' })).toMatchObject({
      mechanism: 'unknown',
      problem: 'jurisdiction_unknown',
    });
    expect(judge('US', 'CN')).toMatchObject({ mechanism: 'none' });
    expect(judge('US', 'DE')).toMatchObject({ crossBorder: true, mechanism: 'none_needed' });
  });

  it('a mechanism only comes from a row or within one country', () => {
    const country = fc.constantFrom(
      'DE',
      'GB',
      'CH',
      'US',
      'JP',
      'CN',
      'IN',
      'KE',
      'RU',
      'EU',
      'EPO',
      'BR',
      'CA',
      'KR',
    );
    const question = fc.record({
      origin: country,
      destination: country,
      day: fc
        .date({ min: new Date('1999-01-01'), max: new Date('2045-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
      named: fc.oneof(fc.constantFrom(...mechanisms), fc.string(), fc.constantFrom('SCC', 'toString', '__proto__')),
      conditions: fc.subarray([...conditions]),
    });
    fc.assert(
      fc.property(question, (asked) => {
        const answer = judgeTransfer(asked);
        const isCarried = answer.mechanism !== 'none' && answer.mechanism !== 'unknown';
        expect(isCarried).toBe(answer.problem === undefined);
        if (isCarried && asked.origin !== asked.destination) {
          expect(answer.rule?.mechanism).toBe(answer.mechanism);
          expect(asked.day >= (answer.rule?.validFrom ?? '9')).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

it('mechanisms are recognised in any spelling', () => {
  expect(
    ['SCC', 'Standard Contractual Clauses', 'binding-corporate-rules', ' none ', '', 'constructor'].map(parseMechanism),
  ).toEqual([...['scc', 'scc', 'bcr', '', '', undefined]]);
  expect(tableDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});
