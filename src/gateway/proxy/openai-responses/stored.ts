/**
 * What the provider keeps of a response, as `ProxyApi`s: the response by its id, the items of its input, and the answer
 * to a deletion. Nothing is asked of a model, and every answer is judged again before its caller sees it.
 */
import { isRecord } from '@assay/sdk/contract';
import type { InspectedRequest, ParsedResponse, ProxyApi } from '../api.ts';
import { isDeeperThan, isList, maxBodyDepth } from '../json-tree.ts';
import { createPartCollector, tooManyParts } from '../parts.ts';
import { readMembers } from '../read-members.ts';
import { elsewhere, flag, shape, text, wordsOf } from '../reading.ts';
import { openAiResponses } from './api.ts';
import { encodeResponseStream } from './encode.ts';
import { collectOutputItem, refuse, toInspected, toOutput } from './response.ts';
import { createResponseWindowReleaser } from './window.ts';

const asked: InspectedRequest = {
  modelId: null,
  stream: false,
  input: '',
  documents: [],
  roles: [],
  parts: [],
  uninspected: [],
  features: [],
};

const { isKept: _isKept, ...created } = openAiResponses;

/** Also the answer to a cancellation. */
export const keptResponse: ProxyApi = {
  ...created,
  parseRequest: () => ({ ok: true, request: asked }),
  stream: null,
};

const listShape = shape({
  object: wordsOf('list'),
  data: elsewhere,
  first_id: text,
  last_id: text,
  has_more: flag,
});

/**
 * The response as a stream, judged like the one that made it. The model server gives all of it, and the reader gets the
 * events that it does not have.
 *
 * @param after Number of the last event that the reader has; -1 for none.
 */
export function replayedResponse(after: number): ProxyApi {
  return {
    ...created,
    parseRequest: () => ({ ok: true, request: { ...asked, stream: true } }),
    stream: {
      ...openAiResponses.stream,
      encode: (body) => encodeResponseStream(body, after),
      createWindowReleaser: (options) => createResponseWindowReleaser(options, after),
    },
  };
}

export const keptItems: ProxyApi = {
  ...keptResponse,
  parseResponse(body): ParsedResponse {
    if (!isRecord(body) || !isList(body['data'])) return refuse("the answer has no list 'data'");
    if (isDeeperThan(body, maxBodyDepth)) return refuse(`the answer is nested deeper than ${maxBodyDepth} levels`);
    const collector = createPartCollector();
    for (const [index, item] of body['data'].entries()) {
      const problem = isRecord(item) ? collectOutputItem(collector, item, `/data/${index}`) : 'is not an object';
      if (problem !== undefined) return refuse(`item ${index} of the list ${problem}`);
    }
    readMembers({ collector, into: toOutput }, body, '', listShape);
    return collector.overflowed() ? refuse(tooManyParts) : { ok: true, response: toInspected(collector, []) };
  },
};

const deletionShape = shape({ id: text, object: wordsOf('response', 'response.deleted'), deleted: flag });

export const keptDeletion: ProxyApi = {
  ...keptResponse,
  parseResponse(body): ParsedResponse {
    if (!isRecord(body)) return refuse('the answer is not a JSON object');
    if (isDeeperThan(body, maxBodyDepth)) return refuse(`the answer is nested deeper than ${maxBodyDepth} levels`);
    const collector = createPartCollector();
    readMembers({ collector, into: toOutput }, body, '', deletionShape);
    return collector.overflowed() ? refuse(tooManyParts) : { ok: true, response: toInspected(collector, []) };
  },
};
