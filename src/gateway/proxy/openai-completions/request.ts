/** Plain completions requests: the prompt and its suffix are the input. */
import type { InspectedField, ParsedRequest } from '../api.ts';
import { findChatFeatures } from '../features.ts';
import { createPartCollector, pointerId, tooManyParts } from '../parts.ts';
import { type ReadTarget, readMembers, readValue } from '../read-members.ts';
import { text } from '../reading.ts';
import { checkRequestBody } from '../request-checks.ts';
import { collectTextsOrTokens } from '../texts-or-tokens.ts';
import { requestShape } from './shapes.ts';

/** Converts a body to what auditors inspect, or gives the problem. Never throws for any JSON. */
export function parseCompletionRequest(body: unknown): ParsedRequest {
  const checked = checkRequestBody(body);
  if (!checked.ok) return checked;
  const collector = createPartCollector();
  const problem = collectTextsOrTokens(collector, checked.body['prompt'], '/prompt');
  if (problem !== undefined) return { ok: false, error: { message: `'prompt' ${problem}`, param: 'prompt' } };
  const into = (pointer: string): InspectedField => collector.document(undefined, pointerId(pointer), 'field');
  const target: ReadTarget = { collector, into };
  const { suffix } = checked.body;
  if (typeof suffix === 'string') collector.text('input', '/suffix', 'user', suffix);
  else readValue(target, suffix, '/suffix', text);
  readMembers(target, checked.body, '', requestShape);
  findChatFeatures(collector, checked.body, requestShape);
  if (collector.overflowed()) return { ok: false, error: { message: `The request ${tooManyParts}.` } };
  return {
    ok: true,
    request: {
      modelId: checked.model,
      stream: checked.stream,
      input: collector.fieldText('input') ?? '',
      documents: collector.documents(),
      roles: [],
      parts: collector.parts,
      uninspected: collector.uninspectedParts,
      features: collector.features(),
    },
  };
}
