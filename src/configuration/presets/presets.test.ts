import { createAuditor } from '@assay/sdk';
import type { Phase, VocabularyEntry } from '@assay/sdk/contract';
import { describe, expect, it } from 'vitest';
import { auditors as ownAuditors } from '../../auditors/catalog.ts';
import { piiTypes } from '../../auditors/pii/detect.ts';
import * as ofAuditor from '../../auditors/pii/national-ids.ts';
import {
  bundleNames,
  type PresetAuditor,
  presetAuditors,
  type Tier,
  tiers,
} from '../../contract/api/presets/states.ts';
import { createCedarHost } from '../../policy/cedar-host.ts';
import { anEngine, aRequest, claimsOf, settingsOf } from '../../policy/chain.fixture.ts';
import { type ChainVocabulary, nameChainClaims } from '../../policy/chain-claims.ts';
import { listDeclaredSettings } from '../settings/declared-settings.ts';
import { bundles, findPreset, tiersOf } from './catalog.ts';
import { bankAccounts, contactData, nationalIdGroup, nationalIds, paymentCards } from './pii-types.ts';
import { presetRecordId, presetRuleIds, renderPreset } from './render-preset.ts';

const cedar = createCedarHost();
const permit = '@id("base") permit (principal, action, resource);\n';
const phases = ['request', 'response', 'execution', 'artifact'] as const;
const applied = presetAuditors.flatMap((auditor) => tiers.map((tier) => ({ auditor, tier })));

const presetDefinitions = ownAuditors.filter(({ id }) => presetAuditors.some((auditor) => auditor === id));

/** The auditors with presets, with the vocabularies that they really have. */
const chain: readonly ChainVocabulary[] = presetDefinitions.map((definition) => {
  const { auditor_id: id, vocabulary } = createAuditor(definition).vocabulary();
  const settings = listDeclaredSettings(id, { vocabulary });
  return { item: id, auditorId: id, phases: [...definition.phases], entries: vocabulary, settings };
});

const harmless: Record<string, unknown> = {
  injection_risk: 0,
  invisible_chars: false,
  pii_found: false,
  pii_types: [],
  secret_leaked: false,
  toxic_content: 0,
  banned_substring: false,
  regex_matched: false,
  token_limit_exceeded: false,
  input_toxicity: 0,
  toxicity_categories: [],
  model_malware_free: true,
  model_check_complete: true,
  model_provenance_verified: true,
  model_format_valid: true,
  location_allowed: true,
  sovereignty_compliant: true,
};
const engineOf = (auditor: PresetAuditor, tier: Tier) =>
  anEngine(permit + renderPreset({ auditor, tier }), { chain, cedar });
const engines = new Map(applied.map((one) => [presetRecordId(one), engineOf(one.auditor, one.tier)]));

function decide(
  auditor: PresetAuditor,
  tier: Tier,
  phase: Phase,
  values: Record<string, unknown>,
  status: 'ok' | 'failed' = 'ok',
  changed: Record<string, unknown> = {},
) {
  const engine = engines.get(presetRecordId({ auditor, tier }));
  if (engine === undefined) throw new Error('every preset has an engine');
  const auditors = chain.map(({ item }) => ({ item, status }));
  const claims = status === 'failed' ? [] : claimsOf({ ...harmless, ...values }, chain);
  const ofTier = Object.entries(findPreset({ auditor, tier }).settings);
  const named = ofTier.map(([name, value]): [string, unknown] => [`${auditor}.${name}`, value]);
  const settings = settingsOf({ ...Object.fromEntries(named), ...changed }, chain);
  return engine.decide({ ...aRequest({ phase, auditors, settings }), claims });
}

/** The strongest thing that is asked for, which alone says whether it is denied. */
function answer(auditor: PresetAuditor, tier: Tier, phase: Phase, values: Record<string, unknown>): string {
  const { decision, obligations, errors } = decide(auditor, tier, phase, values);
  expect(errors).toEqual([]);
  const strongest = obligations[0] ?? 'nothing';
  expect(decision).toBe(strongest === 'block' || strongest === 'escalate' ? 'deny' : 'allow');
  return strongest;
}

/** False for a claim of a method that runs in other phases only. */
function isMadeIn(claim: string, phase: Phase): boolean {
  return nameChainClaims(chain).get(claim)?.phases.includes(phase) === true;
}

