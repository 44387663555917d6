import { createRequire } from 'node:module';
import type * as cedarWasm from '@cedar-policy/cedar-wasm/nodejs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CedarEngine, EngineAnswer } from './cedar-engine.ts';
import { createCedarPolicy } from './cedar-policy.ts';
import { CedarPolicyError } from './policy-text.ts';
import type { PolicyQuestion } from './question.ts';

const require = createRequire(import.meta.url);

/** A separate instance, which a test may break. */
function loadCedar(): CedarEngine {
  const path = require.resolve('@cedar-policy/cedar-wasm/nodejs');
  delete require.cache[path];
  const module: typeof cedarWasm = require(path);
  return module;
}

const cedar = loadCedar();
const ask = (change: Partial<PolicyQuestion> = {}): PolicyQuestion => ({
  principal: { type: 'User', id: 'ann' },
  action: { type: 'Action', id: 'read' },
  resource: { type: 'File', id: 'a.txt' },
  ...change,
});
const permit = '@id("all") permit(principal, action, resource);';

describe('a policy set', () => {
  it('allows a permitted request and names the permit', () => {
    const policy = createCedarPolicy({ cedar, policies: permit });
    expect(policy.evaluate(ask())).toEqual({ decision: 'allow', reasons: ['all'], errors: [] });
    expect(policy.ids).toEqual(['all']);
  });

  it('denies a forbidden request despite any permit, and names every forbid', () => {
    const policies = `${permit} forbid(principal, action, resource) when { context.score > 5 };
      @id("ann") forbid(principal == User::"ann", action, resource);`;
    const policy = createCedarPolicy({ cedar, policies });
    expect(policy.ids).toEqual(['all', 'policy1', 'ann']);
    expect(policy.evaluate(ask({ context: { score: 9 } })).reasons).toEqual(['ann', 'policy1']);
    expect(policy.evaluate(ask({ context: { score: 1 } }))).toEqual({ decision: 'deny', reasons: ['ann'], errors: [] });
  });

  it('denies without an applicable permit', () => {
    for (const policies of ['', '// nothing', 'permit(principal == User::"bob", action, resource);']) {
      expect(createCedarPolicy({ cedar, policies }).evaluate(ask())).toEqual({
        decision: 'deny',
        reasons: [],
        errors: [],
      });
    }
  });

  it("knows the question's entities: parents and attributes", () => {
    const policies = 'permit(principal in Group::"staff", action, resource) when { resource.owner == principal };';
    const entities = [
      { uid: { type: 'User', id: 'ann' }, parents: [{ type: 'Group', id: 'staff' }] },
      { uid: { type: 'File', id: 'a.txt' }, attrs: { owner: { __entity: { type: 'User', id: 'ann' } } } },
    ];
    const policy = createCedarPolicy({ cedar, policies });
    expect(policy.evaluate(ask({ entities })).decision).toBe('allow');
    expect(policy.evaluate(ask({ entities: [] })).decision).toBe('deny');
  });

  it('keeps more than ten policies in the order of the text', () => {
    const policies = Array.from(
      { length: 25 },
      (_, index) => `permit(principal == User::"u${index}", action, resource);`,
    );
    const policy = createCedarPolicy({ cedar, policies: policies.join('\n') });
    expect(policy.ids).toEqual(policies.map((_, index) => `policy${index}`));
    expect(policy.evaluate(ask({ principal: { type: 'User', id: 'u11' } })).reasons).toEqual(['policy11']);
  });

  it('keeps its own answers beside others in one engine, also when a slot is reused', () => {
    const first = createCedarPolicy({ cedar, policies: permit });
    const second = createCedarPolicy({ cedar, policies: '' });
    first.dispose();
    first.dispose();
    const third = createCedarPolicy({ cedar, policies: '@id("third") permit(principal, action, resource);' });
    expect(first.evaluate(ask())).toMatchObject({ decision: 'deny', errors: ['the policy set was disposed of'] });
    expect(second.evaluate(ask()).decision).toBe('deny');
    expect(third.evaluate(ask()).reasons).toEqual(['third']);
  });
});

