/** The members of embeddings, one line each: which of their values are not read. See `reading.ts`. */
import { count, elsewhere, flag, listOf, modelName, objectOf, shape, text, unixTime, wordsOf } from '../reading.ts';

/** A request, except for its input. */
export const requestShape = shape({
  input: elsewhere,
  model: modelName,
  stream: flag,
  user: text,
  dimensions: count,
  encoding_format: wordsOf('float', 'base64', 'int8', 'uint8', 'binary', 'ubinary'),
  input_type: wordsOf('query', 'document', 'passage', 'search_query', 'search_document', 'classification'),
  truncate: wordsOf('NONE', 'START', 'END'),
  truncate_prompt_tokens: count,
});

/** An answer, except for its vectors. */
export const answerShape = shape({
  data: elsewhere,
  id: text,
  model: modelName,
  created: unixTime,
  object: wordsOf('list'),
  usage: objectOf({
    prompt_tokens: count,
    total_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: listOf(text),
  }),
});

export const vectorShape = shape({ embedding: elsewhere, index: count, object: wordsOf('embedding') });
