/** Replays over Evidence made by the gateway's own code: the decisions repeat. */
import type { Claim, ClaimsRequest, ClaimsResponse, Phase } from '@assay/sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../contract/evidence.ts';
import { buildEvidence } from '../gateway/evidence/build.ts';
import type { Exchange } from '../gateway/exchange/exchange.ts';
import {
  type ApproverQueue,
  createJudge,
  overruling,
  type PhaseSubject,
  settlePhase,
} from '../gateway/exchange/judge.ts';
import { createActiveState } from '../gateway/state/active-state.ts';
import { createCedarHost } from './cedar-host.ts';
import { aPolicySet, harmless, textChain } from './chain.fixture.ts';
import { createAgentEntities } from './policy-question.ts';
import type { PolicySet } from './policy-set.ts';
import { createEvidenceReplay, overrulingReasons, type PhaseReplay } from './replay-evidence.ts';

const cedar = createCedarHost();
const trustDomain = 'test.example';
const nowMs = 1_760_000_000_500;
const items = textChain.map(({ item, phases }) => ({ name: item, phases }));
const allow = '@id("allow") permit (principal, action, resource);';
const injection = (limit: string) =>
  `@id("inj") forbid (principal, action, resource) when { context.claims has injection_risk && context.claims.injection_risk.greaterThan(decimal("${limit}")) };`;
const redactPii =
  '@id("pii") @response("redact") forbid (principal, action, resource) when { context.claims has pii_found && context.claims.pii_found };';

/** The effect of each item in one call; an absent name answers harmlessly. */
type Behaviour = Readonly<Record<string, 'failed' | Readonly<Record<string, unknown>>>>;

interface Judged {
  readonly phase: Phase;
  readonly behaviour: Behaviour;
  /** The second judgement, of the redacted body. */
  readonly again?: Behaviour;
}

/** Runs phases through the gateway's judge, settling and Evidence. */
async function throughGateway(
  set: PolicySet,
  phases: readonly Judged[],
  more: Partial<
    Pick<Exchange, 'tool' | 'server' | 'modelId' | 'features'> & Pick<Exchange['identity'], 'mode' | 'onBehalfOf'>
  > & {
    office?: ApproverQueue;
  } = {},
): Promise<Evidence> {
  let behaviour: Behaviour = {};
  const chain = textChain.map(({ item, auditorId, phases: asked, entries }) => ({
    item: { name: item, image: `assay/${item}`, port: 1 },
    boundary: 'remote' as const,
    vocabulary: { auditor_id: auditorId, version: '1', vocabulary: [...entries], phases: [...asked] },
    client: {
      transport: 'local' as const,
      health: () => Promise.reject(new Error('not asked')),
      vocabulary: () => Promise.reject(new Error('not asked')),
      close: async () => {},
      claims: async (request: ClaimsRequest) => answerOf(item, entries, behaviour, request),
    },
  }));
  const entities = createAgentEntities(trustDomain, 'acme');
  const clock = { now: () => Math.floor(nowMs / 1000) * 1000 };
  const state = createActiveState({ chain, load: () => set, cedar, clock, entities });
  const judge = createJudge({ auditorTimeoutMs: 1_000, monotonicMs: () => 0 });
  const exchange: Exchange = {
    identity: {
      agentId: 'a1',
      workspaceId: 'w1',
      sessionId: 's',
      traceId: 't',
      traceparent: 'p',
      authentication: 'loopback',
      mode: more.mode ?? 'enforce',
      onBehalfOf: more.onBehalfOf,
    },
    evidenceId: 'ev_1',
    startedMs: 0,
    requestHash: '',
    modelId: more.modelId ?? null,
    tool: more.tool ?? null,
    server: more.server,
    judged: [],
    uninspected: [],
    features: more.features ?? [],
    responseHash: null,
    streamMode: 'none',
  };
  for (const { phase, behaviour: first, again } of phases) {
    behaviour = first;
    const subject: PhaseSubject = {
      phase,
      data: { input: 'text' },
      redact: () => ({ ok: true, body: 'redacted', replacements: 1 }),
      dataOf: () => {
        behaviour = again ?? {};
        return { input: 'redacted' };
      },
    };
    const outcome = await settlePhase(judge, state, exchange, subject, more.office);
    if (!outcome.passed) break;
  }
  return buildEvidence(exchange, { issuer: 'i', keyAttestationHash: 'h', nonce: 'n', nowMs });
}

