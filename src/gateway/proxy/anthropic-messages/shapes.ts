/** The members of the Messages API, one line each: which of their values are not read. See `reading.ts`. */
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
  sealed,
  shape,
  stopSequences,
  text,
  wordsOf,
} from '../reading.ts';

const cacheControl = objectOf({ type: wordsOf('ephemeral'), ttl: wordsOf('5m', '1h') });
const caller = objectOf({
  type: wordsOf('direct', 'code_execution_20250825', 'code_execution_20260120'),
  tool_id: fixedText,
});
const contextEdits = wordsOf('clear_tool_uses_20250919', 'clear_thinking_20251015', 'compact_20260112');
const amount = objectOf({ type: wordsOf('input_tokens', 'tool_uses', 'thinking_turns', 'all'), value: count });

/** A request, except for its system text, messages, tools and answer format. */
export const requestShape = shape({
  system: elsewhere,
  messages: elsewhere,
  tools: elsewhere,
  output_config: elsewhere,
  output_format: elsewhere,
  mcp_servers: elsewhere,
  model: modelName,
  stream: flag,
  max_tokens: count,
  temperature: fraction(0, 2),
  top_p: fraction(0, 1),
  top_k: numberOf(-1, 99_999_999),
  stop_sequences: stopSequences,
  metadata: objectOf({ user_id: text }),
  thinking: objectOf({
    type: wordsOf('enabled', 'disabled', 'adaptive'),
    budget_tokens: count,
    display: wordsOf('summarized', 'omitted'),
  }),
  tool_choice: objectOf({
    type: wordsOf('auto', 'any', 'tool', 'none'),
    name: fixedText,
    disable_parallel_tool_use: flag,
  }),
  service_tier: wordsOf('auto', 'standard_only'),
  speed: wordsOf('standard', 'fast'),
  cache_control: cacheControl,
  context_management: objectOf({
    edits: listOf(
      objectOf({
        type: contextEdits,
        trigger: amount,
        keep: { ...wordsOf('all'), ...amount },
        clear_at_least: amount,
        clear_tool_inputs: flag,
        exclude_tools: listOf(text),
        pause_after_compaction: flag,
      }),
    ),
  }),
  inference_geo: wordsOf('us', 'eu', 'global'),
  betas: listOf(text),
  container: text,
  user_profile_id: text,
  workspace_id: text,
});

/** A server whose tools the provider calls. Its token is a credential for that provider, and is listed. */
export const mcpServerShape = shape({
  type: wordsOf('url'),
  url: text,
  name: text,
  authorization_token: elsewhere,
  tool_configuration: objectOf({ enabled: flag, allowed_tools: listOf(text) }),
});

/** A message, except for its content. */
export const messageShape = shape({ role: elsewhere, content: elsewhere });

const blockBase: Readonly<Record<string, Reading>> = { type: elsewhere, cache_control: cacheControl };

export const textBlockShape = shape({ ...blockBase, text: elsewhere, citations: elsewhere });
export const thinkingBlockShape = shape({ ...blockBase, thinking: elsewhere, signature: sealed });
export const toolUseShape = shape({
  ...blockBase,
  id: fixedText,
  name: fixedText,
  server_name: fixedText,
  toolset_name: fixedText,
  caller,
  input: elsewhere,
});
export const toolResultShape = shape({ ...blockBase, tool_use_id: fixedText, content: elsewhere, is_error: flag });

const citationSwitch = objectOf({ enabled: flag });
export const documentShape = shape({
  ...blockBase,
  source: elsewhere,
  title: elsewhere,
  context: elsewhere,
  citations: citationSwitch,
});
export const searchResultShape = shape({
  ...blockBase,
  source: elsewhere,
  title: elsewhere,
  content: elsewhere,
  citations: citationSwitch,
});

const mediaType = wordsOf(...['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'application/pdf', 'text/plain']);
const sourceType = wordsOf('base64', 'url', 'file', 'text', 'content');

/** The source of a text document. */
export const textSourceShape = shape({ type: sourceType, media_type: mediaType, data: elsewhere, content: elsewhere });

/** The source of bytes: the part is listed, and other data in it is read. */
export const bytesSource: Reading = objectOf({
  type: sourceType,
  media_type: mediaType,
  data: listedBytes,
  url: text,
  file_id: text,
});

/** Blocks of bytes: images, files in a container, sealed thoughts. All other members are read. */
export const bytesBlockShape = shape({
  ...blockBase,
  text: elsewhere,
  source: bytesSource,
  file_id: text,
  data: listedBytes,
  encrypted_content: listedBytes,
  content: elsewhere,
});

/** Results of tools that the provider ran, and blocks of unknown kinds: read whole. */
export const wholeBlockShape = shape({ text: elsewhere });

const tokenCounts: Readonly<Record<string, Reading>> = {
  input_tokens: count,
  output_tokens: count,
  thinking_tokens: count,
  reasoning_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
  cache_creation: objectOf({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count }),
};

/** Counters. An unlisted member is read, and so is a number outside the range. */
export const usageReading: Reading = objectOf({
  ...tokenCounts,
  server_tool_use: objectOf({ web_search_requests: count, web_fetch_requests: count }),
  output_tokens_details: objectOf(tokenCounts),
  iterations: listOf(objectOf({ ...tokenCounts, type: wordsOf('message', 'compaction', 'advisor_message') })),
  service_tier: wordsOf('standard', 'priority', 'batch'),
  inference_geo: wordsOf('us', 'eu', 'global', 'not_available'),
  speed: wordsOf('standard', 'fast'),
});

/** An answer, except for its content. */
export const answerShape = shape({
  content: elsewhere,
  id: text,
  type: wordsOf('message'),
  role: wordsOf('assistant'),
  model: modelName,
  stop_reason: wordsOf(
    ...['end_turn', 'max_tokens', 'stop_sequence', 'tool_use', 'pause_turn', 'refusal', 'compaction'],
    'model_context_window_exceeded',
  ),
  stop_sequence: stopSequences,
  usage: usageReading,
  container: objectOf({ id: text, expires_at: text }),
  context_management: objectOf({
    applied_edits: listOf(
      objectOf({
        type: contextEdits,
        cleared_tool_uses: count,
        cleared_input_tokens: count,
        cleared_thinking_turns: count,
      }),
    ),
  }),
});
