/**
 * Makes the bundle of one organisation for its gateways. INVARIANT: its content depends on the stored configuration alone,
 * never on the order of rows or the time of its making, so that one revision means one thing everywhere.
 */

import type { Agent } from '../../../contract/api/agents/shapes.ts';
import {
  activeStatus,
  type BundleApiKey,
  type BundleAuditor,
  type BundleJoinedAuditor,
  type BundlePolicy,
  type BundleSettings,
  type ConfigBundle,
  configBundleSchemaVersion,
  type ScopeChain,
} from '../../../contract/control/config-bundle.ts';
import { type Scope, scopeLevels } from '../../../contract/control/scope.ts';
import type { BundleCredentials } from './credentials.ts';
import type { RegistryContent } from './registries.ts';
import type { DocumentHead } from './signed-documents.ts';

/** The configuration of an organisation at one revision. */
export interface BundleContent extends DocumentHead {
  readonly organization: ScopeChain;
  readonly workspaces: readonly { readonly id: string; readonly chain: ScopeChain }[];
  readonly agents: readonly RegisteredAgent[];
  readonly auditors: readonly BundleAuditor[];
  readonly joined: readonly BundleJoinedAuditor[];
  readonly settings: readonly BundleSettings[];
  readonly policies: readonly BundlePolicy[];
  readonly credentials: BundleCredentials;
  readonly registry: RegistryContent;
}

/** An agent with the columns that a bundle uses. */
export type RegisteredAgent = Pick<
  Agent,
  'id' | 'workspace_id' | 'audit_mode' | 'audit_mode_until' | 'audit_mode_reason' | 'audit_mode_by'
> & {
  readonly status: string;
  /** Rises with every event that ends its access tokens. */
  readonly agent_epoch?: number;
};

/** Makes a bundle. */
export function toBundle(content: BundleContent): ConfigBundle {
  const { organization } = content;
  return {
    schema_version: configBundleSchemaVersion,
    ...toHead(content),
    organization: toChain(organization),
    workspaces: sorted(content.workspaces, ({ id }) => [id])
      .map(({ id, chain }) => ({ id, ...toChain(chain) }))
      .filter((workspace) => Object.keys(workspace).length > 1),
    agents: sorted(content.agents, ({ id }) => [id]).map(toBundleAgent),
    ...toBundleCredentials(content.credentials),
    ...toBundleRegistry(content.registry),
    auditors: sorted(content.auditors, ({ id }) => [id]).map(toBundleAuditor),
    // Most organisations have none.
    ...(content.joined.length === 0 ? {} : { joined_auditors: toJoined(content.joined) }),
    settings: sorted(content.settings, ({ scope, auditor_id }) => [...toKey(scope), auditor_id]).map(
      ({ scope, auditor_id, settings }) => ({ scope: toScope(scope), auditor_id, settings }),
    ),
    policies: sorted(content.policies, ({ scope, id, mode, version }) => [...toKey(scope), id, mode, version]).map(
      ({ id, scope, version, mode, text }) => ({ id, scope: toScope(scope), version, mode, text }),
    ),
  };
}

/** Gives the members that every document begins with. */
export function toHead({ orgId, issuer, lineage, at, keys }: DocumentHead) {
  return {
    iss: issuer,
    iat: Math.floor(at.changedAt / 1000),
    org_id: orgId,
    lineage,
    revision: at.revision,
    keys: keys.map(({ kid, kty, crv, x, y }) => ({ kid, kty, crv, x, y })),
  };
}

/** Puts the members in one order, whatever the row had, and leaves out empty ones. */
function toChain({ items, auditorChain }: ScopeChain): ScopeChain {
  return { ...(items === undefined ? {} : { items }), ...(auditorChain === undefined ? {} : { auditorChain }) };
}

function toBundleAgent(agent: RegisteredAgent): ConfigBundle['agents'][number] {
  const { id, workspace_id, audit_mode, audit_mode_until: until, audit_mode_reason: reason, audit_mode_by: by } = agent;
  const { status, agent_epoch } = agent;
  return {
    id,
    workspace_id,
    audit_mode,
    ...(until === null ? {} : { audit_mode_until: Date.parse(until) }),
    ...(reason === null ? {} : { audit_mode_reason: reason }),
    ...(by === null ? {} : { audit_mode_by: by }),
    // Most agents are active, so `active` is left out.
    ...(status === activeStatus ? {} : { status }),
    ...(agent_epoch === undefined ? {} : { agent_epoch }),
  };
}