function answerOf(
  item: string,
  entries: (typeof textChain)[number]['entries'],
  behaviour: Behaviour,
  { vendor_context: context }: ClaimsRequest,
): ClaimsResponse {
  const own = behaviour[item] ?? {};
  if (own === 'failed') {
    const error = { code: 'INTERNAL_ERROR', message: 'broken', retryable: false };
    return { status: 'error', claims: [], error };
  }
  const claims = entries
    .filter(({ name }) => context?.needed_claims?.includes(name) ?? true)
    .map(({ name, type }): Claim => ({ name, type, value: name in own ? own[name] : harmless[name] }))
    .map((claim) =>
      claim.name === 'pii_found' ? { ...claim, detail: { spans: [{ start: 0, end: 1, type: 'x' }] } } : claim,
    )
    .filter(({ value }) => value !== undefined);
  return { status: 'success', claims };
}

const replay = (set: PolicySet, evidence: Evidence): PhaseReplay[] =>
  createEvidenceReplay({ policySet: set, items, cedar, trustDomain, orgId: 'acme', cacheSize: 100 })(evidence);
const summary = (replays: readonly PhaseReplay[]) =>
  replays.map((one) => (one.kind === 'decided' ? one.change : one.kind === 'not_replayable' ? one.reason : one.kind));

describe('an approval', () => {
  const ask = (id: string, claim: string) =>
    `@id("${id}") @response("escalate") forbid (principal, action, resource) when { context.claims has ${claim} && context.claims.${claim} };`;
  const asking = [allow, redactPii, ask('ask', 'secret_leaked')].join('\n');
  const nothing = { id: 'apr_1', expiresAt: null, url: null, reason: 'policy_denied', nextAction: 'none' } as const;
  const fact = {
    id: 'apr_1',
    approvers: ['usr_ada'],
    policies: ['ask'],
    risk: 'low',
    approvedAt: '2026-01-01T00:00:00Z',
  };
  const leak = { secrets: { secret_leaked: true }, pii: { pii_found: true } };
  const phases: Judged[] = [{ phase: 'request', behaviour: leak, again: { secrets: { secret_leaked: true } } }];

  it('is taken from the Evidence: in the phases where it counted, and for the policies that it covers', async () => {
    const set = aPolicySet(asking, textChain, cedar);
    const office: ApproverQueue = { ask: async () => ({ ...nothing, status: 'approved', fact }) };
    const evidence = await throughGateway(set, phases, { office });
    expect(evidence).toMatchObject({ enforced: 'allow', approval: { id: 'apr_1', phase_index: 0, policies: ['ask'] } });
    expect(evidence.phases).toMatchObject([{ decision: 'allow' }, { decision: 'allow' }]);
    expect(summary(replay(set, evidence))).toEqual(['same', 'same']);
    const stricter = aPolicySet(`${asking}\n${ask('new', 'secret_leaked')}`, textChain, cedar);
    expect(summary(replay(stricter, evidence))).toEqual(['allow_to_deny', 'not_reached']);
    const { approval: _approval, ...unapproved } = evidence;
    expect(summary(replay(set, unapproved))).toEqual(['allow_to_deny', 'not_reached']);
  });

  it("of an earlier judgement does not apply to a separate one, such as a tool's result", async () => {
    const set = aPolicySet(asking, textChain, cedar);
    const answers = [
      { ...nothing, status: 'approved' as const, fact },
      { ...nothing, status: 'pending' as const },
    ];
    const office: ApproverQueue = { ask: async () => answers.shift() };
    const judged: Judged = { phase: 'request', behaviour: { secrets: { secret_leaked: true } } };
    const evidence = await throughGateway(set, [judged, judged], { office });
    expect(evidence).toMatchObject({ enforced: 'deny', approval: { status: 'pending', phase_index: 1 } });
    expect(summary(replay(set, evidence))).toEqual(['same', 'same']);
  });

  it('does not count while it was only requested', async () => {
    const set = aPolicySet(asking, textChain, cedar);
    const office: ApproverQueue = { ask: async () => ({ ...nothing, status: 'pending' }) };
    const evidence = await throughGateway(set, phases, { office });
    expect(evidence).toMatchObject({ enforced: 'deny', approval: { status: 'pending', phase_index: 0 } });
    expect(summary(replay(set, evidence))).toEqual(['same']);
  });
});

