/** How long one decision of the access policies takes: asked of the engine, and remembered. */
import { type Action, actions } from '../../src/verifier/base/access/actions.ts';
import { type Asker, askEngine, isAllowed } from '../../src/verifier/base/access/authorize.ts';
import { timeCalls } from '../percentile.ts';

const rounds = 5_000;
const roles = ['admin', 'operator', 'reviewer', 'viewer', 'agent', 'gateway'] as const;
const names = Object.keys(actions).filter((name): name is Action => name in actions);

function askerOf(index: number): Asker {
  const role = roles[index % roles.length] ?? 'viewer';
  return { user: `usr_${index}`, kind: 'person', role, organisation: 'default', scopes: 'all', isDeployment: false };
}

function actionOf(index: number): Action {
  return names[index % names.length] ?? 'self.read';
}

const engine = await timeCalls(rounds, (round) => {
  const [asker, action] = [askerOf(round), actionOf(round)];
  return askEngine(asker, action, { id: `agt_${round}`, orgId: 'default', owners: [asker.user], editors: [] });
});
const cached = await timeCalls(rounds, (round) => isAllowed(askerOf(round), actionOf(round), { orgId: 'default' }));
console.log(JSON.stringify({ engineP50Ms: engine.p50Ms, rememberedP50Ms: cached.p50Ms }));
