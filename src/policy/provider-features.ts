/**
 * What a request may ask the provider to do by itself, under the names of `context.features`, and the default
 * policy's response to each. No auditor sees what happens at the provider, so features that let it call servers or
 * run code are refused until the setting `features.allowed` names them.
 */
import type { AuditorSetting } from './chain-settings.ts';

export interface ProviderFeature {
  readonly name: string;
  /** Completes "The provider would …". */
  readonly does: string;
  /** Response of the default policy if the feature is not allowed; absent: it is only reported. */
  readonly response?: 'block' | 'warn';
}

const listed = [
  { name: 'mcp', does: 'call MCP servers', response: 'block' },
  { name: 'code_execution', does: 'run code', response: 'block' },
  { name: 'computer_use', does: 'have a computer or browser operated', response: 'block' },
  { name: 'skills', does: 'load skills', response: 'block' },
  { name: 'chat_template_kwargs', does: 'write another prompt than the one that was judged', response: 'block' },
  { name: 'other_server', does: 'send the request to another server', response: 'block' },
  { name: 'provider_plugin', does: 'run plugins', response: 'block' },
  { name: 'unknown_tool', does: 'use a tool of a type that this gateway does not know', response: 'block' },
  { name: 'unknown_member', does: 'act on a member of the body that this gateway does not know', response: 'block' },
  { name: 'web_search', does: 'search the web', response: 'warn' },
  { name: 'web_fetch', does: 'fetch pages', response: 'warn' },
  { name: 'file_search', does: 'search files', response: 'warn' },
  { name: 'image_generation', does: 'make images', response: 'warn' },
  { name: 'tool_search', does: 'choose among tools', response: 'warn' },
  { name: 'model_routing', does: 'ask another model', response: 'warn' },
  { name: 'context_management', does: 'change the conversation', response: 'warn' },
  { name: 'unknown_beta', does: 'turn on a beta that this gateway does not know', response: 'warn' },
  { name: 'guided_decoding', does: 'hold the answer to a form' },
  { name: 'client_tool', does: 'call a tool that the client runs itself' },
] as const satisfies readonly ProviderFeature[];

/** Every feature except the published betas, which are named `beta:<name>`. */
export const providerFeatures: readonly ProviderFeature[] = listed;

export type FeatureName = (typeof listed)[number]['name'];

/** Id of the features settings in the cascade. No auditor may have it. */
export const featureSettingsId = 'features';

/** The setting with the allowed names. */
export const allowedFeatures = {
  key: 'allowed',
  label: 'Allowed features of providers',
  type: 'string[]',
  default: [] as string[],
  control: 'select',
  options: listed.flatMap((feature: ProviderFeature) => (feature.response === 'block' ? [feature.name] : [])),
} satisfies AuditorSetting & { label: string; control: string; options: string[] };

/** Renders the rules of the default policy over features. */
export function renderFeatureRules(): string {
  const blocked = providerFeatures.filter(({ response }) => response === 'block');
  const noted = providerFeatures.filter(({ response }) => response === 'warn').map(({ name }) => name);
  return `
// What a request asks the provider to do by itself, out of sight of every auditor. The setting features.allowed lists what
// may pass: for an organisation, a workspace or an agent. GATEWAY_ALLOWED_FEATURES holds where nobody sets it.
${blocked.map(renderBlock).join('\n')}
// Searches and the like are answered, with a note.
@id("default.feature-noted")
@response("warn")
@reason("The provider searches, or does something else by itself that nobody here judges")
forbid (principal, action, resource)
when { context.phase == "request" && context.features.containsAny([${noted.map((name) => `"${name}"`).join(', ')}]) };
`;
}

function renderBlock({ name, does }: ProviderFeature): string {
  return `@id("default.feature-${name.replaceAll('_', '-')}")
@reason("The provider would ${does}, which nobody here judges. To allow it: assay settings set features allowed ${name} --agent AGENT (or --workspace, --org; several with commas), or GATEWAY_ALLOWED_FEATURES=${name} at a gateway without a control plane")
forbid (principal, action, resource)
when { context.phase == "request" && context.features.contains("${name}") }
unless { context.settings.features.allowed.contains("${name}") };
`;
}
