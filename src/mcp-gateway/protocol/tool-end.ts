/** Converts the end of a tool call for clients of each era: a result, a question, a text for the model, or an error. */
import { isRecord } from '@assay/sdk/contract';
import { sayWhoAsks } from '../input-requests.ts';
import type { JsonObject, ToolCallEnd, ToolRefusal } from '../ports.ts';
import type { McpCall } from './call.ts';
import { missingFor } from './input-required.ts';
import { askToOpen, ourKeys } from './our-elicitations.ts';
import { finishResult, nameContent, type ServerInfo } from './results.ts';
import { codes, type McpAnswer, type McpError, McpFailure, metaKeys } from './wire.ts';

interface EndContext {
  readonly call: McpCall;
  readonly serverInfo: ServerInfo;
  readonly alias: string;
  /** True when the client was just asked to open a page. */
  readonly wasAsked: boolean;
}

/** `end` is undefined where the person at the client declined our question; nothing was called then. */
export function toAnswer(end: ToolCallEnd | undefined, context: EndContext): McpAnswer {
  if (end === undefined)
    return inWords('The call was not made: the person at the client declined.', { code: 'declined' }, context);
  switch (end.kind) {
    case 'result':
      return toResult(end, context);
    case 'input_required':
      return toQuestion(end.result, context);
    case 'approval_required':
      return toApproval(end, context);
    case 'refused':
      return toRefusal(end.refusal, context);
  }
}

function toResult(
  { result, evidenceId }: ToolCallEnd & { kind: 'result' },
  { call, serverInfo, alias }: EndContext,
): McpAnswer {
  const { naming } = call;
  const content = Array.isArray(result['content']) ? result['content'] : [];
  const named = { ...result, content: content.map((block) => nameContent(block, alias, naming)) };
  const meta = { [metaKeys.evidenceId]: evidenceId };
  return finishResult(named, { era: call.request.era, serverInfo, meta });
}

function toQuestion(result: JsonObject, context: EndContext): McpAnswer {
  const { call, serverInfo } = context;
  const missing = missingFor(result, call.request.clientCapabilities);
  if (call.request.era === 'legacy') {
    const message = 'The tool asks its caller for input, which clients of this protocol revision cannot give here.';
    return inWords(`${message} Use a client of revision 2026-07-28.`, { code: 'input_required' }, context);
  }
  if (missing !== undefined) return { kind: 'error', error: missing };
  return finishResult(withNames(result, context), { era: 'modern', serverInfo });
}

/** Names the server in its questions, which clients of the endpoint of all servers could not tell apart otherwise. */
function withNames(result: JsonObject, { call, alias }: EndContext): JsonObject {
  const { inputRequests } = result;
  if (call.endpoint.kind === 'server' || !isRecord(inputRequests)) return result;
  return { ...result, inputRequests: sayWhoAsks(inputRequests, alias) };
}

function toApproval(end: ToolCallEnd & { kind: 'approval_required' }, context: EndContext): McpAnswer {
  const { call, serverInfo, wasAsked } = context;
  const { url, expiresAt } = end.approval;
  const capabilities = call.request.clientCapabilities;
  const inputRequests = wasAsked ? undefined : askToOpen(ourKeys.approval, capabilities, { message: end.message, url });
  if (inputRequests !== undefined) {
    const result = { resultType: 'input_required', inputRequests, requestState: end.requestState };
    const meta = { [metaKeys.evidenceId]: end.evidenceId };
    return finishResult(result, { era: 'modern', serverInfo, meta });
  }
  const until = expiresAt === null ? '' : ` The request for approval ends at ${expiresAt}.`;
  // The gateway that asked for the approval may have named the page already.
  const where = url === null || end.message.includes(url) ? '' : ` They decide at ${url}.`;
  const text = `${end.message}${where} Once they approved, repeat the same call with the same arguments.${until}`;
  const details = {
    code: 'approval_required',
    evidence_id: end.evidenceId,
    approval: end.approval.id,
    approval_url: url,
  };
  return inWords(text, details, context);
}

function toRefusal(refusal: ToolRefusal, context: EndContext): McpAnswer {
  const error = asError(refusal);
  if (error !== undefined) return { kind: 'error', error };
  const { code, message, evidenceId, reasons, connectUrl, retryAfterS } = refusal;
  const { call, serverInfo, wasAsked } = context;
  if (connectUrl !== undefined && !wasAsked) {
    const inputRequests = askToOpen(ourKeys.connect, urlOnly(call.request.clientCapabilities), {
      message,
      url: connectUrl,
    });
    if (inputRequests !== undefined) {
      return finishResult({ resultType: 'input_required', inputRequests }, { era: 'modern', serverInfo });
    }
  }
  const because = reasons === undefined || reasons.length === 0 ? '' : ` Reasons: ${reasons.join(', ')}.`;
  const where = connectUrl === undefined ? '' : ` A person connects it at ${connectUrl}.`;
  const details = { code, evidence_id: evidenceId, reasons, connect_url: connectUrl, retry_after_s: retryAfterS };
  return inWords(`${message}${because}${where}`, details, context);
}

/** A person who connects an account must see the address, so a form is not enough. */
function urlOnly(capabilities: JsonObject | undefined): JsonObject | undefined {
  const elicitation = capabilities?.['elicitation'];
  const canOpen = typeof elicitation === 'object' && elicitation !== null && 'url' in elicitation;
  return canOpen ? capabilities : undefined;
}

/** The tool exists and its definition could not be judged yet; nothing was called. */
export function notJudgedYet(): McpFailure {
  return new McpFailure(judgeUnavailable('The definition of the tool could not be judged yet, so it was not called.'));
}

function judgeUnavailable(message: string, retryAfterS = 5): McpError {
  return { code: codes.unavailable, message, data: { code: 'judge_unavailable' }, status: 503, retryAfterS };
}

/** Refusals for the client's program rather than for the model. */
function asError({ code, message, rpc, retryAfterS }: ToolRefusal): McpError | undefined {
  const data = { code };
  if (rpc !== undefined) {
    return { code: rpc.code, message, data: rpc.data, status: rpc.code === codes.capabilityMissing ? 400 : 200 };
  }
  if (code === 'judge_unavailable') return judgeUnavailable(message, retryAfterS);
  if (code === 'busy') return { code: codes.busy, message, data, status: 503, retryAfterS: retryAfterS ?? 1 };
  if (code === 'rate_limited')
    return { code: codes.rateLimited, message, data, status: 429, retryAfterS: retryAfterS ?? 1 };
  return code === 'state_invalid' ? { code: codes.invalidParams, message, data } : undefined;
}

interface Details {
  readonly code: string;
  readonly evidence_id?: string | undefined;
  readonly reasons?: readonly string[] | undefined;
  readonly connect_url?: string | undefined;
  readonly retry_after_s?: number | undefined;
  readonly approval?: string | null;
  readonly approval_url?: string | null;
}

/** A text that models read as a failed call, with the same details for programs. */
function inWords(text: string, details: Details, { call, serverInfo }: EndContext): McpAnswer {
  const { code, evidence_id: evidenceId } = details;
  const evidence = evidenceId === undefined ? {} : { [metaKeys.evidenceId]: evidenceId };
  const meta = { [metaKeys.code]: code, ...evidence };
  const result = { content: [{ type: 'text', text }], isError: true, structuredContent: { error: { ...details } } };
  return finishResult(result, { era: call.request.era, serverInfo, meta });
}
