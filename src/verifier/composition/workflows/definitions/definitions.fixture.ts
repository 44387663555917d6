/** A verifier with agents, for tests of workflows. */
import type { Database } from '../../../../platform/db/db.ts';
import { type Answer, openTestVerifier, type TestVerifier } from '../../../test-verifier.ts';
import { aSimpleGraph } from '../graph/graph.fixture.ts';

export const workflows = '/api/v1/workflows';

export interface DefinitionsFixture {
  readonly verifier: TestVerifier;
  create(graph?: unknown, more?: object): Promise<Answer>;
  /** Waits until background work is done, and gives the workflow afterwards. */
  settle(id: unknown): Promise<Record<string, unknown>>;
  deploy(id: unknown): Promise<Answer>;
  stop(id: unknown): Promise<Answer>;
  suspend(agent: string): Promise<Answer>;
}

export async function openDefinitions(
  kind: Database['kind'],
  env: Record<string, string> = {},
): Promise<DefinitionsFixture> {
  const verifier = await openTestVerifier(env, kind);
  for (const id of ['bot', 'helper']) await verifier.admin('POST', '/v1/agents', { id, model_id: 'model-1' });
  // It declares no model, so that a step of it needs one.
  await verifier.admin('POST', '/v1/agents', { id: 'mute' });
  const work = () => verifier.verifier().services.workflowWork;
  return {
    verifier,
    create: (graph = aSimpleGraph(), more = {}) => verifier.admin('POST', workflows, { name: 'w', graph, ...more }),
    async settle(id) {
      await work().idle();
      verifier.clock.set(verifier.clock.now() + 5_000);
      await work().sweep();
      await work().idle();
      return (await verifier.admin('GET', `${workflows}/${id}`)).body;
    },
    deploy: (id) => verifier.admin('POST', `${workflows}/${id}/deploy`),
    stop: (id) => verifier.admin('POST', `${workflows}/${id}/stop`),
    suspend: (agent) => verifier.admin('POST', `/v1/agents/${agent}/suspend`, { reason: 'looked odd' }),
  };
}
