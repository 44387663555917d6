/**
 * `resources/read`, `prompts/get` and `completion/complete`. The question is judged before the server is asked, and the
 * answer as a whole before any of it is shown. Input that a server asks for goes to the client with a state of ours.
 */
import { isRecord } from '@assay/sdk/contract';
import { capabilityFor, readRequests, sayWhoAsks } from '../input-requests.ts';
import type { CatalogServer, JsonObject } from '../ports.ts';
import { askLimits, askOrFail, assertReachable } from './ask.ts';
import { catalogOf, type McpCall, type MethodDeps, serverOf } from './call.ts';
import { isInputRequired, missingFor } from './input-required.ts';
import { judgeContents, judgeQuestion } from './judging.ts';
import type { Located } from './names.ts';
import { readAnswers } from './our-elicitations.ts';
import { passProgress } from './progress.ts';
import { cleanItem, finishResult, nameContent } from './results.ts';
import { textsIn } from './texts.ts';
import { argumentsOf, stateOf } from './tool-call.ts';
import { codes, invalidParams, type McpAnswer, McpFailure, requireText, textOf, toObject } from './wire.ts';

const readTtlMs = 0;
const maxUriLength = 8_192;

export async function readResource(deps: MethodDeps, call: McpCall): Promise<McpAnswer> {
  const { alias, bare: uri } = call.naming.locateUri(requireText(call.request.params, 'uri', maxUriLength));
  const { server, result } = await readAsked(deps, call, {
    alias,
    asked: { method: 'resources/read', uri },
    params: { uri },
  });
  if (isInputRequired(result)) return finishResult(result, kindOf(deps, call));
  const contents = Array.isArray(result['contents']) ? result['contents'] : [];
  const named = contents.filter(isRecord).map((part) => withUri(part, server.alias, call));
  return finishResult({ ...result, contents: named }, { ...kindOf(deps, call), ttlMs: readTtlMs });
}

export async function getPrompt(deps: MethodDeps, call: McpCall): Promise<McpAnswer> {
  const { alias, bare: name } = call.naming.locateName(requireText(call.request.params, 'name', 400));
  const args = argumentsOf(call.request.params);
  const params = { name, arguments: args };
  const { server, result } = await readAsked(deps, call, {
    alias,
    asked: { method: 'prompts/get', ...params },
    params,
  });
  if (isInputRequired(result)) return finishResult(result, kindOf(deps, call));
  const messages = Array.isArray(result['messages']) ? result['messages'] : [];
  const named = messages.filter(isRecord).map((message) => withContent(message, server.alias, call));
  return finishResult({ ...result, messages: named }, kindOf(deps, call));
}

const kindOf = (deps: MethodDeps, { request }: McpCall) => ({ era: request.era, serverInfo: deps.serverInfo });

function withUri(part: JsonObject, alias: string, { naming }: McpCall): JsonObject {
  const clean = cleanItem(part);
  return typeof part['uri'] === 'string' ? { ...clean, uri: naming.uri(alias, part['uri']) } : clean;
}

function withContent(message: JsonObject, alias: string, { naming }: McpCall): JsonObject {
  return { ...cleanItem(message), content: nameContent(message['content'], alias, naming) };
}

interface ReadRequest {
  readonly alias: string;
  /** The part of the request that the state of a second try is bound to. */
  readonly asked: JsonObject;
  readonly params: JsonObject;
}

async function readAsked(deps: MethodDeps, call: McpCall, { alias, asked, params }: ReadRequest) {
  const server = serverOf(await catalogOf(deps, call), alias);
  const again = secondTry(deps, call, server, asked);
  const question = { method: call.request.method, params: { ...params, ...again }, timeoutMs: askLimits.readMs };
  assertReachable(server, call);
  await judgeQuestion(deps, call, server, [...Object.values(params), again['inputResponses']]);
  const onProgress = passProgress(call);
  const result = await askOrFail(deps, call, server, { ...question, onProgress }).catch((error: unknown) => {
    throw forEra(error, call);
  });
  await judgeContents(deps, call, server, textsIn(result));
  return { server, result: isInputRequired(result) ? sealed(deps, call, { server, asked, result }) : result };
}

