/**
 * Gathers the events of a stream into the whole answer, and says what of each may be judged and shown now: chunks of an
 * artifact wait until it is complete, since a text that is cut into chunks reads harmless. Pure.
 */
import { isRecord } from '@assay/sdk/contract';
import type { A2aVersion } from '../../platform/tools/agent-interface.ts';
import type { JsonObject } from '../ports.ts';
import { listOf, type Said, taskIdOf } from './wire.ts';

export interface Fold {
  /** Gives what is complete by this event; undefined for a chunk of an artifact; `invalid` for what follows nothing. */
  add(said: Said): Said | 'invalid' | undefined;
  /** The answer so far; undefined before the first event. */
  whole(): Said | undefined;
}

export function createFold(version: A2aVersion): Fold {
  let whole: Said | undefined;

  const beginTask = (id: string, contextId: unknown): JsonObject =>
    version === '0.3'
      ? { kind: 'task', id, contextId, status: { state: 'submitted' } }
      : { id, contextId, status: { state: 'TASK_STATE_SUBMITTED' } };

  const addStatus = (task: JsonObject, { status }: JsonObject): boolean => {
    if (!isRecord(status)) return false;
    const before = isRecord(task['status']) ? task['status']['message'] : undefined;
    const history = [...listOf(task['history']), ...(isRecord(before) ? [before] : [])];
    whole = { kind: 'task', body: { ...task, status, ...(history.length === 0 ? {} : { history }) } };
    return true;
  };

  /** Gives the artifact as it is now. */
  const addArtifact = (task: JsonObject, { artifact, append }: JsonObject): JsonObject | undefined => {
    if (!isRecord(artifact)) return undefined;
    const id = artifact['artifactId'];
    const all = listOf(task['artifacts']);
    const before = append === true ? all.find((one) => one['artifactId'] === id) : undefined;
    const now = before === undefined ? artifact : { ...before, ...artifact, parts: joinParts(before, artifact) };
    const isThere = all.some((one) => one['artifactId'] === id);
    const artifacts = isThere ? all.map((one) => (one['artifactId'] === id ? now : one)) : [...all, now];
    whole = { kind: 'task', body: { ...task, artifacts } };
    return now;
  };

  return {
    add(said) {
      if (said.kind === 'message') {
        whole = said;
        return said;
      }
      const id = taskIdOf(said);
      const known = whole?.kind === 'task' ? whole.body : undefined;
      if (id === undefined || whole?.kind === 'message' || (known !== undefined && known['id'] !== id))
        return 'invalid';
      if (said.kind === 'task') {
        whole = said;
        return said;
      }
      const task = known ?? beginTask(id, said.body['contextId']);
      if (said.kind === 'status') return addStatus(task, said.body) ? said : 'invalid';
      const artifact = addArtifact(task, said.body);
      if (artifact === undefined) return 'invalid';
      if (said.body['lastChunk'] !== true) return undefined;
      return { kind: 'artifact', body: { ...said.body, artifact, append: false } };
    },
    whole: () => whole,
  };
}

/** Joins texts that differ in nothing else, so that a word cut in two is one word again. */
function joinParts(before: JsonObject, chunk: JsonObject): readonly JsonObject[] {
  const parts = [...listOf(before['parts'])];
  for (const part of listOf(chunk['parts'])) {
    const last = parts.at(-1);
    const [left, right] = [last?.['text'], part['text']];
    const isOne = typeof left === 'string' && typeof right === 'string' && othersOf(last) === othersOf(part);
    if (isOne) parts[parts.length - 1] = { ...part, text: left + right };
    else parts.push(part);
  }
  return parts;
}

function othersOf(part: JsonObject | undefined): string {
  const { text: _text, ...others } = part ?? {};
  return JSON.stringify(Object.entries(others).sort(([left], [right]) => (left < right ? -1 : 1)));
}
