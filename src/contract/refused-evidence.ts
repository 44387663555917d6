/** Evidence that a verifier refused, as its gateway keeps and shows it. */
import { type Static, Type } from 'typebox';

export const RefusedEvidenceSchema = Type.Object(
  {
    seq: Type.Integer({ minimum: 0, description: 'number of its receipt in the chain of the gateway' }),
    evidence_id: Type.Union([Type.String(), Type.Null()]),
    reason: Type.String({ description: 'stable code of the verifier, e.g. revoked, key_unknown, workspace_mismatch' }),
    message: Type.String(),
    refused_at: Type.String({ description: 'when the verifier last refused it' }),
  },
  { $id: 'RefusedEvidence' },
);

export type RefusedEvidence = Static<typeof RefusedEvidenceSchema>;

/** Result of sending refused Evidence again. */
export const ResentEvidenceSchema = Type.Object(
  {
    taken: Type.Integer({ minimum: 0, description: 'the verifier has it now' }),
    refused: Type.Integer({ minimum: 0, description: 'refused again, and kept' }),
  },
  { $id: 'ResentEvidence' },
);

export type ResentEvidence = Static<typeof ResentEvidenceSchema>;
