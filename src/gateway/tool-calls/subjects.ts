/** Converts arguments and results of tools into the claims request's `data`, and applies redactions to them. */
import type { ClaimsRequest } from '@assay/sdk/contract';
import { isRecord } from '@assay/sdk/contract';
import type { PhaseSubject } from '../exchange/judge.ts';
import type { TextPart } from '../proxy/api.ts';
import type { JsonRecord } from '../proxy/json-tree.ts';
import { viewOfJson } from '../proxy/json-view.ts';
import { redactBody } from '../proxy/redact.ts';
import { type InspectedResult, inspectResult } from './result-parts.ts';

type Data = ClaimsRequest['data'];

/** The context of a call, without its texts. */
export interface CalledTool {
  readonly server: string;
  readonly tool: string | null;
  readonly sessionId: string;
}

/** The arguments as JSON text with string escapes decoded; a redacted body is such a text too. */
export function argumentsSubject(printed: string, called: CalledTool): PhaseSubject {
  const view = viewOfJson(printed);
  const into = 'input' as const;
  const part: TextPart = { pointer: '', role: 'tool_call', text: view, into, start: 0, form: 'json-text' };
  return {
    phase: 'execution',
    data: { input: view, metadata: toMetadata(called) },
    redact: (spans) => redactBody(printed, [part], spans, 'input'),
    dataOf: (body) =>
      typeof body === 'string' ? { input: viewOfJson(body), metadata: toMetadata(called) } : undefined,
  };
}

/** The result alone: the arguments were judged before, and spans in them could not be applied to the result. */
export function resultSubject(
  result: JsonRecord,
  inspected: Pick<InspectedResult, 'output' | 'documents' | 'parts'>,
  called: CalledTool,
): PhaseSubject {
  return {
    phase: 'execution',
    data: toResult(inspected, called),
    redact: (spans) => redactBody(result, inspected.parts, spans, 'output'),
    dataOf: (body) => (isRecord(body) ? toResult(inspectResult(body), called) : undefined),
  };
}

function toResult({ output, documents }: Pick<InspectedResult, 'output' | 'documents'>, called: CalledTool): Data {
  const metadata = toMetadata(called);
  return { output, metadata: documents.length === 0 ? metadata : { ...metadata, documents: [...documents] } };
}

/** Foreign text that a model will read. */
export function toOutput(output: string, called: CalledTool): Data {
  return { output, metadata: toMetadata(called) };
}

/** An agent's text for a server. */
export function toInput(input: string, called: CalledTool): Data {
  return { input, metadata: toMetadata(called) };
}

/** Adds members beyond the contract, which auditors may read. */
function toMetadata({ server, tool, sessionId }: CalledTool): NonNullable<Data['metadata']> {
  const named = { session_id: sessionId, server, ...(tool === null ? {} : { tool }) };
  return named;
}
