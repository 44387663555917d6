/** Interfaces between the parts of workflows: definitions, the engine that runs them, and its steps. */
import type { Graph, GraphNode } from '../../contract/api/workflows/graph.ts';
import type { WorkflowStatus } from '../../contract/api/workflows/states.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Author } from '../control/author.ts';

/** A deployed revision, which the engine runs. It never changes. */
export interface DeployedWorkflow {
  readonly orgId: string;
  readonly workspaceId: string;
  readonly id: string;
  readonly revision: number;
  /** `sha256:` over the canonical JSON (RFC 8785) of the graph. */
  readonly graphDigest: string;
  readonly graph: Graph;
  /** The agent of nodes that name none. */
  readonly agentId: string | null;
}

/** Definitions, as the engine and nested workflows read them. */
export interface WorkflowDefinitions {
  /** The deployed revision of one that is `running`; undefined for any other. */
  findRunning(db: Db, orgId: string, id: string): Promise<DeployedWorkflow | undefined>;
  /** A revision as it was deployed, whatever the state of the workflow now: open runs end by it. */
  findRevision(db: Db, orgId: string, id: string, revision: number): Promise<DeployedWorkflow | undefined>;
  /** The status now: an open run stops when its workflow stops. */
  statusOf(db: Db, orgId: string, id: string): Promise<WorkflowStatus | undefined>;
}

/** The engine, as deploying and stopping use it. */
export interface WorkflowRuns {
  /** Runs that are not at their end. */
  countOpen(db: Db, orgId: string, workflowId: string): Promise<number>;
  /** Asks every open run of the workflow to end at its next step, in the caller's transaction. */
  cancelAll(tx: Db, author: Author, workflowId: string, reason: string): Promise<number>;
}

/** The start of a nested workflow by a step. */
export interface NestedRunStart {
  readonly orgId: string;
  /** The nested workflow. */
  readonly workflowId: string;
  readonly input: unknown;
  readonly parentRunId: string;
  /** One run for each step, however often the step asks. */
  readonly parentStepId: string;
  /** Depth of the run that is started. */
  readonly depth: number;
  readonly traceId: string;
  readonly startedBy: string;
}

/** State of the run of a nested workflow. */
export interface NestedRunState {
  readonly runId: string;
  readonly status: 'open' | 'succeeded' | 'failed' | 'cancelled';
  readonly output: unknown;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Runs of nested workflows, as the step of one uses them. */
export interface NestedRuns {
  /** The same again for a step that started one before. @throws AppError `conflict` when the workflow is not running. */
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
  /** Times that this step was begun before: 0 the first time. */
  readonly attempt: number;
  /** The agent that the step acts as: the node's own, or the workflow's; null where none is named. */
  readonly agentId: string | null;
  /** The value of the one live data edge, or an object of the values by source node. */
  readonly input: unknown;
  /** W3C trace id of the run; its session id is the run's id. */
  readonly traceId: string;
  /** Who started the run: a user. */
  readonly startedBy: string;
  /** How many workflows are around this one. */
  readonly depth: number;
  /** Left by the step when it began to wait. */
  readonly waiting?: StepWaiting;
  readonly signal: AbortSignal;
  /**
   * Notes in the journal that the step is about to do what must not be done twice. Until then it is begun again after a
   * process died in the middle of it; from then on its end is unknown. @throws when the run is to end, or is somebody
   * else's by now, or nothing could be noted: then nothing may be done.
   */
  leaving(): Promise<void>;
}

/** The wait of a step. */
export interface StepWaiting {
  readonly for: 'approval' | 'workflow' | 'retry';
  /** The approval, or the run of the nested workflow; null for a retry. */
  readonly id: string | null;
}

/** How a step ended. Evidence ids are those of everything that the gateway recorded for it. */
export type StepEnd =
  /** `port`: which way on; `out` where the type has one way. */
  | { readonly kind: 'done'; readonly port: string; readonly output: unknown; readonly evidenceIds: readonly string[] }
  /** It is begun again when that happened, or at `until` (milliseconds since the epoch) at the latest. */
  | {
      readonly kind: 'wait';
      readonly waiting: StepWaiting;
      readonly until: number;
      readonly evidenceIds: readonly string[];
    }
  /** `isRetryable`: the same may succeed later, and nothing was done. */
  | {
      readonly kind: 'failed';
      readonly code: string;
      readonly message: string;
      readonly isRetryable: boolean;
      readonly evidenceIds: readonly string[];
    }
  /** Something may have been done out there, and nobody can know: it is never repeated without a person's word. */
  | { readonly kind: 'unknown'; readonly message: string; readonly evidenceIds: readonly string[] };

/** Takes steps of the types that reach out of the engine. */
export interface StepExecutor {
  /**
   * Whether a step that goes on after it noted something (a wait for a retry with an id) may be begun again after a
   * process died in the middle of it. False for a tool that does not say so of itself.
   */
  isRepeatable(call: StepCall): Promise<boolean>;
  /** @throws only what is an error of ours: the step is begun again then, or its end is unknown once it was leaving. */
  execute(call: StepCall): Promise<StepEnd>;
}
