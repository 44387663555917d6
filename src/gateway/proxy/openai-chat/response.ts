/** Chat completions answers: every choice's text, reasoning and tool call arguments become the output to judge. */
import type { InspectedField, ParsedResponse } from '../api.ts';
import { isDeeperThan, isList, isRecord, type JsonRecord, maxBodyDepth } from '../json-tree.ts';
import {
  createPartCollector,
  inspectAny,
  inspectBooks,
  inspectNames,
  inspectUnknown,
  type PartCollector,
  tooManyParts,
} from '../parts.ts';
import { collectContent } from './content.ts';
import { collectToolCalls } from './tool-calls.ts';

/** Maps an answer to what auditors inspect. Never throws, whatever the JSON. */
export function parseChatResponse(body: unknown): ParsedResponse {
  if (!isRecord(body)) return refuse('the answer is no JSON object');
  if (isDeeperThan(body, maxBodyDepth)) return refuse(`the answer is nested deeper than ${maxBodyDepth} levels`);
  if (body['error'] !== undefined && body['error'] !== null) return refuse('the answer is an error');
  const choices = body['choices'];
  if (!isList(choices)) return refuse("the answer has no list 'choices'");

  const collector = createPartCollector();
  const finish: string[] = [];
  for (const [index, choice] of choices.entries()) {
    if (!isRecord(choice)) return refuse(`choice ${index} is no object`);
    const problem = collectChoice(collector, choice, `/choices/${index}`);
    if (problem !== undefined) return refuse(`choice ${index} ${problem}`);
    if (typeof choice['finish_reason'] === 'string') finish.push(choice['finish_reason']);
  }
  inspectNames(collector, { value: body, pointer: '', names: ['id', 'model', 'system_fingerprint'] }, toOutput);
  inspectBooks(collector, { value: body, pointer: '', names: chatBooks }, toOutput);
  inspectUnknown(collector, { value: body, pointer: '', known: answerMembers }, toOutput);
  if (collector.overflowed()) return refuse(tooManyParts);
  const response = {
    output: collector.fieldText('output') ?? '',
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

/** Counters and the verdicts of the server's own filters: no text, unless the server puts some there. */
export const chatBooks: readonly string[] = [
  'usage',
  'prompt_filter_results',
  'moderation',
  'object',
  'service_tier',
  'created',
];

const answerMembers: ReadonlySet<string> = new Set([
  'id',
  'model',
  'system_fingerprint',
  'choices',
  'error',
  ...chatBooks,
]);
const choiceMembers: ReadonlySet<string> = new Set([
  'index',
  'message',
  'finish_reason',
  'native_finish_reason',
  'logprobs',
  'content_filter_results',
]);
const messageMembers: ReadonlySet<string> = new Set([
  'role',
  'content',
  'refusal',
  'reasoning_content',
  'reasoning',
  'tool_calls',
  'function_call',
  'audio',
]);

function collectChoice(collector: PartCollector, choice: JsonRecord, pointer: string): string | undefined {
  const message = choice['message'];
  if (!isRecord(message)) return "has no 'message'";
  const problem = collectAnswer(collector, message, `${pointer}/message`);
  if (problem !== undefined) return problem;
  // Log-probabilities quote tokens, also ones that the answer does not hold; redaction drops them.
  if (choice['logprobs'] !== undefined && choice['logprobs'] !== null) {
    collector.uninspected(`${pointer}/logprobs`, 'logprobs');
  }
  inspectNames(collector, { value: choice, pointer, names: ['finish_reason', 'native_finish_reason'] }, toOutput);
  inspectBooks(collector, { value: choice, pointer, names: ['index', 'content_filter_results'] }, toOutput);
  inspectUnknown(collector, { value: choice, pointer, known: choiceMembers }, toOutput);
  return undefined;
}

function collectAnswer(collector: PartCollector, message: JsonRecord, pointer: string): string | undefined {
  const content = message['content'];
  if (content !== undefined && content !== null) {
    const place = { pointer: `${pointer}/content`, role: 'assistant', into: 'output' } as const;
    const problem = collectContent(collector, content, place, toOutput);
    if (problem !== undefined) return `has a message whose content ${problem}`;
  }
  for (const name of ['refusal', 'reasoning_content', 'reasoning']) {
    const role = name === 'refusal' ? 'assistant' : 'reasoning';
    const text = message[name];
    if (typeof text === 'string') collector.text('output', `${pointer}/${name}`, role, text);
    else inspectAny(collector, text, `${pointer}/${name}`, toOutput);
  }
  collectAudio(collector, message['audio'], `${pointer}/audio`);
  inspectNames(collector, { value: message, pointer, names: ['role'] }, toOutput);
  inspectUnknown(collector, { value: message, pointer, known: messageMembers }, toOutput);
  return collectToolCalls(collector, message, { pointer, param: 'message' }, toOutput)?.message;
}

const audioMembers: ReadonlySet<string> = new Set(['id', 'data', 'expires_at', 'transcript']);

function collectAudio(collector: PartCollector, audio: unknown, pointer: string): void {
  if (!isRecord(audio)) {
    inspectAny(collector, audio, pointer, toOutput);
    return;
  }
  collector.uninspected(pointer, 'audio');
  inspectUnknown(collector, { value: audio, pointer, known: audioMembers }, toOutput);
  const transcript = audio['transcript'];
  if (typeof transcript === 'string') collector.text('output', `${pointer}/transcript`, 'assistant', transcript);
}
