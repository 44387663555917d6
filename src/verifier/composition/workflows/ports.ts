/** Interfaces between the parts of workflows: definitions, the engine that runs them, and its steps. */
import type { Graph, GraphNode } from '../../../contract/api/workflows/graph.ts';
import type { WorkflowStatus } from '../../../contract/api/workflows/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Author } from '../../base/control/author.ts';

/** A deployed revision, which the engine runs. It never changes. */
export interface DeployedWorkflow {
  readonly orgId: string;
  readonly workspaceId: string;
  readonly id: string;
  readonly revision: number;
  /** `sha256:` over the canonical JSON (RFC 8785) of the graph. */
  readonly graphDigest: string;
  readonly graph: Graph;
  /** The agent for nodes that name none. */
  readonly agentId: string | null;
}

/** Definitions as the engine and nested workflows read them. */
export interface WorkflowDefinitions {
  /** Finds the deployed revision of a `running` workflow; undefined for any other. */
  findRunning(db: Db, orgId: string, id: string): Promise<DeployedWorkflow | undefined>;
  /** Finds a deployed revision, whatever the workflow's current status: open runs finish with it. */
  findRevision(db: Db, orgId: string, id: string, revision: number): Promise<DeployedWorkflow | undefined>;
  /** The current status: an open run stops when its workflow stops. */
  statusOf(db: Db, orgId: string, id: string): Promise<WorkflowStatus | undefined>;
}

/** The engine as deploying and stopping use it. */
export interface WorkflowRuns {
  /** Counts runs that have not ended. */
  countOpen(db: Db, orgId: string, workflowId: string): Promise<number>;
  /** Asks every open run of the workflow to end at its next step, in the caller's transaction. */
  cancelAll(tx: Db, author: Author, workflowId: string, reason: string): Promise<number>;
}

/** The start of a nested workflow by a step. */
export interface NestedRunStart {
  readonly orgId: string;
  readonly workflowId: string;
  readonly input: unknown;
  readonly parentRunId: string;
  /** One run for each step, however often the step asks. */
  readonly parentStepId: string;
  /** Depth of the new run. */
  readonly depth: number;
  readonly traceId: string;
  readonly startedBy: string;
}

/** The state of a nested run. */
export interface NestedRunState {
  readonly runId: string;
  readonly status: 'open' | 'succeeded' | 'failed' | 'cancelled';
  readonly output: unknown;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Runs of nested workflows as the workflow step uses them. */
export interface NestedRuns {
  /** Returns the same run for a step that started one before. @throws AppError `conflict` when the workflow is not running. */
  start(call: NestedRunStart): Promise<NestedRunState>;
  find(orgId: string, runId: string): Promise<NestedRunState | undefined>;
}

/** One call of a step: a node of a run, in one of its turns. */
export interface StepCall {
  readonly orgId: string;
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly revision: number;
  readonly runId: string;
  readonly stepId: string;
  readonly node: GraphNode;
  /** Turns of the loops around it, outermost first; `[]` outside of loops. */
  readonly turn: readonly number[];
  /** Number of earlier attempts: 0 the first time. */
  readonly attempt: number;
  /** The agent that the step acts as: the node's own, or the workflow's; null if none is named. */
  readonly agentId: string | null;
  /** The value of the only live data edge, or an object of the values by source node. */
  readonly input: unknown;
  /** W3C trace id of the run. The session id is the run's id. */
  readonly traceId: string;
  /** The user who started the run. */
  readonly startedBy: string;
  /** Number of workflows around this one. */
  readonly depth: number;
  /** Left by the step when it began to wait. */
  readonly waiting?: StepWaiting;
  readonly signal: AbortSignal;
  /**
   * Notes in the journal that the step is about to do something that must not be done twice. Before this note, a step is
   * restarted if its process dies; after it, the end of the step is unknown. @throws if the run is to end, has been taken by
   * another process, or the note cannot be stored: then the step must do nothing.
   */
  aboutToAct(): Promise<void>;
}

/** Why a step waits. */
export interface StepWaiting {
  readonly for: 'approval' | 'workflow' | 'retry';
  /** The approval, or the nested run; null for a retry. */
  readonly id: string | null;
}

/** How a step ended. Evidence ids are those of everything that the gateway recorded for it. */
export type StepEnd =
  /** `port`: the port to continue at; `out` if the type has one. */
  | { readonly kind: 'done'; readonly port: string; readonly output: unknown; readonly evidenceIds: readonly string[] }
  /** It restarts when that happened, or at `until` (milliseconds since the epoch) at the latest. */
  | {
      readonly kind: 'wait';
      readonly waiting: StepWaiting;
      readonly until: number;
      readonly evidenceIds: readonly string[];
    }
  /** `isRetryable`: nothing was done, and a later attempt may succeed. */
  | {
      readonly kind: 'failed';
      readonly code: string;
      readonly message: string;
      readonly isRetryable: boolean;
      readonly evidenceIds: readonly string[];
    }
  /** The step may have had an effect and nobody can tell. It is never repeated without a person's decision. */
  | { readonly kind: 'unknown'; readonly message: string; readonly evidenceIds: readonly string[] };

/** Takes the steps that reach outside of the engine. */
export interface StepExecutor {
  /**
   * True if a step that resumes after it noted something (a retry wait with an id) may restart after a process died during it.
   * False for a tool that does not declare itself repeatable.
   */
  isRepeatable(call: StepCall): Promise<boolean>;
  /** @throws only for internal errors: the step then restarts, or its end is unknown if it called `aboutToAct`. */
  execute(call: StepCall): Promise<StepEnd>;
}
