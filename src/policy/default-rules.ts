/** The rules of the default policy, one entry for each claim that they read. */
import type { DeclaredClaim } from './chain-claims.ts';
import { proposedRules } from './proposed-rules.ts';
import type { RuleWriter } from './rule-writer.ts';

/** Rules over one claim. */
export interface DefaultRule {
  /** The built-in auditor of the claim. */
  readonly auditor: string;
  readonly claim: string;
  readonly type: DeclaredClaim['entry']['type'];
  readonly text: (write: RuleWriter) => string;
}

/** The permit that all other rules restrict. */
export const defaultPermit = `
// The door. Everything below closes it again for a reason; remove this and nothing passes.
@id("default.permit")
permit (principal, action, resource);
`;

/**
 * Parts that text auditors cannot inspect leave a note and are not refused. Operators who must refuse them change one
 * word.
 */
export const uninspectedRule = `
// Images, sound, video, files, sealed thoughts and parts of kinds that this gateway does not know: no auditor looks into
// them, and all text beside them is read. They pass with a note; "block" in its place refuses them.
@id("default.uninspected")
@response("warn")
@reason("It holds parts that no auditor looks into")
forbid (principal, action, resource)
unless { context.uninspected.isEmpty() };
`;

/** Of the toxicity auditor. */
const categoriesWithThreshold = ['severe_toxicity', 'threat', 'insult', 'identity_attack'] as const;

/** Rules over the text auditors. */
export const defaultRules: readonly DefaultRule[] = [
  {
    auditor: 'injection',
    claim: 'injection_risk',
    type: 'score_normalized',
    text: (write) => `
// Somebody is talking to the model past the application: in the prompt, or in a document or tool result that the
// model is about to believe. The setting injection_risk.threshold is the certainty asked for; block_on_detection says
// whether a finding is refused or only noted. INJECTION_THRESHOLD and INJECTION_BLOCK_ON_DETECTION hold where nobody sets them.
${write.blockOrWarn({
  id: 'default.injection',
  reason: `@reason("Prompt injection detected")`,
  claim: 'injection_risk',
  flag: 'INJECTION_BLOCK_ON_DETECTION',
  lines: [
    'context.claims has injection_risk',
    `context.claims.injection_risk.greaterThanOrEqual(${write.threshold('injection_risk', 'INJECTION_THRESHOLD')})`,
  ],
})}`,
  },
  {
    auditor: 'injection',
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
    auditor: 'injection',
    claim: 'banned_substring',
    type: 'boolean',
    text: (write) => `
// A text that you banned: ban_substrings, or INJECTION_BAN_SUBSTRINGS. The list that ships holds whole orders only.
${write.blockOrWarn({
  id: 'default.banned-text',
  reason: `@reason("The request contains a banned text")`,
  claim: 'banned_substring',
  flag: 'INJECTION_BLOCK_ON_DETECTION',
  lines: ['context.claims has banned_substring', 'context.claims.banned_substring'],
})}`,
  },
  {
    auditor: 'injection',
    claim: 'regex_matched',
    type: 'boolean',
    text: (write) => `
// A pattern that you banned: ban_patterns, or INJECTION_BAN_PATTERNS. None ships.
${write.blockOrWarn({
  id: 'default.banned-pattern',
  reason: `@reason("The request contains a banned pattern")`,
  claim: 'regex_matched',
  flag: 'INJECTION_BLOCK_ON_DETECTION',
  lines: ['context.claims has regex_matched', 'context.claims.regex_matched'],
})}`,
  },
  {
    auditor: 'injection',
    claim: 'token_limit_exceeded',
    type: 'boolean',
    text: (write) => `
// An input with more tokens than max_token_limit, or INJECTION_MAX_TOKEN_LIMIT. Many honest prompts are longer than the
// limit that ships, so that one is noted; a limit of your own refuses.
${write.blockOrNote({
  id: 'default.long-input',
  reason: 'The input is longer than the token limit',
  lines: ['context.claims has token_limit_exceeded', 'context.claims.token_limit_exceeded'],
  only: write.isChanged('token_limit_exceeded', 'max_token_limit'),
})}`,
  },
  {
    auditor: 'injection',
    claim: 'input_toxicity',
    type: 'score_normalized',
    text: (write) => `
// A light estimate of abuse, against the setting toxicity_threshold, or INJECTION_TOXICITY_THRESHOLD. It is noted.
@id("default.abusive-input")
@response("warn")
@reason("The request is abusive")
forbid (principal, action, resource)
when {
  context.claims has input_toxicity &&
  context.claims.input_toxicity.greaterThanOrEqual(${write.bound('input_toxicity', 'toxicity_threshold', 0.7)})
};
`,
  },
  {
    auditor: 'secrets',
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
    auditor: 'pii',
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
    auditor: 'toxicity',
    claim: 'toxic_content',
    type: 'score_normalized',
    text: (write) => `
// What the model says under your name. The settings toxic_content.threshold and block_on_detection decide; the client is
// told replacement_message. TOXICITY_THRESHOLD, TOXICITY_BLOCK_ON_DETECTION and TOXICITY_REPLACEMENT_MESSAGE hold where nobody sets them.
${write.blockOrWarn({
  id: 'default.toxic-answer',
  reason: write.reason('toxic_content'),
  claim: 'toxic_content',
  flag: 'TOXICITY_BLOCK_ON_DETECTION',
  lines: [
    'context.phase == "response"',
    'context.claims has toxic_content',
    `context.claims.toxic_content.greaterThanOrEqual(${write.threshold('toxic_content', 'TOXICITY_THRESHOLD')})`,
  ],
})}
// What people say to it. They may be upset, or quoting; it is noted and answered.
@id("default.toxic-request")
@response("warn")
@reason("The request is toxic")
forbid (principal, action, resource)
when {
  context.phase != "response" && context.claims has toxic_content &&
  context.claims.toxic_content.greaterThanOrEqual(${write.threshold('toxic_content', 'TOXICITY_THRESHOLD')})
};
`,
  },
  {
    auditor: 'toxicity',
    claim: 'toxicity_categories',
    type: 'string_list',
    text: (write) => `
// Categories with a threshold of their own: severe_threshold, threat_threshold, insult_threshold and
// identity_attack_threshold, each with its variable. An answer that reaches one is toxic whatever the overall score is.
${write.blockOrWarn({
  id: 'default.toxic-category',
  reason: write.reason('toxicity_categories'),
  claim: 'toxicity_categories',
  flag: 'TOXICITY_BLOCK_ON_DETECTION',
  lines: [
    'context.phase == "response"',
    'context.claims has toxicity_categories',
    `context.claims.toxicity_categories.containsAny([${categoriesWithThreshold.map((name) => `"${name}"`).join(', ')}])`,
  ],
})}`,
  },
];

/** In the order of the file: the rules over the text auditors, then those that the other built-in auditors propose. */
export const allDefaultRules: readonly DefaultRule[] = [...defaultRules, ...proposedRules()];
