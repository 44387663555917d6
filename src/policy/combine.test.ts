import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import { createCedarHost } from './cedar-host.ts';
import { anEngine, aRequest, textChain } from './chain.fixture.ts';
import { combinePolicies, type LevelKind, loadCombinedPolicies, type PolicyLevel } from './combine.ts';
import { createPolicyEngine } from './decide.ts';
import type { DecisionRequest, PhaseDecision } from './decision.ts';
import { PolicyError } from './policy-error.ts';
import { createAgentEntities } from './policy-question.ts';
import { generateSchema } from './schema.ts';

const cedar = createCedarHost();
const schema = generateSchema(textChain);
const clock = { now: () => 1_760_000_000_000 };
const entities = createAgentEntities('test.example')('a1', 'w1');
const permitAll = 'permit (principal, action, resource);';

const level = (kind: LevelKind, ...texts: string[]): PolicyLevel => ({
  kind,
  id: `${kind}1`,
  records: texts.map((text, index) => ({ name: `record${index}`, text })),
});

function decideCombined(levels: readonly PolicyLevel[], request: DecisionRequest): PhaseDecision {
  const { set } = loadCombinedPolicies({ levels, schema, cedar });
  return createPolicyEngine({ policySet: set, cedar, clock, cacheSize: 0 }).decide(request);
}

