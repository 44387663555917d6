/** Writes message streams: a buffered answer from the judged body, and denials. */
import { isRecord } from '@assay/sdk/contract';
import { writeExactJson } from '../../../platform/exact-json.ts';
import type { RefusalInfo, StreamIdentity } from '../api.ts';
import { isList, type JsonRecord, pickMembers } from '../json-tree.ts';
import { sseJson } from '../sse.ts';
import { anthropicError } from './errors.ts';

/** The frames of a buffered answer. */
export function encodeMessageStream(body: unknown): readonly string[] {
  if (!isRecord(body)) throw new TypeError('an aggregated message is always an object');
  const { content, ...rest } = body;
  const message = { ...rest, content: [], stop_reason: null, stop_sequence: null };
  const frames = [messageFrame({ type: 'message_start', message })];
  for (const [index, block] of (isList(content) ? content : []).entries()) {
    if (isRecord(block)) frames.push(...blockFrames(block, index));
  }
  const delta = {
    stop_reason: body['stop_reason'] ?? null,
    stop_sequence: body['stop_sequence'] ?? null,
    // Clients read these members from the end of a stream.
    ...pickMembers(body, ['stop_details', 'container']),
  };
  frames.push(messageFrame({ type: 'message_delta', delta, usage: body['usage'] ?? { output_tokens: 0 } }));
  frames.push(messageFrame({ type: 'message_stop' }));
  return frames;
}

/** One event as a frame; its name is its type. */
export function messageFrame(data: JsonRecord & { readonly type: string }): string {
  return sseJson(data.type, data);
}

/** The frames of one block, from its start to its stop. */
export function blockFrames(block: JsonRecord, index: number): readonly string[] {
  const { start, deltas } = splitBlock(block);
  return [
    messageFrame({ type: 'content_block_start', index, content_block: start }),
    ...deltas.map((delta) => messageFrame({ type: 'content_block_delta', index, delta })),
    messageFrame({ type: 'content_block_stop', index }),
  ];
}

/** The start of a block and its remaining deltas. Blocks of other kinds start complete. */
function splitBlock(block: JsonRecord): { readonly start: JsonRecord; readonly deltas: readonly JsonRecord[] } {
  switch (block['type']) {
    case 'text': {
      const citations = isList(block['citations']) ? block['citations'] : [];
      return {
        start: { ...block, text: '', ...(citations.length === 0 ? {} : { citations: [] }) },
        deltas: [
          ...stringDelta('text_delta', 'text', block['text']),
          ...citations.map((citation) => ({ type: 'citations_delta', citation })),
        ],
      };
    }
    case 'thinking':
      return {
        start: { ...block, thinking: '', signature: '' },
        deltas: [
          ...stringDelta('thinking_delta', 'thinking', block['thinking']),
          ...stringDelta('signature_delta', 'signature', block['signature']),
        ],
      };
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      const input = block['input'];
      const json = typeof input === 'string' ? input : writeExactJson(input ?? {});
      return { start: { ...block, input: {} }, deltas: [{ type: 'input_json_delta', partial_json: json }] };
    }
    default:
      return { start: block, deltas: [] };
  }
}

function stringDelta(type: string, member: string, value: unknown): readonly JsonRecord[] {
  return typeof value === 'string' && value !== '' ? [{ type, [member]: value }] : [];
}

/**
 * The frames that end an opened stream: for a denial a `message_delta` with `stop_reason: refusal`, then the error
 * event, at which official clients throw. Clients refuse a delta before `message_start`, so an empty one goes first.
 */
export function encodeMessageDenial(info: RefusalInfo, identity: StreamIdentity = {}): readonly string[] {
  const error = sseJson('error', anthropicError(info));
  if (info.status !== 403) return [error];
  const usage = { input_tokens: 0, output_tokens: 0 };
  const message = {
    id: identity.id ?? 'msg_denied',
    type: 'message',
    role: 'assistant',
    model: identity.model ?? '',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  const start = identity.started === true ? [] : [messageFrame({ type: 'message_start', message })];
  const delta = { stop_reason: 'refusal', stop_sequence: null };
  return [...start, messageFrame({ type: 'message_delta', delta, usage: { output_tokens: 0 } }), error];
}
