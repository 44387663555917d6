/** Requests, answers and streams of the proxied APIs with nearly every member of the public descriptions. */
import { openAiTemplates } from './openai-templates.ts';
import type { ApiTemplate } from './template.ts';

const call = { id: 'call_1', type: 'function', function: { name: 'send', arguments: '{"to":"Ann"}' } };
const schema = { type: 'object', properties: { to: { type: 'string', description: 'Who gets it' } }, required: ['to'] };
const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' } };
const chatUsage = {
  prompt_tokens: 3,
  completion_tokens: 2,
  total_tokens: 5,
  prompt_tokens_details: { cached_tokens: 1 },
};
const chatHead = {
  id: 'chatcmpl-1',
  created: 1_790_000_000,
  model: 'gpt-4o',
  system_fingerprint: 'fp_1',
  service_tier: 'default',
};
const openAiError = { error: { message: 'Too many calls.', type: 'rate_limit_error', param: null, code: 'slow_down' } };

const chatRequest = {
  model: 'gpt-4o',
  messages: [
    { role: 'system', content: 'Be kind.', name: 'rules' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Who is Ann?' },
        image,
        { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
      ],
    },
    { role: 'assistant', content: null, tool_calls: [call], refusal: null },
    { role: 'tool', tool_call_id: 'call_1', content: 'Sent.' },
    { role: 'user', content: 'Thanks.', name: 'bob' },
  ],
  temperature: 0.5,
  top_p: 1,
  n: 1,
  max_tokens: 100,
  seed: 7,
  user: 'bob',
  stop: ['END'],
  logit_bias: { '50256': -100 },
  metadata: { team: 'blue' },
  parallel_tool_calls: true,
  store: false,
  service_tier: 'auto',
  reasoning_effort: 'low',
  tools: [{ type: 'function', function: { name: 'send', description: 'Sends it.', parameters: schema, strict: true } }],
  tool_choice: { type: 'function', function: { name: 'send' } },
  response_format: { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } },
  prediction: { type: 'content', content: 'Ann is' },
};
const token = {
  token: 'Ann',
  logprob: -0.5,
  bytes: [65, 110, 110],
  top_logprobs: [{ token: 'Bob', logprob: -2, bytes: [66] }],
};
const chatAnswer = {
  ...chatHead,
  object: 'chat.completion',
  usage: chatUsage,
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: 'Ann',
        refusal: null,
        reasoning_content: 'hm',
        tool_calls: [call],
        annotations: [],
      },
      logprobs: { content: [token], refusal: null },
      finish_reason: 'stop',
      content_filter_results: { hate: { filtered: false, severity: 'safe' } },
    },
  ],
};
const chunk = (choice: object, rest: object = {}) => ({
  ...chatHead,
  object: 'chat.completion.chunk',
  obfuscation: 'x1',
  choices: [{ index: 0, logprobs: null, finish_reason: null, ...choice }],
  ...rest,
});
const chatEvents = [
  chunk({ delta: { role: 'assistant', content: '', refusal: null } }),
  chunk({ delta: { content: 'Ann is ' } }),
  chunk({ delta: { content: 'here. And' } }),
  chunk({ delta: { content: ' gone.', reasoning_content: 'hm' } }),
  chunk({ delta: { tool_calls: [{ index: 0, ...call }] } }),
  chunk({ delta: { tool_calls: [{ index: 0, function: { arguments: ' ' } }] } }),
  chunk({ delta: {}, finish_reason: 'tool_calls' }),
  { ...chatHead, object: 'chat.completion.chunk', choices: [], usage: chatUsage },
];

const messageUsage = { input_tokens: 3, output_tokens: 2, cache_read_input_tokens: 1, service_tier: 'standard' };
const messageHead = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-4-5' };
const toolUse = { type: 'tool_use', id: 'toolu_1', name: 'send', input: { to: 'Ann' } };
const messagesRequest = {
  model: 'claude-sonnet-4-5',
  max_tokens: 100,
  temperature: 0.5,
  top_k: 5,
  stop_sequences: ['END'],
  metadata: { user_id: 'bob' },
  system: [{ type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } }],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Who is Ann?' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
        {
          type: 'document',
          source: { type: 'text', media_type: 'text/plain', data: 'A file.' },
          title: 'File',
          context: 'Old',
        },
        { type: 'search_result', source: 'web', title: 'Ann', content: [{ type: 'text', text: 'Found.' }] },
      ],
    },
    { role: 'assistant', content: [{ type: 'thinking', thinking: 'hm', signature: 'c2ln' }, toolUse] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Sent.', is_error: false }] },
  ],
  tools: [{ name: 'send', description: 'Sends it.', input_schema: schema }],
  tool_choice: { type: 'tool', name: 'send' },
  thinking: { type: 'enabled', budget_tokens: 50 },
};
const messageAnswer = {
  ...messageHead,
  content: [
    { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
    {
      type: 'text',
      text: 'Ann',
      citations: [{ type: 'char_location', cited_text: 'Ann', document_index: 0, document_title: 'File' }],
    },
    toolUse,
    { type: 'redacted_thinking', data: 'c2VhbGVk' },
    {
      type: 'web_search_tool_result',
      tool_use_id: 'srv_1',
      content: [{ type: 'web_search_result', url: 'https://a.example', title: 'A' }],
    },
  ],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: messageUsage,
};
const messageEvents = [
  {
    type: 'message_start',
    message: { ...messageHead, content: [], stop_reason: null, stop_sequence: null, usage: messageUsage },
  },
  { type: 'ping' },
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Ann is ' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'here. Gone.' } },
  {
    type: 'content_block_delta',
    index: 1,
    delta: { type: 'citations_delta', citation: { type: 'char_location', cited_text: 'Ann' } },
  },
  { type: 'content_block_stop', index: 1 },
  { type: 'content_block_start', index: 2, content_block: { ...toolUse, input: {} } },
  { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"to":' } },
  { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '"Ann"}' } },
  { type: 'content_block_stop', index: 2 },
  { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 2 } },
  { type: 'message_stop' },
];

export const apiTemplates: readonly [ApiTemplate, ...ApiTemplate[]] = [
  {
    path: '/v1/chat/completions',
    request: chatRequest,
    answer: chatAnswer,
    events: chatEvents,
    error: openAiError,
    end: 'data: [DONE]\n\n',
  },
  {
    path: '/v1/messages',
    request: messagesRequest,
    answer: messageAnswer,
    events: messageEvents,
    end: '',
    error: { type: 'error', error: { type: 'overloaded_error', message: 'Too many calls.' }, request_id: 'req_1' },
  },
  {
    path: '/v1/embeddings',
    events: undefined,
    end: '',
    error: openAiError,
    request: {
      model: 'text-embedding-3-small',
      input: ['Who is Ann?', 'Bob'],
      user: 'bob',
      encoding_format: 'float',
      dimensions: 8,
    },
    answer: {
      object: 'list',
      model: 'text-embedding-3-small',
      usage: { prompt_tokens: 3, total_tokens: 3 },
      data: [{ object: 'embedding', index: 0, embedding: [0.1, -0.2, 0.3] }],
    },
  },
  ...openAiTemplates.map((template) => ({ ...template, error: openAiError })),
];
