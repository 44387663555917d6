/** Wire shapes of evidence as the API takes and shows it. */
import { type Static, Type } from 'typebox';
import { ReceiptProofSchema } from '../../bundle.ts';
import { ApprovalRecordSchema, AuditModeSchema, DecisionWordSchema, EvidenceSchema } from '../../evidence.ts';
import { IngestResultSchema, maxIngestBatch } from '../../ingest.ts';
import { TierSchema } from '../../passport.ts';
import { requestTime } from '../../request-time.ts';
import { pageQuery } from '../page.ts';

/** Enough for the largest batch of items of ordinary length, or for a few items of the greatest length. */
export const ingestBodyLimit: number = 32 * 1024 * 1024;

/** One item, or a batch. The items are checked one by one, so that a bad one does not spoil the others. */
export const IngestBodySchema = Type.Union(
  [
    Type.Object(
      { items: Type.Array(Type.Unknown(), { minItems: 1, maxItems: maxIngestBatch }) },
      { additionalProperties: false },
    ),
    Type.Object({ jws: Type.Unknown(), receipt: Type.Optional(Type.Unknown()) }, { additionalProperties: false }),
  ],
  { $id: 'SubmitEvidence' },
);

export const IngestAnswerSchema = Type.Object(
  { results: Type.Array(IngestResultSchema) },
  { $id: 'EvidenceIngestAnswer' },
);

const verdictMembers = {
  attester_id: Type.String({ description: 'SPIFFE id of the gateway' }),
  generated_at: Type.String(),
  received_at: Type.String(),
  trust_tier: TierSchema,
  passport_id: Type.Union([Type.String(), Type.Null()], {
    description: 'Passport that covers it; null if there is none yet',
  }),
};

export const EvidenceSummarySchema = Type.Object(
  {
    evidence_id: Type.String(),
    workspace_id: Type.String(),
    agent_id: Type.String(),
    session_id: Type.String(),
    trace_id: Type.String(),
    model_id: Type.Union([Type.String(), Type.Null()]),
    phase: Type.String(),
    decision: Type.Object({ decision: DecisionWordSchema, policy_id: Type.String(), policy_version: Type.String() }),
    enforced: DecisionWordSchema,
    mode: AuditModeSchema,
    claim_count: Type.Integer(),
    reasons: Type.Array(Type.String(), { description: 'Policies that decided' }),
    obligations: Type.Array(Type.String()),
    phases: Type.Array(
      Type.Object({ phase: Type.String(), decision: DecisionWordSchema, duration_ms: Type.Integer() }),
      { description: 'In order' },
    ),
    judging_ms: Type.Integer({ description: 'Time of all phases together, in milliseconds' }),
    latency_ms: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Whole exchange in milliseconds, as its receipt says; null without a receipt',
    }),
    redacted: Type.Boolean({ description: 'True if parts of the request or the response were replaced' }),
    approval: Type.Union([ApprovalRecordSchema.properties.status, Type.Null()]),
    stream_mode: EvidenceSchema.properties.stream_mode,
    tool: Type.Union([Type.String(), Type.Null()]),
    server: Type.Union([Type.String(), Type.Null()]),
    receipt_id: Type.Union([Type.String(), Type.Null()], { description: 'Null until the receipt arrives' }),
    ...verdictMembers,
  },
  { $id: 'EvidenceSummary' },
);

export const ClaimAppraisalSchema = Type.Object({
  claim_name: Type.String(),
  claim_value: Type.Unknown(),
  claim_confidence: Type.Union([Type.Number(), Type.Null()]),
  status: Type.Integer({ description: 'AR4SI: 0 not checked, 2 affirming, 32 warning, 96 contraindicated' }),
  evaluated_by_rules: Type.Array(Type.String()),
  triggered_rules: Type.Array(Type.String()),
  reference_value: Type.Unknown(),
  reference_operator: Type.Union([Type.String(), Type.Null()]),
  compliance_framework: Type.Union([Type.String(), Type.Null()]),
  control_id: Type.Union([Type.String(), Type.Null()]),
  message: Type.String(),
});

export const AppraisalRecordSchema = Type.Object({
  evidence_id: Type.String(),
  attester_id: Type.String(),
  policy_id: Type.String(),
  policy_version: Type.String(),
  overall_status: TierSchema,
  claim_appraisals: Type.Array(ClaimAppraisalSchema),
  appraised_at: Type.String(),
  claims_affirming: Type.Integer(),
  claims_warning: Type.Integer(),
  claims_contraindicated: Type.Integer(),
});

/** Every member of the payload, the verifier's appraisal, and the exact bytes. */
export const EvidenceViewSchema = Type.Object(
  {
    ...EvidenceSchema.properties,
    ...verdictMembers,
    kid: Type.String(),
    signature: Type.String({ description: 'base64url' }),
    evidence_hash: Type.String({ description: 'SHA-256 of the JWS in hex' }),
    appraisal_record: AppraisalRecordSchema,
    notes: Type.Array(Type.String()),
    receipt: Type.Union([ReceiptProofSchema, Type.Null()]),
    jws: Type.String({ description: 'The exact JWS as it was signed' }),
  },
  { $id: 'EvidenceView' },
);

export const EvidenceListQuerySchema = Type.Object(
  {
    ...pageQuery,
    agent_id: Type.Optional(Type.String({ maxLength: 200 })),
    workspace_id: Type.Optional(Type.String({ maxLength: 200 })),
    model_id: Type.Optional(Type.String({ maxLength: 256 })),
    decision: Type.Optional(DecisionWordSchema),
    enforced: Type.Optional(DecisionWordSchema),
    reason: Type.Optional(Type.String({ maxLength: 256, description: 'Id of a policy that decided' })),
    claim: Type.Optional(
      Type.String({
        maxLength: 1024,
        description:
          'Conditions on claims, separated by `;`: `injection_risk>=0.8`, `pii_found=true`, `pii_types=email`. Operators `=`, `>`, `>=`, `<` and `<=`. A value is a boolean, a number or a text; a text in double quotes is a JSON string. A list holds a text if one of its members is the text.',
      }),
    ),
    auditor: Type.Optional(Type.String({ maxLength: 256, description: 'Id of an auditor, or its name in the chain' })),
    tool: Type.Optional(Type.String({ maxLength: 256 })),
    session_id: Type.Optional(Type.String({ maxLength: 1024 })),
    trace_id: Type.Optional(Type.String({ maxLength: 1024 })),
    since: Type.Optional(requestTime()),
    until: Type.Optional(requestTime()),
    order: Type.Optional(
      Type.Union([Type.Literal('newest'), Type.Literal('oldest')], {
        description: 'Which comes first; default newest',
      }),
    ),
  },
  { additionalProperties: false },
);

export const EvidenceParamsSchema = Type.Object({ id: Type.String({ maxLength: 200 }) });

export type EvidenceSummary = Static<typeof EvidenceSummarySchema>;
export type EvidenceView = Static<typeof EvidenceViewSchema>;
export type ClaimAppraisal = Static<typeof ClaimAppraisalSchema>;
export type AppraisalRecord = Static<typeof AppraisalRecordSchema>;
