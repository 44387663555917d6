/** Precedence of infrastructure values over every variable of our services (contract 2.11, 2.12). */
import { annotationName } from '@assay/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listKnownVariables } from './known-variables.ts';
import { annotateEnvironment } from './platform/pod-annotations.ts';

const known = listKnownVariables();
const secrets = new Set(known.filter(({ isSecret }) => isSecret).map(({ name }) => name));
const free = [...new Map(known.map((variable) => [variable.name, variable])).values()].filter(
  ({ name }) => !secrets.has(name),
);

describe('the variables of our services', () => {
  it('have one annotation each: a name is the same for every service', () => {
    for (const { name } of free) {
      const annotations = new Set(known.filter((one) => one.name === name).map((one) => one.annotation));
      expect([name, annotations.size]).toEqual([name, 1]);
    }
  });

  it('include the three annotations of the contract', () => {
    const named = known.flatMap(({ name, annotation }) => (annotation === undefined ? [] : [[annotation, name]]));
    expect(Object.fromEntries(named)).toEqual({
      'vendor.io/auditors': 'GATEWAY_AUDITORS',
      'vendor.io/audit-mode': 'GATEWAY_MODE',
      'vendor.io/skip-audit': 'GATEWAY_SKIP_AUDIT',
    });
  });

  it('never take a credential from an annotation', () => {
    expect([...secrets]).toEqual(
      expect.arrayContaining([
        ...['ASSAY_ACCESS_TOKEN', 'ASSAY_GATEWAY_SECRET', 'ATTESTOR_TOKEN', 'AUDITOR_TOKEN', 'DATABASE_URL'],
        ...['GATEWAY_UPSTREAM_KEY', 'VERIFIER_KEK', 'WATERMARK_KEY'],
      ]),
    );
  });

  it('have the value of the highest level that sets one: environment, annotation, chain item', () => {
    const level = fc.option(fc.string({ minLength: 1, maxLength: 8 }), { nil: undefined });
    const values = fc.record({ variable: fc.constantFrom(...free), env: level, annotation: level, item: level });
    fc.assert(
      fc.property(fc.uniqueArray(values, { selector: ({ variable }) => variable.name, maxLength: 12 }), (rows) => {
        const pick = (of: 'env' | 'item') =>
          Object.fromEntries(rows.flatMap((row) => (row[of] === undefined ? [] : [[row.variable.name, row[of]]])));
        const found = rows.flatMap(({ variable: { name, annotation = annotationName(name) }, annotation: value }) =>
          value === undefined ? [] : [[annotation, value] as const],
        );
        const { env } = annotateEnvironment({ env: pick('env'), known, report: () => {} }, new Map(found));
        const ofAuditor: Record<string, string | undefined> = { ...pick('item'), ...env };
        for (const { variable, env: set, annotation, item } of rows) {
          expect(ofAuditor[variable.name]).toBe(set ?? annotation ?? item);
        }
      }),
    );
  });
});
