import { type Phase, phases } from '@assay/sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import { analysePolicies, type Finding } from './analyse.ts';
import { createCedarHost } from './cedar-host.ts';
import { anEngine, anEntry, anItem, claimsOf, harmless, textChain } from './chain.fixture.ts';
import { combinePolicies, type PolicyLevel } from './combine.ts';
import type { DecisionRequest } from './decision.ts';
import { createAgentEntities, toPolicyQuestion } from './policy-question.ts';
import { generateSchema } from './schema.ts';

const cedar = createCedarHost();
/** One claim is made only before the model. */
const chain = [...textChain, anItem('early', [anEntry('early_flag', 'boolean')], ['request'])];
const schema = generateSchema(chain);
const permit = '@id("permit") permit (principal, action, resource);';
const forbid = (condition: string, head = 'principal, action, resource', id = 'f') =>
  `@id("${id}") @reason("r") forbid (${head}) when { ${condition} };`;

function analyse(...texts: string[]): Finding[] {
  const levels: PolicyLevel[] = [{ kind: 'workspace', id: 'w', records: [{ name: 'r', text: texts.join('\n') }] }];
  return analysePolicies(combinePolicies(levels, cedar), schema).filter(({ code }) => code !== 'claim_unread');
}
const codes = (...texts: string[]) => analyse(...texts).map(({ code, policyId }) => `${code}:${policyId}`);

const risk = 'context.claims has injection_risk && context.claims.injection_risk';
const count = 'context.claims has invisible_char_count && context.claims.invisible_char_count';

describe('the analysis', () => {
  it.each([
    ['a score above 1', `${risk}.greaterThan(decimal("1.0"))`, 'never beyond 1'],
    ['a score below 0', `${risk}.lessThan(decimal("0.0"))`, 'never beyond 0'],
    ['bounds outside 0..1', `${risk}.greaterThanOrEqual(decimal("80.0"))`, 'never beyond 80'],
    [
      'an empty interval',
      `${risk}.greaterThan(decimal("0.8")) && context.claims.injection_risk.lessThan(decimal("0.5"))`,
      'no value of',
    ],
    [
      'an interval between two steps',
      `${risk}.greaterThan(decimal("0.5")) && decimal("0.5001").greaterThan(context.claims.injection_risk)`,
      'no value of',
    ],
    ['an empty interval of a count', `${count} > 5 && context.claims.invisible_char_count < 3`, 'no value of'],
    ['two phases at once', 'context.phase == "request" && context.phase == "response"', 'phases'],
    ['a phase that does not exist', 'context.phase == "respone"', 'phases'],
    [
      'a claim of another phase',
      'context.phase == "response" && context.claims has early_flag && context.claims.early_flag',
      'early_flag',
    ],
    [
      'something and its opposite',
      'context.claims has pii_found && context.claims.pii_found && !context.claims.pii_found',
      'opposite',
    ],
    ['two texts at once', 'context.model_id == "a" && context.model_id == "b"', 'two texts'],
    ['false', 'context.phase == "request" && false', 'always false'],
    [
      'both halves of an or',
      `(${count} > 5 && context.claims.invisible_char_count < 3) || context.phase == "none"`,
      '',
    ],
  ])('reports that %s never applies, and where', (_, condition, message) => {
    const [found] = analyse(permit, forbid(condition));
    expect(found).toMatchObject({ policyId: 'f', line: 2, record: 'r', message: expect.stringContaining(message) });
    expect(['never_applies', 'claim_not_in_phase']).toContain(found?.code);
  });

  it('reports that heads which no gateway asks never apply', () => {
    expect(
      codes(permit, forbid('true', 'principal is Assay::Agent, action == Assay::Action::"invoke", resource')),
    ).toEqual(['never_applies:f']);
    expect(codes(permit, forbid('true', 'principal, action == Assay::Action::"access_data", resource'))).toEqual([
      'never_applies:f',
    ]);
    expect(
      codes(permit, forbid('context.phase == "execution"', 'principal, action, resource is Assay::Agent')),
    ).toEqual(['never_applies:f']);
  });

  it('finds a forbid covered by another, once, and not the wider one', () => {
    const high = forbid(`${risk}.greaterThan(decimal("0.9"))`, undefined, 'high');
    const low = forbid(`${risk}.greaterThan(decimal("0.5"))`, undefined, 'low');
    expect(codes(permit, high, low)).toEqual(['adds_nothing:high']);
    expect(codes(permit, low, low.replace('"low"', '"again"'))).toEqual(['adds_nothing:again']);
    const warn = low.replace('@reason', '@response("warn") @reason');
    expect(codes(permit, high, warn)).toEqual([]);
    const inRequest = forbid(`context.phase == "request" && ${risk}.greaterThan(decimal("0.6"))`, undefined, 'part');
    expect(codes(permit, inRequest, low)).toEqual(['adds_nothing:part']);
    expect(
      codes(
        permit,
        forbid('true', 'principal is Assay::User, action, resource', 'is'),
        forbid('true', 'principal == Assay::User::"bob", action, resource', 'bob'),
      ),
    ).toEqual(['adds_nothing:bob']);
  });

  it('finds permits that nothing matches, and that another permit covers', () => {
    expect(codes(permit, forbid('true'))).toEqual(['permit_shadowed:permit']);
    const narrow = `@id("narrow") permit (principal, action == Assay::Action::"invoke", resource);`;
    expect(codes(permit, narrow)).toEqual(['adds_nothing:narrow']);
    const never = `@id("no") permit (principal, action, resource) when { context.phase == "x" };`;
    expect(codes(permit, never)).toEqual(['never_applies:no']);
  });

  it('notes a missing reason and auditors that nobody asks', () => {
    const [found] = analyse(permit, 'forbid (principal, action, resource) when { context.phase == "artifact" };');
    expect(found).toMatchObject({ code: 'missing_reason', severity: 'note', policyId: 'r.policy1' });
    const levels: PolicyLevel[] = [
      {
        kind: 'org',
        id: 'o',
        records: [{ name: 'r', text: `${permit}${forbid(`${risk}.greaterThan(decimal("0.9"))`)}` }],
      },
    ];
    const unread = analysePolicies(combinePolicies(levels, cedar), schema).map(({ message }) => message);
    expect(unread.filter((message) => message.includes('never called'))).toHaveLength(4);
    expect(unread.join()).toContain('invisible_chars, invisible_char_count, detection_ms of auditor injection');
  });

  it('finds nothing in a good set', () => {
    const good = forbid(`context.phase == "request" && ${risk}.greaterThanOrEqual(decimal("0.8"))`);
    expect(analyse(permit, good)).toEqual([]);
  });

  it('never reports a policy that applies to some question of a gateway or adds something', () => {
    fc.assert(
      fc.property(
        fc.array(aForbid, { minLength: 1, maxLength: 4 }),
        fc.array(aQuestion, { minLength: 20, maxLength: 40 }),
        (forbids, questions) => {
          const texts = forbids.map((text, index) => `@id("f${index}") @reason("r") @response("warn") ${text}`);
          const blocking = texts.map((text) => text.replace('@response("warn") ', ''));
          const findings = analyse(permit, ...blocking);
          const engine = anEngine(
            [permit, ...texts.map((text, index) => text.replace('@reason("r")', `@reason("f${index}")`))].join('\n'),
            { chain, cedar },
          );
          for (const question of questions) {
            const { messages, errors } = engine.decide(question);
            if (errors.length > 0) continue;
            for (const { code, policyId, message } of findings) {
              const fired = messages.includes(policyId ?? '');
              if (code === 'never_applies' || code === 'claim_not_in_phase') expect(fired).toBe(false);
              const other = /`(f\d)` blocks/.exec(message)?.[1];
              if (code === 'adds_nothing' && fired) expect(messages).toContain(other);
              if (code === 'permit_shadowed') expect(messages.some((id) => id.startsWith('f'))).toBe(true);
            }
          }
        },
      ),
      { numRuns: runs(150) },
    );
  }, 120_000);
});

