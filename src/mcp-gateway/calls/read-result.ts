/** Checks the bounds of a server's answer, or of the input it asks for, before it is judged. */
import { isDeeperThan } from '../../platform/http/body-depth.ts';
import { capabilityFor, readRequests } from '../input-requests.ts';
import type { JsonObject, ToolRefusal } from '../ports.ts';
import type { KnownDefinition } from './definition.ts';
import { maxResultBytes, maxResultDepth } from './limits.ts';
import { missingHint } from './rpc-hint.ts';
import { budgetFor, checkValue } from './schema/check.ts';

export type ReadResult =
  | { readonly kind: 'complete'; readonly result: JsonObject; readonly isMismatch: boolean }
  | { readonly kind: 'input_required'; readonly requests: JsonObject; readonly serverState: string | undefined }
  | { readonly kind: 'unusable'; readonly code: string; readonly refusal: ToolRefusal };

/** `client`: the client's capabilities; undefined where it cannot be asked anything. */
export function readResult(result: JsonObject, known: KnownDefinition, client: JsonObject | undefined): ReadResult {
  if (isDeeperThan(result, maxResultDepth)) return unusable('result_too_deep', 'is nested too deep');
  const text = JSON.stringify(result);
  if (Buffer.byteLength(text) > maxResultBytes) {
    return unusable('result_too_large', `is larger than ${maxResultBytes} bytes`);
  }
  if (result['resultType'] === 'input_required') return readInput(result, client);
  const isComplete = result['resultType'] === undefined || result['resultType'] === 'complete';
  if (!isComplete || !Array.isArray(result['content'])) return unusable('result_malformed', 'is no result of a tool');
  const problem = result['isError'] === true ? undefined : mismatchOf(result['structuredContent'], known, text.length);
  if (problem === undefined) return { kind: 'complete', result, isMismatch: false };
  return { kind: 'complete', result: withNote(result, problem), isMismatch: true };
}

/** Says why the structured content does not fit the output schema; undefined where it fits, or without a schema. */
function mismatchOf(content: unknown, { output }: KnownDefinition, length: number): string | undefined {
  if (output === undefined) return undefined;
  if (content === undefined) return 'there is none';
  if (output.kind === 'unusable') return `the schema cannot be used: ${output.why}`;
  const verdict = checkValue(output.schema, content, budgetFor(length));
  if (verdict.kind === 'undecided') return 'it would take too long to check it';
  if (verdict.kind === 'valid') return undefined;
  return verdict.problems.map(({ pointer, message }) => `${pointer === '' ? 'it' : pointer} ${message}`).join(', ');
}

/** Adds the note to the text that models read, before judging, so that the record covers it. */
function withNote(result: JsonObject, problem: string): JsonObject {
  const text = `Note of the gateway: the structured content is not what the approved output schema says (${problem}).`;
  const content: unknown[] = Array.isArray(result['content']) ? result['content'] : [];
  return { ...result, content: [...content, { type: 'text', text: text.slice(0, 2_000) }] };
}

/**
 * Checks a redacted result that fitted before the redaction. One that no longer fits its schema loses its structured
 * content and becomes an error, so that no client relies on the schema.
 */
export function withoutBroken(result: JsonObject, known: KnownDefinition): JsonObject {
  if (result['isError'] === true) return result;
  if (mismatchOf(result['structuredContent'], known, JSON.stringify(result).length) === undefined) return result;
  const { structuredContent: _redacted, content, ...rest } = result;
  // The text repeats nothing of the result, because it would no longer be judged.
  const text =
    'Note of the gateway: the tool was called, and did what it does; do not call it again for this. Policies had something in ' +
    'its result replaced, and its structured content does not fit its output schema any longer, so that is left out.';
  return { ...rest, content: [...(Array.isArray(content) ? content : []), { type: 'text', text }], isError: true };
}

function readInput(result: JsonObject, client: JsonObject | undefined): ReadResult {
  const { requestState: state } = result;
  const isState = state === undefined || typeof state === 'string';
  const requests = readRequests(result['inputRequests'] ?? {});
  if (requests === undefined || !isState || (Object.keys(requests).length === 0 && state === undefined)) {
    return unusable('input_request_malformed', 'asks for input in a way that cannot be passed on');
  }
  for (const request of Object.values(requests)) {
    const refusal = refusalOf(request, client ?? {});
    if (refusal !== undefined) return { kind: 'unusable', code: 'input_request_refused', refusal };
  }
  return { kind: 'input_required', requests, serverState: state };
}

/** Refuses a question that the client did not say it can answer. */
function refusalOf(request: unknown, client: JsonObject): ToolRefusal | undefined {
  const capability = capabilityFor(request);
  if (capability === undefined) {
    const message = 'The server asks for input of a kind that is not passed on, so the call did not go on.';
    return { code: 'tool_failed', message };
  }
  if (Object.hasOwn(client, capability)) return undefined;
  const rpc = missingHint(capability);
  const words = 'The server asks for input that this client does not give, so the call did not go on.';
  return { code: 'tool_failed', message: words, ...(rpc === undefined ? {} : { rpc }) };
}

function unusable(code: string, what: string): ReadResult {
  const message = `What the server answered ${what}, so it is not shown. The call may have been done.`;
  return { kind: 'unusable', code, refusal: { code: 'tool_failed', message } };
}
