/** Tool calls of an assistant message, in requests (history) and answers: their arguments are text to judge. */
import { isRecord } from '@assay/sdk/contract';
import type { InspectedField, RequestProblem } from '../api.ts';
import { isList, type JsonRecord } from '../json-tree.ts';
import type { PartCollector } from '../parts.ts';
import { type ReadTarget, readMembers, readValue } from '../read-members.ts';
import { text } from '../reading.ts';
import { calledFunctionShape, toolCallShape } from './shapes.ts';

/** Chooses the field for the texts of a call; called once per call. */
type FieldOfCall = (call: JsonRecord, pointer: string) => InspectedField;

/** Collects `tool_calls` and the older `function_call`. */
export function collectToolCalls(
  collector: PartCollector,
  message: JsonRecord,
  place: { readonly pointer: string; readonly param: string },
  fieldOf: FieldOfCall,
): RequestProblem | undefined {
  const calls = message['tool_calls'];
  if (calls !== undefined && calls !== null) {
    const param = `${place.param}.tool_calls`;
    if (!isList(calls)) return { message: `'${param}' must be a list.`, param };
    for (const [index, call] of calls.entries()) {
      if (!isRecord(call)) return { message: `'${param}[${index}]' must be an object.`, param: `${param}[${index}]` };
      collectCall(collector, call, `${place.pointer}/tool_calls/${index}`, fieldOf);
    }
  }
  const old = message['function_call'];
  if (old !== undefined && old !== null) {
    const pointer = `${place.pointer}/function_call`;
    const into = fieldOf({}, pointer);
    collectFunction({ collector, into: () => into }, old, pointer);
  }
  return undefined;
}

function collectCall(collector: PartCollector, call: JsonRecord, pointer: string, fieldOf: FieldOfCall): void {
  const into = fieldOf(call, pointer);
  const target: ReadTarget = { collector, into: () => into };
  for (const kind of ['function', 'custom']) collectFunction(target, call[kind], `${pointer}/${kind}`);
  readMembers(target, call, pointer, toolCallShape);
}

function collectFunction(target: ReadTarget, called: unknown, pointer: string): void {
  if (!isRecord(called)) {
    readValue(target, called, pointer, text);
    return;
  }
  const { collector, into } = target;
  for (const [name, add] of [['arguments', collector.jsonText] as const, ['input', collector.text] as const]) {
    const at = `${pointer}/${name}`;
    const value = called[name];
    if (typeof value === 'string') add(into(at), at, 'tool_call', value);
    else readValue(target, value, at, text);
  }
  readMembers(target, called, pointer, calledFunctionShape);
}
