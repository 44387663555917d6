import type { Phase } from '@assay/sdk/contract';
import { sha256Hex } from '@assay/sdk/crypto';
import { describe, expect, it } from 'vitest';
import { createCedarHost } from './cedar-host.ts';
import { anEngine, anEntry, anItem, aRequest, settingsOf, textChain } from './chain.fixture.ts';
import {
  defaultPolicySettings,
  findChangedSettings,
  isUntouched,
  renderDefaultParts,
  renderDefaultPolicy,
} from './default-policy.ts';
import { syncDefaultPolicy } from './default-policy-file.ts';

import { providerFeatures } from './provider-features.ts';

const cedar = createCedarHost();
const decide = (values: Record<string, unknown>, phase: 'request' | 'response' | 'execution') => {
  const text = renderDefaultPolicy(defaultPolicySettings, textChain);
  const { decision, reasons, obligations, warnings, errors } = anEngine(text, { cedar }).decide(
    aRequest({ values, phase }),
  );
  expect(errors).toEqual([]);
  return { decision, reasons, obligations, warnings };
};
const allowed = { decision: 'allow', reasons: ['default.permit'] };

describe('the default policy', () => {
  it.each(['request', 'response'] as const)('allows a harmless %s without a note', (phase) => {
    expect(decide({}, phase)).toEqual({ ...allowed, obligations: [], warnings: [] });
  });

  it.each([
    ['request', { injection_risk: 0.8 }, { decision: 'deny', reasons: ['default.injection'] }],
    ['response', { injection_risk: 0.8 }, { decision: 'deny', reasons: ['default.injection'] }],
    ['request', { injection_risk: 0.7999 }, { ...allowed, warnings: [] }],
    ['request', { invisible_chars: true }, { ...allowed, warnings: ['default.invisible-characters'] }],
    ['request', { secret_leaked: true }, { ...allowed, obligations: ['redact'] }],
    ['response', { secret_leaked: true }, { decision: 'deny', reasons: ['default.secret-leaving'] }],
    ['execution', { secret_leaked: true }, { decision: 'deny', reasons: ['default.secret-leaving'] }],
    ['request', { pii_found: true }, { ...allowed, obligations: ['redact'] }],
    ['response', { pii_found: true }, { ...allowed, obligations: ['redact'] }],
    ['response', { toxic_content: 0.7 }, { decision: 'deny', reasons: ['default.toxic-answer'] }],
    ['request', { toxic_content: 0.7 }, { ...allowed, warnings: ['default.toxic-request'] }],
  ] as const)('in the %s phase answers %j with %j', (phase, values, expected) => {
    expect(decide(values, phase)).toMatchObject(expected);
  });

  it.each(['request', 'response'] as const)('allows a %s with parts that no auditor reads, with a note', (phase) => {
    const engine = anEngine(renderDefaultPolicy(defaultPolicySettings, textChain), { cedar });
    const { decision, obligations, warnings } = engine.decide(aRequest({ uninspected: ['image', 'unknown'], phase }));
    expect([decision, obligations, warnings]).toEqual(['allow', ['warn'], ['default.uninspected']]);
  });

  const asking = (features: readonly string[], allowed: readonly string[] = [], phase: Phase = 'request') =>
    anEngine(renderDefaultPolicy(defaultPolicySettings, textChain), { cedar }).decide(
      aRequest({ features, phase, settings: settingsOf({ 'features.allowed': allowed }) }),
    );

  it.each(providerFeatures.filter(({ response }) => response === 'block'))(
    'refuses $name with the line that allows it, and allows it with that line',
    ({ name }) => {
      const { decision, messages } = asking([name]);
      expect(decision).toBe('deny');
      expect(messages).toEqual([expect.stringContaining(`assay settings set features allowed ${name} `)]);
      expect(messages).toEqual([expect.stringContaining(`GATEWAY_ALLOWED_FEATURES=${name} `)]);
      expect(asking([name], [name])).toMatchObject({ ...allowed, warnings: [] });
    },
  );

  it('allows no feature because another one is allowed', () => {
    expect(asking(['mcp', 'code_execution'], ['mcp'])).toMatchObject({
      decision: 'deny',
      reasons: ['default.feature-code-execution'],
    });
  });

  it('notes searches and the like, shows the rest, and asks in the request phase only', () => {
    for (const { name, response } of providerFeatures) {
      if (response === 'block') continue;
      expect(asking([name])).toMatchObject({
        ...allowed,
        warnings: response === 'warn' ? ['default.feature-noted'] : [],
      });
    }
    expect(asking(['mcp', 'web_search'], [], 'response')).toMatchObject({ ...allowed, warnings: [] });
  });

  const under = (
    settings: Record<string, unknown>,
    values: Record<string, unknown>,
    phase: 'request' | 'response' = 'response',
  ) => {
    const engine = anEngine(renderDefaultPolicy(defaultPolicySettings, textChain), { cedar, cacheSize: 100 });
    const { decision, reasons, obligations, warnings, messages, errors } = engine.decide(
      aRequest({ values, phase, settings: settingsOf(settings) }),
    );
    expect(errors).toEqual([]);
    return { decision, reasons, obligations, warnings, messages };
  };

  it.each([
    ['injection', { injection_risk: 1 }, 'default.injection-noted'],
    ['toxicity', { toxic_content: 1 }, 'default.toxic-answer-noted'],
  ])('only notes a finding of %s when block_on_detection is false', (auditor, values, id) => {
    expect(under({}, values).decision).toBe('deny');
    expect(under({ [`${auditor}.block_on_detection`]: false }, values)).toMatchObject({
      ...allowed,
      obligations: ['warn'],
      warnings: [id],
    });
  });

  it('compares with the configured thresholds, tightened and loosened', () => {
    const risk = { injection_risk: 0.55 };
    expect(under({}, risk, 'request').decision).toBe('allow');
    expect(under({ 'injection.injection_risk.threshold': 0.55 }, risk, 'request').decision).toBe('deny');
    expect(under({ 'injection.injection_risk.threshold': 0.95 }, { injection_risk: 0.9 }, 'request').decision).toBe(
      'allow',
    );
    const toxic = { toxic_content: 0.75 };
    expect(under({}, toxic).decision).toBe('deny');
    expect(under({ 'toxicity.toxic_content.threshold': 0.8 }, toxic).decision).toBe('allow');
    expect(under({ 'toxicity.toxic_content.threshold': 0.75 }, toxic, 'request').warnings).toEqual([
      'default.toxic-request',
    ]);
  });

  it("uses the configured replacement message, otherwise the gateway's", () => {
    const text = 'Ask "us" \n about it';
    expect(under({ 'toxicity.replacement_message': text }, { toxic_content: 1 }).messages).toEqual([text]);
    expect(under({ 'toxicity.replacement_message': '' }, { toxic_content: 1 }).messages).toEqual([
      defaultPolicySettings.TOXICITY_REPLACEMENT_MESSAGE,
    ]);
  });

  it("keeps the variable's value when the auditor of the claim has no such setting", () => {
    const chain = [anItem('ours', [anEntry('injection_risk', 'score_normalized')])];
    const strict = { ...defaultPolicySettings, INJECTION_THRESHOLD: 0.55, INJECTION_BLOCK_ON_DETECTION: false };
    const text = renderDefaultPolicy(strict, chain);
    expect(text).toContain('decimal("0.55")');
    expect(text).toContain('// settings: INJECTION_BLOCK_ON_DETECTION=false INJECTION_THRESHOLD=0.55');
    const outcome = { item: 'ours', status: 'ok' as const };
    const claims = [{ contextName: 'injection_risk', type: 'score_normalized' as const, value: 0.6, auditor: 'ours' }];
    const { decision, warnings } = anEngine(text, { chain, cedar }).decide(aRequest({ claims, auditors: [outcome] }));
    expect([decision, warnings]).toEqual(['allow', ['default.injection']]);
    expect(() => renderDefaultPolicy({ ...defaultPolicySettings, INJECTION_THRESHOLD: 1.5 }, textChain)).toThrow(
      TypeError,
    );
  });

  it("includes the gateway's replacement message with any characters", () => {
    const message = 'Say it "kindly" \\ please \u{1F642}';
    const settings = {
      ...defaultPolicySettings,
      TOXICITY_REPLACEMENT_MESSAGE: `${message.slice(0, 5)}\n${message.slice(5)}`,
    };
    const engine = anEngine(renderDefaultPolicy(settings, textChain), { cedar });
    const facts = settingsOf({ 'toxicity.replacement_message': '' });
    const { messages } = engine.decide(aRequest({ values: { toxic_content: 1 }, phase: 'response', settings: facts }));
    expect(messages).toEqual([`${message.slice(0, 5)} ${message.slice(5)}`]);
  });

  it('has rules only for what the chain declares, with the type it expects', () => {
    for (const chain of [[], textChain.slice(0, 1), textChain.slice(1)]) {
      const text = renderDefaultPolicy(defaultPolicySettings, chain);
      expect(text.includes('default.injection')).toBe(chain.some(({ item }) => item === 'injection'));
      expect(() => anEngine(text, { chain, cedar })).not.toThrow();
    }
  });

  it('has an id on every policy and a reason on every forbid, and triggers no warning at load', () => {
    const { policySet } = anEngine(renderDefaultPolicy(defaultPolicySettings, textChain), { cedar });
    expect(policySet.warnings).toEqual([]);
    for (const { id, effect, annotations } of policySet.policies) {
      expect(id).toMatch(/^default\./);
      expect(effect === 'permit' || annotations.reason !== undefined).toBe(true);
    }
  });
});

