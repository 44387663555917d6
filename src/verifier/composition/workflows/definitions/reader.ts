/** Definitions as the engine reads them: deployed graphs. */
import type { Db } from '../../../../platform/db/db.ts';
import type { DeployedWorkflow, WorkflowDefinitions } from '../ports.ts';
import type { WorkflowStore } from './store.ts';
import type { WorkflowRow } from './tables.ts';

export function createDefinitionReader({ store }: { readonly store: WorkflowStore }): WorkflowDefinitions {
  const toDeployed = async (db: Db, row: WorkflowRow, revision: number): Promise<DeployedWorkflow | undefined> => {
    const saved = await store.findRevision(db, row.org_id, row.id, revision);
    // A run never uses a revision that was not deployed.
    if (saved === undefined || saved.deployed_at === null) return undefined;
    return {
      orgId: row.org_id,
      workspaceId: row.workspace_id,
      id: row.id,
      revision,
      graph: saved.graph,
      graphDigest: saved.graph_digest,
      agentId: saved.agent_id,
    };
  };
  return {
    async findRunning(db, orgId, id) {
      const row = await store.find(db, orgId, id);
      if (row === undefined || row.status !== 'running' || row.deployed_revision === null) return undefined;
      return toDeployed(db, row, row.deployed_revision);
    },
    async findRevision(db, orgId, id, revision) {
      const row = await store.find(db, orgId, id);
      return row === undefined ? undefined : toDeployed(db, row, revision);
    },
    statusOf: async (db, orgId, id) => (await store.find(db, orgId, id))?.status,
  };
}
