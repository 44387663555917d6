/**
 * The default policy as readable Cedar text, rendered from the settings that shape it. Its header carries the text's
 * own hash, which tells an edited file from a generated one.
 */
import { sha256Hex } from '@assay/sdk/crypto';
import { type ChainVocabulary, nameChainClaims } from './chain-claims.ts';
import { allDefaultRules, type DefaultRule, defaultPermit, defaultRules, uninspectedRule } from './default-rules.ts';
import { renderFeatureRules } from './provider-features.ts';
import { createRuleWriter } from './rule-writer.ts';

/** Variables that shape the default policy (contract 2.13). */
export interface DefaultPolicySettings {
  readonly INJECTION_THRESHOLD: number;
  readonly INJECTION_BLOCK_ON_DETECTION: boolean;
  readonly TOXICITY_THRESHOLD: number;
  readonly TOXICITY_BLOCK_ON_DETECTION: boolean;
  /** Text of a refusal because of toxicity. */
  readonly TOXICITY_REPLACEMENT_MESSAGE: string;
}

export const defaultPolicySettings: DefaultPolicySettings = {
  INJECTION_THRESHOLD: 0.8,
  INJECTION_BLOCK_ON_DETECTION: true,
  TOXICITY_THRESHOLD: 0.7,
  TOXICITY_BLOCK_ON_DETECTION: true,
  TOXICITY_REPLACEMENT_MESSAGE: 'This content was filtered because it is toxic.',
};

const hashPrefix = '// generated: sha256:';
const settingsPrefix = '// settings: ';

/** Renders the default policy, with rules only for the claims that the chain declares. */
export function renderDefaultPolicy(settings: DefaultPolicySettings, chain: readonly ChainVocabulary[]): string {
  const written = listRules(chain);
  const left = defaultRules.filter((rule) => !written.includes(rule)).map(({ claim }) => claim);
  const note = left.length === 0 ? [] : [`// No rule for ${left.join(', ')}: no auditor of the chain declares it.\n`];
  const writer = createRuleWriter(settings, chain);
  const texts = written.map(({ text }) => text(writer));
  const body = [
    header,
    describeSettings(settings, writer.variables()),
    defaultPermit,
    renderFeatureRules(),
    uninspectedRule,
    ...texts,
    ...note,
  ];
  const text = body.join('\n');
  return `${hashPrefix}${sha256Hex(text)}\n${text}`;
}

/** The default policy in separate texts: its permit, and the rules of each auditor. */
export interface DefaultPolicyParts {
  /** The part for every chain: the permit, and the rules over features and over uninspected parts. */
  readonly base: string;
  /** By auditor, only those with a rule over a claim that the chain declares. */
  readonly auditors: ReadonlyMap<string, string>;
}

/** Renders the rules of `renderDefaultPolicy`, separately for each auditor. */
export function renderDefaultParts(
  settings: DefaultPolicySettings,
  chain: readonly ChainVocabulary[],
): DefaultPolicyParts {
  const written = listRules(chain);
  const auditors = [...new Set(written.map(({ auditor }) => auditor))];
  const writer = createRuleWriter(settings, chain);
  const textOf = (auditor: string) =>
    written
      .filter((rule) => rule.auditor === auditor)
      .map(({ text }) => text(writer))
      .join('');
  return {
    base: `${partNote}${defaultPermit}${renderFeatureRules()}${uninspectedRule}`,
    auditors: new Map(auditors.map((auditor) => [auditor, `${partNote}${textOf(auditor)}`])),
  };
}

/** Rules over a claim of another type would not pass validation. */
function listRules(chain: readonly ChainVocabulary[]): DefaultRule[] {
  const claims = nameChainClaims(chain);
  return allDefaultRules.filter(({ claim, type }) => claims.get(claim)?.entry.type === type);
}

/** True while the text is exactly as it was generated. */
export function isUntouched(text: string): boolean {
  const end = text.indexOf('\n');
  return end > 0 && text.slice(0, end) === `${hashPrefix}${sha256Hex(text.slice(end + 1))}`;
}

/** A variable whose value differs from the one in a generated policy file. */
export interface ChangedSetting {
  readonly variable: string;
  readonly was: string;
  readonly now: string;
}

/** Compares the settings recorded in a policy file with the current ones; a file without a record has none. */
export function findChangedSettings(text: string, settings: DefaultPolicySettings): ChangedSetting[] {
  const line = text.split('\n').find((candidate) => candidate.startsWith(settingsPrefix));
  if (line === undefined) return [];
  const recorded = new Map(line.slice(settingsPrefix.length).trim().split(' ').map(splitPair));
  return Object.entries(settings).flatMap(([variable, value]) => {
    const was = recorded.get(variable);
    const now = encodeURIComponent(String(value));
    return was === undefined || was === now ? [] : [{ variable, was, now }];
  });
}

const header = `//
// Assay's default policy. Auditors only observe; this file is where a finding becomes an answer.
//
// It is written again at every start while its first line holds the hash of the rest. Change one character and
// it is yours: Assay leaves it alone from then on and tells you when a variable that stands in it no longer matches.
//
// How to read it
//   permit / forbid          Cedar denies unless a permit holds, and a forbid that fires beats every permit.
//   @response("...")         What a fired forbid asks for: block and escalate deny; redact lets the payload pass
//                            with the spans replaced; warn lets it pass with a note. Strongest first.
//   has ... &&               Each claim is optional in the schema, so each read is guarded. The guard opens no
//                            gap: a claim that is due and missing is denied before any policy is asked.
//   context.settings         What is set for the organisation, workspace or agent that the request belongs to. A value
//                            that is changed there decides here; nothing of this file has to change for it.
//   decimal("0.8")           Scores and settings are compared after rounding to four places (half to even).
//`;

/** A part is a record that a person may edit, and no variable changes it. */
const partNote = `// From Assay's default policy. Edit it here: what it reads of the settings decides here too.
`;

/** Only variables that appear in the text. A rule that reads a setting follows it by itself. */
function describeSettings(settings: DefaultPolicySettings, written: readonly (keyof DefaultPolicySettings)[]): string {
  const pairs = [...written].sort().map((name) => `${name}=${encodeURIComponent(String(settings[name]))}`);
  return `${settingsPrefix}${pairs.join(' ')}`;
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return [pair.slice(0, at), pair.slice(at + 1)];
}
