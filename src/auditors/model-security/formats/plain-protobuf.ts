// Checks protobuf files that contain only data, so that only their structure can be wrong.

import type { Inspector } from '../finding.ts';
import { createCursor } from './cursor.ts';
import { assertInTime, createBudget, inspectGuarded } from './guarded.ts';
import { type MessageRule, walkMessage } from './protobuf.ts';

const piece: MessageRule = { name: 'piece', fields: {} };
/** ModelProto of SentencePiece: its pieces are field 1. */
const sentencePieceModel: MessageRule = { name: 'sentencepiece', fields: { 1: { message: () => piece } } };
const fingerprint: MessageRule = { name: 'fingerprint', fields: {} };

export const sentencePiece = plainInspector(sentencePieceModel, ['model', 'spm'], (head, name) => {
  return head[0] === 0x0a && /\.(?:model|spm)$/i.test(name);
});

export const tensorflowFingerprint = plainInspector(fingerprint, ['pb'], (_head, name) => {
  return /(?:^|[/\\])fingerprint\.pb$/i.test(name);
});

const fieldsPerEntry = 16;
const ticksPerLook = 4096;

function plainInspector(
  rule: MessageRule,
  extensions: readonly string[],
  isNamed: (head: Uint8Array, name: string) => boolean,
): Inspector {
  return {
    format: rule.name,
    extensions,
    detect: (head, { name }) => isNamed(head, name),
    inspect: (source, context) =>
      inspectGuarded(rule.name, context, async () => {
        const spend = createBudget(context.limits.maxEntries * fieldsPerEntry, 'fields');
        let ticks = 0;
        const tick = () => {
          spend();
          ticks += 1;
          if (ticks % ticksPerLook === 0) assertInTime(context);
        };
        await walkMessage(createCursor(source), source.size, rule, { tick }, { maxDepth: 4, maxFieldBytes: 0 });
      }),
  };
}
