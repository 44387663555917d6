/**
 * Applies the newest standing to a bundle. Pure. Chains, settings and policies stay those of the bundle; the standing
 * decides who may call. It adds nobody that the bundle does not know: a new agent or key waits for the policies that
 * were made for it.
 */
import { activeStatus, type ConfigBundle } from '../../contract/control/config-bundle.ts';
import type { Standing } from '../../contract/control/standing.ts';
import { defaultWorkspaceId } from '../resolve-agent.ts';

type BundleAgent = ConfigBundle['agents'][number];
type Replaced =
  | 'agents'
  | 'api_keys'
  | 'access_tokens'
  | 'ended_grants'
  | 'ended_grants_cut'
  | 'revoked_tokens'
  | 'revoked_tokens_cut'
  | 'model_use'
  | 'registry';

/** Gives the bundle with the standing's members in place of its own. The revision stays that of the bundle. */
export function withStanding(bundle: ConfigBundle, standing: Standing): ConfigBundle {
  const {
    agents: _agents,
    api_keys: ownKeys = [],
    access_tokens: _tokens,
    ended_grants: _grants,
    ended_grants_cut: _grantsCut,
    revoked_tokens: _revoked,
    revoked_tokens_cut: _revokedCut,
    model_use: _use,
    registry: _registry,
    ...rest
  } = bundle;
  const { access_tokens, ended_grants, ended_grants_cut, revoked_tokens, revoked_tokens_cut } = standing;
  const { model_use, registry } = standing;
  const known = new Set(ownKeys.map(({ id }) => id));
  // A new secret of a known key is accepted. A key that the bundle does not know waits for the next bundle.
  const keys = standing.api_keys?.filter(({ id }) => known.has(id)) ?? [];
  const said: Pick<ConfigBundle, Replaced> = {
    agents: standAgents(bundle.agents, standing.agents),
    ...(keys.length === 0 ? {} : { api_keys: keys }),
    ...(access_tokens === undefined ? {} : { access_tokens }),
    ...(ended_grants === undefined ? {} : { ended_grants }),
    ...(ended_grants_cut === undefined ? {} : { ended_grants_cut }),
    ...(revoked_tokens === undefined ? {} : { revoked_tokens }),
    ...(revoked_tokens_cut === undefined ? {} : { revoked_tokens_cut }),
    ...(model_use === undefined ? {} : { model_use }),
    ...(registry === undefined ? {} : { registry }),
  };
  return { ...rest, ...said };
}

function standAgents(own: readonly BundleAgent[], said: Standing['agents']): BundleAgent[] {
  const standings = new Map(said.map((agent) => [agent.id, agent]));
  const known = new Set(own.map(({ id }) => id));
  const stood = own.map((agent) => {
    const standing = standings.get(agent.id);
    return standing === undefined ? agent : stand(agent, standing);
  });
  // An agent that may not call is refused even if the bundle does not know it.
  const refused = said.filter(({ id, status = activeStatus }) => status !== activeStatus && !known.has(id));
  return [
    ...stood,
    ...refused.map((agent) => stand({ id: agent.id, workspace_id: defaultWorkspaceId, audit_mode: 'enforce' }, agent)),
  ];
}

function stand(agent: BundleAgent, { status, agent_epoch: epoch }: Standing['agents'][number]): BundleAgent {
  const { status: _status, agent_epoch: _epoch, ...rest } = agent;
  return {
    ...rest,
    ...(status === undefined ? {} : { status }),
    ...(epoch === undefined ? {} : { agent_epoch: epoch }),
  };
}
