/** Chat completions answers: every choice's text, reasoning and tool call arguments become the output to judge. */
import { isRecord } from '@assay/sdk/contract';
import type { InspectedField, ParsedResponse } from '../api.ts';
import { isDeeperThan, isList, type JsonRecord, maxBodyDepth } from '../json-tree.ts';
import { readLogprobs } from '../logprobs.ts';
import { createPartCollector, tooManyParts } from '../parts.ts';
import { type ReadTarget, readMembers, readValue } from '../read-members.ts';
import { text } from '../reading.ts';
import { collectContent } from './content.ts';
import { answerMessageShape, answerShape, audioShape, choiceShape } from './shapes.ts';
import { collectToolCalls } from './tool-calls.ts';

/** Converts an answer to what auditors inspect. Never throws for any JSON. */
export function parseChatResponse(body: unknown): ParsedResponse {
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
    const problem = collectChoice(target, choice, `/choices/${index}`);
    if (problem !== undefined) return refuse(`choice ${index} ${problem}`);
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

function collectChoice(target: ReadTarget, choice: JsonRecord, pointer: string): string | undefined {
  const message = choice['message'];
  if (!isRecord(message)) return "has no 'message'";
  const problem = collectAnswer(target, message, `${pointer}/message`);
  if (problem !== undefined) return problem;
  const said = [message['content'], message['refusal']];
  readLogprobs(target.collector, choice['logprobs'], `${pointer}/logprobs`, said);
  readMembers(target, choice, pointer, choiceShape);
  return undefined;
}

function collectAnswer(target: ReadTarget, message: JsonRecord, pointer: string): string | undefined {
  const { collector } = target;
  const content = message['content'];
  if (content !== undefined && content !== null) {
    const place = { pointer: `${pointer}/content`, role: 'assistant', into: 'output' } as const;
    const problem = collectContent(collector, content, place, toOutput);
    if (problem !== undefined) return `has a message whose content ${problem}`;
  }
  for (const name of ['refusal', 'reasoning_content', 'reasoning']) {
    const role = name === 'refusal' ? 'assistant' : 'reasoning';
    collectOwnText(target, message[name], `${pointer}/${name}`, role);
  }
  collectAudio(target, message['audio'], `${pointer}/audio`);
  readMembers(target, message, pointer, answerMessageShape);
  return collectToolCalls(collector, message, { pointer, param: 'message' }, toOutput)?.message;
}

/** The model's own text belongs to the output, also where it is one word. */
function collectOwnText(target: ReadTarget, value: unknown, pointer: string, role: string): void {
  if (typeof value === 'string') target.collector.text('output', pointer, role, value);
  else readValue(target, value, pointer, text);
}

function collectAudio(target: ReadTarget, audio: unknown, pointer: string): void {
  if (!isRecord(audio)) {
    readValue(target, audio, pointer, text);
    return;
  }
  target.collector.uninspected(pointer, 'audio');
  readMembers(target, audio, pointer, audioShape);
  collectOwnText(target, audio['transcript'], `${pointer}/transcript`, 'assistant');
}