type Bounds = readonly (readonly [number, 'block' | 'escalate' | 'warn'])[];
type ByTier<T> = readonly [starter: T, balanced: T, strict: T];

/** The expected rows of the presets. A phase without a row has no setting. */
const scoreRows: readonly (readonly [PresetAuditor, string, Phase, ByTier<Bounds>])[] = [
  [
    ...(['injection', 'injection_risk', 'request'] as const),
    [
      [
        [0.9, 'block'],
        [0.7, 'warn'],
      ],
      [
        [0.8, 'block'],
        [0.5, 'warn'],
      ],
      [
        [0.6, 'block'],
        [0.4, 'escalate'],
      ],
    ],
  ],
  ['injection', 'injection_risk', 'response', [[], [], []]],
  [
    ...(['injection', 'injection_risk', 'execution'] as const),
    [
      [[0.9, 'block']],
      [
        [0.9, 'block'],
        [0.7, 'escalate'],
      ],
      [
        [0.8, 'block'],
        [0.5, 'escalate'],
      ],
    ],
  ],
  ['toxicity', 'toxic_content', 'request', [[], [[0.9, 'warn']], [[0.7, 'block']]]],
  [
    ...(['toxicity', 'toxic_content', 'response'] as const),
    [
      [
        [0.9, 'block'],
        [0.7, 'warn'],
      ],
      [
        [0.7, 'block'],
        [0.4, 'warn'],
      ],
      [
        [0.5, 'block'],
        [0.3, 'warn'],
      ],
    ],
  ],
  ['toxicity', 'toxic_content', 'execution', [[], [], []]],
];

type Flag = readonly [PresetAuditor, Record<string, unknown>, Phase, ByTier<string>];
const flagRows: readonly Flag[] = [
  ['injection', { invisible_chars: true }, 'request', ['warn', 'block', 'block']],
  ['injection', { invisible_chars: true }, 'response', ['nothing', 'nothing', 'nothing']],
  ['injection', { invisible_chars: true }, 'execution', ['nothing', 'nothing', 'nothing']],
  ['injection', { banned_substring: true }, 'request', ['block', 'block', 'block']],
  ['injection', { regex_matched: true }, 'request', ['block', 'block', 'block']],
  ['injection', { token_limit_exceeded: true }, 'request', ['warn', 'warn', 'block']],
  ['injection', { input_toxicity: 0.7 }, 'request', ['warn', 'warn', 'warn']],
  ['injection', { input_toxicity: 0.69 }, 'request', ['nothing', 'nothing', 'nothing']],
  ['toxicity', { toxicity_categories: ['threat'] }, 'response', ['warn', 'block', 'block']],
  ['toxicity', { toxicity_categories: ['profanity'] }, 'response', ['nothing', 'nothing', 'nothing']],
  ['toxicity', { toxicity_categories: ['insult'] }, 'request', ['nothing', 'nothing', 'warn']],
  ['pii', { pii_found: true, pii_types: ['email'] }, 'request', ['warn', 'redact', 'redact']],
  ['pii', { pii_found: true, pii_types: ['email', 'us_ssn'] }, 'request', ['warn', 'redact', 'block']],
  ['pii', { pii_found: true, pii_types: ['credit_card'] }, 'request', ['warn', 'redact', 'block']],
  ['pii', { pii_found: true, pii_types: ['credit_card'] }, 'response', ['redact', 'redact', 'block']],
  ['pii', { pii_found: true, pii_types: ['email'] }, 'response', ['redact', 'redact', 'block']],
  ['pii', { pii_found: true, pii_types: ['us_ssn'] }, 'execution', ['nothing', 'nothing', 'nothing']],
  ['model-security', { model_malware_free: false }, 'artifact', ['block', 'block', 'block']],
  ['model-security', { model_check_complete: false }, 'artifact', ['warn', 'block', 'block']],
  ['model-security', { model_provenance_verified: false }, 'artifact', ['warn', 'block', 'block']],
  ['model-security', { model_format_valid: false }, 'artifact', ['warn', 'warn', 'block']],
  ['sovereignty', { location_allowed: false }, 'request', ['warn', 'block', 'block']],
  ['sovereignty', { location_allowed: false }, 'response', ['warn', 'block', 'block']],
  ['sovereignty', { sovereignty_compliant: false }, 'request', ['warn', 'warn', 'block']],
  ['sovereignty', { sovereignty_compliant: false }, 'response', ['warn', 'warn', 'block']],
  ['secrets', { secret_leaked: true }, 'request', ['warn', 'redact', 'block']],
  ['secrets', { secret_leaked: true }, 'response', ['redact', 'block', 'block']],
  ['secrets', { secret_leaked: true }, 'execution', ['redact', 'block', 'block']],
];

