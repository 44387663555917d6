import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findClaimProblem } from './claim.ts';
import { normalizeClaim, normalizeHealth, normalizeTime, normalizeVocabulary } from './normalize.ts';

const now = '2026-01-02T03:04:05.678Z';
const claim = (more: Record<string, unknown> = {}) => ({ name: 'mood', type: 'boolean', value: true, ...more });

describe('a claim that keeps the contract becomes a claim that can be recorded', () => {
  it.each([
    ['no timestamp', claim(), { timestamp: now }],
    ['null for the timestamp', claim({ timestamp: null }), { timestamp: now }],
    ['a framework in capitals', claim({ compliance_framework: 'GDPR' }), { compliance_framework: 'gdpr' }],
    ['a time without zone', claim({ timestamp: '2026-01-01T10:00:00' }), { timestamp: '2026-01-01T10:00:00Z' }],
    ['an unknown member', claim({ later: { a: null } }), { later: { a: null } }],
  ])('%s', (_what, given, members) => {
    const normal = normalizeClaim(given, now);
    expect(normal).toMatchObject(members);
    expect(findClaimProblem(normal)).toBeUndefined();
  });

  it('null for any optional member is absence', () => {
    const nulls = { confidence: null, metadata: null, provenance: null, detail: null, nonce: null };
    expect(normalizeClaim(claim({ ...nulls, compliance_framework: null, control_id: null }), now)).toEqual(
      claim({ timestamp: now }),
    );
  });

  it('null for the value stays, because the value is required', () => {
    expect(findClaimProblem(normalizeClaim(claim({ value: null }), now))).toContain('true or false');
  });

  it('members are in lexical order', () => {
    const normal = normalizeClaim(claim({ later: 1, detail: {} }), now);
    expect(Object.keys(Object(normal))).toEqual(['detail', 'later', 'name', 'timestamp', 'type', 'value']);
  });

  it('normalising twice changes nothing, and anything else passes through unchanged', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const once = normalizeClaim(value, now);
        expect(normalizeClaim(once, 'later')).toEqual(once);
      }),
    );
  });
});

describe('normalizeTime', () => {
  it.each([
    ['2026-01-01T10:00:00', '2026-01-01T10:00:00Z'],
    ['2026-01-01T10:00:00.123456', '2026-01-01T10:00:00.123456Z'],
    ['2026-01-01 10:00:00', '2026-01-01T10:00:00Z'],
    ['2026-01-01T10:00:00+0530', '2026-01-01T10:00:00+05:30'],
    ['2026-01-01T10:00:00-08', '2026-01-01T10:00:00-08:00'],
    ['20260101T100000Z', '2026-01-01T10:00:00Z'],
    ['2026-01-01T10:00', '2026-01-01T10:00:00Z'],
    ['2026-01-01T10:00:00,5z', '2026-01-01T10:00:00.5Z'],
    ['2026-01-01', '2026-01-01T00:00:00Z'],
    ['2026-01-01T10:00:00.123456789012Z', '2026-01-01T10:00:00.123456789Z'],
  ])('%s is %s', (text, expected) => expect(normalizeTime(text)).toBe(expected));

  it.each(['yesterday', '', '2026', '1767225600', 'Thu, 01 Jan 2026'])('%j is no time', (text) => {
    expect(normalizeTime(text)).toBeUndefined();
  });
});

it('health without a version has the default one', () => {
  expect(normalizeHealth({ status: 'healthy', auditor_id: 'a', ready: true })).toMatchObject({ version: '1.0.0' });
});

it('a vocabulary may leave empty parts of an entry out', () => {
  const entry = { name: 'mood', type: 'boolean', description: null, settings: [{ key: 'k', type: 'number' }] };
  expect(normalizeVocabulary({ auditor_id: 'a', version: '2', phases: ['request'], vocabulary: [entry] })).toEqual({
    auditor_id: 'a',
    version: '2',
    phases: ['request'],
    vocabulary: [
      { ...entry, description: '', value_schema: {}, settings: [{ key: 'k', type: 'number', default: null }] },
    ],
  });
});
