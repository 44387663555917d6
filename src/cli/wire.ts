/** Shapes of answers of verifier and gateway. Members that the CLI does not show are ignored. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { BundleSchema } from '../contract/bundle.ts';
import { DecisionResultSchema } from '../contract/decision.ts';
import { DecisionWordSchema, EvidenceSchema } from '../contract/evidence.ts';
import {
  AuditorStatisticsSchema,
  DecisionStatisticsSchema,
  PassportAppraisalSchema,
  TierSchema,
  TrustVectorSchema,
} from '../contract/passport.ts';
import { PassportStateSchema } from '../contract/passport-status.ts';
import { RefusedEvidenceSchema, ResentEvidenceSchema } from '../contract/refused-evidence.ts';

const NullableText = Type.Union([Type.String(), Type.Null()]);
const NullableInteger = Type.Union([Type.Integer(), Type.Null()]);

const EvidenceSummarySchema = Type.Object({
  evidence_id: Type.String(),
  agent_id: Type.String(),
  decision: Type.Object({ decision: DecisionWordSchema, policy_id: Type.String() }),
  enforced: DecisionWordSchema,
  trust_tier: TierSchema,
  generated_at: Type.String(),
  passport_id: NullableText,
});

const EvidenceViewSchema = Type.Object({
  ...EvidenceSchema.properties,
  attester_id: Type.String(),
  generated_at: Type.String(),
  received_at: Type.String(),
  trust_tier: TierSchema,
  passport_id: NullableText,
  notes: Type.Array(Type.String()),
  kid: Type.String(),
  evidence_hash: Type.String(),
  jws: Type.String(),
});

const passportMembers = {
  passport_id: Type.String(),
  agent_id: Type.String(),
  workspace_id: Type.String(),
  status: TierSchema,
  state: Type.String(),
  issued_at: Type.String(),
  expires_at: Type.String(),
  evidence_count: Type.Integer(),
  is_mock: Type.Boolean(),
};

const PassportViewSchema = Type.Object({
  ...passportMembers,
  evaluations: Type.Array(
    Type.Object({
      name: Type.String(),
      status: TierSchema,
      vector: Type.Optional(TrustVectorSchema),
      notes: Type.Array(Type.String()),
      policy_id: Type.Optional(Type.String()),
      reference_values: Type.Optional(Type.Array(Type.String())),
      tcb_status: Type.Optional(NullableText),
      advisories: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  // Members that a verifier of an older release does not send.
  revoked_at: Type.Optional(NullableText),
  revoked_reason: Type.Optional(NullableText),
  superseded_by: Type.Optional(NullableText),
  statistics: Type.Optional(Type.Union([DecisionStatisticsSchema, Type.Null()])),
  auditors: Type.Optional(Type.Array(AuditorStatisticsSchema)),
  appraisal_record: Type.Optional(Type.Union([PassportAppraisalSchema, Type.Null()])),
  valid_until: Type.Optional(Type.Record(Type.String(), Type.String())),
  deployment_authorized: Type.Optional(Type.Boolean()),
  authorization_reason: Type.Optional(NullableText),
  evidence: Type.Object({ newest_evidence_id: Type.String(), count: Type.Integer(), root: Type.String() }),
  key_attestation_hash: Type.String(),
  jwt: Type.String(),
});

const PassportStatusSchema = Type.Object({
  passport_id: Type.String(),
  state: PassportStateSchema,
  status: TierSchema,
  expires_at: Type.String(),
  revoked_at: NullableText,
  reason: NullableText,
  superseded_by: NullableText,
  checked_at: Type.String(),
  token: Type.String(),
});

const ReceiptsCheckSchema = Type.Object({
  chain_intact: Type.Boolean(),
  total_receipts: Type.Integer(),
  first_seq: NullableInteger,
  last_seq: NullableInteger,
  first_bad_seq: NullableInteger,
  reason: NullableText,
  head_hash: NullableText,
  checkpoint_size: Type.Optional(NullableInteger),
  witnessed_size: Type.Optional(NullableInteger),
  truncated: Type.Optional(Type.Union([Type.Boolean(), Type.Literal('unknown')])),
  chain_id: Type.String(),
  unpinned: Type.Optional(Type.Boolean()),
});

/** One line while the gateway verifies its chain. */
const ReceiptsProgressSchema = Type.Union([
  Type.Object({ checked: Type.Integer(), total: Type.Integer() }),
  Type.Object({ result: ReceiptsCheckSchema }),
]);

const page = <T extends Parameters<typeof Type.Array>[0]>(item: T) =>
  Type.Object({ items: Type.Array(item), next_cursor: NullableText, has_more: Type.Boolean() });

/** Compiled shapes of answers. */
export const answers = {
  decision: Compile(DecisionResultSchema),
  evidencePage: Compile(page(EvidenceSummarySchema)),
  evidence: Compile(EvidenceViewSchema),
  passportPage: Compile(page(Type.Object(passportMembers))),
  passport: Compile(PassportViewSchema),
  passportStatus: Compile(PassportStatusSchema),
  bundle: Compile(BundleSchema),
  receiptsProgress: Compile(ReceiptsProgressSchema),
  refusedEvidencePage: Compile(page(RefusedEvidenceSchema)),
  resentEvidence: Compile(ResentEvidenceSchema),
} as const;

export type EvidenceSummary = Type.Static<typeof EvidenceSummarySchema>;
export type EvidenceView = Type.Static<typeof EvidenceViewSchema>;
export type PassportView = Type.Static<typeof PassportViewSchema>;
export type PassportStatusAnswer = Type.Static<typeof PassportStatusSchema>;
export type PassportSummary = Pick<PassportView, keyof typeof passportMembers>;
export type ReceiptsCheck = Type.Static<typeof ReceiptsCheckSchema>;
