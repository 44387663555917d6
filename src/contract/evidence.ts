/**
 * Evidence: one signed container of all claims of an exchange and the policy decision (contract 1.4, 2.5). It travels
 * as a compact JWS (`typ: evidence+jwt`, EdDSA) and is stored as those exact bytes. It holds prompts and answers only
 * as SHA-256.
 */
import { ClaimSchema, PhaseSchema } from '@assay/sdk/contract';
import { type Static, Type } from 'typebox';

export const evidenceType = 'evidence+jwt';
export const evidenceSchemaVersion = '2.4.0';
export const evidenceProfile = 'tag:assay.dev,2026:evidence/2';
/** Largest Evidence in bytes of JSON. As base64url it stays within the 4 MiB that the verifier reads. */
export const maxEvidenceBytes: number = 3 * 1024 * 1024 - 1024;

const HexHash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'hex SHA-256' });
const PrefixedHash = Type.String({ pattern: '^sha256:[0-9a-f]{64}$' });
export const AuditModeSchema = Type.Union([Type.Literal('enforce'), Type.Literal('observe')]);
export const DecisionWordSchema = Type.Union([Type.Literal('allow'), Type.Literal('deny')]);
export const StreamModeSchema = Type.Union([
  Type.Literal('none'),
  Type.Literal('buffer'),
  Type.Literal('window'),
  Type.Literal('pass'),
]);

/** Run of one auditor in one phase. */
export const AuditorRunSchema = Type.Object({
  auditor_id: Type.String(),
  name: Type.String({ description: 'Name of the chain item' }),
  version: Type.String(),
  phase: PhaseSchema,
  boundary: Type.Union([Type.Literal('attested'), Type.Literal('remote')]),
  status: Type.Union([Type.Literal('ok'), Type.Literal('failed'), Type.Literal('late'), Type.Literal('skipped')]),
  duration_ms: Type.Integer({ minimum: 0 }),
  claims: Type.Array(Type.Integer({ minimum: 0 }), { description: 'Indices into claims' }),
  image_digest: Type.Optional(Type.String()),
  error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
});

/** The value of a setting as it was used, before rounding. */
export const UsedSettingSchema = Type.Union([Type.Number(), Type.Boolean(), Type.String(), Type.Array(Type.String())]);

/** The decision of one phase. */
export const PhaseRunSchema = Type.Object({
  phase: PhaseSchema,
  decision: DecisionWordSchema,
  claims: Type.Array(Type.Integer({ minimum: 0 })),
  duration_ms: Type.Integer({ minimum: 0 }),
  settings: Type.Optional(
    Type.Record(Type.String(), Type.Record(Type.String(), UsedSettingSchema), {
      description:
        'Effective settings that the policies of this phase read, by auditor and name; absent where they read none',
    }),
  ),
});

export const EvidenceDecisionSchema = Type.Object({
  decision: DecisionWordSchema,
  policy_id: Type.String(),
  policy_version: Type.String(),
  policy_set_hash: PrefixedHash,
  schema_hash: PrefixedHash,
  reasons: Type.Array(Type.String()),
  obligations: Type.Array(Type.String({ description: 'block, redact, escalate, warn: what the fired policies asked' })),
  messages: Type.Array(Type.String()),
  errors: Type.Array(Type.String()),
  ignored_missing: Type.Array(Type.String({ description: 'policies skipped by @on_missing("ignore")' })),
  engine: Type.Literal('cedar'),
  engine_version: Type.String(),
});

export const UninspectedSchema = Type.Object({
  where: Type.String({ description: 'JSON pointer into the request or response' }),
  kind: Type.String({ description: 'image, audio, file, unknown' }),
});

/** Most runs of windows that an Evidence lists. Later ones are only counted. */
export const maxWindowRuns = 4096;

/** Consecutive windows of a stream with the same treatment. */
export const WindowRunSchema = Type.Object({
  windows: Type.Integer({ minimum: 1, description: 'how many' }),
  decision: Type.Optional(DecisionWordSchema),
  released: Type.Boolean({ description: 'whether they were sent to the client' }),
  redacted: Type.Boolean({ description: 'whether parts were replaced in what was sent' }),
});

/** Result of an answer that was audited and sent window by window. */
export const StreamRecordSchema = Type.Object({
  end: Type.Union([
    Type.Literal('complete'),
    Type.Literal('denied'),
    Type.Literal('upstream_failed'),
    Type.Literal('client_gone'),
  ]),
  windows: Type.Integer({ minimum: 0, description: 'windows that the answer was cut into' }),
  runs: Type.Array(WindowRunSchema, {
    maxItems: maxWindowRuns,
    description: 'what was done with them, in order; without a decision they were never audited',
  }),
  sent_bytes: Type.Integer({ minimum: 0, description: 'length of what response_hash is the hash of' }),
  withheld: Type.Boolean({ description: 'false only if everything that came is known to have been sent on' }),
});

/** The configuration that the gateway applied, beside its own files. */
export const EvidenceConfigSchema = Type.Object({
  revision: Type.Integer({ minimum: 0, description: "revision of the organisation's configuration" }),
  hash: Type.String({ pattern: '^sha256:[0-9a-f]{64}$', description: 'of the payload of the signed bundle' }),
});

/** The response that the provider was asked to continue. What was judged for it counts by its hash. */
export const ContinuedSchema = Type.Object(
  {
    evidence_id: Type.String({ description: 'of the exchange in which it was judged' }),
    response_hash: HexHash,
  },
  { description: 'the response that `previous_response_id` named' },
);