/** Each level decided by itself; one without a permit is neutral. */
function createApart(levels: readonly PolicyLevel[]): (request: DecisionRequest) => 'allow' | 'deny' {
  const hasPermit = ({ records }: PolicyLevel): boolean => records.some(({ text }) => text.includes('permit ('));
  if (!levels.some(hasPermit)) return () => 'deny';
  const engines = levels.map((each) => {
    const texts = each.records.map(({ text }) => text.replaceAll(/@id\("[^"]*"\)/g, ''));
    return anEngine([...texts, ...(hasPermit(each) ? [] : [permitAll])].join('\n'));
  });
  return (request) => (engines.every((engine) => engine.decide(request).decision === 'allow') ? 'allow' : 'deny');
}

const heads = {
  principal: [
    'principal',
    'principal is Assay::User',
    'principal is Assay::Agent',
    'principal == Assay::User::"local"',
    'principal == Assay::Agent::"a1"',
    'principal in Assay::Organization::"default"',
    'principal in Assay::Workspace::"w1"',
    'principal is Assay::Agent in Assay::Workspace::"w1"',
    'principal is Assay::Agent in Assay::Workspace::"other"',
  ],
  action: [
    'action',
    'action == Assay::Action::"invoke"',
    'action in [Assay::Action::"invoke", Assay::Action::"call_tool"]',
    'action in [Assay::Action::"deploy_artifact"]',
  ],
  resource: [
    'resource',
    'resource is Assay::Agent',
    'resource == Assay::Agent::"a1"',
    'resource == Assay::Tool::"t1"',
    'resource is Assay::Agent in Assay::Workspace::"w1"',
  ],
} as const;

const conditions = [
  '',
  'when { context.phase == "request" }',
  'when { context.claims has injection_risk && context.claims.injection_risk.greaterThan(decimal("0.5")) }',
  'when { context.claims has pii_found && context.claims.pii_found } unless { context.phase == "response" }',
  'unless { context.claims has secret_leaked && context.claims.secret_leaked }',
  'when { context.claims has pii_types && context.claims.pii_types.contains("email") }',
  'when { principal has org && principal.org == "default" }',
  // Overflows on a large count: the engine skips the policy and reports the error.
  'when { context.claims has invisible_char_count && context.claims.invisible_char_count * 9007199254740991 > 5 }',
  'when { if context.claims has language_detected then context.claims.language_detected like "e*" else true }',
];
const annotations = ['', '@on_missing("ignore")', '@id("same")', '@reason("because")'];
const responses = ['', '@response("warn")', '@response("redact")', '@response("escalate")'];

const aPolicy = fc
  .record({
    effect: fc.constantFrom('permit', 'permit', 'forbid'),
    principal: fc.constantFrom(...heads.principal),
    action: fc.constantFrom(...heads.action),
    resource: fc.constantFrom(...heads.resource),
    condition: fc.constantFrom(...conditions),
    annotation: fc.constantFrom(...annotations),
    response: fc.constantFrom(...responses),
  })
  .map(({ effect, principal, action, resource, condition, annotation, response }) =>
    [annotation, effect === 'forbid' ? response : '', `${effect} (${principal}, ${action}, ${resource}) ${condition};`]
      .filter((part) => part !== '')
      .join('\n'),
  );

/** `@id("same")` at most once in a record. */
const aRecord = fc
  .array(aPolicy, { minLength: 1, maxLength: 3 })
  .map((policies) =>
    policies.map((text, index) => (index === 0 ? text : text.replace('@id("same")\n', ''))).join('\n'),
  );
const aLevel = fc.array(aRecord, { maxLength: 2 });

const someRequest = fc
  .record({
    asked: fc.constantFrom('user', 'tool', 'artifact'),
    phase: fc.constantFrom('request' as const, 'response' as const),
    injection_risk: fc.constantFrom(undefined, 0.2, 0.5, 0.9),
    pii_found: fc.constantFrom(undefined, true, false),
    pii_types: fc.constantFrom([], ['email']),
    secret_leaked: fc.boolean(),
    invisible_char_count: fc.constantFrom(0, 3, 2 ** 40),
    language_detected: fc.constantFrom(undefined, 'en', 'de'),
  })
  .map(({ asked, phase, ...values }) => {
    const who: Partial<DecisionRequest> =
      asked === 'user'
        ? { principal: { type: 'User', id: 'local' } }
        : asked === 'tool'
          ? { action: 'call_tool', resource: { type: 'Tool', id: 't1' } }
          : { action: 'deploy_artifact', resource: { type: 'Model', id: 'm1' } };
    return aRequest({ phase, entities, values, ...who });
  });

describe('combined policies', () => {
  it('allow exactly the requests that every level with permits allows and no forbid denies', () => {
    const some = fc.tuple(aLevel, aLevel, aLevel, fc.array(someRequest, { minLength: 3, maxLength: 6 }));
    fc.assert(
      fc.property(some, ([org, workspace, agent, requests]) => {
        const levels = [level('org', ...org), level('workspace', ...workspace), level('agent', ...agent)];
        const { set } = loadCombinedPolicies({ levels, schema, cedar });
        const engine = createPolicyEngine({ policySet: set, cedar, clock, cacheSize: 0 });
        const decideApart = createApart(levels.filter((each) => each.records.length > 0));
        for (const request of requests) expect(engine.decide(request).decision).toBe(decideApart(request));
      }),
      { numRuns: runs(120) },
    );
  }, 120_000);

  it('can only be tightened by a lower level: adding one never turns a deny into an allow', () => {
    fc.assert(
      fc.property(fc.tuple(aLevel, aLevel, someRequest), ([org, workspace, request]) => {
        fc.pre(org.some((text) => text.includes('permit (')));
        const before = decideCombined([level('org', ...org)], request).decision;
        const after = decideCombined([level('org', ...org), level('workspace', ...workspace)], request).decision;
        expect(before === 'deny' && after === 'allow').toBe(false);
      }),
      { numRuns: runs(60) },
    );
  }, 120_000);

  it('deny when an inverted permit errs, even beside one that applies', () => {
    const overflowing =
      'permit (principal, action, resource) when { context.claims has invisible_char_count && context.claims.invisible_char_count * 9007199254740991 > 5 };';
    const levels = [level('org', permitAll), level('workspace', `${permitAll}\n${overflowing}`)];
    const decided = decideCombined(levels, aRequest({ values: { invisible_char_count: 2 ** 40 } }));
    expect(decided.decision).toBe('deny');
    expect(decided.errors.join()).toContain('overflow');
  });

  it('deny everything while no level has a permit', () => {
    const forbid = 'forbid (principal, action, resource) when { context.phase == "artifact" };';
    expect(decideCombined([level('org', forbid)], aRequest()).decision).toBe('deny');
  });

  it('keep a unique id, prefix others, and name the unnamed after their record', () => {
    const forbid = (id: string) => `${id} forbid (principal, action, resource) when { context.phase == "artifact" };`;
    const levels = [
      level('org', `${permitAll}\n@id("mine") ${permitAll}`, forbid('@id("shared")')),
      level('workspace', forbid('@id("shared")'), `// note\n${forbid('')}`),
    ];
    const { origins } = combinePolicies(levels, cedar);
    expect([...origins.keys()].sort()).toEqual(
      ['mine', 'record0.policy0', 'record1.policy0', 'record0.shared', 'record1.shared'].sort(),
    );
    expect(origins.get('record1.policy0')).toMatchObject({ level: { kind: 'workspace' }, line: 2 });
  });

  it('keep the annotations of forbids and of kept permits', () => {
    const text =
      '@id("a") @reason("why") @response("redact") forbid (principal, action, resource) when { context.claims has pii_found && context.claims.pii_found };';
    const decided = decideCombined(
      [level('org', permitAll), level('workspace', text)],
      aRequest({ values: { pii_found: true } }),
    );
    expect(decided).toMatchObject({
      decision: 'allow',
      obligations: ['redact'],
      messages: ['why'],
      redact: ['pii_found'],
    });
  });

  it('keep the @detection settings of inverted permits, and refuse two that differ', () => {
    const permit = (limit: string) =>
      `@detection("{\\"injection_risk\\":{\\"threshold\\":${limit}}}") permit (principal, action, resource) when { context.claims has injection_risk && context.claims.injection_risk.lessThan(decimal("0.5")) };`;
    const { set } = loadCombinedPolicies({
      levels: [level('org', permitAll), level('workspace', permit('0.4'))],
      schema,
      cedar,
    });
    expect(set.instances.map(({ claim, settings }) => [claim.contextName, settings])).toEqual([
      ['workspace.permits.injection_risk', { threshold: 0.4 }],
    ]);
    const differing = [level('org', permitAll), level('workspace', `${permit('0.4')}\n${permit('0.3')}`)];
    expect(() => loadCombinedPolicies({ levels: differing, schema, cedar })).toThrow('different @detection settings');
  });

  it('name the place of an error in the text of its own record', () => {
    const wrong = `// two lines\n\n@id("x")\nforbid (principal, action, resource) when { context.claims.injectionrisk };`;
    const levels = [level('org', permitAll, permitAll), level('workspace', permitAll, wrong)];
    const issue = issuesOf(() => loadCombinedPolicies({ levels, schema, cedar }))[0];
    expect(issue).toMatchObject({ record: 'record1', level: 'workspace workspace1', line: 4 });
    expect(wrong.split('\n')[3]?.slice((issue?.column ?? 0) - 1)).toMatch(/^injectionrisk/);
  });

  it('find the place of a strict error after an inserted id', () => {
    const wrong = `forbid (principal, action, resource) when { context.claims.pii_found };`;
    const levels = [level('org', permitAll), level('workspace', wrong)];
    const issue = issuesOf(() => loadCombinedPolicies({ levels, schema, cedar }))[0];
    expect(issue).toMatchObject({ record: 'record0', level: 'workspace workspace1', line: 1 });
    expect(wrong.slice((issue?.column ?? 0) - 1)).toMatch(/^context\.claims\.pii_found/);
  });

  it.each([
    ['a template', 'permit (principal == ?principal, action, resource);', 'templates'],
    ['no Cedar', 'permit (principal', 'unexpected'],
    ['an id twice', `@id("a") ${permitAll}\n@id("a") ${permitAll}`, 'already used in line 1'],
    ['a wrong annotation', `@response("ban") forbid (principal, action, resource);`, '@response must be'],
  ])('refuse %s with its record', (_, text, message) => {
    const [issue] = issuesOf(() => combinePolicies([level('workspace', permitAll, text)], cedar));
    expect(issue).toMatchObject({ record: 'record1', message: expect.stringContaining(message) });
  });
});

function issuesOf(run: () => unknown) {
  try {
    run();
  } catch (cause) {
    if (cause instanceof PolicyError) return cause.issues;
    throw cause;
  }
  throw new Error('nothing was refused');
}
