/** OpenAI embeddings as a `ProxyApi`: texts go in, numbers come out, so only the request phase is inspected. */
import type { InspectedField, ParsedRequest, ParsedResponse, ProxyApi } from '../api.ts';
import { isList, isRecord, type JsonRecord } from '../json-tree.ts';
import { openAiRefusal } from '../openai-errors.ts';
import {
  createPartCollector,
  inspectNames,
  inspectUnknown,
  type PartCollector,
  pointerId,
  tooManyParts,
} from '../parts.ts';
import { redactBody } from '../redact.ts';
import { checkRequestBody } from '../request-checks.ts';

export const openAiEmbeddings: ProxyApi = {
  name: 'openai-embeddings',
  path: '/v1/embeddings',
  phases: ['request'],
  parseRequest: parseEmbeddingsRequest,
  parseResponse: parseEmbeddingsResponse,
  redactRequest: (body, parts, spans) => redactBody(body, parts, spans, 'input'),
  redactResponse: () => ({ ok: false, reason: 'an embedding holds no text to redact' }),
  refusal: openAiRefusal,
  stream: null,
};

const knownMembers: ReadonlySet<string> = new Set([
  'model',
  'input',
  'encoding_format',
  'dimensions',
  'user',
  'stream',
]);

function parseEmbeddingsRequest(body: unknown): ParsedRequest {
  const checked = checkRequestBody(body);
  if (!checked.ok) return checked;
  const collector = createPartCollector();
  const problem = collectInput(collector, checked.body);
  if (problem !== undefined) return { ok: false, error: { message: `'input' ${problem}`, param: 'input' } };
  const own = (pointer: string): InspectedField => collector.document(undefined, pointerId(pointer), 'field');
  inspectNames(collector, { value: checked.body, pointer: '', names: ['user'] }, own);
  inspectUnknown(collector, { value: checked.body, pointer: '', known: knownMembers }, own);
  if (collector.overflowed()) return { ok: false, error: { message: `The request ${tooManyParts}.` } };
  return {
    ok: true,
    request: {
      modelId: checked.model,
      stream: false,
      input: collector.fieldText('input') ?? '',
      documents: collector.documents(),
      roles: [],
      parts: collector.parts,
      uninspected: collector.uninspectedParts,
    },
  };
}

/** A string, a list of strings, a list of tokens or a list of lists of tokens. */
function collectInput(collector: PartCollector, body: JsonRecord): string | undefined {
  const input = body['input'];
  if (input === undefined || input === null) return 'is missing; send a string or a list of strings.';
  if (typeof input === 'string') {
    collector.text('input', '/input', 'user', input);
    return undefined;
  }
  const wanted = 'must be a string, a list of strings or a list of tokens.';
  if (!isList(input)) return wanted;
  if (input.length === 0) return 'is empty; send at least one text.';
  if (input.every((item) => typeof item === 'number')) {
    collector.uninspected('/input', 'tokens');
    return undefined;
  }
  for (const [index, item] of input.entries()) {
    if (typeof item === 'string') collector.text('input', `/input/${index}`, 'user', item);
    else if (isList(item) && item.every((token) => typeof token === 'number')) {
      collector.uninspected(`/input/${index}`, 'tokens');
    } else return wanted;
    if (collector.overflowed()) return undefined;
  }
  return undefined;
}

function parseEmbeddingsResponse(body: unknown): ParsedResponse {
  if (!isRecord(body) || !isList(body['data'])) return { ok: false, reason: "the answer has no list 'data'" };
  return { ok: true, response: { output: '', parts: [], uninspected: [], finish: [] } };
}