/** The person that the agent acted for, by a delegated token. */
export const OnBehalfOfSchema = Type.Object({
  sub: Type.String({ minLength: 1, maxLength: 256, description: 'the person, as the verifier knows them' }),
  grant_id: Type.String({ minLength: 1, maxLength: 256, description: 'the consent that it was done under' }),
});

/** Decisions of people on escalating policies. */
export const ApprovalRecordSchema = Type.Object({
  id: Type.Union([Type.String({ maxLength: 200 }), Type.Null()], { description: 'null where nobody could be asked' }),
  status: Type.Enum(['pending', 'approved', 'denied', 'refused', 'unverifiable'], {
    description: 'approved: used up by this exchange; unverifiable: nobody could be asked, or the answer did not hold',
  }),
  phase_index: Type.Integer({
    minimum: 0,
    description: 'Index into phases: of the judgement from which on it counts, to the end of that phase',
  }),
  policies: Type.Optional(Type.Array(Type.String(), { description: 'ids of the policies that it covers' })),
  approvers: Type.Optional(Type.Array(Type.String())),
  approved_at: Type.Optional(Type.String()),
  risk: Type.Optional(Type.String()),
});

/** Decision of a trial policy over the same claims. It was not enforced. */
export const ShadowRunSchema = Type.Object({
  policy_id: Type.String(),
  version: Type.Integer(),
  phase_index: Type.Integer({ minimum: 0, description: 'Index into phases' }),
  decision: Type.Union([Type.Literal('allow'), Type.Literal('deny'), Type.Literal('error')]),
  reasons: Type.Array(Type.String(), { description: 'of the decision, or why there is none' }),
});

export const EvidenceSchema = Type.Object(
  {
    schema_version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+$' }),
    evidence_id: Type.String({ pattern: '^ev_[0-9a-f-]{36}$' }),
    iss: Type.String({ description: 'SPIFFE id of the gateway' }),
    iat: Type.Integer(),
    eat_profile: Type.String(),
    nonce: Type.String({ pattern: '^[A-Za-z0-9_-]{22,86}$' }),
    phase: PhaseSchema,
    trace_id: Type.String(),
    session_id: Type.String(),
    agent_id: Type.String(),
    workspace_id: Type.String(),
    model_id: Type.Union([Type.String(), Type.Null()]),
    tool: Type.Optional(Type.String({ description: 'the tool that was to be called, where it is about one' })),
    server: Type.Optional(Type.String({ description: 'the server of that tool, by its alias' })),
    request_hash: HexHash,
    response_hash: Type.Union([HexHash, Type.Null()]),
    redacted_request_hash: Type.Optional(HexHash),
    redacted_response_hash: Type.Optional(HexHash),
    claims: Type.Array(ClaimSchema),
    claims_hash: HexHash,
    auditors: Type.Array(AuditorRunSchema),
    phases: Type.Array(PhaseRunSchema),
    uninspected: Type.Array(UninspectedSchema),
    features: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        description: 'what the provider was asked to do by itself; absent in Evidence before 2.4',
      }),
    ),
    decision: EvidenceDecisionSchema,
    enforced: DecisionWordSchema,
    mode: AuditModeSchema,
    stream_mode: StreamModeSchema,
    stream: Type.Optional(StreamRecordSchema),
    authentication: Type.String({ description: 'How the caller was known: loopback, token, api_key, oauth' }),
    on_behalf_of: Type.Optional(OnBehalfOfSchema),
    speaker: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description: "the person who called in the agent's name with a credential of their own",
      }),
    ),
    approval: Type.Optional(ApprovalRecordSchema),
    earlier_approvals: Type.Optional(
      Type.Array(ApprovalRecordSchema, { description: 'of phases before that of approval, where each needed its own' }),
    ),
    previous_evidence_id: Type.Optional(
      Type.String({ description: 'of the start of a stream, or of the exchange in which the model gave what waited' }),
    ),
    continues: Type.Optional(ContinuedSchema),
    config: Type.Optional(EvidenceConfigSchema),
    shadow: Type.Optional(Type.Array(ShadowRunSchema)),
    key_attestation_hash: PrefixedHash,
  },
  { $id: 'EvidencePayload' },
);

export type Evidence = Static<typeof EvidenceSchema>;

/** Evidence of an exchange, before the gateway adds its name, its key and the time. */
export const DrawnEvidenceSchema = Type.Omit(EvidenceSchema, [
  ...(['iss', 'iat', 'nonce', 'claims_hash', 'key_attestation_hash'] as const),
]);
export type DrawnEvidence = Static<typeof DrawnEvidenceSchema>;
export type AuditorRun = Static<typeof AuditorRunSchema>;
export type PhaseRun = Static<typeof PhaseRunSchema>;
export type EvidenceDecision = Static<typeof EvidenceDecisionSchema>;
export type WindowRun = Static<typeof WindowRunSchema>;
export type EvidenceConfig = Static<typeof EvidenceConfigSchema>;
export type OnBehalfOf = Static<typeof OnBehalfOfSchema>;
export type ApprovalRecord = Static<typeof ApprovalRecordSchema>;
export type ShadowRun = Static<typeof ShadowRunSchema>;
export type StreamRecord = Static<typeof StreamRecordSchema>;
export type Uninspected = Static<typeof UninspectedSchema>;
export type AuditMode = Static<typeof AuditModeSchema>;
export type StreamMode = Static<typeof StreamModeSchema>;
export type DecisionWord = Static<typeof DecisionWordSchema>;
