import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VendorContext } from '../contract/request.ts';
import { shouting } from './auditor.fixture.ts';
import { createAuditor } from './create-auditor.ts';

const auditor = createAuditor(shouting);

async function ask(context: VendorContext, phase = 'request') {
  const response = await auditor.claims({
    data: { input: 'HELLO you', output: 'HELLO' },
    phase,
    vendor_context: context,
  });
  if (response.status === 'error') return response.error.code;
  return response.claims;
}

async function names(context: VendorContext, phase?: string): Promise<unknown> {
  const claims = await ask(context, phase);
  return typeof claims === 'string' ? claims : claims.map(({ name }) => name);
}

const all = ['shouting_share', 'shouting_kind', 'word_count'];

describe('needed_claims', () => {
  it.each<[string, string[] | undefined, string[]]>([
    ['absent: everything runs', undefined, all],
    ['empty: nothing runs', [], []],
    ['skips whole methods', ['word_count'], ['word_count']],
    ['does not filter the claims of a method that runs', ['shouting_kind'], ['shouting_share', 'shouting_kind']],
    ['foreign names need nothing', ['other_claim'], []],
  ])('decide what runs: %s', async (_what, needed, expected) => {
    expect(await names(needed === undefined ? {} : { needed_claims: needed })).toEqual(expected);
  });

  it('never removes a needed claim', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray([...all, 'other']), async (needed) => {
        const made = await names({ needed_claims: needed });
        expect(made).toEqual(expect.arrayContaining(needed.filter((name) => name !== 'other')));
      }),
    );
  });

  it("a skipped method's overrides are not checked", async () => {
    const context = { needed_claims: ['word_count'], detection_overrides: { shouting_share: { nope: 1 } } };
    expect(await names(context)).toEqual(['word_count']);
  });
});

describe('phases', () => {
  it('a method runs only in its own phases', async () => {
    expect(await names({}, 'response')).toEqual(['shouting_share', 'shouting_kind']);
  });
});

const instance = (id: string, produces: string[], settings?: Record<string, unknown>) => ({
  instance_id: id,
  produces,
  ...(settings === undefined ? {} : { settings }),
});