describe('the default policy, cut into parts', () => {
  const codeOf = (text: string) =>
    text
      .replaceAll(/^\/\/.*$/gm, '')
      .replaceAll(/\n+/g, '\n')
      .trim();

  it('is rendered to the same bytes in every release', () => {
    const hashes = [textChain, textChain.slice(1, 3)].map((chain) =>
      sha256Hex(renderDefaultPolicy(defaultPolicySettings, chain)),
    );
    // A changed text regenerates every unmodified policy file, which needs a line in the changelog.
    expect(hashes).toEqual([
      'f353dd4e6590018d4ccc9a6c72cd6add85f97151f2b6ac564dd623edcaeb25cf',
      'ba16368d29079a828a92abfb99ffae1d364732b1d0de06f2b06409d1dcfcff3a',
    ]);
  });

  it.each([[textChain], [textChain.slice(0, 1)], [textChain.slice(1, 3)], [[]]])('equals the whole', (chain) => {
    const { base, auditors } = renderDefaultParts(defaultPolicySettings, chain);
    const parts = codeOf([base, ...auditors.values()].join('\n'));
    expect(parts).toBe(codeOf(renderDefaultPolicy(defaultPolicySettings, chain)));
    expect([...auditors.keys()].sort()).toEqual(chain.map(({ item }) => item).sort());
  });

  it('has parts that are valid on their own, over a chain with nothing else', () => {
    const { base, auditors } = renderDefaultParts(defaultPolicySettings, textChain);
    for (const [auditor, text] of auditors) {
      const chain = textChain.filter(({ item }) => item === auditor);
      expect(anEngine(`${base}${text}`, { chain, cedar }).policySet.warnings).toEqual([]);
    }
  });
});

