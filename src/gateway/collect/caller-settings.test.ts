import { createAuditor } from '@assay/sdk';
import type { Vocabulary } from '@assay/sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { injection } from '../../auditors/injection/auditor.ts';
import { pii } from '../../auditors/pii/auditor.ts';
import { createLocalAuditorClient } from '../../clients/auditor/local.ts';
import { isAppError } from '../../platform/errors.ts';
import { admitSettings } from './caller-settings.ts';
import { expectClaims, type MemberPlan } from './collect.ts';
import { toMemberSettings } from './member-settings.ts';

interface Configured {
  readonly auditor_config?: Record<string, boolean>;
  readonly detection_overrides?: Record<string, Record<string, number>>;
}

function planOf(definition: typeof injection, set: Configured = {}, change: Partial<Vocabulary> = {}): MemberPlan {
  const auditor = createAuditor(definition, { env: {} });
  const vocabulary = { ...auditor.vocabulary(), ...change };
  const { id } = definition;
  const settings = toMemberSettings({ auditor_config: {}, detection_overrides: {}, ...set });
  return {
    member: {
      item: { name: id, image: `assay/${id}`, port: 1 },
      client: createLocalAuditorClient({ auditor }),
      boundary: 'attested',
      vocabulary,
    },
    auditorId: id,
    settingsId: id,
    version: '1',
    phases: new Set(),
    skip: false,
    instances: [],
    ...(settings === undefined ? {} : { settings }),
    configKeys: new Set(Object.keys(definition.config ?? {})),
    expected: expectClaims(vocabulary, []),
  };
}

const plans = [planOf(injection), planOf(pii)];
const caller = { mayLoosen: false };
const operator = { mayLoosen: true };
const risk = (threshold: unknown) => ({ detection_overrides: { injection_risk: { threshold } } });
const foundAt = (threshold: number) => ({ detection_overrides: { pii_found: { threshold } } });

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.code;
  }
}

describe('a caller of /v1/evaluate', () => {
  it('never loosens a threshold, whatever is configured, and may tighten it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 }), (configured, asked) => {
        const at = [planOf(pii, { detection_overrides: { pii_found: { threshold: configured / 20 } } })];
        const expected = asked > configured ? 'forbidden' : undefined;
        expect(codeOf(() => admitSettings(foundAt(asked / 20), at, caller))).toBe(expected);
      }),
    );
  });

  it.each<[string, object, string | undefined]>([
    ['a lower threshold', risk(0.5), undefined],
    ['the present threshold', risk(0.8), undefined],
    ['a higher threshold', risk(0.9), 'forbidden'],
    ['a threshold of another type', risk('0.1'), 'forbidden'],
    [
      'no check for hidden text',
      { detection_overrides: { invisible_chars: { invisible_char_check: false } } },
      'forbidden',
    ],
    ['one more banned pattern', { detection_overrides: { regex_matched: { ban_patterns: ['a'] } } }, undefined],
    ['other banned texts', { detection_overrides: { banned_substring: { ban_substrings: ['a'] } } }, 'forbidden'],
    ['other types of personal data', { detection_overrides: { pii_found: { entities: ['email'] } } }, 'forbidden'],
    ['no refusals', { auditor_config: { block_on_detection: false } }, 'forbidden'],
    ['refusals', { auditor_config: { block_on_detection: true } }, undefined],
    ['a key that nobody declares', { auditor_config: { volume: 1 } }, 'invalid_request'],
    ['a setting that nobody declares', { detection_overrides: { injection_risk: { volume: 1 } } }, 'invalid_request'],
    ['a claim that nobody declares', { detection_overrides: { mood: { threshold: 0 } } }, 'invalid_request'],
  ])('gets only stricter settings, and known ones: %s', (_what, context, code) => {
    expect(codeOf(() => admitSettings(context, plans, caller))).toBe(code);
    expect(codeOf(() => admitSettings(context, plans, operator))).toBe(code === 'forbidden' ? undefined : code);
  });

  it('tightens the parameter under every name, as the auditor merges the claims of a method', () => {
    const { detection_overrides: named } = admitSettings(
      { detection_overrides: { pii_count: { threshold: 0.2 } } },
      plans,
      caller,
    );
    const names = ['pii_confidence', 'pii_count', 'pii_jurisdiction', 'pii_redacted', 'pii_types'];
    expect(Object.keys(named ?? {}).sort()).toEqual(names);
    expect(named?.['pii_types']).toEqual({ threshold: 0.2 });
  });

  it('is held to the strictest of two auditors that declare the claim', () => {
    const strict = planOf(pii, { detection_overrides: { pii_found: { threshold: 0.1 } } });
    expect(codeOf(() => admitSettings(foundAt(0.3), [planOf(pii), strict], caller))).toBe('forbidden');
    expect(codeOf(() => admitSettings(foundAt(0.05), [planOf(pii), strict], caller))).toBeUndefined();
  });

  it('changes nothing at an auditor that declares no claims, because nothing says what is stricter', () => {
    const open = [planOf(pii, {}, { vocabulary: [] })];
    expect(codeOf(() => admitSettings(foundAt(0.1), open, caller))).toBe('forbidden');
    expect(admitSettings(foundAt(0.1), open, operator).detection_overrides).toMatchObject({
      pii_found: { threshold: 0.1 },
    });
  });
});
