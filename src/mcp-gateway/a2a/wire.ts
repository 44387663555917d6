/** The words of both versions of A2A over JSON-RPC: methods, and what an agent says with its members in one form. Pure. */
import { isRecord } from '@assay/sdk/contract';
import { agentTools } from '../../platform/tools/agent-definitions.ts';
import type { A2aVersion } from '../../platform/tools/agent-interface.ts';
import type { JsonObject } from '../ports.ts';

export interface MethodWords {
  /** The method by the tool that stands for it. */
  readonly one: Readonly<Record<string, string>>;
  /** The same where the answer is a stream. */
  readonly stream: Readonly<Record<string, string>>;
  readonly pushPrefix: RegExp;
}

const { send, get, cancel } = agentTools;

export const methodWords: Readonly<Record<A2aVersion, MethodWords>> = {
  '0.3': {
    one: { [send]: 'message/send', [get]: 'tasks/get', [cancel]: 'tasks/cancel' },
    stream: { [send]: 'message/stream', [get]: 'tasks/resubscribe' },
    pushPrefix: /^tasks\/pushNotificationConfig\//,
  },
  '1.0': {
    one: { [send]: 'SendMessage', [get]: 'GetTask', [cancel]: 'CancelTask' },
    stream: { [send]: 'SendStreamingMessage', [get]: 'SubscribeToTask' },
    pushPrefix: /TaskPushNotificationConfigs?$/,
  },
};

/** Finds the tool that a method stands for, and whether its answer is a stream. */
export function toolOfMethod(version: A2aVersion, method: string): { tool: string; isStream: boolean } | undefined {
  const { one, stream } = methodWords[version];
  const find = (among: Readonly<Record<string, string>>) => Object.keys(among).find((tool) => among[tool] === method);
  const plain = find(one);
  if (plain !== undefined) return { tool: plain, isStream: false };
  const streamed = find(stream);
  return streamed === undefined ? undefined : { tool: streamed, isStream: true };
}

/** What an agent says: a message, a task, or a change of a task. `body` is as the agent wrote it. */
export interface Said {
  readonly kind: 'message' | 'task' | 'status' | 'artifact';
  readonly body: JsonObject;
}

/** Members that hold each kind in 1.0, and the values of `kind` in 0.3. */
const members = { message: 'message', task: 'task', status: 'statusUpdate', artifact: 'artifactUpdate' } as const;
const kinds = { message: 'message', task: 'task', status: 'status-update', artifact: 'artifact-update' } as const;
const allKinds = ['message', 'task', 'status', 'artifact'] as const;

/** Reads an answer or an event; undefined for anything else. Methods of tasks answer in 1.0 with the bare task. */
export function readSaid(version: A2aVersion, answer: JsonObject, isBareTask = false): Said | undefined {
  if (version === '0.3') {
    const kind = allKinds.find((one) => kinds[one] === answer['kind']);
    return kind === undefined ? undefined : { kind, body: answer };
  }
  if (isBareTask) return { kind: 'task', body: answer };
  const kind = allKinds.find((one) => isRecord(answer[members[one]]));
  const body = kind === undefined ? undefined : answer[members[kind]];
  return kind === undefined || !isRecord(body) ? undefined : { kind, body };
}

/** Writes what `readSaid` reads. */
export function writeSaid(version: A2aVersion, { kind, body }: Said, isBareTask = false): JsonObject {
  return version === '0.3' || isBareTask ? body : { [members[kind]]: body };
}

const terminal = new Set(['completed', 'canceled', 'failed', 'rejected']);
const interrupted = new Set(['input-required', 'auth-required']);

/** `last`: nothing follows. `paused`: the agent waits for its caller. */
export function stageOf({ kind, body }: Said): 'under-way' | 'paused' | 'last' {
  if (kind === 'message') return 'last';
  if (kind === 'artifact') return 'under-way';
  const { status, final } = body;
  const state = isRecord(status) && typeof status['state'] === 'string' ? status['state'] : '';
  const word = state
    .toLowerCase()
    .replace(/^task_state_/, '')
    .replaceAll('_', '-');
  if (final === true || terminal.has(word)) return 'last';
  return interrupted.has(word) ? 'paused' : 'under-way';
}

/** Id of the task that it is about. */
export function taskIdOf({ kind, body }: Said): string | undefined {
  const id = kind === 'task' ? body['id'] : body['taskId'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Texts that a model reads: of a message, or of the status message and the artifacts of a task. */
export function textsOfSaid({ kind, body }: Said): string[] {
  if (kind === 'message') return textsOfParts(body['parts']);
  if (kind === 'artifact') return isRecord(body['artifact']) ? textsOfParts(body['artifact']['parts']) : [];
  const { status, artifacts } = body;
  const message = isRecord(status) && isRecord(status['message']) ? status['message']['parts'] : [];
  return [...textsOfParts(message), ...listOf(artifacts).flatMap((one) => textsOfParts(one['parts']))];
}

/** A part of 0.3 has a `kind`; one of 1.0 has the member alone. */
function textsOfParts(parts: unknown): string[] {
  return listOf(parts).flatMap(({ kind = 'text', text }) =>
    kind === 'text' && typeof text === 'string' ? [text] : [],
  );
}

export function listOf(value: unknown): readonly JsonObject[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [];
  return all.filter(isRecord);
}
