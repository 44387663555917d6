/** Sends one question to a model through the gateway, as the agent of a step. */
import { findBoundViolation, isRecord } from '@assay/sdk/contract';
import { parseForeignJson } from '../../../../clients/bounded-body.ts';
import { gatewayPaths } from '../../../../clients/gateway/client.ts';
import type { StepEnd } from '../ports.ts';
import type { AskGateway } from './ask-gateway.ts';
import { failed, type Step } from './step.ts';

export interface Prompt {
  readonly agentId: string;
  readonly model: string;
  readonly instructions: string | undefined;
  readonly input: string;
  readonly maxTokens: number | undefined;
  readonly temperature: number | undefined;
  /** True if the answer must be JSON. */
  readonly isJson: boolean;
}

export type Answered =
  | { readonly kind: 'answered'; readonly value: unknown }
  | { readonly kind: 'ended'; readonly end: StepEnd };

/** Bounds of a value in a run. */
const limits = { bytes: 256 * 1024, depth: 32 };

/** Gives text, or the JSON value if it was requested. @throws the reason of the abort signal. */
export async function chat(ask: AskGateway, step: Step, prompt: Prompt): Promise<Answered> {
  const { agentId } = prompt;
  const reply = await ask(step, { path: gatewayPaths.chat, agentId, body: toBody(prompt) });
  if (reply.kind === 'ended') return reply;
  const end = (code: string, message: string): Answered => ({ kind: 'ended', end: failed(step, code, message) });
  const text = readText(reply.text);
  if (text === undefined) return end('answer_empty', 'the model answered without text');
  if (Buffer.byteLength(text) > limits.bytes) return end('answer_too_large', `more than ${limits.bytes} bytes`);
  if (!prompt.isJson) return { kind: 'answered', value: text };
  const value = parseForeignJson(text);
  if (value === undefined) return end('answer_not_json', 'the answer of the model is not JSON');
  const problem = findBoundViolation(value, limits);
  if (problem !== undefined) return end('answer_too_large', `the answer of the model is out of bounds: ${problem}`);
  return { kind: 'answered', value };
}

/** Always in the same order: an approval is bound to the exact bytes. */
function toBody({ model, instructions, input, maxTokens, temperature, isJson }: Prompt): object {
  const system = instructions === undefined ? [] : [{ role: 'system', content: instructions }];
  return {
    model,
    messages: [...system, { role: 'user', content: input }],
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(isJson ? { response_format: { type: 'json_object' } } : {}),
  };
}

function readText(answer: string): string | undefined {
  const body = parseForeignJson(answer);
  const choices: unknown = isRecord(body) ? body['choices'] : undefined;
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message: unknown = isRecord(first) ? first['message'] : undefined;
  const content: unknown = isRecord(message) ? message['content'] : undefined;
  return typeof content === 'string' && content !== '' ? content : undefined;
}
