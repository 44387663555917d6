import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { providerFeatures } from '../../policy/provider-features.ts';
import { anthropicMessages } from './anthropic-messages/api.ts';
import type { ProxyApi } from './api.ts';
import { openAiChat } from './openai-chat/api.ts';
import { openAiEmbeddings } from './openai-embeddings/api.ts';

function featuresOf(api: ProxyApi, rest: object): readonly string[] {
  const said = api === openAiEmbeddings ? { input: 'Hi' } : { messages: [{ role: 'user', content: 'Hi' }] };
  const parsed = api.parseRequest({ model: 'm', ...said, ...rest });
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.request.features;
}
const chat = (rest: object) => featuresOf(openAiChat, rest);
const messages = (rest: object) => featuresOf(anthropicMessages, { max_tokens: 1, ...rest });
const tool = (type: unknown, more: object = {}) => ({ tools: [{ type, name: 't', ...more }] });
const parameters = { type: 'object', properties: {} };

describe('a provider feature is named', () => {
  it.each([
    ['mcp', tool('mcp', { server_url: 'https://mcp.example' })],
    ['mcp', { mcp_servers: [{ type: 'url', url: 'https://mcp.example' }] }],
    ['mcp', { tools: [{ type: 'namespace', name: 'n', tools: [{ type: 'mcp' }] }] }],
    ['code_execution', tool('code_interpreter', { container: { type: 'auto' } })],
    ['code_execution', { logits_processors: ['module.Class'] }],
    ['computer_use', tool('computer_use_preview')],
    ['file_search', tool('file_search')],
    ['web_search', { web_search_options: { search_context_size: 'low' } }],
    ['web_search', tool('web_search_preview')],
    ['image_generation', tool('image_generation')],
    ['chat_template_kwargs', { chat_template_kwargs: { enable_thinking: true } }],
    ['chat_template_kwargs', { chat_template: '{{ messages }}' }],
    ['other_server', { api_base: 'https://elsewhere.example' }],
    ['provider_plugin', { plugins: [{ id: 'web' }] }],
    ['model_routing', { models: ['other'] }],
    ['guided_decoding', { guided_regex: 'a+' }],
    ['unknown_tool', tool('time_travel')],
    ['unknown_tool', tool(7)],
    ['unknown_tool', { tools: [{ google_search: {} }] }],
    ['unknown_member', { extra_body: { mcp_servers: [] } }],
    ['unknown_member', { run_this: true }],
  ])('in a chat request as %s: %j', (name, rest) => {
    expect(chat(rest)).toEqual([name]);
  });

  it.each([
    ['mcp', { mcp_servers: [{ type: 'url', url: 'https://mcp.example', name: 'n' }] }],
    ['mcp', tool('mcp_toolset')],
    ['code_execution', tool('code_execution_20250825')],
    ['code_execution', { container: 'container_1' }],
    ['computer_use', tool('computer_20250124')],
    ['web_search', tool('web_search_20250305')],
    ['web_fetch', tool('web_fetch_20250910')],
    ['tool_search', tool('tool_search_tool_regex_20251119')],
    ['context_management', { context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] } }],
    ['client_tool', tool('bash_20250124')],
    ['beta:mcp-client', { betas: ['mcp-client-2025-04-04'] }],
    ['unknown_beta', { betas: ['mine'] }],
    ['unknown_tool', { tools: [{ name: 't' }] }],
    ['unknown_tool', tool('time_travel_20270101')],
    ['unknown_member', { run_this: { now: true } }],
  ])('in a Messages API request as %s: %j', (name, rest) => {
    expect(messages(rest)).toEqual([name]);
  });

  it('in a Messages API request as skills beside the container that runs them', () => {
    const container = { skills: [{ type: 'anthropic', skill_id: 'xlsx' }] };
    expect(messages({ container })).toEqual(['code_execution', 'skills']);
  });

  it('in a request for embeddings, where every unlisted member is unknown', () => {
    expect(featuresOf(openAiEmbeddings, { dimensions: 8, encoding_format: 'float' })).toEqual([]);
    expect(featuresOf(openAiEmbeddings, { fetch: 'https://x.example' })).toEqual(['unknown_member']);
  });
});

describe("a client's own work is no feature", () => {
  it('as tools of either API, and their choice', () => {
    const fn = { name: 'f', parameters };
    expect(chat({ tools: [{ type: 'function', function: fn }, { function: fn }], tool_choice: 'auto' })).toEqual([]);
    expect(chat({ functions: [fn], function_call: 'auto' })).toEqual([]);
    const own = { name: 'f', input_schema: parameters };
    expect(messages({ tools: [own, { type: 'custom', ...own }] })).toEqual([]);
  });

  it('as absent, false or empty members', () => {
    expect(chat({ mcp_servers: [], run_this: false, plugins: null, chat_template_kwargs: {} })).toEqual([]);
  });

  it('as settings of sampling that model servers know', () => {
    expect(chat({ min_p: 0.1, top_k: 5, stop_token_ids: [1], think: true, reasoning_effort: 'low' })).toEqual([]);
    expect(messages({ thinking: { type: 'enabled', budget_tokens: 1024 }, stop_sequences: ['x'] })).toEqual([]);
  });
});

it('every name is in the documentation of policies', () => {
  const text = readFileSync(new URL('../../../docs/policies.md', import.meta.url), 'utf8');
  for (const { name } of providerFeatures) expect(text).toContain(`\`${name}\``);
});
