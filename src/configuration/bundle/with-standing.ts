/**
 * A bundle as the newest standing leaves it. Pure. Chains, settings and policies stay those of the bundle; who may call by
 * them is what the standing says. A standing gives nobody anything that the bundle does not know: a new agent or key has to
 * wait for the policies that were made for it.
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

/** The bundle with the members of the standing in the place of its own; the revision stays that of the bundle. */
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
  // A secret that replaces another one of a known key counts; a key that the bundle does not know has to wait for it.
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
  // One that may not call is refused although the bundle has never heard of it.
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