describe('an evaluation error', () => {
  it('in a forbid, which the engine skips, is a deny and not an allow', () => {
    const policies = `${permit} @id("no") forbid(principal, action, resource) when { context.score > 5 };`;
    const { decision, reasons, errors } = createCedarPolicy({ cedar, policies }).evaluate(ask());
    expect({ decision, reasons }).toEqual({ decision: 'deny', reasons: [] });
    expect(errors[0]).toContain('policy no');
  });

  it('in a permit is a deny too', () => {
    const policies = `${permit} permit(principal, action, resource) when { context.score > 5 };`;
    expect(createCedarPolicy({ cedar, policies }).evaluate(ask())).toMatchObject({ decision: 'deny', reasons: [] });
  });

  const erring = ['context.missing', 'context.n + 9223372036854775807 > 0', 'context.text > 1', 'resource.owner == 1'];
  it('of any kind, in any policy, at any place in the set, is never an allow', () => {
    const clause = fc.record({
      effect: fc.constantFrom('permit', 'forbid'),
      test: fc.constantFrom(...erring, 'true', 'false', 'context.n > 0', 'context has missing && context.missing'),
    });
    fc.assert(
      fc.property(fc.array(clause, { maxLength: 6 }), (clauses) => {
        const policies = clauses.map(({ effect, test }) => `${effect}(principal, action, resource) when { ${test} };`);
        const policy = createCedarPolicy({ cedar, policies: policies.join('\n') });
        const { decision, errors } = policy.evaluate(ask({ context: { n: 1, text: 'x' } }));
        policy.dispose();
        const anyErrs = clauses.some(({ test }) => erring.includes(test));
        const holds = (effect: string) =>
          clauses.some((one) => one.effect === effect && (one.test === 'true' || one.test === 'context.n > 0'));
        expect(errors.length > 0).toBe(anyErrs);
        expect(decision).toBe(!anyErrs && holds('permit') && !holds('forbid') ? 'allow' : 'deny');
      }),
      { numRuns: 300 },
    );
  });
});

describe('a question', () => {
  const policy = createCedarPolicy({ cedar, policies: permit });
  const deep = (levels: number): object => (levels === 0 ? {} : { in: deep(levels - 1) });
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const thrower = Object.defineProperty({}, 'x', {
    enumerable: true,
    get() {
      throw new Error('no');
    },
  });
  const wrong: [string, unknown][] = [
    ['nothing', undefined],
    ['without a principal', { ...ask(), principal: undefined }],
    ['with a member that nobody knows', { ...ask(), policies: 'permit(principal, action, resource);' }],
    ['with a function', ask({ context: { x: () => true } })],
    ['with null', ask({ context: { x: null } })],
    ['with undefined', ask({ context: { x: undefined } })],
    ['with a fraction', ask({ context: { x: 0.5 } })],
    ['with an integer beyond 2^53-1', ask({ context: { x: 2 ** 53 } })],
    ['with a bigint', ask({ context: { x: 1n } })],
    ['with a lone surrogate', ask({ context: { x: '\ud800' } })],
    ['with a date', ask({ context: { x: new Date(0) } })],
    ['with toJSON', ask({ context: { x: { toJSON: () => 1 } } })],
    ['nested without end', ask({ context: deep(10_000) as Record<string, unknown> })],
    ['that contains itself', ask({ context: cyclic })],
    ['that throws when it is read', ask({ context: thrower as Record<string, unknown> })],
    ['that is too large', ask({ context: { x: 'x'.repeat(1_100_000) } })],
    ['with too many values', ask({ context: { x: Array(60_000).fill(1) } })],
    ['of a type that is no name', ask({ principal: { type: 'a b', id: '1' } })],
  ];
  it.each(wrong)('%s is denied with a reason', (_name, question) => {
    const { decision, reasons, errors } = policy.evaluate(question as PolicyQuestion);
    expect({ decision, reasons }).toEqual({ decision: 'deny', reasons: [] });
    expect(errors).toHaveLength(1);
    expect(policy.evaluate(ask()).decision).toBe('allow');
  });

  it('with any JSON in its context is answered or denied, and the engine continues', () => {
    const context = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
    fc.assert(
      fc.property(context, (value) => {
        const { decision, errors } = policy.evaluate(ask({ context: value as Record<string, unknown> }));
        expect(decision).toBe(errors.length === 0 ? 'allow' : 'deny');
      }),
    );
    expect(policy.evaluate(ask()).decision).toBe('allow');
  });
});

