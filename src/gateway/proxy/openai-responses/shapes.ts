/** The members of responses, one line each: which of their values are not read. See `reading.ts`. */
import { serviceTier } from '../openai-chat/shapes.ts';
import {
  count,
  elsewhere,
  fixedText,
  flag,
  fraction,
  listedBytes,
  listOf,
  modelName,
  objectOf,
  type Reading,
  said,
  sealed,
  shape,
  text,
  unixTime,
  wordsOf,
} from '../reading.ts';

const effort = wordsOf('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max', 'default');
const verbosity = wordsOf('low', 'medium', 'high');
const truncation = wordsOf('auto', 'disabled');
const cacheRetention = wordsOf('in-memory', 'in_memory', '24h');
const cacheOptions = objectOf({ mode: wordsOf('implicit', 'explicit'), ttl: wordsOf('30m') });
const cacheBreakpoint = objectOf({ mode: wordsOf('explicit') });
const status = wordsOf(
  ...['in_progress', 'completed', 'incomplete', 'failed', 'cancelled', 'queued', 'searching', 'interpreting'],
  ...['generating', 'calling'],
);
const roles = wordsOf('user', 'assistant', 'system', 'developer', 'tool', 'unknown', 'critic', 'discriminator');
const summary = wordsOf('auto', 'concise', 'detailed', 'none');

const toolWords = wordsOf(
  ...['function', 'custom', 'allowed_tools', 'mcp', 'file_search', 'code_interpreter', 'image_generation', 'shell'],
  ...['web_search', 'web_search_2025_08_26', 'web_search_preview', 'web_search_preview_2025_03_11', 'apply_patch'],
  ...['computer', 'computer_use', 'computer_use_preview', 'local_shell', 'tool_search', 'programmatic_tool_calling'],
);
const toolChoiceMembers = { type: toolWords, name: fixedText, server_label: fixedText };
const toolChoice: Reading = {
  ...wordsOf('auto', 'none', 'required'),
  ...objectOf({ ...toolChoiceMembers, mode: wordsOf('auto', 'required'), tools: listOf(objectOf(toolChoiceMembers)) }),
};

const reasoning = objectOf({
  effort,
  summary,
  generate_summary: summary,
  mode: wordsOf('standard', 'pro'),
  context: wordsOf('auto', 'current_turn', 'all_turns'),
  max_tokens: count,
  enabled: flag,
});

const includable = wordsOf(
  ...['file_search_call.results', 'web_search_call.results', 'web_search_call.action.sources'],
  ...['message.input_image.image_url', 'computer_call_output.output.image_url', 'code_interpreter_call.outputs'],
  ...['reasoning.encrypted_content', 'message.output_text.logprobs'],
);

/** Members that a request has and the answer repeats. */
const repeated = {
  model: modelName,
  user: text,
  safety_identifier: text,
  prompt_cache_key: text,
  prompt_cache_retention: cacheRetention,
  prompt_cache_options: cacheOptions,
  temperature: fraction(0, 5),
  top_p: fraction(0, 1),
  frequency_penalty: fraction(-2, 2),
  presence_penalty: fraction(-2, 2),
  top_logprobs: count,
  max_output_tokens: count,
  max_tool_calls: count,
  metadata: { values: text },
  service_tier: serviceTier,
  store: flag,
  background: flag,
  parallel_tool_calls: flag,
  truncation,
  reasoning,
  tool_choice: toolChoice,
};

/** A request, except for its input, instructions, tools and text format, and for what is refused. */
export const requestShape = shape({
  ...repeated,
  input: elsewhere,
  instructions: elsewhere,
  tools: elsewhere,
  text: elsewhere,
  stream: flag,
  stream_options: objectOf({ include_obfuscation: flag }),
  include: listOf(includable),
  // Codex tells of its session; the values are read.
  client_metadata: { values: text },
  previous_response_id: fixedText,
  conversation: text,
  prompt: text,
  moderation: objectOf({ model: modelName }),
  min_p: fraction(0, 1),
  top_k: count,
  seed: count,
});

/** `text`, except for its format. */
export const textConfigShape = shape({ format: elsewhere, verbosity });

/** A message of the input, except for its content. */
export const messageShape = shape({
  type: wordsOf('message'),
  role: roles,
  content: elsewhere,
  status,
  id: fixedText,
  phase: wordsOf('commentary', 'final_answer'),
});

/** A text part, except for its text and log-probabilities. */
export const textPartShape = shape({
  type: elsewhere,
  text: elsewhere,
  refusal: elsewhere,
  logprobs: elsewhere,
  annotations: said,
  prompt_cache_breakpoint: cacheBreakpoint,
});

const imageDetail = wordsOf('auto', 'low', 'high', 'original');

/** A part of a known kind of media. The adapter lists its bytes; all other members are read. */
export const mediaPartShape = shape({
  type: elsewhere,
  text: elsewhere,
  refusal: elsewhere,
  detail: imageDetail,
  image_url: listedBytes,
  file_data: listedBytes,
  file_url: listedBytes,
  file_id: text,
  filename: text,
  input_audio: objectOf({ data: listedBytes, format: wordsOf('wav', 'mp3') }),
  data: listedBytes,
  prompt_cache_breakpoint: cacheBreakpoint,
});

const caller = objectOf({ type: wordsOf('direct', 'program'), caller_id: fixedText });

/** Members of every item that is no message. The adapter reads what its kind says, and lists its bytes. */
const itemMembers = {
  type: elsewhere,
  id: fixedText,
  call_id: fixedText,
  status,
  name: fixedText,
  namespace: fixedText,
  caller,
};

export const callShape = shape({ ...itemMembers, arguments: elsewhere, input: elsewhere });

export const callOutputShape = shape({ ...itemMembers, output: elsewhere });

export const reasoningShape = shape({
  ...itemMembers,
  summary: elsewhere,
  content: elsewhere,
  encrypted_content: sealed,
});

/** An item of a tool that the provider runs, or of another known kind. */
export const otherItemShape = shape({
  ...itemMembers,
  server_label: fixedText,
  container_id: fixedText,
  approval_request_id: fixedText,
  approve: flag,
  execution: wordsOf('server', 'client'),
  role: roles,
  encrypted_content: sealed,
  result: { bytes: { kind: 'image' }, apart: true },
});

/** A screenshot, except for its type. */
export const screenshotShape = shape({ type: wordsOf('computer_screenshot'), image_url: listedBytes, file_id: text });

/** An answer, except for its output and what it repeats of the request at length. */
export const answerShape = shape({
  ...repeated,
  output: elsewhere,
  instructions: elsewhere,
  tools: elsewhere,
  text: elsewhere,
  id: text,
  object: wordsOf('response'),
  created_at: unixTime,
  completed_at: unixTime,
  status,
  error: elsewhere,
  incomplete_details: objectOf({ reason: wordsOf('max_output_tokens', 'content_filter') }),
  previous_response_id: text,
  billing: objectOf({ payer: wordsOf('developer', 'openai') }),
  usage: objectOf({
    input_tokens: count,
    input_tokens_details: objectOf({ cached_tokens: count, cache_write_tokens: count }),
    output_tokens: count,
    output_tokens_details: objectOf({ reasoning_tokens: count }),
    total_tokens: count,
  }),
});