describe('the answer of a tier', () => {
  const cases = scoreRows.flatMap(([auditor, claim, phase, byTier]) =>
    tiers.map((tier, index) => ({ auditor, claim, phase, tier, bounds: byTier[index] ?? [] })),
  );

  it.each(cases)('changes at each bound: $auditor $tier, $claim in $phase', (row) => {
    const { auditor, claim, phase, tier, bounds } = row;
    const around = bounds.flatMap(([bound]) => [
      bound - 0.0001,
      bound - 0.00006,
      bound - 0.00004,
      bound,
      bound + 0.0001,
    ]);
    for (const score of [0, 0.25, ...around, 1]) {
      // Scores are compared after rounding to four places.
      const rounded = Math.round(score * 10_000) / 10_000;
      const expected = bounds.find(([bound]) => rounded >= bound)?.[1] ?? 'nothing';
      expect([score, answer(auditor, tier, phase, { [claim]: score })]).toEqual([score, expected]);
    }
  });

  it.each(flagRows)('to %s with %j in %s is %j', (auditor, values, phase, byTier) => {
    expect(tiers.map((tier) => answer(auditor, tier, phase, values))).toEqual(byTier);
  });

  it.each(applied)('$auditor $tier allows harmless text in every phase', ({ auditor, tier }) => {
    expect(phases.map((phase) => answer(auditor, tier, phase, {}))).toEqual(phases.map(() => 'nothing'));
  });

  it.each(applied)('$auditor $tier is never milder than the tier before it', ({ auditor, tier }) => {
    const before = tiers[tiers.indexOf(tier) - 1];
    if (before === undefined) return;
    const strength = ['nothing', 'warn', 'redact', 'escalate', 'block'];
    const rank = (name: Tier, phase: Phase, values: Record<string, unknown>) =>
      strength.indexOf(answer(auditor, name, phase, values));
    const scores = Array.from({ length: 21 }, (_, step) => step / 20);
    const inputs = [
      ...scores.map((score) => ({ injection_risk: score, toxic_content: score })),
      ...flagRows.map(([, values]) => values),
    ];
    for (const phase of phases) {
      for (const values of inputs)
        expect(rank(tier, phase, values)).toBeGreaterThanOrEqual(rank(before, phase, values));
    }
  });
});

describe('a threshold set to another value', () => {
  const withThreshold = scoreRows.filter(([, , , byTier]) => byTier.some((bounds) => bounds.length > 0));
  const cases = withThreshold.flatMap(([auditor, claim, phase, byTier]) =>
    tiers.flatMap((tier, index) => ((byTier[index] ?? []).length === 0 ? [] : [{ auditor, claim, phase, tier }])),
  );
  const strength = ['nothing', 'warn', 'escalate', 'block'];
  const rankOf = (one: (typeof cases)[number], threshold: number, score: number): number => {
    const changed = { [`${one.auditor}.${one.claim}.threshold`]: threshold };
    const { obligations } = decide(one.auditor, one.tier, one.phase, { [one.claim]: score }, 'ok', changed);
    return strength.indexOf(obligations[0] ?? 'nothing');
  };

  it.each(cases)('decides at $auditor $tier, $claim in $phase, and is stricter the lower it is', (one) => {
    const atTier = Number(findPreset(one).settings[`${one.claim}.threshold`]);
    const levels = [0, 0.1, 0.25, atTier, 0.85, 0.95, 1];
    for (const score of [0.1, 0.26, 0.55, 0.75, 0.92, 1]) {
      const ranks = levels.toSorted((left, right) => left - right).map((threshold) => rankOf(one, threshold, score));
      expect([score, ranks]).toEqual([score, ranks.toSorted((left, right) => right - left)]);
    }
    expect(rankOf(one, 0.05, 0.1)).toBeGreaterThan(rankOf(one, atTier, 0.1));
  });

  it.each(cases)('blocks nothing at $auditor $tier, $claim in $phase, when block_on_detection is false', (one) => {
    const changed = { [`${one.auditor}.block_on_detection`]: false };
    const { obligations } = decide(one.auditor, one.tier, one.phase, { [one.claim]: 1 }, 'ok', changed);
    expect(obligations).not.toContain('block');
    expect(obligations.length).toBeGreaterThan(0);
  });
});

