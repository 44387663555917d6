/** An approval is one more fact of an evaluation: it lifts exactly the escalating policies that it names. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import { createCedarHost } from './cedar-host.ts';
import { anEngine, aRequest, harmless } from './chain.fixture.ts';
import type { ApprovalFact, DecisionRequest } from './decision.ts';

const cedar = createCedarHost();
const approvalOf = (...policies: string[]): ApprovalFact => {
  return { id: 'apr_1', approvers: ['usr_ada'], policies, risk: 'high', approvedAt: '2026-01-01T00:00:00Z' };
};
const forbid = (
  id: string,
  response: string,
  claim: string,
  more = '',
) => `@id("${id}") @response("${response}") ${more}
forbid (principal, action, resource) when { context.claims has ${claim} && context.claims.${claim} };`;
const permit = '@id("open") permit (principal, action, resource);';
const set = [
  permit,
  forbid('block', 'block', 'invisible_chars'),
  forbid('ask', 'escalate', 'secret_leaked', '@reason("why") @quorum("2") @risk("low")'),
  forbid('ask-too', 'escalate', 'pii_found', '@quorum("3") @risk("medium")'),
].join('\n');
const both = { secret_leaked: true, pii_found: true };

describe('an escalation', () => {
  it('names its policies, and the strictest quorum and risk among them', () => {
    expect(anEngine(set).decide(aRequest({ values: both })).escalation).toEqual({
      policies: [{ id: 'ask', reason: 'why' }, { id: 'ask-too' }],
      quorum: 3,
      risk: 'medium',
    });
  });

  it.each([
    ['something blocks besides', aRequest({ values: { ...both, invisible_chars: true } }), set],
    ['a claim is missing', aRequest({ values: { ...both, invisible_chars: undefined } }), set],
    [
      'an auditor failed',
      { ...aRequest({ values: both }), auditors: [{ item: 'pii', status: 'failed' as const }] },
      set,
    ],
    ['no permit would hold', aRequest({ values: both }), set.replace(permit, '')],
  ])('asks nobody when %s', (_why, request, text) => {
    const engine = anEngine(text, { cedar });
    expect(engine.decide(request)).toMatchObject({ decision: 'deny' });
    expect(engine.decide(request).escalation).toBeUndefined();
    expect(engine.decide({ ...request, approval: approvalOf('ask', 'ask-too') }).decision).toBe('deny');
  });

  it('passes with an approval of all its policies, and of no fewer', () => {
    const engine = anEngine(set);
    const ask = (...ids: string[]) => engine.decide({ ...aRequest({ values: both }), approval: approvalOf(...ids) });
    expect(ask('ask', 'ask-too')).toMatchObject({ decision: 'allow', reasons: ['open'], obligations: ['escalate'] });
    expect(ask('ask')).toMatchObject({ decision: 'deny', reasons: ['ask-too'], escalation: { quorum: 3 } });
    expect(ask()).toMatchObject({ decision: 'deny', reasons: ['ask', 'ask-too'] });
  });

  it('is not lifted by an approval that names a block', () => {
    const request = aRequest({ values: { invisible_chars: true } });
    expect(anEngine(set).decide({ ...request, approval: approvalOf('block') }).decision).toBe('deny');
  });

  it('is redacted all the same', () => {
    const text = `${set}\n${forbid('cut', 'redact', 'pii_found')}`;
    const decision = anEngine(text).decide({ ...aRequest({ values: both }), approval: approvalOf('ask', 'ask-too') });
    expect(decision).toMatchObject({ decision: 'allow', obligations: ['escalate', 'redact'], redact: ['pii_found'] });
  });
});

describe('context.approval', () => {
  const text = `@id("four-eyes") permit (principal, action, resource)
when { context has approval && context.approval.risk == "high" && context.approval.approvers.contains("usr_ada") };
${forbid('ask', 'escalate', 'secret_leaked')}`;

  it('is available to policies once people approved', () => {
    const engine = anEngine(text);
    const request = aRequest({ values: { secret_leaked: true } });
    // Its effect with an approval is unknown, so people are asked.
    expect(engine.decide(request)).toMatchObject({ decision: 'deny', escalation: { policies: [{ id: 'ask' }] } });
    const approved = (change: Partial<ApprovalFact>) =>
      engine.decide({ ...request, approval: { ...approvalOf('ask'), ...change } }).decision;
    expect(approved({})).toBe('allow');
    expect(approved({ risk: 'low' })).toBe('deny');
    expect(approved({ approvers: ['usr_bob'] })).toBe('deny');
    expect(engine.decide(aRequest()).decision).toBe('deny');
  });

  it('has its types: an unknown member is refused when a policy is loaded', () => {
    expect(() => anEngine(text.replace('"high"', '1'))).toThrow();
    expect(() => anEngine(text.replace('context.approval.risk', 'context.approval.word'))).toThrow();
    expect(() => anEngine(text.replace('context has approval && ', ''))).toThrow(/approval/);
  });
});

it('nothing with an approval is cached, and nothing cached is used for one', () => {
  const engine = anEngine(set, { cacheSize: 10 });
  const request = aRequest({ values: both });
  const approval = approvalOf('ask', 'ask-too');
  for (let round = 0; round < 2; round += 1) {
    expect(engine.decide({ ...request, approval })).toMatchObject({ decision: 'allow', cached: false });
    expect(engine.decide(request)).toMatchObject({ decision: 'deny', cached: round > 0 });
  }
});

describe('an approval, over random sets and requests', () => {
  const condition = fc.constantFrom(
    'context.claims has invisible_chars && context.claims.invisible_chars',
    'context.claims has secret_leaked && context.claims.secret_leaked',
    '!(context has claims.pii_found && context.claims.pii_found)',
    'context.claims has invisible_char_count && context.claims.invisible_char_count * 4611686018427387904 > 5',
    'context.session_id == "s1"',
  );
  const response = fc.constantFrom('block', 'redact', 'escalate', 'escalate', 'warn');
  const rule = fc.record({ effect: fc.constantFrom('permit', 'forbid', 'forbid'), condition, response });
  const rules = fc.array(rule, { minLength: 1, maxLength: 6 });
  const values = fc.record({
    invisible_chars: fc.boolean(),
    secret_leaked: fc.boolean(),
    pii_found: fc.boolean(),
    invisible_char_count: fc.constantFrom(0, 2, undefined),
  });
  const write = (drawn: readonly (readonly [string, { effect: string; condition: string; response: string }])[]) =>
    drawn
      .map(([id, one]) => {
        const asks = one.effect === 'forbid' ? `@response("${one.response}")` : '';
        return `@id("${id}") ${asks} ${one.effect} (principal, action, resource) when { ${one.condition} };`;
      })
      .join('\n');

  it('decides like the set without the escalating policies that it names, and never lifts a missing claim', () => {
    fc.assert(
      fc.property(rules, fc.array(values, { minLength: 8, maxLength: 8 }), fc.nat(63), (drawn, inputs, mask) => {
        const named = drawn.map((one, index): readonly [string, typeof one] => [`p${index}`, one]);
        const approved = named.filter((_one, index) => (mask >> index) % 2 === 1).map(([id]) => id);
        const kept = named.filter(
          ([id, { effect, response: asked }]) => effect === 'permit' || asked !== 'escalate' || !approved.includes(id),
        );
        const engine = anEngine(write(named), { cedar });
        const without = kept.length === 0 ? undefined : anEngine(write(kept), { cedar });
        for (const input of inputs) {
          const request: DecisionRequest = aRequest({ values: { ...harmless, ...input } });
          const plain = engine.decide(request);
          const decided = engine.decide({ ...request, approval: approvalOf(...approved) });
          const isMissing = plain.reasons.some((reason) => reason.startsWith('missing:'));
          // An evaluation error in a lifted policy is still an error of the set.
          const isClosed = isMissing || plain.errors.length > 0;
          expect(decided.decision).toBe(isClosed ? 'deny' : (without?.decide(request).decision ?? 'deny'));
          const covers = plain.escalation?.policies.every(({ id }) => approved.includes(id)) ?? false;
          if (decided.decision === 'allow') expect(plain.decision === 'allow' || covers).toBe(true);
          if (covers) expect(decided.decision).toBe('allow');
        }
      }),
      { numRuns: runs(150) },
    );
  });
});
