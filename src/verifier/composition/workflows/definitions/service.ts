/** Creates, reads, changes, validates and removes definitions. `deploying.ts` deploys and stops them. */

import type { Graph } from '../../../../contract/api/workflows/graph.ts';
import type {
  CreateWorkflow,
  RevisionSummary,
  RevisionView,
  UpdateWorkflow,
  ValidateWorkflow,
  Validation,
  Workflow,
  WorkflowChangeView,
  WorkflowSummary,
} from '../../../../contract/api/workflows/shapes.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { AppError } from '../../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../../platform/http/page.ts';
import { createId } from '../../../../platform/ids.ts';
import type { Author } from '../../../base/control/author.ts';
import { staleRevision } from '../../../base/revision.ts';
import { defaultWorkspace } from '../../../base/tenancy.ts';
import { agentOfNode } from '../graph/node-config.ts';
import { emptyGraph, readGraph } from '../graph/normalise.ts';
import type { Problem } from '../graph/problems.ts';
import { type DefinitionCore, digestOfGraph, noWorkflow, workflowConflict } from './core.ts';
import type { InactiveMember } from './references.ts';
import type { WorkflowFilter } from './store.ts';
import type { WorkflowRow } from './tables.ts';
import { toChangeView, toRevision, toRevisionSummary, toWorkflow, toWorkflowSummary } from './views.ts';

export interface WorkflowApi {
  /** Runs in the caller's transaction. @throws AppError `unprocessable` with pointers, `not_found` for the workspace. */
  createIn(tx: Db, author: Author, request: CreateWorkflow): Promise<Workflow>;
  get(author: Author, id: string): Promise<Workflow>;
  list(author: Author, filter: WorkflowFilter, page: PageStart): Promise<Page<WorkflowSummary>>;
  /** `revision`: the revision that the caller edited, if given. @throws AppError `precondition_failed`. */
  update(author: Author, id: string, request: UpdateWorkflow, revision: number | undefined): Promise<Workflow>;
  /** @throws AppError `workflowConflict` (`reason` `not_stopped`, `open_runs`). */
  remove(author: Author, id: string, revision: number | undefined): Promise<void>;
  /** Checks every rule of a deployment, for the draft or for another graph. */
  validate(author: Author, id: string, request: ValidateWorkflow): Promise<Validation>;
  history(author: Author, id: string, page: PageStart): Promise<Page<WorkflowChangeView>>;
  listRevisions(author: Author, id: string, page: PageStart): Promise<Page<RevisionSummary>>;
  getRevision(author: Author, id: string, revision: number): Promise<RevisionView>;
  show(db: Db, row: WorkflowRow): Promise<Workflow>;
}

const maxWorkflows = 1_000;
/** Drafts kept that never ran. */
const keptRevisions = 100;

export function createWorkflowApi(core: DefinitionCore): WorkflowApi {
  return { ...createReading(core), ...createWriting(core) };
}

async function load({ store }: DefinitionCore, db: Db, author: Author, id: string): Promise<WorkflowRow> {
  const row = await store.find(db, author.orgId, id);
  if (row === undefined) throw noWorkflow();
  return row;
}

async function readDraft({ store }: DefinitionCore, db: Db, row: WorkflowRow): Promise<Graph> {
  const draft = await store.findRevision(db, row.org_id, row.id, row.draft_revision);
  if (draft === undefined) throw new Error('a workflow has its draft');
  return draft.graph;
}

type Reading = 'get' | 'list' | 'validate' | 'history' | 'listRevisions' | 'getRevision' | 'show';

function createReading(core: DefinitionCore): Pick<WorkflowApi, Reading> {
  const { db, store } = core;
  const show = async (from: Db, row: WorkflowRow): Promise<Workflow> => {
    const degraded = await store.findDegraded(from, row.org_id, [row.id]);
    return toWorkflow(row, degraded.has(row.id), await readDraft(core, from, row));
  };
  return {
    show,
    get: async (author, id) => show(db, await load(core, db, author, id)),
    async list(author, filter, page) {
      const rows = await store.list(db, author.orgId, filter, page);
      const running = rows.filter(({ status }) => status === 'running').map(({ id }) => id);
      const degraded = await store.findDegraded(db, author.orgId, running);
      return toPage(rows, page.limit, (row) => toWorkflowSummary(row, degraded.has(row.id)));
    },
    async validate(author, id, request) {
      const row = await load(core, db, author, id);
      const read = request?.graph === undefined ? undefined : readGraph(request.graph);
      if (read?.ok === false) return { valid: false, problems: [...read.problems] };
      const graph = read?.graph ?? (await readDraft(core, db, row));
      const agentId = request?.agent_id === undefined ? row.agent_id : request.agent_id;
      const found = await core.findAllProblems(db, { orgId: author.orgId, workflowId: id, agentId, graph });
      const problems = [...found.problems, ...found.inactive.flatMap((member) => toProblems(graph, member))];
      return { valid: problems.length === 0, problems };
    },
    async history(author, id, page) {
      await load(core, db, author, id);
      return toPage(await store.listChanges(db, author.orgId, id, page), page.limit, toChangeView);
    },
    async listRevisions(author, id, page) {
      await load(core, db, author, id);
      return toPage(await store.listRevisions(db, author.orgId, id, page), page.limit, toRevisionSummary);
    },
    async getRevision(author, id, revision) {
      const row = await store.findRevision(db, author.orgId, id, revision);
      if (row !== undefined) return toRevision(row);
      await load(core, db, author, id);
      const detail = 'there is no such revision of the workflow';
      throw new AppError('not_found', detail, { detail });
    },
  };
}

