/** The members of chat completions, one line each: which of their values are not read. See `reading.ts`. */
import {
  count,
  elsewhere,
  fixedText,
  flag,
  fraction,
  listedBytes,
  listOf,
  modelName,
  numberOf,
  objectOf,
  type Reading,
  said,
  shape,
  stopSequences,
  text,
  unixTime,
  wordsOf,
} from '../reading.ts';

const toolName: Reading = objectOf({ name: fixedText });
const toolChoiceMembers = {
  type: wordsOf('function', 'custom', 'allowed_tools'),
  function: toolName,
  custom: toolName,
  name: fixedText,
};
export const serviceTier = wordsOf('auto', 'default', 'flex', 'scale', 'priority', 'standard', 'on_demand');
const cacheControl = objectOf({ type: wordsOf('ephemeral'), ttl: wordsOf('5m', '1h') });

/** A request, except for its messages, tools and answer format. */
export const requestShape = shape({
  messages: elsewhere,
  tools: elsewhere,
  functions: elsewhere,
  response_format: elsewhere,
  prediction: elsewhere,
  model: modelName,
  stream: flag,
  user: text,
  safety_identifier: text,
  prompt_cache_key: text,
  stream_options: objectOf({ include_usage: flag, include_obfuscation: flag, continuous_usage_stats: flag }),
  temperature: fraction(0, 5),
  top_p: fraction(0, 1),
  min_p: fraction(0, 1),
  top_a: fraction(0, 1),
  frequency_penalty: fraction(-2, 2),
  presence_penalty: fraction(-2, 2),
  repetition_penalty: fraction(0, 5),
  length_penalty: fraction(-5, 5),
  repeat_penalty: fraction(0, 5),
  n: count,
  best_of: count,
  max_tokens: count,
  max_completion_tokens: count,
  min_tokens: count,
  top_k: numberOf(-1, 99_999_999),
  seed: numberOf(-99_999_999, 99_999_999),
  random_seed: count,
  logprobs: count,
  top_logprobs: count,
  num_ctx: count,
  num_predict: numberOf(-2, 99_999_999),
  stop: stopSequences,
  logit_bias: { values: fraction(-100, 100) },
  metadata: { values: text },
  service_tier: serviceTier,
  store: flag,
  parallel_tool_calls: flag,
  safe_prompt: flag,
  echo: flag,
  ignore_eos: flag,
  modalities: listOf(wordsOf('text', 'audio', 'image')),
  audio: objectOf({
    voice: wordsOf('alloy', 'ash', 'ballad', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer', 'verse'),
    format: wordsOf('wav', 'mp3', 'flac', 'opus', 'pcm16', 'aac'),
  }),
  reasoning_effort: wordsOf('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'default'),
  reasoning: objectOf({
    effort: wordsOf('none', 'minimal', 'low', 'medium', 'high', 'xhigh'),
    max_tokens: count,
    exclude: flag,
    enabled: flag,
    summary: wordsOf('auto', 'concise', 'detailed'),
  }),
  verbosity: wordsOf('low', 'medium', 'high'),
  prompt_cache_retention: wordsOf('in-memory', 'in_memory', '24h'),
  tool_choice: {
    ...wordsOf('auto', 'none', 'required', 'any', 'validated'),
    ...objectOf({
      ...toolChoiceMembers,
      mode: wordsOf('auto', 'required'),
      tools: listOf(objectOf(toolChoiceMembers)),
      allowed_tools: objectOf({ mode: wordsOf('auto', 'required'), tools: listOf(objectOf(toolChoiceMembers)) }),
    }),
  },
  function_call: { ...wordsOf('none', 'auto'), ...toolName },
  web_search_options: objectOf({
    search_context_size: wordsOf('low', 'medium', 'high'),
    user_location: objectOf({ type: wordsOf('approximate'), approximate: { values: text } }),
  }),
});

const roles = wordsOf('system', 'developer', 'user', 'assistant', 'tool', 'function');

/** A message of a request, except for its content, texts and tool calls. */
export const requestMessageShape = shape({
  role: roles,
  content: elsewhere,
  refusal: elsewhere,
  reasoning_content: elsewhere,
  reasoning: elsewhere,
  tool_calls: elsewhere,
  function_call: elsewhere,
  name: fixedText,
  tool_call_id: fixedText,
  cache_control: cacheControl,
  prefix: flag,
  audio: objectOf({ id: text }),
});

/** A content part of a known type, except for its text. */
export const textPartShape = shape({
  type: elsewhere,
  text: elsewhere,
  refusal: elsewhere,
  cache_control: cacheControl,
  annotations: listOf(text),
});

const imageDetail = wordsOf('auto', 'low', 'high', 'original');
const address = {
  ...listedBytes,
  ...objectOf({ url: listedBytes, detail: imageDetail, format: text, media_type: wordsOf('image/png', 'image/jpeg') }),
};

/** A content part of a known kind of media. The adapter lists its bytes; all other members are read. */
export const mediaPartShape = shape({
  type: elsewhere,
  text: elsewhere,
  refusal: elsewhere,
  cache_control: cacheControl,
  detail: imageDetail,
  image_url: address,
  video_url: address,
  audio_url: address,
  input_video: address,
  data: listedBytes,
  input_audio: objectOf({
    data: listedBytes,
    format: wordsOf('wav', 'mp3', 'flac', 'opus', 'pcm16', 'aac', 'm4a', 'ogg'),
  }),
  file: objectOf({ file_data: listedBytes, file_id: text, filename: text }),
  file_data: listedBytes,
  file_id: text,
  file_url: listedBytes,
  filename: text,
});

/** Some compatible servers answer with `thinking` parts, whose text is again a list of parts. */
export const thinkingPartShape = shape({ type: elsewhere, closed: flag });

/** A call of a tool. The adapter reads its arguments. */
export const toolCallShape = shape({
  id: fixedText,
  type: wordsOf('function', 'custom'),
  index: count,
  function: elsewhere,
  custom: elsewhere,
});

export const calledFunctionShape = shape({ name: fixedText, arguments: elsewhere, input: elsewhere });

const filterVerdict: Reading = objectOf({
  filtered: flag,
  detected: flag,
  severity: wordsOf('safe', 'low', 'medium', 'high'),
});
export const filterVerdicts: Reading = objectOf({
  hate: filterVerdict,
  self_harm: filterVerdict,
  sexual: filterVerdict,
  violence: filterVerdict,
  jailbreak: filterVerdict,
  indirect_attack: filterVerdict,
  profanity: filterVerdict,
  protected_material_text: filterVerdict,
  protected_material_code: filterVerdict,
});

const tokenCounts: Reading = objectOf({
  cached_tokens: count,
  audio_tokens: count,
  text_tokens: count,
  image_tokens: count,
  video_tokens: count,
  reasoning_tokens: count,
  accepted_prediction_tokens: count,
  rejected_prediction_tokens: count,
  cache_write_tokens: count,
  cache_creation_tokens: count,
});
const seconds = fraction(0, 999_999);
const cost = fraction(0, 999_999);

/** Counters. An unlisted member is read, and so is a number outside the range. */
export const usageReading: Reading = objectOf({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count,
  num_sources_used: count,
  prompt_tokens_details: tokenCounts,
  completion_tokens_details: tokenCounts,
  input_tokens_details: tokenCounts,
  prompt_cache_hit_tokens: count,
  prompt_cache_miss_tokens: count,
  input_tokens: count,
  output_tokens: count,
  queue_time: seconds,
  prompt_time: seconds,
  completion_time: seconds,
  total_time: seconds,
  cost,
  is_byok: flag,
  prompt_audio_seconds: count,
  cost_details: objectOf({
    upstream_inference_cost: cost,
    upstream_inference_prompt_cost: cost,
    upstream_inference_completions_cost: cost,
  }),
});

/** An answer, except for its choices. */
export const answerShape = shape({
  choices: elsewhere,
  id: text,
  model: modelName,
  system_fingerprint: text,
  created: unixTime,
  object: wordsOf('chat.completion', 'chat.completion.chunk'),
  error: elsewhere,
  usage: usageReading,
  service_tier: serviceTier,
  prompt_filter_results: listOf(objectOf({ prompt_index: count, content_filter_results: filterVerdicts })),
  citations: said,
  search_results: said,
  provider: text,
  x_groq: objectOf({ id: text }),
});

export const finishReason = wordsOf(
  ...['stop', 'length', 'tool_calls', 'content_filter', 'function_call', 'error', 'eos', 'stop_sequence'],
  ...['end_turn', 'max_tokens', 'tool_use', 'model_length', 'COMPLETE', 'STOP', 'MAX_TOKENS', 'SAFETY', 'completed'],
);

/** A choice, except for its message. */
export const choiceShape = shape({
  index: count,
  message: elsewhere,
  logprobs: elsewhere,
  content_filter_results: filterVerdicts,
  finish_reason: finishReason,
  native_finish_reason: finishReason,
  stop_reason: stopSequences,
});

/** A message of an answer, except for its texts and tool calls. */
export const answerMessageShape = shape({
  role: roles,
  content: elsewhere,
  refusal: elsewhere,
  reasoning_content: elsewhere,
  reasoning: elsewhere,
  tool_calls: elsewhere,
  function_call: elsewhere,
  audio: elsewhere,
  annotations: said,
  reasoning_details: said,
  citations: said,
});

/** A spoken answer, except for its transcript. */
export const audioShape = shape({ id: text, data: listedBytes, expires_at: unixTime, transcript: elsewhere });
