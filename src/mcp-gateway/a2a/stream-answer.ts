/**
 * The answer to a method that streams: its judged events as they come, and the last one after the whole was judged. The last
 * is made from the judged whole, so it holds what may be shown and names the record.
 */
import { isRecord } from '@assay/sdk/contract';
import type { A2aVersion } from '../../platform/tools/agent-interface.ts';
import type { AnswerPart, JsonObject } from '../ports.ts';
import type { HttpAnswer } from '../protocol/http-answer.ts';
import type { RequestId } from '../protocol/wire.ts';
import { listOf, readSaid, type Said, writeSaid } from './wire.ts';

export interface StreamAnswer {
  /** Undefined where the client accepts no streams. */
  readonly onPart: ((part: AnswerPart) => void) | undefined;
  /** Ends with the judged whole. */
  end(whole: Said): void;
}

export function createStreamAnswer(httpAnswer: HttpAnswer, id: RequestId, version: A2aVersion): StreamAnswer {
  /** Artifacts by their ids, as they were shown. */
  const shown = new Map<unknown, string>();
  let isBegun = false;

  const remember = ({ kind, body }: Said): void => {
    const all = kind === 'artifact' ? [body['artifact']] : kind === 'task' ? listOf(body['artifacts']) : [];
    for (const one of all) if (isRecord(one)) shown.set(one['artifactId'], JSON.stringify(one));
  };

  /** What is left to be said of a task whose events were shown. */
  const restOf = ({ id: taskId, contextId, status, metadata, artifacts }: JsonObject): Said[] => {
    const open = listOf(artifacts).filter((one) => shown.get(one['artifactId']) !== JSON.stringify(one));
    const named = version === '0.3' ? { kind: 'artifact-update' } : {};
    const made = open.map(
      (artifact): Said => ({
        kind: 'artifact',
        body: { ...named, taskId, contextId, artifact, append: false, lastChunk: true },
      }),
    );
    const last = version === '0.3' ? { kind: 'status-update', final: true } : {};
    return [...made, { kind: 'status', body: { ...last, taskId, contextId, status, metadata } }];
  };

  return {
    onPart: httpAnswer.canStream
      ? ({ event }) => {
          const said = readSaid(version, event);
          if (said === undefined) return;
          isBegun = true;
          remember(said);
          httpAnswer.part(id, JSON.stringify(event));
        }
      : undefined,
    end(whole) {
      const rest = isBegun && whole.kind === 'task' ? restOf(whole.body) : [whole];
      const texts = rest.map((said) => JSON.stringify(writeSaid(version, said)));
      const last = texts.pop() ?? '{}';
      for (const text of texts) httpAnswer.part(id, text);
      httpAnswer.open();
      httpAnswer.end(id, { kind: 'result', json: last });
    },
  };
}
