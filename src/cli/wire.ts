/** What the CLI reads of the answers of verifier and gateway; members it does not show are left alone. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { BundleSchema } from '../contract/bundle.ts';
import { DecisionResultSchema } from '../contract/decision.ts';
import { DecisionWordSchema, EvidenceSchema } from '../contract/evidence.ts';
import { TierSchema } from '../contract/passport.ts';

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
  evaluations: Type.Array(Type.Object({ name: Type.String(), status: TierSchema, notes: Type.Array(Type.String()) })),
  evidence: Type.Object({ newest_evidence_id: Type.String(), count: Type.Integer(), root: Type.String() }),
  key_attestation_hash: Type.String(),
  jwt: Type.String(),
});

const ReceiptsCheckSchema = Type.Object({
  chain_intact: Type.Boolean(),
  total_receipts: Type.Integer(),
  first_seq: NullableInteger,
  last_seq: NullableInteger,
  first_bad_seq: NullableInteger,
  reason: NullableText,
  head_hash: NullableText,
  chain_id: Type.String(),
  unpinned: Type.Optional(Type.Boolean()),
});

const page = <T extends Parameters<typeof Type.Array>[0]>(item: T) =>
  Type.Object({ items: Type.Array(item), next_cursor: NullableText, has_more: Type.Boolean() });

/** Compiled shapes of answers. */
export const answers = {
  decision: Compile(DecisionResultSchema),
  evidencePage: Compile(page(EvidenceSummarySchema)),
  evidence: Compile(EvidenceViewSchema),
  passportPage: Compile(page(Type.Object(passportMembers))),
  passport: Compile(PassportViewSchema),
  bundle: Compile(BundleSchema),
  receiptsCheck: Compile(ReceiptsCheckSchema),
} as const;

export type EvidenceSummary = Type.Static<typeof EvidenceSummarySchema>;
export type EvidenceView = Type.Static<typeof EvidenceViewSchema>;
export type PassportView = Type.Static<typeof PassportViewSchema>;
export type PassportSummary = Pick<PassportView, keyof typeof passportMembers>;
export type ReceiptsCheck = Type.Static<typeof ReceiptsCheckSchema>;
