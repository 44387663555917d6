/** Messages API answers: every block's text, thinking and tool input become the output to judge. */
import { isRecord } from '@assay/sdk/contract';
import type { InspectedField, ParsedResponse } from '../api.ts';
import { isDeeperThan, isList, maxBodyDepth } from '../json-tree.ts';
import { createPartCollector, tooManyParts } from '../parts.ts';
import { readMembers } from '../read-members.ts';
import { collectBlocks } from './blocks.ts';
import { answerShape } from './shapes.ts';

const toOutput = (): InspectedField => 'output';

/** Converts an answer to what auditors inspect. Never throws for any JSON. */
export function parseMessagesResponse(body: unknown): ParsedResponse {
  if (!isRecord(body)) return refuse('the answer is not a JSON object');
  if (isDeeperThan(body, maxBodyDepth)) return refuse(`the answer is nested deeper than ${maxBodyDepth} levels`);
  if (body['type'] === 'error') return refuse('the answer is an error');
  const content = body['content'];
  if (!isList(content)) return refuse("the answer has no list 'content'");

  const collector = createPartCollector();
  const problem = collectBlocks(collector, content, '/content', { role: 'assistant', own: 'output', aside: toOutput });
  if (problem !== undefined) return refuse(`the content ${problem}`);
  readMembers({ collector, into: toOutput }, body, '', answerShape);
  if (collector.overflowed()) return refuse(tooManyParts);
  const stop = body['stop_reason'];
  return {
    ok: true,
    response: {
      output: collector.fieldText('output') ?? '',
      documents: collector.documents(),
      parts: collector.parts,
      uninspected: collector.uninspectedParts,
      finish: typeof stop === 'string' ? [stop] : [],
    },
  };
}

function refuse(reason: string): ParsedResponse {
  return { ok: false, reason };
}
