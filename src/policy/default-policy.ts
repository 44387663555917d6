/**
 * The default policy as readable Cedar text (DESIGN 5), rendered from the settings that shape it. Its header
 * carries the text's own hash, so that an edited file is known from a generated one.
 */
import { sha256Hex } from '@assay/sdk/crypto';
import { type ChainVocabulary, type DeclaredClaim, nameChainClaims } from './chain-claims.ts';
import { toDecimalText } from './decimal.ts';

/** Variables that shape the default policy (contract 2.13). */
export interface DefaultPolicySettings {
  readonly INJECTION_THRESHOLD: number;
  readonly INJECTION_BLOCK_ON_DETECTION: boolean;
  readonly TOXICITY_THRESHOLD: number;
  readonly TOXICITY_BLOCK_ON_DETECTION: boolean;
  /** Text of a refusal that toxicity caused. */
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

interface Rule {
  readonly claim: string;
  readonly type: DeclaredClaim['entry']['type'];
  readonly text: (settings: DefaultPolicySettings) => string;
}

/** Renders the default policy, with rules only for the claims that the chain declares. */
export function renderDefaultPolicy(settings: DefaultPolicySettings, chain: readonly ChainVocabulary[]): string {
  const claims = nameChainClaims(chain);
  const written = rules.filter(({ claim, type }) => claims.get(claim)?.entry.type === type);
  const left = rules.filter((rule) => !written.includes(rule)).map(({ claim }) => claim);
  const note = left.length === 0 ? [] : [`// No rule for ${left.join(', ')}: no auditor of the chain declares it.\n`];
  const body = [header, describeSettings(settings), permit, ...written.map(({ text }) => text(settings)), ...note];
  const text = body.join('\n');
  return `${hashPrefix}${sha256Hex(text)}\n${text}`;
}

/** True while the text is exactly as it was generated. */
export function isUntouched(text: string): boolean {
  const end = text.indexOf('\n');
  return end > 0 && text.slice(0, end) === `${hashPrefix}${sha256Hex(text.slice(end + 1))}`;
}

/** One variable whose value is not the one that a policy file was generated with. */
export interface ChangedSetting {
  readonly variable: string;
  readonly was: string;
  readonly now: string;
}

/** Compares the settings recorded in a policy file with the present ones; a file without a record has none. */
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
// it is yours: Assay leaves it alone from then on and tells you when a variable below no longer matches.
//
// How to read it
//   permit / forbid          Cedar denies unless a permit holds, and a forbid that fires beats every permit.
//   @response("...")         What a fired forbid asks for: block and escalate deny; redact lets the payload pass
//                            with the spans replaced; warn lets it pass with a note. Strongest first.
//   has ... &&               Each claim is optional in the schema, so each read is guarded. The guard opens no
//                            gap: a claim that is due and missing is denied before any policy is asked.
//   decimal("0.8")           Scores are compared after rounding to four places (half to even).
//`;

const permit = `
// The door. Everything below closes it again for a reason; remove this and nothing passes.
@id("default.permit")
permit (principal, action, resource);
`;

function describeSettings(settings: DefaultPolicySettings): string {
  const pairs = Object.entries(settings).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `${settingsPrefix}${pairs.join(' ')}`;
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return [pair.slice(0, at), pair.slice(at + 1)];
}

/** The threshold as it stands in the text: no digits beyond what was asked for. */
function decimal(threshold: number): string {
  return `decimal("${toDecimalText(threshold).replace(/(\.\d+?)0+$/, '$1')}")`;
}

/** A text inside a Cedar string literal; control characters become spaces. */
function cedarText(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').replace(/["\\]/g, '\\$&');
}

const rules: readonly Rule[] = [
  {
    claim: 'injection_risk',
    type: 'score_normalized',
    text: (settings) => `
// Somebody is talking to the model past the application: in the prompt, or in a document or tool result that the
// model is about to believe. Set by INJECTION_THRESHOLD (the certainty asked for) and INJECTION_BLOCK_ON_DETECTION.
@id("default.injection")
@response("${settings.INJECTION_BLOCK_ON_DETECTION ? 'block' : 'warn'}")
@reason("Prompt injection detected")
forbid (principal, action, resource)
when {
  context.claims has injection_risk &&
  context.claims.injection_risk.greaterThanOrEqual(${decimal(settings.INJECTION_THRESHOLD)})
};
`,
  },
  {
    claim: 'invisible_chars',
    type: 'boolean',
    text: () => `
// Zero-width and tag characters carry text that a person never sees. Emoji and some scripts use them honestly, so
// this only leaves a note; what the hidden text says is judged by the rule above.
@id("default.invisible-characters")
@response("warn")
@reason("Invisible characters in the text")
forbid (principal, action, resource)
when { context.claims has invisible_chars && context.claims.invisible_chars };
`,
  },
  {
    claim: 'secret_leaked',
    type: 'boolean',
    text: () => `
// A key in a prompt is mostly an accident: the model need not see it, the user may go on.
@id("default.secret-in-request")
@response("redact")
@reason("A secret was replaced before it left")
forbid (principal, action, resource)
when { context.phase == "request" && context.claims has secret_leaked && context.claims.secret_leaked };

// A key in an answer or a tool call is a leak in progress. It stops here.
@id("default.secret-leaving")
@response("block")
@reason("The answer contains a secret")
forbid (principal, action, resource)
when { context.phase != "request" && context.claims has secret_leaked && context.claims.secret_leaked };
`,
  },
  {
    claim: 'pii_found',
    type: 'boolean',
    text: () => `
// Personal data passes only as [REDACTED:<type>], in both directions. Without usable spans the gateway denies.
// The built-in chain leaves names and places alone, which stand in most questions; PII_NAMES=true replaces them too.
@id("default.personal-data")
@response("redact")
@reason("Personal data was replaced")
forbid (principal, action, resource)
when { context.claims has pii_found && context.claims.pii_found };
`,
  },
  {
    claim: 'toxic_content',
    type: 'score_normalized',
    text: (settings) => `
// What the model says under your name. Set by TOXICITY_THRESHOLD and TOXICITY_BLOCK_ON_DETECTION; the client is told
// TOXICITY_REPLACEMENT_MESSAGE.
@id("default.toxic-answer")
@response("${settings.TOXICITY_BLOCK_ON_DETECTION ? 'block' : 'warn'}")
@reason("${cedarText(settings.TOXICITY_REPLACEMENT_MESSAGE)}")
forbid (principal, action, resource)
when {
  context.phase == "response" && context.claims has toxic_content &&
  context.claims.toxic_content.greaterThanOrEqual(${decimal(settings.TOXICITY_THRESHOLD)})
};

// What people say to it. They may be upset, or quoting; it is noted and answered.
@id("default.toxic-request")
@response("warn")
@reason("The request is toxic")
forbid (principal, action, resource)
when {
  context.phase != "response" && context.claims has toxic_content &&
  context.claims.toxic_content.greaterThanOrEqual(${decimal(settings.TOXICITY_THRESHOLD)})
};
`,
  },
];
