import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromForeignEar } from './foreign-ear.ts';
import { isBetterTier, statusOfVector } from './trust-vector.ts';

const folder = fileURLToPath(
  new URL('../../../shared/vectors/veraison__services/integration-tests/data/results/', import.meta.url),
);
const statusOf = (candidate: unknown) => {
  const read = fromForeignEar(candidate);
  return read.ok ? read.status : read.reason;
};

describe.skipIf(!existsSync(folder))('results of another verifier (skipped without ../shared)', () => {
  const expected: Record<string, string> = {
    'psa.badswcomp.json': 'warning',
    'psa.good.json': 'affirming',
    'cca.good.json': 'affirming',
    'cca.end-to-end.json': 'affirming',
    'cca.verify-challenge.json': 'affirming',
    'enacttrust.good.json': 'affirming',
  };
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const read = (name: string): Record<string, Record<string, unknown>> =>
    JSON.parse(readFileSync(`${folder}${name}`, 'utf8'));

  it.each(files)('%s has the status of its vector', (name) => {
    expect(statusOf(read(name))).toBe(expected[name] ?? 'contraindicated');
    expect(statusOf({ eat_profile: 'tag:example', submods: read(name) })).toBe(expected[name] ?? 'contraindicated');
  });

  it.each(files)('%s reads the same with underscore names and numeric tiers', (name) => {
    const numbers: Record<string, number> = { none: 0, affirming: 2, warning: 32, contraindicated: 96 };
    const spelled = Object.entries(read(name)).map(([part, submod]) => {
      const vector = Object.entries(Object(submod['ear.trustworthiness-vector'])).map(([claim, value]) => [
        claim.replaceAll('-', '_'),
        value,
      ]);
      const ear_status = numbers[String(submod['ear.status'])];
      return [part, { ear_status, ear_trustworthiness_vector: Object.fromEntries(vector) }];
    });
    expect(statusOf(Object.fromEntries(spelled))).toBe(statusOf(read(name)));
  });
});

describe('a foreign result', () => {
  const part = (change: Record<string, unknown>) => ({
    one: { 'ear.status': 'affirming', 'ear.trustworthiness-vector': { hardware: 2 }, ...change },
  });

  it.each<[string, unknown, string]>([
    ['that is sound', part({}), 'affirming'],
    ['whose status is worse than its vector', part({ 'ear.status': 'warning' }), 'warning'],
    [
      'whose status is better than its vector',
      part({ 'ear.trustworthiness-vector': { executables: 33 } }),
      'status_too_good',
    ],
    ['that affirms nothing and says affirming', part({ 'ear.trustworthiness-vector': {} }), 'status_too_good'],
    ['with a status under two names', part({ ear_status: 'affirming' }), 'duplicate_key'],
    [
      'with a claim under two names',
      part({ 'ear.trustworthiness-vector': { 'file-system': 2, file_system: 2 } }),
      'schema',
    ],
    ['with a claim that nobody knows', part({ 'ear.trustworthiness-vector': { luck: 2 } }), 'schema'],
    ['with a value outside int8', part({ 'ear.trustworthiness-vector': { hardware: 200 } }), 'schema'],
    ['with an unknown tier', part({ 'ear.status': 'fine' }), 'schema'],
    ['with an unknown number for a tier', part({ 'ear.status': 3 }), 'schema'],
    ['without submods', { submods: {} }, 'schema'],
    ['that is a list', [], 'schema'],
    ['that is nothing', null, 'schema'],
  ])('is read by its status and its vector: %s', (_title, candidate, outcome) => {
    expect(statusOf(candidate)).toBe(outcome);
  });

  it('never gets a status better than its vector allows, and never throws', () => {
    const value = fc.oneof(fc.integer({ min: -200, max: 200 }), fc.constantFrom('affirming', 'warning', 'none'));
    const submod = fc.dictionary(
      fc.constantFrom('ear.status', 'ear_status', 'ear.trustworthiness-vector', 'ear_trustworthiness_vector'),
      fc.oneof(value, fc.dictionary(fc.constantFrom('hardware', 'executables', 'file_system'), value)),
    );
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(fc.string(), submod), fc.jsonValue()), (candidate) => {
        const read = fromForeignEar(candidate);
        if (!read.ok) return;
        for (const { status, vector } of read.submods) {
          expect(isBetterTier(status, statusOfVector(vector))).toBe(false);
          expect(isBetterTier(read.status, status)).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });
});
