import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bounds } from './bounds.ts';
import { type Claim, findClaimProblem, isClaimName, isClaimOrInstanceName, isNonce, parseClaim } from './claim.ts';
import { claimTypeNames, claimTypes } from './claim-types.ts';

const aClaim = (members: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: 'injection_risk',
  type: 'score_normalized',
  value: 0.5,
  ...members,
});

describe('a claim is accepted', () => {
  it('with only name, type and value', () => expect(findClaimProblem(aClaim())).toBeUndefined());

  it('with members that a newer contract may have', () => {
    const claim = aClaim({ later: { a: [1, null] }, 'x-vendor': true });
    expect(parseClaim(claim)).toBe(claim);
  });

  it('with every member of the contract', () => {
    const claim = aClaim({
      timestamp: '2026-02-28T23:59:59.123+05:30',
      confidence: 1,
      metadata: { phase: 'request' },
      provenance: { threshold: 0.8, list: '["a"]', off: null },
      detail: { spans: [{ start: 0, end: 3, type: 'rule' }] },
      nonce: 'AAAAAAAAAAAAAAAAAAAAAA',
      compliance_framework: 'gdpr',
      control_id: 'A.5.1',
    });
    expect(parseClaim(claim)).toBe(claim);
  });
});

describe('a claim is refused', () => {
  const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)]);
  it.each([
    ['null', null, 'must be an object'],
    ['a list', [], 'must be an object'],
    ['without a name', aClaim({ name: undefined }), 'does not have the allowed form'],
    ['with a name of odd characters', aClaim({ name: 'a b' }), 'does not have the allowed form'],
    ['with an unknown type', aClaim({ type: 'score' }), 'unknown type'],
    ['with a type from the prototype', aClaim({ type: 'constructor' }), 'unknown type'],
    ['with a signature', aClaim({ signature: 'x' }), 'only the gateway signs'],
    ['with a null byte in an unknown member', aClaim({ later: ['a\u0000'] }), 'outside the contract contains U+0000'],
    ['with an unknown member over 64 KiB', aClaim({ later: 'x'.repeat(65_536) }), 'larger than 65536 bytes'],
    [
      'with a member named __proto__',
      JSON.parse('{"name":"a","type":"boolean","value":true,"__proto__":1}'),
      '__proto__',
    ],
    ['without a value', { name: 'a', type: 'string' }, 'contains undefined'],
    ['with a value of another type', aClaim({ value: '0.5' }), 'must be a number from 0.0 to 1.0'],
    [
      'with a value over 64 KiB',
      aClaim({ type: 'string', value: 'x'.repeat(bounds.valueBytes) }),
      'larger than 65536 bytes',
    ],
    ['with a value 11 levels deep', aClaim({ type: 'object', value: { a: deep(10) } }), 'deeper than 10 levels'],
    ['with detail over 256 KiB', aClaim({ detail: { a: 'x'.repeat(bounds.detailBytes) } }), 'larger than 262144 bytes'],
    ['with detail 17 levels deep', aClaim({ detail: { a: deep(16) } }), 'deeper than 16 levels'],
    ['with detail that is a list', aClaim({ detail: [] }), 'detail of claim injection_risk must be an object'],
    [
      'with metadata over 64 KiB',
      aClaim({ metadata: { a: 'x'.repeat(bounds.metadataBytes) } }),
      'larger than 65536 bytes',
    ],
    ['with nested provenance', aClaim({ provenance: { a: [] } }), 'deeper than 1 levels'],
    ['with confidence above 1', aClaim({ confidence: 1.01 }), 'confidence'],
    ['with confidence null', aClaim({ confidence: null }), 'confidence'],
    ['with a date alone', aClaim({ timestamp: '2026-01-01' }), 'timestamp'],
    ['with a time without zone', aClaim({ timestamp: '2026-01-01T00:00:00' }), 'timestamp'],
    ['with 31 February', aClaim({ timestamp: '2026-02-31T00:00:00Z' }), 'timestamp'],
    ['with hour 24', aClaim({ timestamp: '2026-01-01T24:00:00Z' }), 'timestamp'],
    ['with a number for a time', aClaim({ timestamp: 0 }), 'timestamp'],
    ['with a short nonce', aClaim({ nonce: 'AAAA' }), 'nonce'],
    ['with a framework of its own', aClaim({ compliance_framework: 'acme' }), 'compliance_framework'],
    ['with a framework in capitals', aClaim({ compliance_framework: 'GDPR' }), 'compliance_framework'],
    ['with a control id of 257 characters', aClaim({ control_id: 'x'.repeat(257) }), 'control_id'],
  ])('%s', (_what, claim, problem) => {
    expect(findClaimProblem(claim)).toContain(problem);
    expect(() => parseClaim(claim)).toThrow(TypeError);
  });

  it('any foreign value is judged without an exception', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withSparseArray: true }), (value) => {
        expect(['string', 'undefined']).toContain(typeof findClaimProblem(value));
      }),
    );
  });

  it('no message of a rule quotes the value', () => {
    const members = [
      'value',
      'detail',
      'metadata',
      'timestamp',
      'nonce',
      'control_id',
      'confidence',
      'compliance_framework',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...members),
        fc.constantFrom('canary-4711\u0000', ['canary-4711']),
        (member, value) => {
          const problem = findClaimProblem(aClaim({ [member]: value }));
          expect(problem).toBeTypeOf('string');
          expect(problem).not.toContain('canary');
        },
      ),
    );
  });
});

