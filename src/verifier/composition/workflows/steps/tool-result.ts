/** The answer of a tool as it continues in a run: bounded, and judged before anybody gets it. */
import { findBoundViolation, isRecord } from '@assay/sdk/contract';

/** Bounds of a value in a run. */
const limits = { bytes: 256 * 1024, depth: 32 };

export type ReadResult =
  | { readonly isRead: true; readonly output: unknown }
  | { readonly isRead: false; readonly message: string };

/** Gives the structured content if there is one, the text if all of it is text, otherwise the blocks unchanged. */
export function readToolResult(result: Readonly<Record<string, unknown>>): ReadResult {
  const output = toOutput(result);
  const problem = findBoundViolation(output, limits);
  if (problem === undefined) return { isRead: true, output };
  return { isRead: false, message: `the tool was called, and its answer is out of bounds: ${problem}` };
}

function toOutput({ structuredContent, content }: Readonly<Record<string, unknown>>): unknown {
  if (structuredContent !== undefined) return structuredContent;
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  const texts = blocks.map((block) => (isRecord(block) && block['type'] === 'text' ? block['text'] : undefined));
  const isAllText = texts.length > 0 && texts.every((text) => typeof text === 'string');
  return isAllText ? texts.join('\n') : { content: blocks };
}
