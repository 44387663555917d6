/**
 * The standing says who may still call: state of agents, API keys, revocations, state of models and auditors in the
 * registries. It is made, signed, sent, kept and applied apart from the bundle, so that a fault in chains, settings
 * or policies never delays a suspension. It travels as a compact JWS (`typ: config-standing+jwt`, ES256, a passport
 * key of the verifier) and counts the same revisions as the bundle of its organisation. Its ETag is
 * `"<lineage>.<revision>"`.
 */
import { type Static, Type } from 'typebox';
import { ConfigBundleSchema } from './config-bundle.ts';

export const standingType = 'config-standing+jwt';
export const standingSchemaVersion = '1.0.0';

const { properties: bundle } = ConfigBundleSchema;

export const StandingSchema = Type.Object(
  {
    schema_version: bundle.schema_version,
    iss: bundle.iss,
    iat: bundle.iat,
    org_id: bundle.org_id,
    lineage: bundle.lineage,
    revision: bundle.revision,
    keys: bundle.keys,
    /** Every registered agent, so that a suspended one can become active again. */
    agents: Type.Array(
      Type.Object({
        id: Type.String(),
        /** Absent: `active`. A gateway treats an unknown status as not active. */
        status: bundle.agents.items.properties.status,
        agent_epoch: bundle.agents.items.properties.agent_epoch,
      }),
    ),
    api_keys: bundle.api_keys,
    access_tokens: bundle.access_tokens,
    ended_grants: bundle.ended_grants,
    revoked_tokens: bundle.revoked_tokens,
    ended_grants_cut: bundle.ended_grants_cut,
    revoked_tokens_cut: bundle.revoked_tokens_cut,
    model_use: bundle.model_use,
    registry: bundle.registry,
  },
  { $id: 'Standing' },
);

export type Standing = Static<typeof StandingSchema>;