describe('a schema', () => {
  const schema = `entity User; entity File; action read appliesTo { principal: [User], resource: [File], context: { score?: Long } };`;

  it('refuses a policy that could err', () => {
    const policies = `${permit} forbid(principal, action, resource) when { context.score > 5 };`;
    expect(() => createCedarPolicy({ cedar, policies, schema })).toThrow('score');
    expect(() =>
      createCedarPolicy({ cedar, policies: permit.replace('principal,', 'principal is Robot,'), schema }),
    ).toThrow(CedarPolicyError);
  });

  it('denies a question that does not match it', () => {
    const policies = `${permit} forbid(principal, action, resource) when { context has score && context.score > 5 };`;
    const policy = createCedarPolicy({ cedar, policies, schema });
    expect(policy.evaluate(ask({ context: { score: 1 } })).decision).toBe('allow');
    expect(policy.evaluate(ask({ context: { score: 9 } })).decision).toBe('deny');
    expect(policy.evaluate(ask({ context: { score: 'low' } })).errors).toHaveLength(1);
    expect(policy.evaluate(ask({ context: { other: 1 } })).errors).toHaveLength(1);
    expect(policy.evaluate(ask({ principal: { type: 'Robot', id: '1' } })).errors).toHaveLength(1);
  });

  it('is refused when invalid', () => {
    expect(() => createCedarPolicy({ cedar, policies: permit, schema: 'entity' })).toThrow(CedarPolicyError);
  });
});

describe('policy text', () => {
  const refused: [string, string][] = [
    ['that does not parse', 'permit(principal, action resource);'],
    ['with an id twice', `${permit} ${permit}`],
    [
      'with an id that another policy has by its place',
      '@id("policy1") permit(principal, action, resource); permit(principal, action, resource);',
    ],
    ['with a template', 'permit(principal == ?principal, action, resource);'],
    ['with a lone surrogate', `${permit} // \ud800`],
    ['that is too long', `//${'x'.repeat(1_100_000)}`],
    ['with too many policies', permit.replace('@id("all") ', '').repeat(1001)],
  ];
  it.each(refused)('%s is refused', (_name, policies) => {
    expect(() => createCedarPolicy({ cedar, policies })).toThrow(CedarPolicyError);
  });
});

describe('an engine', () => {
  it('decides nothing after it stopped', () => {
    const engine = loadCedar();
    const policy = createCedarPolicy({ cedar: engine, policies: permit });
    expect(policy.evaluate(ask()).decision).toBe('allow');
    const endless = `permit(principal, action, resource) when { ${'('.repeat(20_000)}true${')'.repeat(20_000)} };`;
    expect(() => createCedarPolicy({ cedar: engine, policies: endless })).toThrow('stopped');
    expect(policy.evaluate(ask())).toMatchObject({ decision: 'deny', reasons: [] });
    expect(() => createCedarPolicy({ cedar: engine, policies: permit })).toThrow('loaded anew');
  });

  it('parses a lost set once more', () => {
    const engine = { ...cedar };
    const policy = createCedarPolicy({ cedar: engine, policies: permit });
    let lost = 1;
    engine.statefulIsAuthorized = (call) =>
      lost-- > 0
        ? { type: 'failure', errors: [{ message: `preparsed policy set '${call.preparsedPolicySetId}' not found` }] }
        : cedar.statefulIsAuthorized(call);
    expect(policy.evaluate(ask()).decision).toBe('allow');
    lost = 2;
    expect(policy.evaluate(ask()).decision).toBe('deny');
  });

  const response = (decision: string, reason: string[]): EngineAnswer => ({
    type: 'success',
    response: { decision, diagnostics: { reason, errors: [] } },
  });
  it.each([
    ['allows without a reason', response('allow', [])],
    ['allows for a policy that forbids', response('allow', ['no'])],
    ['allows for a policy that is not there', response('allow', ['other'])],
    ['denies for a policy that permits', response('deny', ['all'])],
    ['says another word', response('maybe', ['all'])],
    ['fails', { type: 'failure', errors: [{ message: 'x' }] } satisfies EngineAnswer],
  ])('is not trusted when it %s', (_name, answer) => {
    const policies = `${permit} @id("no") forbid(principal == User::"bob", action, resource);`;
    const engine = { ...cedar, statefulIsAuthorized: () => answer };
    expect(createCedarPolicy({ cedar: engine, policies }).evaluate(ask())).toMatchObject({
      decision: 'deny',
      reasons: [],
    });
  });
});