describe('block_on_detection set to false', () => {
  const off = (auditor: PresetAuditor) => ({ [`${auditor}.block_on_detection`]: false });

  it.each(flagRows.filter(([auditor]) => auditor === 'injection' || auditor === 'toxicity'))(
    'notes at %s what it would refuse: %j in %s',
    (auditor, values, phase, byTier) => {
      const isLimit = Object.hasOwn(values, 'token_limit_exceeded');
      for (const [index, tier] of tiers.entries()) {
        const { obligations } = decide(auditor, tier, phase, values, 'ok', off(auditor));
        const expected = byTier[index] === 'block' && !isLimit ? 'warn' : byTier[index];
        expect([tier, obligations[0] ?? 'nothing']).toEqual([tier, expected]);
      }
    },
  );
});

describe('a refused answer', () => {
  it.each(tiers)('at toxicity %s tells the replacement message that is set', (tier) => {
    const set = { 'toxicity.replacement_message': 'Please ask us.' };
    const found = { toxic_content: 1, toxicity_categories: ['threat'] };
    const { decision, messages } = decide('toxicity', tier, 'response', found, 'ok', set);
    expect([decision, messages[0]]).toEqual(['deny', 'Please ask us.']);
  });
});

describe('a failing auditor', () => {
  it.each(applied)(
    'denies at $auditor $tier in every phase of a claim, for every claim except one that only a starter warns about',
    (one) => {
      const { auditor, tier } = one;
      const claims = new Set(findPreset(one).rules.map(({ claim }) => claim));
      for (const phase of phases) {
        const { decision, reasons, ignoredMissing } = decide(auditor, tier, phase, {}, 'failed');
        const rulesOf = (claim: string) => findPreset(one).rules.filter((rule) => rule.claim === claim);
        const isOnlyWarned = (claim: string) =>
          tier === 'starter' && rulesOf(claim).every(({ response }) => response === 'warn');
        const due = [...claims].filter((claim) => isMadeIn(claim, phase) && !isOnlyWarned(claim));
        expect([phase, decision]).toEqual([phase, due.length > 0 ? 'deny' : 'allow']);
        expect(reasons.filter((reason) => reason !== 'base').sort()).toEqual(
          due.map((claim) => `missing:${claim}:${auditor}`).sort(),
        );
        const ignoring = findPreset(one).rules.flatMap(({ response, claim }, index) =>
          tier === 'starter' && response === 'warn' && isMadeIn(claim, phase)
            ? [`preset.${auditor}.${tier}.${index + 1}`]
            : [],
        );
        expect([...ignoredMissing].sort()).toEqual(ignoring.sort());
      }
    },
  );
});

describe('the text of a preset', () => {
  it.each(applied)('$auditor $tier is valid over the built-in chain, and names each rule', ({ auditor, tier }) => {
    const { policySet } = anEngine(permit + renderPreset({ auditor, tier }), { chain, cedar });
    expect(policySet.warnings).toEqual([]);
    const rules = policySet.policies.filter(({ id }) => id !== 'base');
    expect(rules.map(({ id }) => id)).toEqual(presetRuleIds({ auditor, tier }));
    expect(rules.map(({ id }) => id)).toEqual(rules.map((_, index) => `preset.${auditor}.${tier}.${index + 1}`));
    for (const { effect, annotations } of rules) {
      expect(effect).toBe('forbid');
      expect(annotations.reason).toBeTruthy();
      const ignores = tier === 'starter' && annotations.response === 'warn';
      expect(annotations.onMissing).toBe(ignores ? 'ignore' : 'deny');
    }
  });

  it('equals the reference, with settings in place of its constants', () => {
    expect(renderPreset({ auditor: 'injection', tier: 'balanced' })).toContain(`
@id("preset.injection.balanced.1") @response("block") @reason("Prompt injection in the request")
forbid (principal, action == Assay::Action::"invoke", resource)
when { context.phase == "request" && context.claims has injection_risk && context.claims.injection_risk.greaterThanOrEqual(context.settings.injection.injection_risk.threshold) && context.settings.injection.block_on_detection };
`);
  });

  it('of all auditors together is one valid set', () => {
    for (const tier of tiers) {
      const texts = presetAuditors.map((auditor) => renderPreset({ auditor, tier }));
      expect(anEngine([permit, ...texts].join('\n'), { chain, cedar }).policySet.warnings).toEqual([]);
    }
  });
});