describe('claim_instances', () => {
  it('an instance without produces means the one claim that has its settings', async () => {
    expect(await names({ claim_instances: [{ instance_id: 'i', settings: { count_numbers: true } }] })).toContain('i');
    expect(await ask({ claim_instances: [{ instance_id: 'i' }] })).toBe('INVALID_REQUEST');
  });

  it('an id twice is a fault of the caller', async () => {
    const twice = [instance('i', ['word_count']), instance('i', ['shouting_kind'])];
    expect(await ask({ claim_instances: twice })).toBe('INVALID_REQUEST');
  });

  it('an id may be a UUID', async () => {
    const id = '0b7d3c1e-9a55-4c6e-8f0e-2f0c1d2e3f40';
    expect(await names({ claim_instances: [instance(id, ['word_count'])] })).toContain(id);
  });

  it('one produced claim takes the instance name', async () => {
    expect(await names({ claim_instances: [instance('my-Words', ['word_count'])] })).toEqual([
      'shouting_share',
      'shouting_kind',
      'my-Words',
    ]);
  });

  it('the first of several claims in the instance takes the bare id', async () => {
    const needed = { needed_claims: ['shouting_kind'] };
    expect(await names({ ...needed, claim_instances: [instance('i', ['shouting_kind', 'shouting_share'])] })).toEqual([
      'i.shouting_share',
      'i',
    ]);
    expect(await names({ ...needed, claim_instances: [instance('i', ['shouting_kind'])] })).toEqual([
      'i.shouting_share',
      'i',
    ]);
    expect(await names({ ...needed, claim_instances: [instance('i', ['other', 'shouting_share'])] })).toEqual([
      'i',
      'i.shouting_kind',
    ]);
  });

  it('a missing claim does not pass its name to another', async () => {
    const context = { claim_instances: [instance('i', ['word_count', 'shouting_share'])] };
    const response = await auditor.claims({ data: { input: '' }, phase: 'request', vendor_context: context });
    expect(response.claims.map(({ name }) => name)).toEqual(['i.shouting_share', 'i.shouting_kind']);
  });

  it('an instance over two methods names both without a clash', async () => {
    expect(await names({ claim_instances: [instance('i', ['word_count', 'shouting_share'])] })).toEqual([
      'i.shouting_share',
      'i.shouting_kind',
      'i',
    ]);
  });

  it('runs the method once per instance, with that instance over environment and default', async () => {
    const strict = createAuditor(shouting, { env: { SHOUTING_THRESHOLD: '0.7' } });
    const response = await strict.claims({
      data: { input: 'HELLO you' },
      phase: 'request',
      vendor_context: {
        needed_claims: ['low', 'base'],
        claim_instances: [instance('low', ['shouting_kind'], { threshold: 0.1 }), instance('base', ['shouting_kind'])],
      },
    });
    const kinds = response.claims.filter(({ name }) => !name.includes('.'));
    expect(kinds.map(({ name, value, provenance }) => [name, value, provenance?.['threshold']])).toEqual([
      ['low', 'loud', 0.1],
      ['base', 'quiet', 0.7],
    ]);
  });

  it('skips the overrides of that method, and only of that', async () => {
    const claims = await ask({
      claim_instances: [instance('i', ['shouting_share'])],
      detection_overrides: { shouting_share: { threshold: 0.1 }, word_count: { count_numbers: false } },
    });
    expect(claims).toMatchObject([
      { name: 'i', provenance: { threshold: 0.8 } },
      { name: 'i.shouting_kind' },
      { name: 'word_count', provenance: { count_numbers: false } },
    ]);
  });

  it.each([
    ['its id', ['i']],
    ['a produced name', ['shouting_kind']],
    ['the name of one of its claims', ['i.shouting_kind']],
  ])('is needed by %s', async (_what, needed) => {
    const context = { needed_claims: needed, claim_instances: [instance('i', ['shouting_share'])] };
    expect(await names(context)).toEqual(['i', 'i.shouting_kind']);
  });

  it('is skipped with its method when nothing needs it', async () => {
    expect(await names({ needed_claims: ['j'], claim_instances: [instance('i', ['shouting_share'])] })).toEqual([]);
  });

  it("another auditor's instance changes nothing", async () => {
    expect(await names({ claim_instances: [instance('i', ['other'], { anything: 1 })] })).toEqual(all);
  });

  it('settings of other methods and auditors behind one instance are ignored', async () => {
    const settings = { threshold: 0.2, count_numbers: false };
    const two = await ask({ claim_instances: [instance('i', ['shouting_share', 'word_count'], settings)] });
    expect(two).toMatchObject([{ provenance: { threshold: 0.2 } }, {}, { provenance: { count_numbers: false } }]);
    expect(await names({ claim_instances: [instance('i', ['word_count', 'other'], { anything: 1 })] })).toContain('i');
  });

  it.each<[string, VendorContext, string]>([
    ['an unknown setting', { claim_instances: [instance('i', ['word_count'], { nope: 1 })] }, 'INVALID_SETTING'],
    ['a wrong value', { claim_instances: [instance('i', ['shouting_share'], { threshold: 2 })] }, 'INVALID_SETTING'],
    ['an id that no claim may carry', { claim_instances: [instance('a b', ['word_count'])] }, 'INVALID_REQUEST'],
    [
      'an id that leaves no room',
      { claim_instances: [instance('a'.repeat(120), ['shouting_share'])] },
      'INVALID_REQUEST',
    ],
    [
      'more than 256',
      { claim_instances: Array.from({ length: 257 }, (_, i) => instance(`i${i}`, ['other'])) },
      'INVALID_REQUEST',
    ],
    [
      'two of one id',
      { claim_instances: [instance('i', ['word_count']), instance('i', ['word_count'])] },
      'INVALID_REQUEST',
    ],
    ['an id that is also a claim', { claim_instances: [instance('shouting_kind', ['word_count'])] }, 'INTERNAL_ERROR'],
  ])('%s is refused in-band', async (_what, context, code) => {
    const quiet = createAuditor(shouting, { onError: () => {} });
    const response = await quiet.claims({ data: { input: 'A' }, phase: 'request', vendor_context: context });
    expect(response).toMatchObject({ status: 'error', claims: [], error: { code } });
  });
});
