/**
 * Finds what a request asks the provider to run by itself: call servers, run code, search, or change what the model
 * reads. The gateway cannot judge what happens there, so each feature is named for policies in `context.features`
 * (`policy/provider-features.ts`).
 *
 * INVARIANT: a tool or a member of the body that is in no list here is named too, as unknown.
 */
import { isRecord } from '@assay/sdk/contract';
import type { FeatureName } from '../../policy/provider-features.ts';
import { namesOfBetas } from '../http/anthropic-betas.ts';
import { isList, type JsonRecord } from './json-tree.ts';
import type { Shape } from './reading.ts';

export interface FeatureList {
  feature(name: string): void;
}

/** Body members of any API, and of compatible servers, by the feature that they turn on. */
const bodyFeatures: ReadonlyMap<string, FeatureName> = new Map<string, FeatureName>([
  ['mcp_servers', 'mcp'],
  ['container', 'code_execution'],
  ['web_search_options', 'web_search'],
  ['search_parameters', 'web_search'],
  ['enable_search', 'web_search'],
  ['search_options', 'web_search'],
  ['web_search', 'web_search'],
  ['plugins', 'provider_plugin'],
  ['data_sources', 'file_search'],
  ['chat_template', 'chat_template_kwargs'],
  ['chat_template_kwargs', 'chat_template_kwargs'],
  ['add_generation_prompt', 'chat_template_kwargs'],
  ['continue_final_message', 'chat_template_kwargs'],
  ['mm_processor_kwargs', 'chat_template_kwargs'],
  ['guided_json', 'guided_decoding'],
  ['guided_regex', 'guided_decoding'],
  ['guided_choice', 'guided_decoding'],
  ['guided_grammar', 'guided_decoding'],
  ['structured_outputs', 'guided_decoding'],
  ['grammar', 'guided_decoding'],
  ['logits_processors', 'code_execution'],
  ['models', 'model_routing'],
  ['route', 'model_routing'],
  ['provider', 'model_routing'],
  ['fallbacks', 'model_routing'],
  ['transforms', 'context_management'],
  ['compaction', 'context_management'],
  ['context_management', 'context_management'],
  ['api_base', 'other_server'],
  ['base_url', 'other_server'],
  ['custom_llm_provider', 'other_server'],
  ['api_key', 'other_server'],
]);

/** Members that turn on no feature. Their values are read like those of every other member. */
const plainMembers: ReadonlySet<string> = new Set(
  `
    add_special_tokens allowed_token_ids bad_words cache_prompt detokenize diagnostics dry_base dry_multiplier
    early_stopping enable_thinking end_user_id fallback_credit_token format include_reasoning
    include_stop_str_in_output inference_geo keep_alive min_tokens_to_keep mirostat mirostat_eta mirostat_tau
    moderation n_predict n_probs no_log options priority prompt_cache_options prompt_logprobs prompt_mode
    reasoning_format reasoning_split request_id return_token_ids return_tokens_as_token_ids skip_special_tokens
    spaces_between_special_tokens stop_token_ids tfs_z think thinking thinking_budget truncate_prompt_tokens
    typical_p usage use_beam_search user_id xtc_probability xtc_threshold
  `
    .trim()
    .split(/\s+/),
);

/** Tools by the start of their type; where one is a prefix of another, the longer comes first. */
const toolFeatures: readonly (readonly [string, FeatureName])[] = [
  ['mcp', 'mcp'],
  ['code_interpreter', 'code_execution'],
  ['code_execution', 'code_execution'],
  ['programmatic_tool_calling', 'code_execution'],
  ['shell', 'code_execution'],
  ['computer', 'computer_use'],
  ['browser_search', 'web_search'],
  ['browser', 'computer_use'],
  ['skill', 'skills'],
  ['web_search', 'web_search'],
  ['google_search', 'web_search'],
  ['url_context', 'web_fetch'],
  ['web_fetch', 'web_fetch'],
  ['file_search', 'file_search'],
  ['image_generation', 'image_generation'],
  ['tool_search', 'tool_search'],
  ['advisor', 'model_routing'],
  ['bash', 'client_tool'],
  ['text_editor', 'client_tool'],
  ['memory', 'client_tool'],
  ['local_shell', 'client_tool'],
  ['apply_patch', 'client_tool'],
];

/** Tools that the client runs itself: their calls are in the answer, where they are judged. */
const clientTools: ReadonlySet<string> = new Set(['function', 'custom']);

/** Adds the features of a request of the OpenAI API; `known` has the other members of its API. */
export function findChatFeatures(list: FeatureList, body: JsonRecord, known: Shape): void {
  addBodyFeatures(list, body, known);
  addTools(list, body['tools'], 'function');
}

/** Adds the features of tools that an item of the input makes available. */
export function findToolFeatures(list: FeatureList, tools: readonly unknown[]): void {
  addTools(list, tools, 'function');
}

export function findMessagesFeatures(list: FeatureList, body: JsonRecord, known: Shape): void {
  addBodyFeatures(list, body, known);
  const container = body['container'];
  if (isRecord(container) && isOn(container['skills'])) add(list, 'skills');
  // SDKs send the header's values in this member.
  for (const name of namesOfBetas(textsOf(body['betas']))) list.feature(name);
  // A tool without a type, or with an input schema, is the client's own.
  addTools(list, body['tools'], 'input_schema');
}

function addBodyFeatures(list: FeatureList, body: JsonRecord, known: Shape): void {
  for (const name of Object.keys(body)) {
    if (!isOn(body[name])) continue;
    const key = name.toLowerCase();
    const feature = bodyFeatures.get(key);
    if (feature !== undefined) add(list, feature);
    else if (!known.has(name) && !plainMembers.has(key)) add(list, 'unknown_member');
  }
}

/** False for a member that turns nothing on: absent, false, or an empty list or object. */
function isOn(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** `ownMember`: the member of a client's own tool that has no type. */
function addTools(list: FeatureList, tools: unknown, ownMember: string): void {
  for (const tool of recordsOf(tools)) {
    const { type } = tool;
    if (type === 'namespace') addTools(list, tool['tools'], ownMember);
    else if (typeof type === 'string') addToolOfType(list, type);
    else if (type !== undefined || !isRecord(tool[ownMember])) add(list, 'unknown_tool');
  }
}

function addToolOfType(list: FeatureList, type: string): void {
  if (clientTools.has(type)) return;
  const known = toolFeatures.find(([start]) => type === start || type.startsWith(`${start}_`));
  add(list, known?.[1] ?? 'unknown_tool');
}

function add(list: FeatureList, name: FeatureName): void {
  list.feature(name);
}

function recordsOf(value: unknown): readonly JsonRecord[] {
  return isList(value) ? value.filter(isRecord) : [];
}

function textsOf(value: unknown): readonly string[] {
  return isList(value) ? value.filter((item) => typeof item === 'string') : [];
}