/** Gives the server its own state and the client's answers. */
function secondTry(deps: MethodDeps, call: McpCall, server: CatalogServer, asked: JsonObject): JsonObject {
  const { forServer } = readAnswers(call.request.params);
  const state = stateOf(call.request.params);
  const requestState = state === undefined ? undefined : deps.reading.openState(call.principal, server, asked, state);
  return {
    ...(requestState === undefined ? {} : { requestState }),
    ...(forServer === undefined ? {} : { inputResponses: forServer }),
  };
}

interface Sealing {
  readonly server: CatalogServer;
  readonly asked: JsonObject;
  readonly result: JsonObject;
}

function sealed(deps: MethodDeps, call: McpCall, { server, asked, result }: Sealing): JsonObject {
  if (call.request.era === 'legacy') {
    const message = 'The server asks for input first, which clients of this protocol revision cannot give here.';
    throw new McpFailure({ code: codes.approvalOrInput, message });
  }
  const requests = readRequests(result['inputRequests'] ?? {});
  if (requests === undefined || !Object.values(requests).every((each) => capabilityFor(each) !== undefined)) {
    const message = 'The server asks for input in a way that is not forwarded.';
    throw new McpFailure({ code: codes.serverFailed, message, data: { code: 'input_request_refused' } });
  }
  const missing = missingFor(result, call.request.clientCapabilities);
  if (missing !== undefined) throw new McpFailure(missing);
  const requestState = deps.reading.sealState(call.principal, server, asked, textOf(result, 'requestState', 65_536));
  const inputRequests = call.endpoint.kind === 'all' ? sayWhoAsks(requests, server.alias) : requests;
  return {
    resultType: 'input_required',
    requestState,
    ...(Object.keys(requests).length === 0 ? {} : { inputRequests }),
  };
}

/**
 * Converts the error for a missing resource: older revisions have a code of their own, newer ones use "invalid params".
 */
function forEra(error: unknown, call: McpCall): unknown {
  if (!(error instanceof McpFailure)) return error;
  const { code, message } = error.error;
  const isMissing =
    call.request.method === 'resources/read' && (code === codes.legacyResourceNotFound || code === codes.invalidParams);
  if (!isMissing) return error;
  const uri = call.request.params['uri'];
  const eraCode = call.request.era === 'legacy' ? codes.legacyResourceNotFound : codes.invalidParams;
  return new McpFailure({ code: eraCode, message, data: { uri } }, { cause: error });
}

const maxValues = 100;

export async function complete(deps: MethodDeps, call: McpCall): Promise<McpAnswer> {
  const { params } = call.request;
  const { ref, located } = locateRef(toObject(params['ref']), call);
  const argument = toObject(params['argument']);
  const wanted = { name: requireText(argument, 'name', 400), value: textOf(argument, 'value', 16_384) ?? '' };
  const context = isRecord(params['context']) ? { context: params['context'] } : {};
  const server = serverOf(await catalogOf(deps, call), located.alias);
  const question = {
    method: 'completion/complete',
    params: { ref, argument: wanted, ...context },
    timeoutMs: askLimits.listMs,
  };
  assertReachable(server, call);
  await judgeQuestion(deps, call, server, [located.bare, wanted, context]);
  const result = await askOrFail(deps, call, server, question);
  const { values, total, hasMore } = toObject(result['completion']);
  const texts = (Array.isArray(values) ? values : []).filter((value) => typeof value === 'string').slice(0, maxValues);
  await judgeContents(deps, call, server, texts.length === 0 ? [] : [{ id: 'values', text: texts.join('\n') }]);
  const counts = {
    ...(typeof total === 'number' ? { total } : {}),
    ...(typeof hasMore === 'boolean' ? { hasMore } : {}),
  };
  return finishResult({ completion: { values: texts, ...counts } }, kindOf(deps, call));
}

function locateRef(ref: JsonObject, { naming }: McpCall): { ref: JsonObject; located: Located } {
  if (ref['type'] === 'ref/prompt') {
    const located = naming.locateName(requireText(ref, 'name', 400));
    return { ref: { type: 'ref/prompt', name: located.bare }, located };
  }
  if (ref['type'] !== 'ref/resource') throw invalidParams('params.ref.type must be ref/prompt or ref/resource.');
  const located = naming.locateUri(requireText(ref, 'uri', maxUriLength));
  return { ref: { type: 'ref/resource', uri: located.bare }, located };
}