describe('the settings of a preset', () => {
  it.each(applied)('$auditor $tier: every name is one of the auditor, every value fits', ({ auditor, tier }) => {
    const definition = ownAuditors.find(({ id }) => id === auditor);
    if (definition === undefined) throw new Error('presets are of built-in auditors');
    const entries = new Map<string, VocabularyEntry>(
      createAuditor(definition)
        .vocabulary()
        .vocabulary.map((entry) => [entry.name, entry]),
    );
    for (const [name, value] of Object.entries(findPreset({ auditor, tier }).settings)) {
      const [claim = '', key] = name.split('.');
      if (key === undefined) {
        expect([name, Object.hasOwn(definition.config ?? {}, name)]).toEqual([name, true]);
        continue;
      }
      const setting = entries.get(claim)?.settings.find((one) => one.key === key);
      expect([name, setting?.type]).toEqual([name, Array.isArray(value) ? 'string[]' : typeof value]);
    }
  });

  it('are those of the table', () => {
    const of = (auditor: PresetAuditor, name: string) =>
      tiers.map((tier) => findPreset({ auditor, tier }).settings[name]);
    expect(of('injection', 'injection_risk.threshold')).toEqual([0.9, 0.8, 0.6]);
    expect(of('injection', 'invisible_chars.invisible_char_check')).toEqual([true, true, true]);
    expect(of('injection', 'token_limit_exceeded.max_token_limit')).toEqual([8192, 4096, 2048]);
    expect(of('toxicity', 'toxic_content.threshold')).toEqual([0.8, 0.7, 0.5]);
    expect(of('toxicity', 'toxic_content.severe_threshold')).toEqual([0.6, 0.5, 0.3]);
    expect(of('toxicity', 'toxic_content.threat_threshold')).toEqual([0.7, 0.6, 0.4]);
    expect(of('toxicity', 'toxic_content.insult_threshold')).toEqual([0.8, 0.7, 0.5]);
    expect(of('toxicity', 'toxic_content.identity_attack_threshold')).toEqual([0.6, 0.5, 0.3]);
    expect(of('toxicity', 'multilingual')).toEqual([true, true, true]);
    expect(of('secrets', 'secret_leaked.min_entropy')).toEqual([4, 3.5, 3]);
    expect(of('secrets', 'secret_leaked.verified_formats_only')).toEqual([true, false, false]);
    for (const claim of ['pii_found', 'pii_types']) {
      expect(of('pii', `${claim}.threshold`)).toEqual([0.8, 0.6, 0.4]);
      const starter = [...paymentCards, 'national_id', ...bankAccounts];
      expect(of('pii', `${claim}.entities`)).toEqual([starter, [...starter, ...contactData], []]);
    }
  });

  it('name types of personal data that the auditor can report, each once', () => {
    const named = [...paymentCards, ...nationalIds, ...bankAccounts, ...contactData];
    expect(named.filter((type) => !piiTypes.includes(type))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
    expect([nationalIdGroup, nationalIds]).toEqual([ofAuditor.nationalIdGroup, ofAuditor.nationalIds]);
  });

  it('have the same names in every tier of an auditor, so that the next tier leaves nothing of the last', () => {
    for (const auditor of presetAuditors) {
      const names = tiers.map((tier) => Object.keys(findPreset({ auditor, tier }).settings));
      expect(names).toEqual([names[0], names[0], names[0]]);
    }
  });
});

it('bundles are two auditors each, at one tier', () => {
  expect(bundleNames.map((name) => [name, bundles[name].auditors, bundles[name].tier])).toEqual([
    ['solo_builder', ['injection', 'secrets'], 'starter'],
    ['production_team', ['injection', 'toxicity'], 'balanced'],
    ['regulated_enterprise', ['injection', 'pii'], 'strict'],
  ]);
  expect(tiersOf('solo_builder')).toEqual([
    { auditor: 'injection', tier: 'starter' },
    { auditor: 'secrets', tier: 'starter' },
  ]);
});