const atoms = [
  ...['context.phase == "request"', 'context.phase != "response"', 'context.phase == "execution"', 'true', 'false'],
  ...['0.0', '0.3', '0.5', '1.0'].flatMap((bound) => [
    `(${risk}.greaterThan(decimal("${bound}")))`,
    `(${risk}.lessThanOrEqual(decimal("${bound}")))`,
    `(context.claims has injection_risk && context.claims.injection_risk == decimal("${bound}"))`,
  ]),
  ...[`(${count} > 3)`, `(${count} <= 3)`, `(${count} == 0)`],
  ...[
    '(context.claims has pii_found && context.claims.pii_found)',
    'context.claims has pii_found',
    '(context.claims has early_flag && context.claims.early_flag == false)',
  ],
  ...[
    'context.model_id == "m"',
    'context.model_id like "m*"',
    'principal is Assay::User',
    'principal == Assay::User::"local"',
    'principal in Assay::Workspace::"w1"',
  ],
  ...[
    'action == Assay::Action::"call_tool"',
    'action in [Assay::Action::"invoke", Assay::Action::"deploy_artifact"]',
    'resource is Assay::Agent in Assay::Workspace::"w1"',
  ],
];
const anExpression: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...atoms),
    fc
      .tuple(tie('node'), fc.constantFrom('&&', '||'), tie('node'))
      .map(([left, op, right]) => `(${left} ${op} ${right})`),
    tie('node').map((inner) => `!(${inner})`),
  ),
})).node;
const heads = [
  'principal, action, resource',
  'principal is Assay::Agent, action, resource',
  'principal, action == Assay::Action::"invoke", resource',
  'principal, action, resource == Assay::Agent::"a1"',
];
const aForbid = fc
  .tuple(fc.constantFrom(...heads), anExpression)
  .map(([head, expression]) => `forbid (${head}) when { ${expression} };`);

const entities = createAgentEntities('test.example');
const aQuestion: fc.Arbitrary<DecisionRequest> = fc
  .record({
    phase: fc.constantFrom<Phase>(...phases),
    injection_risk: fc.constantFrom(0, 0.2, 0.3, 0.4, 0.5, 1),
    invisible_char_count: fc.constantFrom(0, 3, 4),
    pii_found: fc.boolean(),
    early_flag: fc.boolean(),
    modelId: fc.constantFrom('m', 'n'),
  })
  .map(({ phase, modelId, ...values }) => {
    const asked = chain.filter((item) => item.phases.includes(phase));
    const names = new Set(asked.map(({ item }) => item));
    return {
      ...toPolicyQuestion(
        {
          phase,
          agentId: 'a1',
          workspaceId: 'w1',
          traceId: 't',
          sessionId: 's',
          modelId,
          tool: 't1',
          uninspectedKinds: [],
          features: [],
          auditors: asked.map(({ item }) => ({ item, status: 'ok' as const })),
        },
        entities,
      ),
      claims: claimsOf({ ...harmless, ...values }, chain).filter(({ auditor }) => names.has(auditor)),
    };
  });
