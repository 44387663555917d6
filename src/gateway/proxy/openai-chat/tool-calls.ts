/** Tool calls of an assistant message, in requests (history) and answers: their arguments are text to judge. */
import type { InspectedField, RequestProblem } from '../api.ts';
import { isList, isRecord, type JsonRecord } from '../json-tree.ts';
import { inspectAny, inspectNames, inspectUnknown, type PartCollector } from '../parts.ts';

/** Says into which field the texts of a call go; asked once for each call. */
type FieldOfCall = (call: JsonRecord, pointer: string) => InspectedField;

const callMembers: ReadonlySet<string> = new Set(['id', 'type', 'function', 'custom']);
const functionMembers: ReadonlySet<string> = new Set(['name', 'arguments', 'input']);

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
  if (isRecord(old)) {
    const pointer = `${place.pointer}/function_call`;
    const into = fieldOf({}, pointer);
    collectFunction(collector, old, pointer, into);
  } else {
    inspectAny(collector, old, `${place.pointer}/function_call`, () => fieldOf({}, `${place.pointer}/function_call`));
  }
  return undefined;
}

function collectCall(collector: PartCollector, call: JsonRecord, pointer: string, fieldOf: FieldOfCall): void {
  const into = fieldOf(call, pointer);
  for (const kind of ['function', 'custom']) {
    const target = call[kind];
    if (isRecord(target)) collectFunction(collector, target, `${pointer}/${kind}`, into);
    else inspectAny(collector, target, `${pointer}/${kind}`, () => into);
  }
  inspectNames(collector, { value: call, pointer, names: ['id', 'type'] }, () => into);
  inspectUnknown(collector, { value: call, pointer, known: callMembers }, () => into);
}

function collectFunction(collector: PartCollector, target: JsonRecord, pointer: string, into: InspectedField): void {
  const args = target['arguments'];
  if (typeof args === 'string') collector.jsonText(into, `${pointer}/arguments`, 'tool_call', args);
  else inspectAny(collector, args, `${pointer}/arguments`, () => into);
  inspectAny(collector, target['input'], `${pointer}/input`, () => into);
  inspectNames(collector, { value: target, pointer, names: ['name'] }, () => into);
  inspectUnknown(collector, { value: target, pointer, known: functionMembers }, () => into);
}
