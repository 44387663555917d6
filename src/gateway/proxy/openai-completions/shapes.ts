/** The members of plain completions, one line each: which of their values are not read. See `reading.ts`. */
import {
  requestShape as chatRequest,
  filterVerdicts,
  finishReason,
  serviceTier,
  usageReading,
} from '../openai-chat/shapes.ts';
import {
  count,
  elsewhere,
  flag,
  fraction,
  listOf,
  modelName,
  numberOf,
  objectOf,
  shape,
  stopSequences,
  text,
  unixTime,
  wordsOf,
} from '../reading.ts';

/** A request, except for its prompt and suffix. */
export const requestShape = shape({
  prompt: elsewhere,
  suffix: elsewhere,
  model: modelName,
  stream: flag,
  stream_options: chatRequest.get('stream_options') ?? text,
  user: text,
  temperature: fraction(0, 5),
  top_p: fraction(0, 1),
  min_p: fraction(0, 1),
  frequency_penalty: fraction(-2, 2),
  presence_penalty: fraction(-2, 2),
  repetition_penalty: fraction(0, 5),
  length_penalty: fraction(-5, 5),
  repeat_penalty: fraction(0, 5),
  n: count,
  best_of: count,
  max_tokens: count,
  min_tokens: count,
  top_k: numberOf(-1, 99_999_999),
  seed: numberOf(-99_999_999, 99_999_999),
  logprobs: count,
  num_ctx: count,
  num_predict: numberOf(-2, 99_999_999),
  stop: stopSequences,
  logit_bias: { values: fraction(-100, 100) },
  service_tier: serviceTier,
  echo: flag,
  ignore_eos: flag,
});

/** An answer, except for its choices. */
export const answerShape = shape({
  choices: elsewhere,
  id: text,
  model: modelName,
  system_fingerprint: text,
  created: unixTime,
  object: wordsOf('text_completion'),
  error: elsewhere,
  usage: usageReading,
  service_tier: serviceTier,
  provider: text,
  prompt_filter_results: listOf(objectOf({ prompt_index: count, content_filter_results: filterVerdicts })),
});

/** A choice, except for its text and log-probabilities. */
export const choiceShape = shape({
  index: count,
  text: elsewhere,
  logprobs: elsewhere,
  content_filter_results: filterVerdicts,
  finish_reason: finishReason,
  stop_reason: stopSequences,
});
