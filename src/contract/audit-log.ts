/**
 * The public form of an organisation's audit log: entries chained by hashes, and the signed checkpoint of the newest
 * entry. An entry has the same members in lists, in exports and under its hash, so that anybody can compute the hash
 * from one line of an export (docs/audit-log.md).
 */
import { type Static, Type } from 'typebox';

/** `typ` of a checkpoint: compact JWS, ES256, by the passport key of the verifier. */
export const auditCheckpointType = 'audit-checkpoint+jwt';

/** Media type of an export: JSON lines. */
export const auditExportMediaType = 'application/jsonl';

/** `prev_hash` of the first entry of an organisation. */
export const firstPrevHash = `sha256:${'0'.repeat(64)}`;

const Hash = Type.String({ pattern: '^sha256:[0-9a-f]{64}$' });
const NullableText = Type.Union([Type.String(), Type.Null()]);

export const AuditEntrySchema = Type.Object(
  {
    org_id: Type.String(),
    seq: Type.Integer({ minimum: 1, description: 'counts from 1 without a gap, in each organisation' }),
    timestamp: Type.String({ description: 'RFC 3339 in UTC, with milliseconds' }),
    action: Type.String({ description: 'what was done to what: agent.suspended, policy.activated …' }),
    actor: Type.Object({
      type: Type.String({ description: 'person, agent, gateway or operator' }),
      id: Type.String(),
    }),
    // Absent for other callers, so that the hashes of entries from before delegations do not change.
    acting_agent: Type.Optional(
      Type.Object(
        { id: Type.String(), grant_id: Type.String({ description: 'the delegation grant that it acted under' }) },
        { additionalProperties: false, description: 'the agent that did it for the actor, by a delegation' },
      ),
    ),
    credential_id: Type.Union([Type.String(), Type.Null()], {
      description: 'the API key or token that was shown; never its secret',
    }),
    resource_type: Type.String(),
    resource_id: Type.String(),
    ip_address: NullableText,
    user_agent: NullableText,
    request_id: NullableText,
    details: Type.Record(Type.String(), Type.Unknown()),
    success: Type.Boolean(),
    error_message: Type.Union([Type.String(), Type.Null()], { description: 'why it was refused' }),
    prev_hash: Hash,
    hash: Type.String({
      pattern: '^sha256:[0-9a-f]{64}$',
      description: 'SHA-256 of the entry without this member, as canonical JSON (RFC 8785)',
    }),
  },
  { $id: 'AuditEntry', additionalProperties: false },
);

export type AuditEntry = Static<typeof AuditEntrySchema>;

/** Payload of a checkpoint. */
export const AuditCheckpointSchema = Type.Object({
  iss: Type.String(),
  iat: Type.Integer(),
  org_id: Type.String(),
  seq: Type.Integer({ minimum: 0, description: 'of the newest entry; 0 before the first' }),
  hash: Hash,
});

export type AuditCheckpoint = Static<typeof AuditCheckpointSchema>;

/** The newest entry of a log, at one time. */
export interface AuditHead {
  readonly seq: number;
  readonly hash: string;
}