function toProblems({ nodes }: Graph, { agent_id, agent_status, node_ids }: InactiveMember): Problem[] {
  const ids = new Set(node_ids);
  return nodes.flatMap(({ id }, index) =>
    ids.has(id) ? [{ pointer: `/graph/nodes/${index}`, message: `agent ${agent_id} is ${agent_status}` }] : [],
  );
}

function createWriting(core: DefinitionCore): Pick<WorkflowApi, 'createIn' | 'update' | 'remove'> {
  const { db, store, clock, randomBytes, changes } = core;
  const { show } = createReading(core);

  const insertRevision = (
    tx: Db,
    author: Author,
    row: Pick<WorkflowRow, 'id' | 'draft_revision' | 'agent_id'>,
    graph: Graph,
  ) =>
    store.insertRevision(tx, {
      org_id: author.orgId,
      workflow_id: row.id,
      revision: row.draft_revision,
      agent_id: row.agent_id,
      graph,
      graph_digest: digestOfGraph(graph),
      ...membersOf(graph, row.agent_id),
      deployed_at: null,
      created_at: clock.now(),
      created_by: author.user,
    });

  return {
    async createIn(
      tx,
      author,
      { name, description = '', workspace_id = defaultWorkspace, agent_id = null, graph: given },
    ) {
      const graph = given === undefined ? emptyGraph : takeGraph(given);
      await changes.hold(tx, author.orgId);
      await core.workspaces.get(tx, author.orgId, workspace_id);
      if ((await store.count(tx, author.orgId)) >= maxWorkflows) {
        throw workflowConflict('too_many_workflows', `an organisation has at most ${maxWorkflows} workflows`);
      }
      const now = clock.now();
      const row = await store.insert(tx, {
        org_id: author.orgId,
        id: createId('wfl', clock, randomBytes),
        workspace_id,
        name,
        description,
        agent_id,
        status: 'draft',
        draft_revision: 1,
        graph_digest: digestOfGraph(graph),
        deployed_revision: null,
        target_revision: null,
        approval_id: null,
        deployment: null,
        is_told_degraded: false,
        asked_by: author.user,
        next_at: null,
        revision: 1,
        created_at: now,
        created_by: author.user,
        updated_at: now,
      });
      await insertRevision(tx, author, row, graph);
      await core.note(tx, author, row, { action: 'created' });
      return toWorkflow(row, false, graph);
    },
    update: (author, id, request, revision) =>
      db.transaction(async (tx) => {
        const given = request.graph === undefined ? undefined : takeGraph(request.graph);
        await changes.hold(tx, author.orgId);
        const row = await lockAt(core, tx, author, id, revision);
        const { name = row.name, description = row.description } = request;
        const agent_id = request.agent_id === undefined ? row.agent_id : request.agent_id;
        const graph = given ?? (await readDraft(core, tx, row));
        const graph_digest = digestOfGraph(graph);
        // The same graph for the same agent makes no new revision.
        const isNew = graph_digest !== row.graph_digest || agent_id !== row.agent_id;
        if (!isNew && name === row.name && description === row.description) return show(tx, row);
        const draft_revision = row.draft_revision + (isNew ? 1 : 0);
        const changed = await store.change(tx, row, {
          name,
          description,
          agent_id,
          graph_digest,
          draft_revision,
          updated_at: clock.now(),
        });
        if (isNew) {
          await insertRevision(tx, author, changed, graph);
          const kept = Math.min(draft_revision - keptRevisions, row.target_revision ?? draft_revision);
          await store.pruneRevisions(tx, row, kept);
        }
        const shown = await show(tx, changed);
        await core.note(tx, author, changed, { action: 'updated' });
        return shown;
      }),
    remove: (author, id, revision) =>
      db.transaction(async (tx) => {
        await changes.hold(tx, author.orgId);
        const row = await lockAt(core, tx, author, id, revision);
        if (row.status !== 'draft' && row.status !== 'stopped' && row.status !== 'failed') {
          throw workflowConflict('not_stopped', `the workflow is ${row.status}: stop it first`);
        }
        const open = await core.runs.countOpen(tx, author.orgId, id);
        if (open > 0)
          throw workflowConflict('open_runs', 'some of its runs have not ended: wait, or cancel them', { open });
        await store.remove(tx, row);
        const { name, graph_digest } = row;
        const about = { action: 'workflow.removed', resourceType: 'workflow', resourceId: id };
        await core.audit.append(tx, author, { ...about, details: { name, graph_digest } });
      }),
  };
}

/** Locks and returns the row. Checks the revision if the caller gave one. */
export async function lockAt(
  { store }: Pick<DefinitionCore, 'store'>,
  tx: Db,
  author: Author,
  id: string,
  revision: number | undefined,
): Promise<WorkflowRow> {
  const row = await store.lock(tx, author.orgId, id);
  if (row === undefined) throw noWorkflow();
  if (revision !== undefined && revision !== row.revision) throw staleRevision();
  return row;
}

/** @throws AppError `unprocessable`. */
function takeGraph(candidate: unknown): Graph {
  const read = readGraph(candidate);
  if (read.ok) return read.graph;
  throw notValid(read.problems);
}

/** The error for a graph that breaks rules, with pointers. */
export function notValid(problems: readonly Problem[]): AppError {
  const detail = 'the graph is invalid: see errors';
  return new AppError('unprocessable', detail, { detail, errors: problems, extensions: { reason: 'graph_invalid' } });
}

/** Lists the agents and workflows that a graph depends on, each once. */
function membersOf(graph: Graph, ofWorkflow: string | null) {
  const agents = graph.nodes.flatMap((node) => agentOfNode(node, ofWorkflow) ?? []);
  const workflows = graph.nodes.flatMap(({ type, ref }) => (type === 'workflow' && ref !== null ? [ref.id] : []));
  return { agents: [...new Set(agents)].sort(), workflows: [...new Set(workflows)].sort() };
}
