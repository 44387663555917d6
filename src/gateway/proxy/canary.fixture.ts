/** Bodies with every part that an API knows, and all changes at one position of a body. */
import { isRecord } from '@assay/sdk/contract';
import { anthropicMessages } from './anthropic-messages/api.ts';
import type { ProxyApi } from './api.ts';
import {
  bytes,
  completionAnswer,
  completionRequest,
  responsesAnswer,
  responsesRequest,
  token,
} from './canary-openai.fixture.ts';
import { isList, replaceAt } from './json-tree.ts';
import { openAiChat } from './openai-chat/api.ts';
import { openAiCompletions } from './openai-completions/api.ts';
import { openAiEmbeddings } from './openai-embeddings/api.ts';
import { openAiResponses } from './openai-responses/api.ts';

export interface RichBody {
  readonly name: string;
  readonly api: ProxyApi;
  readonly phase: 'request' | 'response';
  readonly body: unknown;
}

const cache = { type: 'ephemeral', ttl: '5m' };
const chatCall = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } };

const chatRequest = {
  model: 'gpt-4o',
  stream: false,
  user: 'u',
  seed: 1,
  temperature: 0.5,
  n: 1,
  max_tokens: 9,
  logprobs: true,
  stop: ['END'],
  logit_bias: { '50256': -100 },
  metadata: { team: 'blue' },
  service_tier: 'auto',
  store: true,
  modalities: ['text'],
  audio: { voice: 'alloy', format: 'wav' },
  reasoning_effort: 'low',
  verbosity: 'low',
  messages: [
    { role: 'system', content: 'Be kind.', name: 'sys' },
    {
      role: 'user',
      name: 'alice',
      content: [
        { type: 'text', text: 'What is this?', cache_control: cache },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${bytes}`, detail: 'low' } },
        { type: 'input_audio', input_audio: { data: bytes, format: 'wav' } },
        { type: 'file', file: { file_id: 'file-1', filename: 'a.pdf' } },
        { type: 'hologram', text: 'light', caption: 'a cat', alt: 'cat' },
      ],
    },
    { role: 'assistant', content: null, refusal: 'no', tool_calls: [chatCall], audio: { id: 'audio_1' } },
    { role: 'tool', tool_call_id: 'call_1', content: 'done' },
    { role: 'function', name: 'f', content: 'done' },
  ],
  tools: [{ type: 'function', function: { name: 'f', description: 'Does it.', parameters: { type: 'object' } } }],
  tool_choice: { type: 'function', function: { name: 'f' } },
  response_format: { type: 'json_schema', json_schema: { name: 's', schema: { type: 'object' } } },
  prediction: { type: 'content', content: 'Sunny.' },
  web_search_options: {
    search_context_size: 'low',
    user_location: { type: 'approximate', approximate: { city: 'x' } },
  },
};

const chatAnswer = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_763_900_000,
  model: 'gpt-4o',
  system_fingerprint: 'fp_1',
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: 'Hi',
        refusal: null,
        reasoning_content: 'I greet.',
        tool_calls: [chatCall],
        audio: { id: 'audio_1', data: bytes, expires_at: 1_763_900_000, transcript: 'Hi' },
        annotations: [{ type: 'url_citation', url_citation: { url: 'https://a.example', title: 'A', start_index: 0 } }],
      },
      logprobs: { content: [{ ...token, top_logprobs: [token] }], refusal: null },
      finish_reason: 'stop',
      content_filter_results: { hate: { filtered: false, severity: 'safe' } },
    },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3, prompt_tokens_details: { cached_tokens: 0 } },
  service_tier: 'default',
  prompt_filter_results: [{ prompt_index: 0, content_filter_results: { hate: { filtered: false, severity: 'safe' } } }],
};

const messagesRequest = {
  model: 'claude-sonnet-4-5',
  max_tokens: 9,
  stop_sequences: ['END'],
  metadata: { user_id: 'u' },
  top_k: 4,
  thinking: { type: 'enabled', budget_tokens: 1024 },
  system: [{ type: 'text', text: 'Be kind.', cache_control: cache }],
  messages: [
    {
      role: 'user',
      content: [
        {
          type: 'text',
          text: 'What is this?',
          citations: [{ type: 'char_location', cited_text: 'a b', document_index: 0 }],
        },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: bytes } },
        { type: 'document', title: 'T', context: 'C', source: { type: 'text', media_type: 'text/plain', data: 'x y' } },
        { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: bytes } },
        { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'inner' }] } },
        { type: 'search_result', source: 's', title: 't', content: [{ type: 'text', text: 'found' }] },
        { type: 'tool_result', tool_use_id: 'toolu_1', is_error: false, content: [{ type: 'text', text: 'done' }] },
        { type: 'hologram', text: 'light', caption: 'a cat', alt: 'cat' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Well.', signature: `${bytes}${bytes}` },
        { type: 'redacted_thinking', data: `${bytes}${bytes}` },
        { type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: 1 }, caller: { type: 'direct' } },
        {
          type: 'web_search_tool_result',
          tool_use_id: 'srv_1',
          content: [{ type: 'web_search_result', url: 'https://a' }],
        },
      ],
    },
  ],
  tools: [{ name: 'f', description: 'Does it.', input_schema: { type: 'object' } }],
  tool_choice: { type: 'tool', name: 'f' },
  mcp_servers: [{ type: 'url', url: 'https://mcp.example', name: 'm', tool_configuration: { enabled: true } }],
  context_management: { edits: [{ type: 'clear_tool_uses_20250919', trigger: { type: 'input_tokens', value: 9 } }] },
};

const messagesAnswer = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  stop_reason: 'end_turn',
  content: [
    { type: 'text', text: 'Hi', citations: [{ type: 'char_location', cited_text: 'a b', document_index: 0 }] },
    { type: 'thinking', thinking: 'Well.', signature: `${bytes}${bytes}` },
    { type: 'redacted_thinking', data: `${bytes}${bytes}` },
    { type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: 1 } },
    { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: { query: 'x' } },
    {
      type: 'web_search_tool_result',
      tool_use_id: 'srv_1',
      content: [{ type: 'web_search_result', url: 'https://a' }],
    },
    { type: 'hologram', text: 'light', caption: 'a cat', alt: 'cat' },
  ],
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 2, server_tool_use: { web_search_requests: 1 }, service_tier: 'standard' },
  container: { id: 'container_1', expires_at: '2026-11-23T17:00:00Z' },
  context_management: { applied_edits: [{ type: 'clear_tool_uses_20250919', cleared_tool_uses: 1 }] },
};

const embeddingsRequest = {
  model: 'bge-m3',
  input: ['a b', 'c d'],
  user: 'u',
  dimensions: 8,
  encoding_format: 'float',
};
const embeddingsAnswer = {
  object: 'list',
  model: 'bge-m3',
  usage: { prompt_tokens: 1, total_tokens: 1 },
  data: [
    { object: 'embedding', index: 0, embedding: [0.1, -0.2] },
    { object: 'embedding', index: 1, embedding: 'AACAPwAAAEAAAEBA'.repeat(8) },
  ],
};

export const richBodies: readonly RichBody[] = [
  { name: 'a chat request', api: openAiChat, phase: 'request', body: chatRequest },
  { name: 'a chat answer', api: openAiChat, phase: 'response', body: chatAnswer },
  { name: 'a completions request', api: openAiCompletions, phase: 'request', body: completionRequest },
  { name: 'a completions answer', api: openAiCompletions, phase: 'response', body: completionAnswer },
  { name: 'a responses request', api: openAiResponses, phase: 'request', body: responsesRequest },
  { name: 'a response', api: openAiResponses, phase: 'response', body: responsesAnswer },
  { name: 'a messages request', api: anthropicMessages, phase: 'request', body: messagesRequest },
  { name: 'a messages answer', api: anthropicMessages, phase: 'response', body: messagesAnswer },
  { name: 'an embeddings request', api: openAiEmbeddings, phase: 'request', body: embeddingsRequest },
  { name: 'an embeddings answer', api: openAiEmbeddings, phase: 'response', body: embeddingsAnswer },
];

/** Everything that auditors get of a body, and the uninspected parts; undefined: the body is refused. */
export function readBody({ api, phase }: RichBody, body: unknown): { text: string; uninspected: string[] } | undefined {
  if (phase === 'request') {
    const parsed = api.parseRequest(body);
    if (!parsed.ok) return undefined;
    const { input, system = '', documents, uninspected } = parsed.request;
    return seen([input, system, ...documents.map(({ text }) => text)], uninspected);
  }
  const parsed = api.parseResponse(body);
  if (!parsed.ok) return undefined;
  const { output, documents, uninspected } = parsed.response;
  return seen([output, ...documents.map(({ text }) => text)], uninspected);
}

function seen(texts: readonly string[], uninspected: readonly { where: string; kind: string }[]) {
  return { text: texts.join('\n'), uninspected: uninspected.map(({ where, kind }) => `${kind} ${where}`) };
}

/** Pointers of every value inside of a body. */
export function placesOf(value: unknown, pointer = ''): string[] {
  const inside = isList(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : [];
  return inside.flatMap(([key, item]) => [`${pointer}/${key}`, ...placesOf(item, `${pointer}/${key}`)]);
}

/** The body with one more member in each of its objects, one at a time. */
export function withMember(body: unknown, name: string, value: unknown): { where: string; body: unknown }[] {
  return ['', ...placesOf(body)].flatMap((where) => {
    const object = where === '' ? body : valueAt(body, where);
    if (!isRecord(object)) return [];
    const more = { ...object, [name]: value };
    return [{ where, body: where === '' ? more : replaceAt(body, new Map([[where, more]])) }];
  });
}

function valueAt(body: unknown, pointer: string): unknown {
  return pointer
    .slice(1)
    .split('/')
    .reduce<unknown>((node, key) => (isList(node) ? node[Number(key)] : isRecord(node) ? node[key] : undefined), body);
}
