/** `tools/call`: calls one tool of the catalog through `ToolCalling`. */

import { isRecord } from '@assay/sdk/contract';
import { isSessionId } from '../../contract/ids.ts';
import { paramHeadersOf } from '../param-headers.ts';
import type { CatalogTool, JsonObject } from '../ports.ts';
import { catalogOf, type McpCall, type MethodDeps } from './call.ts';
import { checkParamHeaders, headerOf } from './mirrored.ts';
import { readAnswers } from './our-elicitations.ts';
import { passParts, passProgress } from './progress.ts';
import { notJudgedYet, toAnswer } from './tool-end.ts';
import { invalidParams, type McpAnswer, requireText, textOf } from './wire.ts';

const maxNameLength = 400;
const maxStateLength = 128 * 1024;

export async function callTool(deps: MethodDeps, call: McpCall): Promise<McpAnswer> {
  const { params } = call.request;
  const name = requireText(params, 'name', maxNameLength);
  const args = argumentsOf(params);
  const tool = await findTool(deps, call, name);
  if (tool === undefined)
    throw invalidParams('Unknown tool: this agent has no tool with this name. List the tools again.');
  if (tool === 'unjudged') throw notJudgedYet();
  if (call.request.era === 'modern') checkParamHeaders(call.headers, paramHeadersOf(tool.definition), args);
  const answers = readAnswers(params);
  const end = answers.isDeclined
    ? undefined
    : await deps.calling.call(call.principal, {
        tool,
        arguments: args,
        requestState: stateOf(params),
        inputResponses: answers.forServer,
        clientCapabilities: call.request.clientCapabilities,
        traceparent: call.traceparent,
        sessionId: sessionOf(call),
        signal: call.httpAnswer.signal,
        onProgress: passProgress(call),
        onPart: passParts(call),
      });
  return toAnswer(end, { call, serverInfo: deps.serverInfo, alias: tool.server.alias, wasAsked: answers.wasAsked });
}

export function argumentsOf(params: JsonObject): JsonObject {
  const args = params['arguments'];
  if (args === undefined) return {};
  if (!isRecord(args)) throw invalidParams('params.arguments must be an object.');
  return args;
}

/** @throws McpFailure "invalid params" for a state that is no text or longer than any of ours. */
export function stateOf(params: JsonObject): string | undefined {
  if (params['requestState'] === undefined) return undefined;
  const state = textOf(params, 'requestState', maxStateLength);
  if (state === undefined) throw invalidParams('params.requestState was not issued here.');
  return state;
}

async function findTool(deps: MethodDeps, call: McpCall, name: string): Promise<CatalogTool | 'unjudged' | undefined> {
  const { endpoint, principal } = call;
  if (endpoint.kind === 'all') return deps.catalogs.toCall(principal, name);
  await catalogOf(deps, call);
  return deps.catalogs.toCall(principal, name, endpoint.alias);
}

function sessionOf({ headers }: McpCall): string | undefined {
  const value = headerOf(headers, 'x-assay-session-id');
  return value !== undefined && isSessionId(value) ? value : undefined;
}
