/** Example policies, offered if the chain has the claim that they read. */

export interface Snippet {
  readonly label: string;
  readonly description: string;
  /** Offered only if the chain declares it. */
  readonly claim?: string;
  readonly text: string;
}

export const snippets: readonly Snippet[] = [
  {
    label: 'permit everything',
    description: 'The door: without a permit Cedar denies. Forbids close it again for a reason.',
    text: '@id("allow")\npermit (principal, action, resource);\n',
  },
  {
    label: 'deny what nobody inspected',
    description: 'Denies what nobody looked at: an image, a file.',
    text: `@id("uninspected")
@reason("A part of the request could not be inspected")
forbid (principal, action, resource)
unless { context.uninspected.isEmpty() };
`,
  },
  {
    label: 'no searches by the provider',
    description: 'Denies requests that let the provider search by itself.',
    text: `@id("no-searches")
@reason("The provider may not search by itself")
forbid (principal, action, resource)
when { context.features.containsAny(["web_search", "web_fetch", "file_search"]) };
`,
  },
  {
    label: 'one model only',
    description: 'Denies calls of other models.',
    text: `@id("approved-models")
@reason("This model is not approved")
forbid (principal, action == Assay::Action::"invoke", resource)
unless { ["gpt-4o"].contains(context.model_id) };
`,
  },
  {
    label: 'block prompt injection',
    description: 'Denies a request whose injection score reaches a bound.',
    claim: 'injection_risk',
    text: `@id("injection")
@response("block")
@reason("Prompt injection detected")
forbid (principal, action == Assay::Action::"invoke", resource)
when {
  context.phase == "request" && context.claims has injection_risk &&
  context.claims.injection_risk.greaterThanOrEqual(decimal("0.8"))
};
`,
  },
  {
    label: 'redact personal data',
    description: 'Lets it pass with the spans replaced.',
    claim: 'pii_found',
    text: `@id("personal-data")
@response("redact")
@reason("Personal data was replaced")
forbid (principal, action, resource)
when { context.claims has pii_found && context.claims.pii_found };
`,
  },
  {
    label: 'block leaked secrets',
    description: 'Denies an answer or a tool call that holds a secret.',
    claim: 'secret_leaked',
    text: `@id("secrets")
@response("block")
@reason("The answer contains a secret")
forbid (principal, action, resource)
when { context.phase != "request" && context.claims has secret_leaked && context.claims.secret_leaked };
`,
  },
  {
    label: 'note toxic answers',
    description: 'Lets it pass and notes it.',
    claim: 'toxic_content',
    text: `@id("toxic-answer")
@response("warn")
@reason("The answer is toxic")
@on_missing("ignore")
forbid (principal, action, resource)
when {
  context.phase == "response" && context.claims has toxic_content &&
  context.claims.toxic_content.greaterThanOrEqual(decimal("0.7"))
};
`,
  },
];
