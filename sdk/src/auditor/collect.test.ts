import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anAuditor, untyped } from './auditor.fixture.ts';
import { createAuditor } from './create-auditor.ts';
import { defineAuditor, type MethodResult } from './definition.ts';

/** The response to a method result: claims, or the failure's message. */
async function outcome(result: unknown): Promise<unknown> {
  const auditor = createAuditor(
    anAuditor(() => untyped(result)),
    { clock: () => 0, onError: () => {} },
  );
  const response = await auditor.claims({ data: {}, phase: 'request' });
  if (response.status === 'success') return response.claims;
  expect(response.claims).toEqual([]);
  expect(response.error).toMatchObject({ code: 'INTERNAL_ERROR', retryable: true });
  return response.error.message;
}

describe('a claim made from a draft', () => {
  it('has type, time and provenance filled in', async () => {
    expect(await outcome([{ name: 'probe_found', value: true }])).toEqual([
      {
        name: 'probe_found',
        type: 'boolean',
        value: true,
        timestamp: '1970-01-01T00:00:00.000Z',
        provenance: { threshold: 0.5 },
      },
    ]);
  });

  it("keeps the method's values, with the framework in lower case", async () => {
    const draft = {
      name: 'probe_found',
      type: 'boolean',
      value: true,
      confidence: 0.5,
      detail: { a: 1 },
      metadata: { phase: 'request' },
      nonce: 'A'.repeat(22),
      compliance_framework: 'GDPR',
      control_id: 'c',
      timestamp: '2026-01-01T00:00:00Z',
    };
    expect(await outcome([draft])).toEqual([
      { ...draft, compliance_framework: 'gdpr', provenance: { threshold: 0.5 } },
    ]);
  });

  it('has no undefined members at any depth', async () => {
    const draft = {
      name: 'probe_found',
      value: true,
      confidence: undefined,
      detail: { a: undefined, list: [{ b: undefined, c: 1 }] },
    };
    expect(await outcome([draft])).toMatchObject([{ detail: { list: [{ c: 1 }] } }]);
    expect(JSON.stringify(await outcome([draft]))).not.toContain('"b"');
    const [claim] = Object(await outcome([draft]));
    expect(Object.keys(claim)).not.toContain('confidence');
    expect(Object.keys(claim.detail)).toEqual(['list']);
  });
});

describe('a contract violation of a method fails the whole answer', () => {
  const found = { name: 'probe_found', value: true };
  it.each([
    ['no list', undefined, 'did not return a list'],
    ['an object', found, 'did not return a list'],
    ['a hole', [null], 'a value that is not a claim'],
    ['an undeclared name', [found, { name: 'other', value: true }], 'does not declare'],
    ['a name from the prototype', [{ name: 'constructor', value: true }], 'does not declare'],
    ['no name', [{ value: true }], 'does not declare'],
    [
      'another type than declared',
      [{ ...found, type: 'string', value: 'a' }],
      'does not have the type that its vocabulary declares',
    ],
    ['a value of another type', [{ ...found, value: 'true' }], 'must be true or false'],
    ['a value out of range', [{ name: 'probe_score', value: 1.0001 }], 'from 0.0 to 1.0'],
    ['NaN', [{ name: 'probe_score', value: Number.NaN }], 'not finite'],
    ['no value', [{ name: 'probe_score' }], 'contains undefined'],
    ['a claim twice', [found, found], 'two claims are named probe_found'],
    ['a null byte in detail', [{ ...found, detail: { a: '\u0000' } }], 'U+0000'],
    ['detail that is too large', [{ ...found, detail: { a: 'x'.repeat(300_000) } }], 'larger than'],
    ['a date in detail', [{ ...found, detail: { at: new Date(0) } }], 'neither plain nor a list'],
    ['an unknown framework', [{ ...found, compliance_framework: 'acme' }], 'not in the enumeration'],
    ['a decision', [{ ...found, decision: 'deny' }], 'with the unknown member "decision"'],
    ['a provenance of its own', [{ ...found, provenance: {} }], 'with the unknown member "provenance"'],
    ['undefined in a list', [{ ...found, detail: { list: [undefined] } }], 'contains undefined'],
  ])('%s', async (_what, result, message) => expect(await outcome(result)).toContain(message));

  it('a value outside its value_schema', async () => {
    const kinds = defineAuditor({
      ...anAuditor(() => []),
      methods: [
        {
          name: 'm',
          produces: { kind: { type: 'string', description: 'd', valueSchema: { enum: ['a', 'b'] } } },
          run: (input): MethodResult => [{ name: 'kind', value: input.text }],
        },
      ],
    });
    const auditor = createAuditor(kinds, { onError: () => {} });
    expect(await auditor.claims({ data: { input: 'b' }, phase: 'request' })).toMatchObject({ status: 'success' });
    expect(await auditor.claims({ data: { input: 'c' }, phase: 'request' })).toMatchObject({
      error: { message: expect.stringContaining('does not fit its value_schema') },
    });
  });

  it('more than 256 claims', async () => {
    const produces = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`c${index}`, { type: 'boolean' as const, description: 'd' }]),
    );
    const run = () => Object.keys(produces).map((name) => ({ name, value: true }));
    const many = createAuditor(defineAuditor({ ...anAuditor(() => []), methods: [{ name: 'm', produces, run }] }), {
      onError: () => {},
    });
    const instances = ['i', 'j'].map((id) => ({ instance_id: id, produces: ['c0'] }));
    const response = await many.claims({ data: {}, phase: 'request', vendor_context: { claim_instances: instances } });
    expect(response).toMatchObject({ error: { message: expect.stringContaining('more than 256 claims') } });
  });

  it('any method result gives a valid answer or an error', async () => {
    const draft = fc.record(
      {
        name: fc.constantFrom('probe_found', 'probe_score', 'other'),
        value: fc.oneof(fc.boolean(), fc.double(), fc.anything()),
        detail: fc.anything({ withBigInt: true, withDate: true }),
        confidence: fc.anything(),
      },
      { requiredKeys: ['name', 'value'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.array(draft, { maxLength: 4 }), fc.anything()), async (result) => {
        const made = await outcome(result);
        if (Array.isArray(made))
          expect(JSON.parse(JSON.stringify(made))).toEqual(
            made.map((claim) => ({ ...claim, value: JSON.parse(JSON.stringify(claim.value)) })),
          );
        else expect(made).toBeTypeOf('string');
      }),
    );
  });
});

describe('provenance', () => {
  it('is an empty object without settings', async () => {
    const bare = defineAuditor({
      ...anAuditor(() => []),
      methods: [
        { name: 'm', produces: { a: { type: 'boolean', description: 'd' } }, run: () => [{ name: 'a', value: true }] },
      ],
    });
    const response = await createAuditor(bare).claims({ data: {}, phase: 'request' });
    expect(response.claims[0]?.provenance).toEqual({});
  });
});
