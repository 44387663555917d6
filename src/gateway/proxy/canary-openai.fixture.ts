/** Rich bodies of the plain completions and the responses API, for the canaries. */
export const bytes = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const token = { token: 'Hi', logprob: -0.1, bytes: [72, 105] };

export const completionRequest = {
  model: 'gpt-3.5-turbo-instruct',
  prompt: ['Say', 'it'],
  suffix: 'end',
  stream: false,
  user: 'u',
  n: 1,
  best_of: 1,
  echo: true,
  logprobs: 2,
  max_tokens: 9,
  seed: 1,
  stop: ['END'],
  logit_bias: { '50256': -100 },
};

export const completionAnswer = {
  id: 'cmpl-1',
  object: 'text_completion',
  created: 1_763_900_000,
  model: 'gpt-3.5-turbo-instruct',
  choices: [
    {
      index: 0,
      text: 'Hi',
      logprobs: {
        tokens: ['H', 'i'],
        token_logprobs: [null, -0.1],
        top_logprobs: [{ H: -0.1, J: -2 }, null],
        text_offset: [0, 1],
      },
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
};

const imageUrl = `data:image/png;base64,${bytes}`;
const functionTool = {
  type: 'function',
  name: 'f',
  description: 'Does it.',
  parameters: { type: 'object' },
  strict: true,
};
const reasoningItem = {
  type: 'reasoning',
  id: 'rs_1',
  status: 'completed',
  summary: [{ type: 'summary_text', text: 'I greet.' }],
  content: [{ type: 'reasoning_text', text: 'Well.' }],
  encrypted_content: `${bytes}${bytes}`,
};
const functionCall = {
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'f',
  arguments: '{"a":1}',
  status: 'completed',
};
const customCall = { type: 'custom_tool_call', id: 'ct_1', call_id: 'call_2', name: 'g', input: 'go' };
const searchCall = {
  type: 'web_search_call',
  id: 'ws_1',
  status: 'completed',
  action: { type: 'search', query: 'x y' },
};

export const responsesRequest = {
  model: 'gpt-4o',
  stream: false,
  instructions: 'Be kind.',
  user: 'u',
  temperature: 0.5,
  max_output_tokens: 9,
  metadata: { team: 'blue' },
  service_tier: 'auto',
  store: true,
  parallel_tool_calls: true,
  truncation: 'auto',
  include: ['reasoning.encrypted_content'],
  reasoning: { effort: 'low', summary: 'auto' },
  tool_choice: { type: 'function', name: 'f' },
  tools: [
    functionTool,
    { type: 'custom', name: 'g', format: { type: 'grammar', syntax: 'lark', definition: 'start: "a"' } },
  ],
  text: { format: { type: 'json_schema', name: 's', schema: { type: 'object' }, strict: true }, verbosity: 'low' },
  prompt_cache_key: 'k',
  stream_options: { include_obfuscation: false },
  input: [
    { role: 'developer', content: 'Be brief.' },
    {
      type: 'message',
      role: 'user',
      status: 'completed',
      content: [
        { type: 'input_text', text: 'What is this?' },
        { type: 'input_image', image_url: imageUrl, detail: 'low' },
        { type: 'input_file', file_id: 'file-1', filename: 'a.pdf' },
        { type: 'hologram', text: 'light', caption: 'a cat', alt: 'cat' },
      ],
    },
    {
      type: 'message',
      role: 'assistant',
      id: 'msg_1',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Hi', annotations: [], logprobs: [token] }],
    },
    reasoningItem,
    functionCall,
    { type: 'function_call_output', call_id: 'call_1', output: 'done' },
    customCall,
    { type: 'custom_tool_call_output', call_id: 'call_2', output: [{ type: 'input_text', text: 'done' }] },
    searchCall,
    { type: 'computer_call_output', call_id: 'call_3', output: { type: 'computer_screenshot', image_url: imageUrl } },
    { type: 'additional_tools', role: 'developer', tools: [functionTool] },
    { type: 'hologram', id: 'h_1', says: 'light' },
  ],
};

export const responsesAnswer = {
  id: 'resp_1',
  object: 'response',
  created_at: 1_763_900_000,
  completed_at: 1_763_900_001,
  status: 'completed',
  error: null,
  incomplete_details: null,
  instructions: 'Be kind.',
  max_output_tokens: null,
  model: 'gpt-4o',
  output: [
    reasoningItem,
    {
      type: 'message',
      id: 'msg_1',
      status: 'completed',
      role: 'assistant',
      content: [
        {
          type: 'output_text',
          text: 'Hi',
          annotations: [{ type: 'url_citation', url: 'https://a.example', title: 'A', start_index: 0, end_index: 1 }],
          logprobs: [{ ...token, top_logprobs: [token] }],
        },
        { type: 'refusal', refusal: 'no' },
      ],
    },
    functionCall,
    customCall,
    searchCall,
    { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: bytes },
    { type: 'hologram', id: 'h_1', says: 'light' },
  ],
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: 'low', summary: null },
  service_tier: 'default',
  store: true,
  temperature: 1,
  text: { format: { type: 'text' }, verbosity: 'medium' },
  tool_choice: 'auto',
  tools: [functionTool],
  top_p: 1,
  truncation: 'disabled',
  usage: {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 2,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 3,
  },
  user: null,
  metadata: { team: 'blue' },
};
