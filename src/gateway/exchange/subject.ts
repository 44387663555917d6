/** Converts client traffic into the claims request's `data` (contract 2.3). */
import type { ClaimsRequest } from '@assay/sdk/contract';
import type { StepQueue } from '../../platform/step-queue.ts';
import type { InspectedDocument, InspectedRequest, InspectedResponse, ProxyApi } from '../proxy/api.ts';
import type { PhaseSubject } from './judge.ts';

type Data = ClaimsRequest['data'];

/** The judged part of a call in the request phase. */
export interface AskedCall {
  readonly api: ProxyApi;
  readonly body: unknown;
  readonly inspected: InspectedRequest;
  readonly headerTexts: readonly string[];
}

/**
 * Adds the header values that the client chose as one more document. A span in it fits no body, so the call is denied.
 */
export function withHeaderTexts(inspected: InspectedRequest, texts: readonly string[]): InspectedRequest {
  if (texts.length === 0) return inspected;
  const { documents } = inspected;
  let id = 'http_headers';
  while (documents.some((document) => document.id === id)) id += '_';
  return { ...inspected, documents: [...documents, { id, source: 'header', text: texts.join('\n') }] };
}

/** The request phase: texts of the user, the system and every external part. */
export function requestSubject({ api, body, inspected, headerTexts }: AskedCall, sessionId: string): PhaseSubject {
  return {
    phase: 'request',
    data: requestData(inspected, sessionId),
    redact: (spans) => api.redactRequest(body, inspected.parts, spans),
    dataOf(redacted) {
      const parsed = api.parseRequest(redacted);
      return parsed.ok ? requestData(withHeaderTexts(parsed.request, headerTexts), sessionId) : undefined;
    },
  };
}

/** The response phase: every choice, reasoning and tool call, beside the request it answers. */
export function responseSubject(
  api: ProxyApi,
  body: unknown,
  inspected: { request: InspectedRequest; response: InspectedResponse },
  sessionId: string,
): PhaseSubject {
  const data = (response: InspectedResponse) => answerData(inspected.request, response, sessionId);
  return {
    phase: 'response',
    data: data(inspected.response),
    redact: (spans) => api.redactResponse(body, inspected.response.parts, spans),
    dataOf(redacted) {
      const parsed = api.parseResponse(redacted);
      return parsed.ok ? data(parsed.response) : undefined;
    },
  };
}

/** Queues the redaction and re-reading of a large body, so that it does not delay small ones. */
export function queueSteps(subject: PhaseSubject, stepQueue: StepQueue, size: number): PhaseSubject {
  const { redact, dataOf } = subject;
  return {
    ...subject,
    redact: (spans) => stepQueue.take(size, () => redact(spans)),
    dataOf: (body) => stepQueue.take(size, () => dataOf(body)),
  };
}

/** An answer outside the API's form (an error of the model server): judged as text, never redacted. */
export function plainSubject(text: string, request: InspectedRequest, sessionId: string): PhaseSubject {
  return {
    phase: 'response',
    data: answerData(request, { output: text, documents: [] }, sessionId),
    redact: () => ({ ok: false, reason: 'plain text is not redacted' }),
    dataOf: () => undefined,
  };
}

/** The document for the data besides an answer. */
export const asideDocument = 'fields';

/** Ids and seals of an answer, which are no part of its text. */
export function asideSubject(text: string, request: InspectedRequest, sessionId: string): PhaseSubject {
  const documents = [{ id: asideDocument, source: 'field', text }];
  return { ...plainSubject('', request, sessionId), data: answerData(request, { output: '', documents }, sessionId) };
}

/**
 * The documents are the answer's own: its ids and names. Those of the request were judged in its phase, and a span in
 * one of them could not be applied to the answer.
 */
function answerData(
  request: InspectedRequest,
  { output, documents }: Pick<InspectedResponse, 'output' | 'documents'>,
  sessionId: string,
): Data {
  return { input: request.input, output, metadata: withDocuments(toMetadata(request, sessionId), documents) };
}

function requestData(request: InspectedRequest, sessionId: string): Data {
  const { input, documents } = request;
  return { input, metadata: withDocuments(toMetadata(request, sessionId), documents) };
}

function withDocuments(
  metadata: NonNullable<Data['metadata']>,
  documents: readonly InspectedDocument[],
): NonNullable<Data['metadata']> {
  return documents.length === 0 ? metadata : { ...metadata, documents: [...documents] };
}

function toMetadata({ modelId, system }: InspectedRequest, sessionId: string) {
  return {
    session_id: sessionId,
    ...(modelId === null ? {} : { model_id: modelId }),
    ...(system === undefined ? {} : { system }),
  };
}