describe('values fit their type', () => {
  const values: Record<Claim['type'], { good: unknown[]; bad: unknown[] }> = {
    score_normalized: { good: [0, 1, 0.5, -0], bad: [-0.01, 1.01, '1', null, true, Number.NaN] },
    boolean: { good: [true, false], bad: [0, 'true', null] },
    string: { good: ['', 'é😀'], bad: [1, null, 'a\u0000', '\ud800'] },
    string_list: { good: [[], ['a', '']], bad: ['a', [1], [null], ['\u0000'], {}] },
    count: { good: [0, -1, Number.MAX_SAFE_INTEGER], bad: [1.5, 2 ** 53, '1', Number.NaN] },
    duration_ms: { good: [0, -1.5, 1e9], bad: ['1', Number.POSITIVE_INFINITY, 2 ** 53] },
    object: { good: [{}, { a: 1 }], bad: [[], null, 'a'] },
  };

  it.each(claimTypeNames)('%s', (type) => {
    for (const value of values[type].good) expect(findClaimProblem(aClaim({ type, value }))).toBeUndefined();
    for (const value of values[type].bad) expect(findClaimProblem(aClaim({ type, value }))).toBeTypeOf('string');
  });

  it('every type has one row', () => {
    expect(Object.keys(claimTypes).sort()).toEqual([...claimTypeNames].sort());
  });
});

describe('names', () => {
  it('a declared name is snake_case of at most 64 characters', () => {
    expect(['a', 'pii_found', `a${'b'.repeat(63)}`].every(isClaimName)).toBe(true);
    expect(['', 'A', '1a', '_a', 'a-b', 'a.b', `a${'b'.repeat(64)}`, 'a\n'].some(isClaimName)).toBe(false);
  });

  it('an instance name may contain upper case, hyphens and dots', () => {
    expect(
      [
        'pol-1.injection_risk',
        'A',
        '1a',
        '0b7d3c1e-9a55-4c6e-8f0e-2f0c1d2e3f40.pii_found',
        `a${'b'.repeat(127)}`,
      ].every(isClaimOrInstanceName),
    ).toBe(true);
    expect(['', '-a', '.a', 'a b', 'a/b', `a${'b'.repeat(128)}`, 'a\n'].some(isClaimOrInstanceName)).toBe(false);
  });
});

describe('nonce', () => {
  it('accepts the base64url of 16 to 64 bytes, and of no other length', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 0, maxLength: 80 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64url');
        expect(isNonce(text)).toBe(bytes.length >= bounds.nonceMinBytes && bytes.length <= bounds.nonceMaxBytes);
      }),
    );
  });

  it('accepts only one spelling of the same bytes', () => {
    const text = Buffer.alloc(16).toString('base64url');
    expect(isNonce(text)).toBe(true);
    expect(
      [`${text}==`, `${text.slice(0, -1)}B`, text.replaceAll('A', '+'), `${text} `, `${text}\n`].some(isNonce),
    ).toBe(false);
  });
});
