/**
 * OpenAI embeddings as a `ProxyApi`: texts go in and numbers come out; everything else that comes out is judged as
 * text.
 */
import { isRecord } from '@assay/sdk/contract';
import type { InspectedField, ParsedRequest, ParsedResponse, ProxyApi } from '../api.ts';
import { findChatFeatures } from '../features.ts';
import { isDeeperThan, isList, maxBodyDepth } from '../json-tree.ts';
import { openAiRefusal } from '../openai-errors.ts';
import { createPartCollector, pointerId, tooManyParts } from '../parts.ts';
import { type ReadTarget, readMembers, readValue } from '../read-members.ts';
import { text } from '../reading.ts';
import { redactBody } from '../redact.ts';
import { checkRequestBody } from '../request-checks.ts';
import { collectTextsOrTokens } from '../texts-or-tokens.ts';
import { answerShape, requestShape, vectorShape } from './shapes.ts';
import { isVector, spellOut } from './vectors.ts';

export const openAiEmbeddings: ProxyApi = {
  name: 'openai-embeddings',
  path: '/v1/embeddings',
  phases: ['request', 'response'],
  parseRequest: parseEmbeddingsRequest,
  parseResponse: parseEmbeddingsResponse,
  redactRequest: (body, parts, spans) => redactBody(body, parts, spans, 'input'),
  redactResponse: (body, parts, spans) => redactBody(body, parts, spans, 'output'),
  refusal: openAiRefusal,
  stream: null,
};

function parseEmbeddingsRequest(body: unknown): ParsedRequest {
  const checked = checkRequestBody(body);
  if (!checked.ok) return checked;
  const collector = createPartCollector();
  const problem = collectTextsOrTokens(collector, checked.body['input'], '/input');
  if (problem !== undefined) return { ok: false, error: { message: `'input' ${problem}`, param: 'input' } };
  const into = (pointer: string): InspectedField => collector.document(undefined, pointerId(pointer), 'field');
  readMembers({ collector, into }, checked.body, '', requestShape);
  findChatFeatures(collector, checked.body, requestShape);
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
      features: collector.features(),
    },
  };
}

/** Numeric vectors hold no text; a string or number that is no coordinate is read. */
function parseEmbeddingsResponse(body: unknown): ParsedResponse {
  if (!isRecord(body)) return { ok: false, reason: 'the answer is not a JSON object' };
  if (isDeeperThan(body, maxBodyDepth)) {
    return { ok: false, reason: `the answer is nested deeper than ${maxBodyDepth} levels` };
  }
  const { data } = body;
  if (!isList(data)) return { ok: false, reason: "the answer has no list 'data'" };
  const collector = createPartCollector();
  const target: ReadTarget = { collector, into: () => 'output' };
  for (const [index, vector] of data.entries()) {
    const pointer = `/data/${index}`;
    if (!isRecord(vector)) return { ok: false, reason: `vector ${index} is not an object` };
    const { embedding } = vector;
    if (!isVector(embedding)) {
      const at = `${pointer}/embedding`;
      collector.text('output', at, 'field', spellOut(embedding) ?? '', 'fixed');
      readValue(target, embedding, at, text);
    }
    readMembers(target, vector, pointer, vectorShape);
  }
  readMembers(target, body, '', answerShape);
  if (collector.overflowed()) return { ok: false, reason: tooManyParts };
  const response = {
    output: collector.fieldText('output') ?? '',
    documents: collector.documents(),
    parts: collector.parts,
    uninspected: collector.uninspectedParts,
    finish: [],
  };
  return { ok: true, response };
}
