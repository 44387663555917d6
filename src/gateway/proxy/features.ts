/**
 * What a request asks the provider to do by itself: call servers, run code, search, or change what the model reads. Nobody
 * here judges what happens there, so each is named for policies as `context.features`. The names are listed in
 * docs/policies.md; the default policy refuses some of them.
 */
import { isList, isRecord, type JsonRecord } from './json-tree.ts';

/** Takes the names of features. */
export interface FeatureList {
  feature(name: string): void;
}

/** Members of a body, of either API and of the servers that copy them, by what they turn on. */
const bodyFeatures: ReadonlyMap<string, string> = new Map([
  ['mcp_servers', 'mcp'],
  ['container', 'code_execution'],
  ['web_search_options', 'web_search'],
  ['search_parameters', 'web_search'],
  ['enable_search', 'web_search'],
  ['search_options', 'web_search'],
  ['web_search', 'web_search'],
  ['plugins', 'provider_plugin'],
  ['data_sources', 'file_search'],
  ['chat_template', 'chat_template'],
  ['chat_template_kwargs', 'chat_template_kwargs'],
  ['add_generation_prompt', 'chat_template_kwargs'],
  ['continue_final_message', 'chat_template_kwargs'],
  ['mm_processor_kwargs', 'chat_template_kwargs'],
  ['guided_json', 'guided_decoding'],
  ['guided_regex', 'guided_decoding'],
  ['guided_choice', 'guided_decoding'],
  ['guided_grammar', 'guided_decoding'],
  ['structured_outputs', 'guided_decoding'],
  ['logits_processors', 'code_execution'],
  ['extra_body', 'extra_body'],
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

/** Tools by the start of their type, longest first where one is the start of another. */
const toolFeatures: readonly (readonly [string, string])[] = [
  ['mcp', 'mcp'],
  ['code_interpreter', 'code_execution'],
  ['code_execution', 'code_execution'],
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

/** Tools that the client runs itself: a call of theirs stands in the answer, where it is judged. */
const clientTools: ReadonlySet<string> = new Set(['function', 'custom', 'namespace']);

/** Adds what a chat completions request turns on. */
export function findChatFeatures(list: FeatureList, body: JsonRecord): void {
  addBodyFeatures(list, body);
  for (const tool of recordsOf(body['tools'])) addTool(list, tool['type'], isRecord(tool['function']));
}

/** Adds what a Messages API request turns on. */
export function findMessagesFeatures(list: FeatureList, body: JsonRecord): void {
  addBodyFeatures(list, body);
  const container = body['container'];
  if (isRecord(container) && isOn(container['skills'])) list.feature('skills');
  // A tool without a type, or with an input schema, is one of the client's own.
  for (const tool of recordsOf(body['tools'])) addTool(list, tool['type'], isRecord(tool['input_schema']));
}

function addBodyFeatures(list: FeatureList, body: JsonRecord): void {
  for (const name of Object.keys(body)) {
    const feature = bodyFeatures.get(name.toLowerCase());
    if (feature !== undefined && isOn(body[name])) list.feature(feature);
  }
}

/** A member that turns nothing on: absent, false, or an empty list or object. */
function isOn(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

function addTool(list: FeatureList, type: unknown, isClients: boolean): void {
  if (type === undefined || type === null) {
    if (!isClients) list.feature('unknown_tool');
    return;
  }
  if (typeof type === 'string') {
    if (clientTools.has(type)) return;
    const known = toolFeatures.find(([start]) => type === start || type.startsWith(`${start}_`));
    list.feature(known?.[1] ?? 'unknown_tool');
    return;
  }
  list.feature('unknown_tool');
}

function recordsOf(value: unknown): readonly JsonRecord[] {
  return isList(value) ? value.filter(isRecord) : [];
}
