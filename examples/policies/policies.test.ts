/** The example policies load over the claims of the reference auditors and decide as their comments say. */
import { readFileSync } from 'node:fs';
import type { ClaimType, VocabularyEntry } from '@assay/sdk/contract';
import { expect, it } from 'vitest';
import { createCedarHost } from '../../src/policy/cedar-host.ts';
import type { ChainVocabulary } from '../../src/policy/chain-claims.ts';
import { createPolicyEngine } from '../../src/policy/decide.ts';
import type { DecisionRequest } from '../../src/policy/decision.ts';
import { createEntitySet } from '../../src/policy/entity-model.ts';
import { loadPolicySet, neededClaims } from '../../src/policy/policy-set.ts';
import { generateSchema } from '../../src/policy/schema.ts';

const cedar = createCedarHost();
const threshold = { key: 'threshold', type: 'number' as const, default: 0.8 };

function item(name: string, claims: Record<string, ClaimType>): ChainVocabulary {
  const entries = Object.entries(claims).map(
    ([claim, type]): VocabularyEntry => ({
      name: claim,
      type,
      description: '',
      value_schema: {},
      settings: [threshold],
    }),
  );
  return { item: name, auditorId: name, phases: ['request', 'response', 'execution', 'artifact'], entries };
}

const chain = [
  item('injection', { injection_risk: 'score_normalized', injection_detected: 'boolean' }),
  item('pii', { pii_found: 'boolean', pii_types: 'string_list' }),
  item('secrets', { secret_leaked: 'boolean' }),
  item('toxicity', { toxic_content: 'score_normalized', toxicity_exceeded: 'boolean' }),
  item('groundedness', { groundedness_score: 'score_normalized', hallucination_detected: 'boolean' }),
  item('model-security', { model_malware_free: 'boolean' }),
  item('sovereignty', { sovereignty_compliant: 'boolean' }),
];
const harmless: Record<ClaimType, unknown> = {
  score_normalized: 0,
  boolean: false,
  string_list: [],
  string: '',
  count: 0,
  duration_ms: 0,
  object: {},
};

/** Asks the engine of one example with harmless values of every required claim, changed by `values`. */
function ask(file: string, values: Record<string, unknown> = {}, more: Partial<DecisionRequest> = {}) {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  const policySet = loadPolicySet({ id: file, text, schema: generateSchema(chain), cedar });
  expect(policySet.warnings).toEqual([]);
  const clock = { now: () => Date.UTC(2026, 4, 4, 12) };
  const claims = neededClaims(policySet).map(({ contextName, item: auditor, entry: { type } }) => {
    return { contextName, type, value: values[contextName] ?? harmless[type], auditor };
  });
  return createPolicyEngine({ policySet, cedar, clock, cacheSize: 0 }).decide({
    principal: { type: 'Agent', id: 'a1' },
    action: 'invoke',
    resource: { type: 'Agent', id: 'a1' },
    phase: 'request',
    traceId: 't',
    sessionId: 's',
    modelId: 'echo',
    claims,
    uninspected: [],
    features: [],
    auditors: chain.map(({ item: name }) => ({ item: name, status: 'ok' as const })),
    ...more,
  });
}

it('regulated-data.cedar blocks cards, redacts the rest and exempts cleared agents', () => {
  const file = './regulated-data.cedar';
  const cleared = createEntitySet([{ type: 'Agent', id: 'a1', attributes: { pii_authorized: true } }]);
  expect(ask(file)).toMatchObject({ decision: 'allow', obligations: [] });
  expect(ask(file, { pii_found: true, pii_types: ['credit_card'] }, { entities: cleared })).toMatchObject({
    decision: 'deny',
    reasons: ['cards.block'],
    frameworks: ['pci_dss'],
  });
  expect(ask(file, { pii_found: true, pii_types: ['email'] })).toMatchObject({
    decision: 'allow',
    obligations: ['redact'],
    redact: ['pii_found'],
  });
  expect(ask(file, { pii_found: true }, { entities: cleared }).obligations).toEqual([]);
  expect(ask(file, {}, { userRegion: 'xx' }).reasons).toEqual(['region.block']);
  expect(ask(file, {}, { uninspected: ['image'] })).toMatchObject({
    decision: 'allow',
    warnings: ['uninspected.warn'],
  });
});

it('agent-tools.cedar allows only the tools that it names', () => {
  const file = './agent-tools.cedar';
  const tool = (id: string): Partial<DecisionRequest> => ({
    action: 'call_tool',
    phase: 'execution',
    resource: { type: 'Tool', id },
    entities: createEntitySet([{ type: 'Agent', id: 'a1', parents: [{ type: 'Workspace', id: 'operations' }] }]),
  });
  expect(ask(file).reasons).toEqual(['talk']);
  expect(ask(file, {}, tool('search')).reasons).toEqual(['tools.read']);
  expect(ask(file, {}, tool('restart_service')).reasons).toEqual(['tools.write']);
  expect(ask(file, {}, tool('delete_database'))).toMatchObject({ decision: 'deny', reasons: [] });
  expect(ask(file, { injection_risk: 0.6 }, tool('search')).reasons).toEqual(['tools.injection.escalate']);
  expect(ask(file, { injection_risk: 0.9 }).reasons).toEqual(['tools.injection.block']);
  expect(ask(file, { secret_leaked: true }, tool('search')).reasons).toEqual(['tools.secrets.block']);
});

it('customer-service.cedar asks with its own settings and answers upset customers', () => {
  const file = './customer-service.cedar';
  expect(ask(file).reasons).toEqual(['open']);
  expect(ask(file, {}, { modelId: 'unknown' }).decision).toBe('deny');
  expect(ask(file, { 'questions.injection_detected': true }).reasons).toEqual(['questions']);
  expect(ask(file, { toxicity_exceeded: true }).warnings).toEqual(['questions.upset']);
  expect(ask(file, { toxic_content: 0.69995 }, { phase: 'response' }).reasons).toEqual(['answers.toxic']);
});

it('evidence.cedar allows supported, in-place and proven harmless content', () => {
  const file = './evidence.cedar';
  const good = { groundedness_score: 0.9, sovereignty_compliant: true, model_malware_free: true };
  const deploy: Partial<DecisionRequest> = {
    action: 'deploy_artifact',
    phase: 'artifact',
    resource: { type: 'Model', id: 'm1' },
  };
  expect(ask(file, good)).toMatchObject({ decision: 'allow', warnings: [] });
  expect(ask(file, { ...good, hallucination_detected: true })).toMatchObject({
    decision: 'allow',
    warnings: ['sources.warn'],
  });
  expect(ask(file, { ...good, groundedness_score: 0.4 }).reasons).toEqual(['sources.block']);
  expect(ask(file, { ...good, sovereignty_compliant: false })).toMatchObject({
    decision: 'deny',
    reasons: ['place.block'],
    frameworks: ['gdpr'],
  });
  expect(ask(file, good, deploy).decision).toBe('allow');
  expect(ask(file, { ...good, model_malware_free: false }, deploy).reasons).toEqual(['artifact.block']);
});
