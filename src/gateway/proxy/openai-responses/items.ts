/** Items that are no messages, in requests (history) and answers: calls, their results, reasoning and others. */
import { isRecord } from '@assay/sdk/contract';
import { isList, type JsonRecord } from '../json-tree.ts';
import type { PartCollector } from '../parts.ts';
import { type ReadTarget, readMembers, readValue } from '../read-members.ts';
import { said } from '../reading.ts';
import { type ContentPlace, collectContent } from './content.ts';
import { callOutputShape, callShape, otherItemShape, reasoningShape, screenshotShape } from './shapes.ts';

/** Items whose effect is known. Those of provider tools are read whole; the tools themselves are named as features. */
const otherItems: ReadonlySet<string> = new Set(
  `
    file_search_call web_search_call computer_call computer_call_output image_generation_call code_interpreter_call
    local_shell_call shell_call shell_call_output apply_patch_call mcp_list_tools mcp_approval_request
    mcp_approval_response mcp_call tool_search_call tool_search_output additional_tools compaction compaction_trigger
    program program_output
  `
    .trim()
    .split(/\s+/),
);

const outputItems: ReadonlySet<string> = new Set([
  'function_call_output',
  'custom_tool_call_output',
  'local_shell_call_output',
  'apply_patch_call_output',
]);

export function isKnownItem(type: string): boolean {
  return isCall(type) || outputItems.has(type) || otherItems.has(type) || type === 'reasoning';
}

/** True for a call that the client runs itself. */
export function isCall(type: string): boolean {
  return type === 'function_call' || type === 'custom_tool_call';
}

/** Collects one item. Returns the problem, as the end of a sentence about the item. */
export function collectItem(collector: PartCollector, item: JsonRecord, place: ContentPlace): string | undefined {
  const type = String(item['type']);
  const { pointer, into, role } = place;
  const target: ReadTarget = { collector, into: () => into, role };
  if (isCall(type)) {
    collectCall(target, item, pointer);
    return undefined;
  }
  if (type === 'reasoning') return collectReasoning(target, item, place);
  if (outputItems.has(type)) {
    const { output } = item;
    readMembers(target, item, pointer, callOutputShape);
    if (output === undefined || output === null) return undefined;
    const problem = collectContent(collector, output, { ...place, pointer: `${pointer}/output` });
    return problem === undefined ? undefined : `has an 'output' that ${problem}`;
  }
  if (!isKnownItem(type)) collector.uninspected(pointer, 'unknown');
  const rest = collectScreenshot(target, item, pointer);
  readValue(target, isKnownItem(type) ? undefined : type, `${pointer}/type`, said);
  readMembers(target, rest, pointer, otherItemShape);
  return undefined;
}

function collectCall(target: ReadTarget, item: JsonRecord, pointer: string): void {
  const { collector, into } = target;
  for (const [name, add] of [['arguments', collector.jsonText] as const, ['input', collector.text] as const]) {
    const at = `${pointer}/${name}`;
    const value = item[name];
    if (typeof value === 'string') add(into(at), at, 'tool_call', value);
    else readValue(target, value, at, said);
  }
  readMembers(target, item, pointer, callShape);
}

function collectReasoning(target: ReadTarget, item: JsonRecord, place: ContentPlace): string | undefined {
  for (const name of ['summary', 'content']) {
    const value = item[name];
    if (value === undefined || value === null) continue;
    const problem = collectContent(target.collector, value, { ...place, pointer: `${place.pointer}/${name}` });
    if (problem !== undefined) return `has a '${name}' that ${problem}`;
  }
  readMembers(target, item, place.pointer, reasoningShape);
  return undefined;
}

/** Lists a screenshot. Gives the item without it. */
function collectScreenshot(target: ReadTarget, item: JsonRecord, pointer: string): JsonRecord {
  const { output, ...rest } = item;
  if (item['type'] !== 'computer_call_output' || !isRecord(output) || isList(output)) return item;
  target.collector.uninspected(`${pointer}/output`, 'image');
  readMembers(target, output, `${pointer}/output`, screenshotShape);
  return rest;
}
