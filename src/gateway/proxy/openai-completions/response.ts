/** Plain completions answers: every choice's text becomes the output to judge. */
import { isRecord } from '@assay/sdk/contract';
import type { InspectedField, ParsedResponse } from '../api.ts';
import { isDeeperThan, isList, type JsonRecord, maxBodyDepth } from '../json-tree.ts';
import { readLogprobs } from '../logprobs.ts';
import { createPartCollector, tooManyParts } from '../parts.ts';
import { type ReadTarget, readMembers, readValue } from '../read-members.ts';
import { text } from '../reading.ts';
import { answerShape, choiceShape } from './shapes.ts';

/** Converts an answer to what auditors inspect. Never throws for any JSON. */
export function parseCompletionResponse(body: unknown): ParsedResponse {
  if (!isRecord(body)) return refuse('the answer is not a JSON object');
  if (isDeeperThan(body, maxBodyDepth)) return refuse(`the answer is nested deeper than ${maxBodyDepth} levels`);
  if (body['error'] !== undefined && body['error'] !== null) return refuse('the answer is an error');
  const choices = body['choices'];
  if (!isList(choices)) return refuse("the answer has no list 'choices'");

  const collector = createPartCollector();
  const target: ReadTarget = { collector, into: toOutput };
  const finish: string[] = [];
  for (const [index, choice] of choices.entries()) {
    if (!isRecord(choice)) return refuse(`choice ${index} is not an object`);
    collectChoice(target, choice, `/choices/${index}`);
    if (typeof choice['finish_reason'] === 'string') finish.push(choice['finish_reason']);
  }
  readMembers(target, body, '', answerShape);
  if (collector.overflowed()) return refuse(tooManyParts);
  const response = {
    output: collector.fieldText('output') ?? '',
    documents: collector.documents(),
    parts: collector.parts,
    uninspected: collector.uninspectedParts,
    finish,
  };
  return { ok: true, response };
}

const toOutput = (): InspectedField => 'output';

function refuse(reason: string): ParsedResponse {
  return { ok: false, reason };
}

function collectChoice(target: ReadTarget, choice: JsonRecord, pointer: string): void {
  const { text: said } = choice;
  if (typeof said === 'string') target.collector.text('output', `${pointer}/text`, 'assistant', said);
  else readValue(target, said, `${pointer}/text`, text);
  readLogprobs(target.collector, choice['logprobs'], `${pointer}/logprobs`, [said]);
  readMembers(target, choice, pointer, choiceShape);
}
