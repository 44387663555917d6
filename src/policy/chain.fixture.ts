/** Typed builders for the tests of this folder: a chain like the built-in one, a request, an engine. */
import type { ClaimType, Phase, VocabularyEntry } from '@assay/sdk/contract';
import { type CedarHost, createCedarHost } from './cedar-host.ts';
import type { ChainVocabulary } from './chain-claims.ts';
import { nameChainSettings } from './chain-settings.ts';
import { createPolicyEngine, type PolicyEngine } from './decide.ts';
import type { DecisionClaim, DecisionRequest, SettingFacts } from './decision.ts';
import { loadPolicySet, type PolicySet } from './policy-set.ts';
import { generateSchema } from './schema.ts';

/** A vocabulary entry; `absent` allows a successful auditor to omit it. */
export function anEntry(name: string, type: ClaimType, more: Partial<VocabularyEntry> = {}): VocabularyEntry {
  return { name, type, description: `About ${name}`, value_schema: {}, settings: [], ...more };
}

/** A chain item that is called in the request and the response phase. */
export function anItem(
  item: string,
  entries: VocabularyEntry[],
  phases: Phase[] = ['request', 'response'],
): ChainVocabulary {
  return { item, auditorId: item, phases, entries };
}

/** Starting an engine costs more than most tests. Tests that break one use their own. */
const sharedHost = createCedarHost();
const threshold = (value: number) => ({ key: 'threshold', type: 'number' as const, default: value });

/** The same item with settings of the auditor besides those of its claims. */
export function withSettings(chain: ChainVocabulary, own: Readonly<Record<string, boolean | string>>): ChainVocabulary {
  const ofClaims = chain.entries.flatMap(({ name, settings }) => settings.map((one) => ({ claim: name, ...one })));
  const ofItself = Object.entries(own).map(([key, value]) => {
    return { key, type: typeof value === 'boolean' ? ('boolean' as const) : ('string' as const), default: value };
  });
  return { ...chain, settings: { auditor: chain.auditorId, declared: [...ofClaims, ...ofItself] } };
}

/** The four text auditors, which cover every claim type. */
export const textChain: readonly ChainVocabulary[] = [
  withSettings(
    anItem('injection', [
      anEntry('injection_risk', 'score_normalized', { settings: [threshold(0.8)] }),
      anEntry('invisible_chars', 'boolean'),
      anEntry('invisible_char_count', 'count'),
      anEntry('detection_ms', 'duration_ms'),
    ]),
    { block_on_detection: true },
  ),
  anItem('pii', [
    anEntry('pii_found', 'boolean', { settings: [{ key: 'entity_types', type: 'string[]', default: [] }] }),
    anEntry('pii_types', 'string_list'),
  ]),
  anItem('secrets', [anEntry('secret_leaked', 'boolean')]),
  withSettings(
    anItem('toxicity', [
      anEntry('toxic_content', 'score_normalized', { settings: [threshold(0.7)] }),
      anEntry('language_detected', 'string', { value_schema: { 'x-absent': 'when the text is too short' } }),
      anEntry('toxicity_scores', 'object', {
        value_schema: {
          type: 'object',
          properties: {
            threat: { type: 'number', minimum: 0, maximum: 1 },
            hits: { type: 'integer' },
            tags: { type: 'array', items: { type: 'string' } },
            ratio: { type: 'number' },
          },
        },
      }),
    ]),
    { block_on_detection: true, replacement_message: 'This content was filtered because it is toxic.' },
  ),
];

/** Values of a harmless text, for every claim of `textChain`. */
export const harmless: Readonly<Record<string, unknown>> = {
  injection_risk: 0,
  invisible_chars: false,
  invisible_char_count: 0,
  detection_ms: 1.4,
  pii_found: false,
  pii_types: [],
  secret_leaked: false,
  toxic_content: 0,
  language_detected: 'en',
  toxicity_scores: { threat: 0, hits: 0, tags: [] },
};

/** Claims of a chain from values by context name; a name without a value is left out. */
export function claimsOf(values: Readonly<Record<string, unknown>>, chain = textChain): DecisionClaim[] {
  return [...generateSchema(chain).claims.values()]
    .filter(({ contextName }) => values[contextName] !== undefined)
    .map(({ contextName, item, entry }) => ({
      contextName,
      type: entry.type,
      value: values[contextName],
      auditor: item,
    }));
}

/** Default settings of a chain, with overrides by the names in policies. */
export function settingsOf(
  more: Readonly<Record<string, unknown>> = {},
  chain: readonly ChainVocabulary[] = textChain,
): SettingFacts {
  const declared = [...nameChainSettings(chain).values()];
  const defaults = declared.map((one): [string, unknown] => [one.id, one.default]);
  const changed = Object.entries(more).map(([path, value]): [string, unknown] => [path.replaceAll('.', ' '), value]);
  return { values: new Map([...defaults, ...changed]) };
}

/** A request in which every auditor of `textChain` succeeded on a harmless text. */
export function aRequest(
  more: Partial<DecisionRequest> & { values?: Readonly<Record<string, unknown>> } = {},
): DecisionRequest {
  const { values, ...rest } = more;
  return {
    principal: { type: 'Agent', id: 'a1' },
    action: 'invoke',
    resource: { type: 'Agent', id: 'a1' },
    phase: 'request',
    traceId: 't1',
    sessionId: 's1',
    modelId: 'echo',
    claims: claimsOf({ ...harmless, ...values }),
    auditors: textChain.map(({ item }) => ({ item, status: 'ok' as const })),
    uninspected: [],
    features: [],
    settings: settingsOf(),
    ...rest,
  };
}

/** A loaded set over `textChain` (or another chain). */
export function aPolicySet(text: string, chain = textChain, cedar: CedarHost = sharedHost): PolicySet {
  return loadPolicySet({ id: 'policy', text, schema: generateSchema(chain), cedar });
}

/** An engine without a cache, at a fixed time. */
export function anEngine(
  text: string,
  more: { chain?: readonly ChainVocabulary[]; cedar?: CedarHost; cacheSize?: number; now?: () => number } = {},
): PolicyEngine {
  const { chain = textChain, cedar = sharedHost, cacheSize = 0, now = () => 1_760_000_000_000 } = more;
  return createPolicyEngine({ policySet: aPolicySet(text, chain, cedar), cedar, clock: { now }, cacheSize });
}
