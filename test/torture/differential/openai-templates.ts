/** Plain completions and responses with nearly every member of the public descriptions. */
import type { ApiTemplate } from './template.ts';

const plainHead = { id: 'cmpl-1', object: 'text_completion', created: 1_790_000_000, model: 'gpt-3.5-turbo-instruct' };
const plainUsage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
const plainLogprobs = {
  tokens: ['Ann', ' is'],
  token_logprobs: [-0.5, -1],
  top_logprobs: [{ Ann: -0.5, Bob: -2 }, null],
  text_offset: [0, 3],
};
const piece = (text: string, rest: object = {}) => ({
  ...plainHead,
  choices: [{ index: 0, text, logprobs: null, finish_reason: null, ...rest }],
});

const completions: Omit<ApiTemplate, 'error'> = {
  path: '/v1/completions',
  request: {
    model: 'gpt-3.5-turbo-instruct',
    prompt: ['Who is Ann?', 'Bob is'],
    suffix: 'The end.',
    echo: false,
    best_of: 1,
    n: 1,
    max_tokens: 100,
    temperature: 0.5,
    top_p: 1,
    frequency_penalty: 0,
    logprobs: 1,
    seed: 7,
    stop: ['END'],
    user: 'bob',
    logit_bias: { '50256': -100 },
  },
  answer: {
    ...plainHead,
    system_fingerprint: 'fp_1',
    choices: [{ index: 0, text: 'Ann is here.', logprobs: plainLogprobs, finish_reason: 'stop' }],
    usage: plainUsage,
  },
  events: [
    piece('Ann is '),
    piece('here. And'),
    piece(' gone.', { logprobs: plainLogprobs }),
    piece('', { finish_reason: 'stop' }),
    { ...plainHead, choices: [], usage: plainUsage },
  ],
  end: 'data: [DONE]\n\n',
};

const schema = { type: 'object', properties: { to: { type: 'string', description: 'Who gets it' } }, required: ['to'] };
const tool = { type: 'function', name: 'send', description: 'Sends it.', parameters: schema, strict: true };
const thought = { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'hm' }] };
const said = (text: string, more: object = {}) => ({
  type: 'message',
  id: 'msg_1',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [], ...more }],
});
const called = {
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'send',
  arguments: '{"to":"Ann"}',
  status: 'completed',
};
const token = { token: 'Ann', logprob: -0.5, bytes: [65, 110, 110], top_logprobs: [] };
const source = { type: 'url_citation', url: 'https://a.example', title: 'A', start_index: 0, end_index: 3 };
const custom = { type: 'custom_tool_call', id: 'ct_1', call_id: 'call_2', name: 'run', input: 'go there' };
const answer = {
  id: 'resp_1',
  object: 'response',
  created_at: 1_790_000_000,
  status: 'completed',
  error: null,
  incomplete_details: null,
  instructions: 'Be kind.',
  model: 'gpt-4o',
  output: [thought, said('Ann is here. Gone.'), called],
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: 'low', summary: null },
  service_tier: 'default',
  store: false,
  temperature: 1,
  text: { format: { type: 'text' }, verbosity: 'medium' },
  tool_choice: 'auto',
  tools: [tool],
  top_p: 1,
  truncation: 'disabled',
  usage: {
    input_tokens: 3,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 2,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 5,
  },
  metadata: { team: 'blue' },
};
const begun = { ...answer, status: 'in_progress', output: [], usage: null };
const at = { item_id: 'msg_1', output_index: 1, content_index: 0 };

const responses: Omit<ApiTemplate, 'error'> = {
  path: '/v1/responses',
  request: {
    model: 'gpt-4o',
    instructions: 'Be kind.',
    input: [
      { role: 'developer', content: 'Be brief.' },
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: 'Who is Ann?' },
          { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' },
          { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
        ],
      },
      thought,
      said('Bob is not.'),
      called,
      { type: 'function_call_output', call_id: 'call_1', output: 'Sent.' },
      custom,
      { type: 'custom_tool_call_output', call_id: 'call_2', output: [{ type: 'input_text', text: 'Done.' }] },
      { role: 'user', content: 'Thanks.' },
    ],
    tools: [tool, { type: 'custom', name: 'run', description: 'Runs it.', format: { type: 'text' } }],
    tool_choice: { type: 'function', name: 'send' },
    text: { format: { type: 'json_schema', name: 'answer', schema, strict: true }, verbosity: 'low' },
    reasoning: { effort: 'low', summary: 'auto' },
    include: ['reasoning.encrypted_content'],
    max_output_tokens: 100,
    metadata: { team: 'blue' },
    client_metadata: { turn_id: 't_1' },
    parallel_tool_calls: true,
    prompt_cache_key: 'k_1',
    safety_identifier: 'bob',
    service_tier: 'auto',
    store: false,
    temperature: 0.5,
    top_p: 1,
    truncation: 'auto',
    user: 'bob',
  },
  answer: {
    ...answer,
    output: [
      thought,
      said('Ann is here. Gone.', { annotations: [source], logprobs: [token] }),
      called,
      custom,
      { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'Ann' } },
    ],
  },
  events: [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    { type: 'response.output_item.added', output_index: 0, item: { ...thought, summary: [] } },
    { type: 'response.output_item.done', output_index: 0, item: thought },
    { type: 'response.output_item.added', output_index: 1, item: { ...said(''), status: 'in_progress', content: [] } },
    { type: 'response.content_part.added', ...at, part: { type: 'output_text', text: '', annotations: [] } },
    { type: 'response.output_text.delta', ...at, delta: 'Ann is ', logprobs: [] },
    { type: 'response.output_text.delta', ...at, delta: 'here. Gone.', logprobs: [] },
    { type: 'response.output_text.done', ...at, text: 'Ann is here. Gone.', logprobs: [] },
    { type: 'response.output_item.done', output_index: 1, item: said('Ann is here. Gone.') },
    { type: 'response.output_item.added', output_index: 2, item: { ...called, arguments: '' } },
    { type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index: 2, delta: '{"to":"Ann"}' },
    { type: 'response.output_item.done', output_index: 2, item: called },
    { type: 'response.completed', response: answer },
  ],
  end: '',
};

export const openAiTemplates: readonly Omit<ApiTemplate, 'error'>[] = [completions, responses];
