/** The rules of the default policy, one entry for each claim that they read. */
import type { DeclaredClaim } from './chain-claims.ts';
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

/** In the order of the file. */
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
];
