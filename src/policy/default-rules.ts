/** The rules of the default policy, one entry for each claim that they read: a finding, and what it leads to. */
import type { DeclaredClaim } from './chain-claims.ts';
import { toDecimalText } from './decimal.ts';
import type { DefaultPolicySettings } from './default-policy.ts';

/** Rules over one claim. */
export interface DefaultRule {
  /** The built-in auditor whose finding it is. */
  readonly auditor: string;
  readonly claim: string;
  readonly type: DeclaredClaim['entry']['type'];
  readonly text: (settings: DefaultPolicySettings) => string;
}

/** What everything else closes again. */
export const defaultPermit = `
// The door. Everything below closes it again for a reason; remove this and nothing passes.
@id("default.permit")
permit (principal, action, resource);
`;

/** In the order in which the file shows them. */
export const defaultRules: readonly DefaultRule[] = [
  {
    auditor: 'injection',
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

/** The threshold as it stands in the text: no digits beyond what was asked for. */
function decimal(threshold: number): string {
  return `decimal("${toDecimalText(threshold).replace(/(\.\d+?)0+$/, '$1')}")`;
}

/** A text inside a Cedar string literal; control characters become spaces. */
function cedarText(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').replace(/["\\]/g, '\\$&');
}
