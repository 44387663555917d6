import { describe, expect, it } from 'vitest';
import { loadCedarModule } from './cedar-host.ts';
import { findPolicyReads, maxExpressionDepth } from './policy-reads.ts';

const cedar = loadCedarModule();

function readsOf(condition: string) {
  const answer = cedar.policyToJson(`forbid (principal, action, resource) when { ${condition} };`);
  if (answer.type === 'failure') throw new Error(JSON.stringify(answer.errors));
  const { claims, attributes } = findPolicyReads(answer.json.conditions);
  return {
    claims: claims === 'all' ? claims : [...claims].sort(),
    attributes: attributes === 'all' ? attributes : [...attributes].sort(),
  };
}

describe('the claims named by a policy are found', () => {
  it.each([
    ['context.claims.a', ['a']],
    ['context["claims"]["a b"]', ['a b']],
    ['context.claims has a && context.claims.b', ['a', 'b']],
    ['context has claims.a', ['a']],
    ['context has claims.a.b', ['a']],
    ['context.claims has a.b.c', ['a']],
    ['context has claims', []],
    ['context.claims.o.deep.er == 1', ['o']],
    ['context.claims.o has deep', ['o']],
    ['context.claims.s.lessThan(context.claims.t)', ['s', 't']],
    ['if context.claims.a then context.claims.b else context.claims.c', ['a', 'b', 'c']],
    ['[context.claims.a, "x"].contains("y")', ['a']],
    ['{ n: context.claims.a }.n == 1', ['a']],
    ['!context.claims.a || -context.claims.b == 1', ['a', 'b']],
    ['context.claims.a like "*x"', ['a']],
    ['context.claims.list.containsAny(["claims", "zz"])', ['list']],
    ['context.claims.list.isEmpty()', ['list']],
    ['principal has claims && "context.claims.q" == "x"', []],
    ['principal in [resource] && principal is Assay::Agent in resource', []],
  ])('%s', (condition, claims) => {
    expect(readsOf(condition).claims).toEqual(claims);
  });
});

describe('a context used as a whole counts as reading everything', () => {
  it.each([
    'context.claims == context.claims',
    '{ c: context.claims } == { c: context.claims }',
    '[context.claims].contains(context.claims)',
    'principal.hasTag("x") && principal.getTag("x") == context.claims',
    '(if true then context.claims else context.claims).a',
    '(if true then context.claims else context.claims) has a',
  ])('%s', (condition) => {
    expect(readsOf(condition).claims).toBe('all');
  });

  it.each(['context == context', '{ c: context }.c.claims.a', '(if true then context else context).phase == "x"'])(
    '%s reads every attribute too',
    (condition) => {
      expect(readsOf(condition)).toEqual({ claims: 'all', attributes: 'all' });
    },
  );

  it('an expression of an unknown kind does too', () => {
    expect(findPolicyReads([{ body: { telepathy: { left: { Value: 1 } } } }])).toEqual({
      claims: 'all',
      attributes: 'all',
      settings: 'all',
    });
    expect(findPolicyReads([{ body: { Var: 'future' } }]).claims).toBe('all');
    expect(findPolicyReads([{ body: 7 }]).claims).toBe('all');
  });
});

describe('attributes of the context', () => {
  it('are distinguished from claims', () => {
    const condition = 'context.phase == "request" && context.auditors.failed.contains("x") && context has user_region';
    expect(readsOf(condition)).toEqual({ claims: [], attributes: ['auditors', 'phase', 'user_region'] });
  });
});

it('a deep expression is refused before it can exhaust a stack', () => {
  let body: unknown = { Value: true };
  for (let depth = 0; depth <= maxExpressionDepth + 1; depth += 1) body = { '!': { arg: body } };
  expect(() => findPolicyReads([{ body }])).toThrow(/nested deeper/);
});
