import { sha256Hex } from '@assay/sdk/crypto';
import { describe, expect, it } from 'vitest';
import { createCedarHost } from './cedar-host.ts';
import { anEngine, aRequest, textChain } from './chain.fixture.ts';
import {
  defaultPolicySettings,
  findChangedSettings,
  isUntouched,
  renderDefaultParts,
  renderDefaultPolicy,
} from './default-policy.ts';
import { syncDefaultPolicy } from './default-policy-file.ts';

const cedar = createCedarHost();
const decide = (values: Record<string, unknown>, phase: 'request' | 'response' | 'execution', settings = {}) => {
  const text = renderDefaultPolicy({ ...defaultPolicySettings, ...settings }, textChain);
  const { decision, reasons, obligations, warnings, errors } = anEngine(text, { cedar }).decide(
    aRequest({ values, phase }),
  );
  expect(errors).toEqual([]);
  return { decision, reasons, obligations, warnings };
};
const allowed = { decision: 'allow', reasons: ['default.permit'] };

describe('the default policy', () => {
  it.each(['request', 'response'] as const)('lets a harmless %s pass without a note', (phase) => {
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

  it.each([
    [{ INJECTION_BLOCK_ON_DETECTION: false }, { injection_risk: 1 }, 'default.injection'],
    [{ TOXICITY_BLOCK_ON_DETECTION: false }, { toxic_content: 1 }, 'default.toxic-answer'],
  ])('with %j only warns', (settings, values, id) => {
    expect(decide(values, 'response', settings)).toEqual({ ...allowed, obligations: ['warn'], warnings: [id] });
  });

  it('follows the thresholds', () => {
    expect(decide({ injection_risk: 0.55 }, 'request', { INJECTION_THRESHOLD: 0.55 }).decision).toBe('deny');
    expect(decide({ toxic_content: 0.99 }, 'response', { TOXICITY_THRESHOLD: 1 }).decision).toBe('allow');
    expect(() => renderDefaultPolicy({ ...defaultPolicySettings, INJECTION_THRESHOLD: 1.5 }, textChain)).toThrow(
      TypeError,
    );
  });

  it('tells the replacement message when toxicity is refused, whatever characters it holds', () => {
    const message = 'Say it "kindly" \\ please \u{1F642}';
    const settings = {
      ...defaultPolicySettings,
      TOXICITY_REPLACEMENT_MESSAGE: `${message.slice(0, 5)}\n${message.slice(5)}`,
    };
    const engine = anEngine(renderDefaultPolicy(settings, textChain), { cedar });
    const { messages } = engine.decide(aRequest({ values: { toxic_content: 1 }, phase: 'response' }));
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

  it('is rendered to the same bytes as in the release before it could be cut', () => {
    const hashes = [textChain, textChain.slice(1, 3)].map((chain) =>
      sha256Hex(renderDefaultPolicy(defaultPolicySettings, chain)),
    );
    // Another text here regenerates every untouched policy file: that takes a line in the changelog.
    expect(hashes).toEqual([
      'ccc8798c059fc53794d819ae467da93267a79d80a7bd12964f0e9d4070d7563c',
      '2747358fe80ce6a9b71d30313bbd681e54ed021a953aa825fb6eb0ef7947e343',
    ]);
  });

  it.each([[textChain], [textChain.slice(0, 1)], [textChain.slice(1, 3)], [[]]])(
    'says the same as the whole',
    (chain) => {
      const { base, auditors } = renderDefaultParts(defaultPolicySettings, chain);
      const parts = codeOf([base, ...auditors.values()].join('\n'));
      expect(parts).toBe(codeOf(renderDefaultPolicy(defaultPolicySettings, chain)));
      expect([...auditors.keys()].sort()).toEqual(chain.map(({ item }) => item).sort());
    },
  );

  it('has parts that are sound by themselves, over a chain that holds nothing else', () => {
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

  it('is written when there is none, kept when nothing changed, and written again when a variable did', async () => {
    const { state, file } = fileOf(undefined);
    expect((await sync(file)).action).toBe('written');
    expect((await sync(file)).action).toBe('kept');
    expect((await sync(file, { INJECTION_THRESHOLD: 0.6 })).action).toBe('written');
    expect(state.text).toContain('decimal("0.6")');
    expect(isUntouched(state.text ?? '')).toBe(true);
  });

  it('is left alone once a single character differs, and a changed variable is reported', async () => {
    const edited = renderDefaultPolicy(defaultPolicySettings, textChain).replace('decimal("0.8")', 'decimal("0.9")');
    const { state, file } = fileOf(edited);
    expect(isUntouched(edited)).toBe(false);
    expect((await sync(file)).action).toBe('kept');
    expect(await sync(file, { TOXICITY_THRESHOLD: 0.5, INJECTION_BLOCK_ON_DETECTION: false })).toEqual({
      action: 'kept_changed_settings',
      text: edited,
      changed: [
        { variable: 'INJECTION_BLOCK_ON_DETECTION', was: 'true', now: 'false' },
        { variable: 'TOXICITY_THRESHOLD', was: '0.7', now: '0.5' },
      ],
    });
    expect(state.text).toBe(edited);
  });

  it('is left alone when a person wrote it from nothing', async () => {
    const { state, file } = fileOf('permit (principal, action, resource);');
    expect((await sync(file, { TOXICITY_THRESHOLD: 0.5 })).action).toBe('kept');
    expect(state.text).toBe('permit (principal, action, resource);');
    expect(findChangedSettings('', defaultPolicySettings)).toEqual([]);
    expect(isUntouched('')).toBe(false);
  });
});
