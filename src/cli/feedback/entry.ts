/** A mark says that an auditor was right or wrong about a text, and gives its true label. */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { DecisionWordSchema } from '../../contract/evidence.ts';

const VerdictSchema = Type.Union([Type.Literal('right'), Type.Literal('wrong')]);
export type Verdict = Static<typeof VerdictSchema>;

export const FeedbackEntrySchema = Type.Object({
  evidence_id: Type.String({ minLength: 1 }),
  auditor: Type.String({ minLength: 1, description: 'The name when it was marked' }),
  claim: Type.String({ minLength: 1 }),
  phase: Type.String({ minLength: 1 }),
  value: Type.Union([Type.Boolean(), Type.Number()]),
  detected: Type.Boolean({ description: 'What the auditor observed' }),
  decision: DecisionWordSchema,
  enforced: DecisionWordSchema,
  verdict: VerdictSchema,
  label: Type.Union([Type.Literal(0), Type.Literal(1)], { description: 'The resulting truth: 1 if it is there' }),
  text: Type.String({ description: "the user's own copy" }),
  place: Type.Optional(
    Type.String({ description: 'A text other than the main one: a document, system, input, output' }),
  ),
  user_input: Type.Optional(Type.String({ description: "the user's own request, where the text is another one" })),
  matched: Type.Boolean({ description: 'The copy was the body whose hash is in the Evidence' }),
  marked_at: Type.String(),
});

export type FeedbackEntry = Static<typeof FeedbackEntrySchema>;

const shape = Compile(FeedbackEntrySchema);

/** True for a valid mark. */
export function isFeedbackEntry(value: unknown): value is FeedbackEntry {
  return shape.Check(value);
}

/** Gives the true label: that of the auditor if it was right, otherwise the opposite. */
export function toLabel(detected: boolean, verdict: Verdict): 0 | 1 {
  return detected === (verdict === 'right') ? 1 : 0;
}

/** Gives the key under which a later mark replaces an earlier one. */
export function entryKey({ evidence_id: id, auditor, claim, phase }: FeedbackEntry): string {
  return JSON.stringify([id, auditor, claim, phase]);
}
