/** Responses: texts, reasoning, calls and everything else of the output become the output to judge. */
import { isRecord } from '@assay/sdk/contract';
import type { InspectedField, InspectedResponse, ParsedResponse } from '../api.ts';
import { isDeeperThan, isList, type JsonRecord, maxBodyDepth } from '../json-tree.ts';
import { createPartCollector, type PartCollector, tooManyParts } from '../parts.ts';
import { type ReadTarget, readMembers, readValue } from '../read-members.ts';
import { text } from '../reading.ts';
import { collectContent } from './content.ts';
import { collectItem } from './items.ts';
import { answerShape, messageShape, textConfigShape } from './shapes.ts';

/** Converts an answer to what auditors inspect. Never throws for any JSON. */
export function parseResponsesAnswer(body: unknown): ParsedResponse {
  if (!isRecord(body)) return refuse('the answer is not a JSON object');
  if (isDeeperThan(body, maxBodyDepth)) return refuse(`the answer is nested deeper than ${maxBodyDepth} levels`);
  const { output } = body;
  if (!isList(output)) return refuse("the answer has no list 'output'");

  const collector = createPartCollector();
  for (const [index, item] of output.entries()) {
    const problem = isRecord(item) ? collectOutputItem(collector, item, `/output/${index}`) : 'is not an object';
    if (problem !== undefined) return refuse(`item ${index} of the output ${problem}`);
  }
  readValue({ collector, into: toOutput }, body['error'], '/error', text);
  collectRepeated(collector, body);
  if (collector.overflowed()) return refuse(tooManyParts);
  return { ok: true, response: toInspected(collector, finishOf(body)) };
}

export function toInspected(collector: PartCollector, finish: readonly string[]): InspectedResponse {
  return {
    output: collector.fieldText('output') ?? '',
    documents: collector.documents(),
    parts: collector.parts,
    uninspected: collector.uninspectedParts,
    finish,
  };
}

export const toOutput = (): InspectedField => 'output';

export function refuse(reason: string): ParsedResponse {
  return { ok: false, reason };
}

/** The problem is the end of a sentence about the item. */
export function collectOutputItem(collector: PartCollector, item: JsonRecord, pointer: string): string | undefined {
  const { type } = item;
  if (typeof type !== 'string') return "has no 'type'";
  const place = {
    pointer,
    role: type === 'reasoning' ? 'reasoning' : 'assistant',
    into: 'output',
    besideInto: toOutput,
  } as const;
  if (type !== 'message') return collectItem(collector, item, place);
  const problem = collectContent(collector, item['content'], { ...place, pointer: `${pointer}/content` });
  if (problem !== undefined) return `has content that ${problem}`;
  readMembers({ collector, into: toOutput }, item, pointer, messageShape);
  return undefined;
}

/**
 * Instructions, tools and settings that the answer repeats. They are no part of what the model says, so that they are
 * one document beside it.
 */
function collectRepeated(collector: PartCollector, body: JsonRecord): void {
  const field = collector.document(undefined, 'repeated', 'field');
  const target: ReadTarget = { collector, into: () => field };
  readValue(target, body['instructions'], '/instructions', text);
  const { tools, text: config } = body;
  if (isList(tools)) {
    for (const [index, tool] of tools.entries()) readValue(target, tool, `/tools/${index}`, text);
  } else readValue(target, tools, '/tools', text);
  if (isRecord(config)) {
    readValue(target, config['format'], '/text/format', text);
    readMembers(target, config, '/text', textConfigShape);
  } else readValue(target, config, '/text', text);
  readMembers(target, body, '', answerShape);
}

/** The reason why an answer is incomplete, else its status. */
function finishOf(body: JsonRecord): readonly string[] {
  const { incomplete_details: details, status } = body;
  const reason = isRecord(details) ? details['reason'] : undefined;
  return [reason, status].filter((word) => typeof word === 'string').slice(0, 1);
}