describe('a replay', () => {
  it('changes nothing with the same policy', async () => {
    const conditions = [
      'when { context.claims has injection_risk && context.claims.injection_risk.greaterThan(decimal("0.5")) }',
      'when { context.claims has language_detected && context.claims.language_detected == "de" }',
      'when { context.auditors.failed.contains("toxicity") || context.auditors.skipped.contains("pii") }',
      'when { context.claims has pii_found && context.claims.pii_found }',
      'when { context.now < datetime("2025-10-09T08:53:20.001Z") && principal == Assay::User::"local" }',
      'when { principal has org && principal.org == "acme" && context.session_id == "s" && context.model_id == "m" && context has user_region }',
      'unless { resource == Assay::Agent::"a1" && resource in Assay::Workspace::"w1" }',
    ];
    const heads = ['', '@response("redact")', '@response("warn")', '@on_missing("ignore")'];
    const policies = fc.array(fc.tuple(fc.constantFrom(...heads), fc.constantFrom(...conditions)), { maxLength: 4 });
    const call = fc.record(
      {
        injection: fc.constantFrom('failed' as const, { injection_risk: 0.9 }, { injection_risk: 0.1 }),
        pii: fc.constantFrom('failed' as const, { pii_found: true }, { pii_found: false }),
        toxicity: fc.constantFrom('failed' as const, { language_detected: 'de' }, { language_detected: undefined }),
      },
      { requiredKeys: [] },
    );
    const exchanges = fc.tuple(policies, call, call, call, fc.constantFrom('enforce' as const, 'observe' as const));
    await fc.assert(
      fc.asyncProperty(exchanges, async ([some, first, again, second, mode]) => {
        const forbids = some.map(([head, condition]) => `${head} forbid (principal, action, resource) ${condition};`);
        const set = aPolicySet([allow, ...forbids].join('\n'), textChain, cedar);
        const phases: Judged[] = [
          { phase: 'request', behaviour: first, again },
          { phase: 'response', behaviour: second, again },
        ];
        const evidence = await throughGateway(set, phases, { mode, modelId: 'm' });
        const replays = replay(set, evidence);
        expect(summary(replays)).toEqual(evidence.phases.map(() => 'same'));
      }),
      { numRuns: 100 },
    );
  }, 120_000);

  it('reports the changes of a tighter and a looser policy, and parts that would be missing', async () => {
    const open = aPolicySet(`${allow}\n${injection('0.8')}`, textChain, cedar);
    const strict = aPolicySet(`${allow}\n${injection('0.3')}`, textChain, cedar);
    const risky: Behaviour = { injection: { injection_risk: 0.5 } };
    const phases: Judged[] = [
      { phase: 'request', behaviour: risky },
      { phase: 'response', behaviour: {} },
    ];
    const allowed = await throughGateway(open, phases);
    expect(summary(replay(strict, allowed))).toEqual(['allow_to_deny', 'not_reached']);
    const denied = await throughGateway(strict, phases);
    const [change] = replay(open, denied);
    expect(change).toMatchObject({
      change: 'deny_to_allow',
      before: { reasons: ['inj'] },
      after: { decision: 'allow' },
    });
  });

  it('compares obligations in the deciding phase', async () => {
    const warn = aPolicySet(
      `${allow}\n${injection('0.8').replace('forbid', '@response("warn") forbid')}`,
      textChain,
      cedar,
    );
    const quiet = aPolicySet(
      `${allow}\n${injection('0.99').replace('forbid', '@response("warn") forbid')}`,
      textChain,
      cedar,
    );
    const evidence = await throughGateway(warn, [
      { phase: 'request', behaviour: { injection: { injection_risk: 0.9 } } },
    ]);
    expect(summary(replay(quiet, evidence))).toEqual(['obligations_changed']);
  });

  it('keeps an impossible redaction denied', async () => {
    const set = aPolicySet(`${allow}\n${redactPii}`, textChain, cedar);
    const found: Behaviour = { pii: { pii_found: true } };
    const evidence = await throughGateway(set, [{ phase: 'request', behaviour: found, again: found }]);
    expect(evidence.decision).toMatchObject({ decision: 'deny', reasons: [overruling.incomplete, 'allow'] });
    expect(summary(replay(set, evidence))).toEqual(['same', 'same']);
    expect([...overrulingReasons].sort()).toEqual(Object.values(overruling).sort());
  });

  it('does not guess uncollected values: a skipped auditor, a claim that nobody asked for', async () => {
    const set = aPolicySet(`${allow}\n${injection('0.8')}`, textChain, cedar);
    const evidence = await throughGateway(set, [{ phase: 'request', behaviour: {} }]);
    const readsPii = aPolicySet(`${allow}\n${redactPii}`, textChain, cedar);
    expect(replay(readsPii, evidence)[0]).toMatchObject({
      reason: 'claim_not_collected',
      detail: 'auditor pii was not asked',
    });
    const invisible =
      'forbid (principal, action, resource) when { context.claims has invisible_chars && context.claims.invisible_chars };';
    const readsMore = aPolicySet(`${allow}\n${injection('0.8')}\n${invisible}`, textChain, cedar);
    expect(replay(readsMore, evidence)[0]).toMatchObject({
      reason: 'claim_not_collected',
      detail: expect.stringContaining('invisible_chars'),
    });
  });

  it('denies for a claim missing because its auditor failed', async () => {
    const lenient = aPolicySet(
      `${allow}\n${injection('0.8').replace('forbid', '@on_missing("ignore") forbid')}`,
      textChain,
      cedar,
    );
    const evidence = await throughGateway(lenient, [{ phase: 'request', behaviour: { injection: 'failed' } }]);
    const strict = aPolicySet(`${allow}\n${injection('0.8')}`, textChain, cedar);
    expect(replay(strict, evidence)[0]).toMatchObject({
      change: 'allow_to_deny',
      after: { reasons: ['missing:injection_risk:injection'] },
    });
  });

  it('knows the tool of a call, and does not guess it when Evidence of an older gateway omits it', async () => {
    const chain = textChain.map((item) => ({ ...item, phases: ['execution' as const] }));
    const tools = aPolicySet(`${allow}\nforbid (principal, action, resource == Assay::Tool::"shell");`, chain, cedar);
    const set = aPolicySet(allow, textChain, cedar);
    const evidence = await throughGateway(set, [{ phase: 'execution', behaviour: {} }], { tool: 'shell' });
    expect(summary(replay(tools, evidence))).toEqual(['allow_to_deny']);
    const { tool: _tool, ...older } = evidence;
    expect(summary(replay(tools, older))).toEqual(['tool_unknown']);
    expect(summary(replay(set, evidence))).toEqual(['same']);
  });

  it('uses the server of a tool, like the gateway', async () => {
    const chain = textChain.map((item) => ({ ...item, phases: ['execution' as const] }));
    const vault = `forbid (principal, action, resource is Assay::Tool) when { resource has server && resource.server == "vault" };`;
    const set = aPolicySet(`${allow}\n${vault}`, chain, cedar);
    const call = { tool: 'read', server: 'vault' };
    const evidence = await throughGateway(set, [{ phase: 'execution', behaviour: {} }], call);
    expect(evidence).toMatchObject({ enforced: 'deny', server: 'vault' });
    expect(summary(replay(set, evidence))).toEqual(['same']);
    expect(summary(replay(set, { ...evidence, server: 'crm' }))).toEqual(['deny_to_allow']);
  });

  it("uses the agent's person, like the gateway", async () => {
    const ada = `@id("ada") forbid (principal == Assay::User::"usr_ada", action, resource);`;
    const tools = `@id("tools") forbid (principal, action == Assay::Action::"call_tool", resource) when { principal is Assay::Agent && principal has on_behalf_of && principal.on_behalf_of == "usr_ada" };`;
    const set = aPolicySet(`${allow}\n${ada}\n${tools}`, textChain, cedar);
    const reasonsFor = async (phase: Phase, user?: string) => {
      const more = user === undefined ? {} : { onBehalfOf: { user, grantId: 'dgr_1' } };
      const evidence = await throughGateway(set, [{ phase, behaviour: {} }], { tool: 'mail', ...more });
      expect(evidence.on_behalf_of).toEqual(user === undefined ? undefined : { sub: user, grant_id: 'dgr_1' });
      expect(summary(replay(set, evidence))).toEqual(['same']);
      return evidence.decision.reasons;
    };
    expect(await reasonsFor('request', 'usr_ada')).toEqual(['ada']);
    expect(await reasonsFor('execution', 'usr_ada')).toEqual(['tools']);
    expect([await reasonsFor('request', 'usr_eve'), await reasonsFor('request')]).toEqual([['allow'], ['allow']]);
    expect([await reasonsFor('execution', 'usr_eve'), await reasonsFor('execution')]).toEqual([['allow'], ['allow']]);
  });

  it('does not guess the uninspected parts of an earlier phase', async () => {
    const set = aPolicySet(
      `${allow}\nforbid (principal, action, resource) unless { context.uninspected.isEmpty() };`,
      textChain,
      cedar,
    );
    const made = await throughGateway(aPolicySet(allow, textChain, cedar), [
      { phase: 'request', behaviour: {} },
      { phase: 'response', behaviour: {} },
    ]);
    const evidence = { ...made, uninspected: [{ where: '/messages/0', kind: 'image' }] };
    expect(summary(replay(set, evidence))).toEqual(['uninspected_unknown', 'allow_to_deny']);
  });

  it('decides again by features that the provider was asked to use, and does not guess it for older Evidence', async () => {
    const rule = '@id("mcp") forbid (principal, action, resource) when { context.features.contains("mcp") };';
    const set = aPolicySet(`${allow}\n${rule}`, textChain, cedar);
    const open = aPolicySet(allow, textChain, cedar);
    const made = await throughGateway(open, [{ phase: 'request', behaviour: {} }], { features: ['mcp'] });
    expect(summary(replay(set, made))).toEqual(['allow_to_deny']);
    const { features, ...older } = made;
    expect(features).toEqual(['mcp']);
    expect(summary(replay(set, older))).toEqual(['features_unknown']);
    expect(summary(replay(open, older))).toEqual(['same']);
  });

  it('rejects Evidence with inconsistent runs and phases', async () => {
    const set = aPolicySet(`${allow}\n${injection('0.8')}`, textChain, cedar);
    const evidence = await throughGateway(set, [{ phase: 'request', behaviour: {} }]);
    const broken = { ...evidence, auditors: [...evidence.auditors, ...evidence.auditors] };
    expect(summary(replay(set, broken))).toEqual(['structure_unknown']);
  });
});
