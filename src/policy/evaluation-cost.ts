/** Measures the time of one decision by a policy set: a valid set can still be too slow for every request. */
import { type Phase, phases } from '@assay/sdk/contract';
import type { Clock } from '../platform/clock.ts';
import type { CedarHost } from './cedar-host.ts';
import type { DeclaredClaim } from './chain-claims.ts';
import type { ClaimShape } from './claim-shape.ts';
import { createPolicyEngine } from './decide.ts';
import type { DecisionClaim, DecisionRequest } from './decision.ts';
import { createAgentEntities, toPolicyQuestion } from './policy-question.ts';
import type { PolicySet } from './policy-set.ts';
import { providerFeatures } from './provider-features.ts';

/** Length of the longest text and list in samples: more than auditors usually send, within the limits. */
const longText = 'ab'.repeat(1_000);
const longList = Array.from({ length: 100 }, (_, index) => `kind_${index}`);
const rounds = 3;
/** Tries of a request that looks slow: on a busy machine most of them wait for a processor. */
const maxRounds = 20;
/** Time for the tries of one request, in milliseconds. */
const budgetMs = 500;

/**
 * Decides sample requests of every phase, harmless and alarming ones, and gives the time of the slowest in milliseconds.
 * Of each request the fastest of a few rounds counts; one that takes longer than `enoughMs` is tried again within a budget,
 * because the machine may be busy with something else.
 */
export function measureDecision(
  set: PolicySet,
  deps: {
    readonly cedar: CedarHost;
    readonly clock: Clock;
    readonly monotonicMs: () => number;
    readonly enoughMs: number;
  },
): number {
  const engine = createPolicyEngine({ policySet: set, cedar: deps.cedar, clock: deps.clock, cacheSize: 0 });
  const times = sampleRequests(set).map((request) => {
    let fastest = Number.POSITIVE_INFINITY;
    let spentMs = 0;
    const isOpen = () => fastest > deps.enoughMs && spentMs < budgetMs;
    for (let round = 0; round < rounds || (round < maxRounds && isOpen()); round += 1) {
      const startedMs = deps.monotonicMs();
      engine.decide(request);
      const tookMs = deps.monotonicMs() - startedMs;
      fastest = Math.min(fastest, tookMs);
      spentMs += tookMs;
    }
    return fastest;
  });
  return Math.max(0, ...times);
}

function sampleRequests(set: PolicySet): DecisionRequest[] {
  const declared = [...set.schema.claims.values()];
  const asked = phases.filter((phase) => declared.some((claim) => claim.phases.includes(phase)));
  const entities = createAgentEntities('sample.example');
  return (asked.length === 0 ? phases.slice(0, 1) : asked).flatMap((phase) =>
    [false, true].map((alarming) => ({
      ...toPolicyQuestion(
        {
          phase,
          agentId: 'sample',
          workspaceId: 'sample',
          traceId: 'a'.repeat(32),
          sessionId: 'a'.repeat(64),
          modelId: longText.slice(0, 200),
          tool: 'sample',
          uninspectedKinds: alarming ? ['image', 'file'] : [],
          features: alarming ? providerFeatures.map(({ name }) => name) : [],
          auditors: [...new Set(declared.filter(isIn(phase)).map(({ item }) => item))].map((item) => ({
            item,
            status: 'ok' as const,
          })),
        },
        entities,
      ),
      claims: declared.filter(isIn(phase)).map((claim) => toSample(claim, alarming)),
      settings: { values: new Map(set.settings.map(({ id, shape }) => [id, sampleValue(shape, alarming)])) },
    })),
  );
}

const isIn =
  (phase: Phase) =>
  (claim: DeclaredClaim): boolean =>
    claim.phases.includes(phase);

function toSample({ contextName, item, entry, shape }: DeclaredClaim, alarming: boolean): DecisionClaim {
  return { contextName, type: entry.type, value: sampleValue(shape, alarming), auditor: item };
}

function sampleValue(shape: ClaimShape, alarming: boolean): unknown {
  switch (shape.kind) {
    case 'decimal':
    case 'fraction':
      return alarming ? 1 : 0;
    case 'bool':
      return alarming;
    case 'string':
      return alarming ? longText : 'en';
    case 'long':
    case 'rounded_long':
      return alarming ? 1_000_000 : 0;
    case 'set':
      return alarming ? setSample(shape.element) : [];
    case 'record':
      return Object.fromEntries([...shape.members].map(([name, member]) => [name, sampleValue(member, alarming)]));
    default:
      return shape satisfies never;
  }
}

function setSample(element: ClaimShape): unknown[] {
  return element.kind === 'string' ? longList : [sampleValue(element, false), sampleValue(element, true)];
}