describe('the default policy file', () => {
  const fileOf = (text: string | undefined) => {
    const state = { text };
    const write = async (written: string): Promise<void> => {
      state.text = written;
    };
    const file = { read: async () => state.text, write };
    return { state, file };
  };
  const sync = (file: Parameters<typeof syncDefaultPolicy>[0]['file'], settings = {}) =>
    syncDefaultPolicy({ file, settings: { ...defaultPolicySettings, ...settings }, chain: textChain });

  it('is written when missing, kept when nothing changed, and rewritten when a variable changed', async () => {
    const { state, file } = fileOf(undefined);
    expect((await sync(file)).action).toBe('written');
    expect((await sync(file)).action).toBe('kept');
    expect((await sync(file, { TOXICITY_REPLACEMENT_MESSAGE: 'No.' })).action).toBe('written');
    expect(state.text).toContain('@reason("No.")');
    expect(isUntouched(state.text ?? '')).toBe(true);
  });

  it('of an earlier release is updated while unmodified', async () => {
    const earlier = 'permit (principal, action, resource);\n';
    const { state, file } = fileOf(`// generated: sha256:${sha256Hex(earlier)}\n${earlier}`);
    expect((await sync(file)).action).toBe('written');
    expect(state.text).toBe(renderDefaultPolicy(defaultPolicySettings, textChain));
  });

  it('is left alone once a single character differs, and a changed variable in it is reported', async () => {
    const edited = `${renderDefaultPolicy(defaultPolicySettings, textChain)}// mine`;
    const { state, file } = fileOf(edited);
    expect(isUntouched(edited)).toBe(false);
    expect((await sync(file)).action).toBe('kept');
    // Rules that read the settings follow the variables automatically.
    expect((await sync(file, { INJECTION_THRESHOLD: 0.5, TOXICITY_BLOCK_ON_DETECTION: false })).action).toBe('kept');
    expect(await sync(file, { TOXICITY_REPLACEMENT_MESSAGE: 'No.' })).toEqual({
      action: 'kept_changed_settings',
      text: edited,
      changed: [
        {
          variable: 'TOXICITY_REPLACEMENT_MESSAGE',
          was: encodeURIComponent(defaultPolicySettings.TOXICITY_REPLACEMENT_MESSAGE),
          now: 'No.',
        },
      ],
    });
    expect(state.text).toBe(edited);
  });

  it('is left alone when written by a person', async () => {
    const { state, file } = fileOf('permit (principal, action, resource);');
    expect((await sync(file, { TOXICITY_THRESHOLD: 0.5 })).action).toBe('kept');
    expect(state.text).toBe('permit (principal, action, resource);');
    expect(findChangedSettings('', defaultPolicySettings)).toEqual([]);
    expect(isUntouched('')).toBe(false);
  });
});