type CredentialMember =
  | 'api_keys'
  | 'access_tokens'
  | 'ended_grants'
  | 'ended_grants_cut'
  | 'revoked_tokens'
  | 'revoked_tokens_cut';

export function toBundleCredentials({
  apiKeys,
  accessTokens,
  endedGrants,
  revokedTokens,
}: BundleCredentials): Pick<ConfigBundle, CredentialMember> {
  return {
    ...(apiKeys.length === 0
      ? {}
      : { api_keys: sorted(apiKeys, ({ id, sha256 }) => [id, sha256]).map(toBundleApiKey) }),
    ...(accessTokens === undefined ? {} : { access_tokens: accessTokens }),
    ...(endedGrants.lines.length === 0
      ? {}
      : { ended_grants: sorted(endedGrants.lines, ({ id }) => [id]).map(({ id, until }) => ({ id, until })) }),
    ...(endedGrants.cut === undefined ? {} : { ended_grants_cut: endedGrants.cut }),
    ...(revokedTokens.lines.length === 0
      ? {}
      : { revoked_tokens: sorted(revokedTokens.lines, ({ jti }) => [jti]).map(({ jti, until }) => ({ jti, until })) }),
    ...(revokedTokens.cut === undefined ? {} : { revoked_tokens_cut: revokedTokens.cut }),
  };
}

export function toBundleRegistry({
  modelUse,
  models,
  auditors,
}: RegistryContent): Pick<ConfigBundle, 'model_use' | 'registry'> {
  const lists = {
    ...(models.length === 0
      ? {}
      : { models: sorted(models, ({ model_id: id }) => [id]).map(({ model_id, status }) => ({ model_id, status })) }),
    ...(auditors.length === 0
      ? {}
      : {
          auditors: sorted(auditors, ({ image, auditor_id: id }) => [image, id ?? '']).map(
            ({ image, auditor_id, status, reason }) => ({ image, auditor_id, status, reason }),
          ),
        }),
  };
  return {
    // Most organisations have no restriction: then everything that is not revoked passes.
    ...(modelUse === 'any' ? {} : { model_use: modelUse }),
    ...(Object.keys(lists).length === 0 ? {} : { registry: lists }),
  };
}

function toBundleApiKey({ id, sha256, agent_id, workspace_id, expires_at }: BundleApiKey): BundleApiKey {
  return {
    id,
    sha256,
    ...(agent_id === undefined ? {} : { agent_id }),
    ...(workspace_id === undefined ? {} : { workspace_id }),
    ...(expires_at === undefined ? {} : { expires_at }),
  };
}

function toBundleAuditor({ id, image, url, port, config, vocabulary }: BundleAuditor): BundleAuditor {
  return {
    id,
    ...(image === undefined ? {} : { image }),
    ...(url === undefined ? {} : { url }),
    port,
    ...(config === undefined ? {} : { config }),
    vocabulary,
  };
}

function toJoined(joined: readonly BundleJoinedAuditor[]): BundleJoinedAuditor[] {
  return sorted(joined, ({ scope, auditor_id: id }) => [...toKey(scope), id]).map(
    ({ scope, auditor_id, withheld }) => ({
      scope: toScope(scope),
      auditor_id,
      ...(withheld === undefined ? {} : { withheld }),
    }),
  );
}

function toScope({ level, id }: Scope): Scope {
  return { level, id };
}

function toKey({ level, id }: Scope): [number, string] {
  return [scopeLevels.indexOf(level), id];
}

/** Compares by UTF-16 code units, because the order of a database depends on its collation. */
export function sorted<T>(items: readonly T[], keyOf: (item: T) => readonly (string | number)[]): T[] {
  const keyed = items.map((item) => ({ item, key: keyOf(item) }));
  keyed.sort((left, right) => {
    const index = left.key.findIndex((part, position) => part !== right.key[position]);
    return index < 0 || (left.key[index] ?? 0) < (right.key[index] ?? 0) ? -1 : 1;
  });
  return keyed.map(({ item }) => item);
}
