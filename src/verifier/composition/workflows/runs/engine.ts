/**
 * The engine: computes the next steps of a graph from the ends of earlier steps. Pure and deterministic: the same ends give the
 * same steps with the same inputs, in any order of arrival; a run resumes the same way. A node is ready when every edge into it
 * is settled: live with a value, or dead. A node is skipped if none of its data edges is live or one of its control edges is
 * dead; the edges from it are then dead.
 */

import type { GraphEdge, GraphNode } from '../../../../contract/api/workflows/graph.ts';
import type { Plan, PlanNode } from '../graph/plan.ts';
import { ConditionError, holds, type Spend } from './conditions.ts';
import { chooseCase, endTurn, type LoopDone } from './engine-steps.ts';
import { createStepNames, type StepNames } from './step-names.ts';

/** A step that the caller has to take. */
export interface ReadyStep {
  /** Identifies the step in its run. Sorts as text in the order of the graph and of loop turns. */
  readonly place: string;
  readonly node: GraphNode;
  readonly turn: readonly number[];
  readonly input: unknown;
}

export interface StepError {
  readonly code: string;
  readonly message: string;
}

/** A step that the engine took by itself, or skipped. */
export interface OwnStep {
  readonly place: string;
  readonly node: GraphNode;
  readonly turn: readonly number[];
  readonly status: 'succeeded' | 'skipped' | 'failed';
  readonly port: string | null;
  readonly error: StepError | null;
}

export type RunEnd =
  | { readonly status: 'succeeded'; readonly output: unknown }
  | { readonly status: 'failed'; readonly error: StepError; readonly place: string | null };

/** Changes since the last call. */
export interface Progress {
  readonly ready: readonly ReadyStep[];
  readonly own: readonly OwnStep[];
  /** True if it stopped at `maxWork` and more is left. */
  readonly isMore: boolean;
}

export interface Engine {
  /** `maxWork`: the limit in about microseconds, so that a long chain of the engine's own steps blocks nobody else. */
  advance(maxWork?: number): Progress;
  /** Reports the success of a ready step. @throws Error for a step that is not ready. */
  settle(place: string, end: { readonly port: string; readonly output: unknown }): void;
  /** Undefined while there is work. A failed step of the engine's own ends the run. */
  end(): RunEnd | undefined;
}

/** Most steps of a run, including skipped ones. */
export const maxSteps = 10_000;
/** Most work of all conditions of a run, about a microsecond each: a graph may query a long text thousands of times. */
const maxConditionWork = 500_000;

type Settled = { readonly kind: 'live'; readonly value: unknown } | { readonly kind: 'dead' } | Broken;
interface Broken {
  readonly kind: 'broken';
  readonly message: string;
}

/** A node in one loop turn. */
interface Instance {
  readonly at: PlanNode;
  readonly turn: readonly number[];
  edgesLeft: number;
  isBlocked: boolean;
  broken: Broken | undefined;
  /** Values by source. Several edges from one source carry the same value. */
  readonly values: Map<string, unknown>;
}

interface LoopTurn {
  readonly loop: Instance;
  readonly value: unknown;
  readonly count: number;
  nodesLeft: number;
  broken: Broken | undefined;
  readonly values: Map<string, unknown>;
}

interface State {
  readonly plan: Plan;
  readonly stepNames: StepNames;
  readonly instances: Map<string, Instance>;
  readonly turns: Map<string, LoopTurn>;
  readonly open: Map<string, Instance>;
  readonly outputs: Map<string, unknown>;
  /** Pending calls, queued so that long chains do not recurse. */
  readonly queue: (() => void)[];
  ready: ReadyStep[];
  own: OwnStep[];
  nodesLeft: number;
  steps: number;
  /** Work since the start of the run: deliveries and conditions. */
  work: number;
  conditionWork: number;
  failure: Extract<RunEnd, { status: 'failed' }> | undefined;
}

/** Creates an engine at the start of a run. */
export function createEngine(plan: Plan, input: unknown): Engine {
  const state: State = {
    plan,
    stepNames: createStepNames(plan),
    instances: new Map(),
    turns: new Map(),
    open: new Map(),
    outputs: new Map(),
    queue: [],
    ready: [],
    own: [],
    steps: 0,
    work: 0,
    conditionWork: 0,
    failure: undefined,
    nodesLeft: plan.order.filter((id) => plan.nodes.get(id)?.loops.length === 0).length,
  };
  const first = instanceOf(state, plan.inputId, []);
  state.queue.push(() => succeed(state, first, 'out', input));
  return {
    advance(maxWork = Number.POSITIVE_INFINITY) {
      const until = state.work + maxWork;
      while (state.work < until) {
        const run = state.queue.shift();
        if (run === undefined) break;
        if (state.failure === undefined) run();
      }
      const byPlace = (left: { place: string }, right: { place: string }) => (left.place < right.place ? -1 : 1);
      const isMore = state.queue.length > 0;
      const progress = { ready: state.ready.sort(byPlace), own: state.own.sort(byPlace), isMore };
      state.ready = [];
      state.own = [];
      return progress;
    },
    settle(place, { port, output }) {
      const instance = state.open.get(place);
      if (instance === undefined) throw new Error(`step ${place} is not ready`);
      state.open.delete(place);
      state.queue.push(() => leave(state, instance, port, output));
    },
    end: () => endOf(state),
  };
}

function endOf({ failure, nodesLeft, queue, plan, outputs }: State): RunEnd | undefined {
  if (failure !== undefined) return failure;
  if (nodesLeft > 0 || queue.length > 0) return undefined;
  const reached = plan.outputIds.filter((id) => outputs.has(id));
  if (reached.length === 0) {
    const message = 'no output was reached: no condition led to one';
    return { status: 'failed', error: { code: 'no_output', message }, place: null };
  }
  const [only] = plan.outputIds.length === 1 ? reached : [];
  const output =
    only === undefined ? Object.fromEntries(reached.map((id) => [id, outputs.get(id)])) : outputs.get(only);
  return { status: 'succeeded', output };
}

function instanceOf(state: State, id: string, turn: readonly number[]): Instance {
  const place = state.stepNames.of(id, turn);
  const known = state.instances.get(place);
  if (known !== undefined) return known;
  const at = nodeOf(state.plan, id);
  const edgesLeft = at.dataIn.length + at.controlIn.length;
  const made: Instance = { at, turn, edgesLeft, isBlocked: false, broken: undefined, values: new Map() };
  state.instances.set(place, made);
  return made;
}

function nodeOf(plan: Plan, id: string): PlanNode {
  const at = plan.nodes.get(id);
  if (at === undefined) throw new Error(`there is no node ${id}`);
  return at;
}

/** Records a step of the engine's own, unless there are too many. */
function note(
  state: State,
  instance: Instance,
  step: Pick<OwnStep, 'status' | 'port' | 'error'>,
  turn = instance.turn,
) {
  if (!countStep(state)) return;
  const { node } = instance.at;
  state.own.push({ place: state.stepNames.of(node.id, turn), node, turn, ...step });
}

function countStep(state: State): boolean {
  state.steps += 1;
  if (state.steps <= maxSteps) return true;
  const error = { code: 'too_many_steps', message: `a run has at most ${maxSteps} steps` };
  state.failure ??= { status: 'failed', error, place: null };
  return false;
}

function succeed(state: State, instance: Instance, port: string, output: unknown): void {
  note(state, instance, { status: 'succeeded', port, error: null });
  leave(state, instance, port, output);
}

function fail(state: State, instance: Instance, message: string): void {
  const error = { code: 'condition_failed', message };
  note(state, instance, { status: 'failed', port: null, error });
  const place = state.stepNames.of(instance.at.node.id, instance.turn);
  state.failure ??= { status: 'failed', error, place };
}

/** Continues from a finished node through this port only. */
function leave(state: State, { at, turn }: Instance, port: string, output: unknown): void {
  if (at.node.type === 'output') state.outputs.set(at.node.id, output);
  for (const [from, edges] of at.out) {
    // The edges into its body are delivered at the start of each turn.
    if (at.node.type === 'loop' && from === 'body') continue;
    for (const edge of edges) deliver(state, edge, turn, from === port ? carried(state, edge, output) : dead);
  }
  countDown(state, at, turn);
}

const dead: Settled = { kind: 'dead' };

function carried(state: State, edge: GraphEdge, value: unknown): Settled {
  if (edge.condition === undefined) return { kind: 'live', value };
  try {
    return holds(edge.condition, value, spendOf(state)) ? { kind: 'live', value } : dead;
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    return { kind: 'broken', message: `the condition of edge ${edge.id}: ${error.message}` };
  }
}

function spendOf(state: State): Spend {
  return (units) => {
    state.work += units;
    state.conditionWork += units;
    if (state.conditionWork <= maxConditionWork) return;
    throw new ConditionError('the conditions of the run take too much work: compare fewer or shorter values');
  };
}

/** Settles an edge in this turn of its target. */
function deliver(state: State, edge: GraphEdge, turn: readonly number[], settled: Settled): void {
  const target = nodeOf(state.plan, edge.target);
  state.work += 1;
  if (target.node.type === 'loop' && edge.target_port === 'next') {
    const loopTurn = state.turns.get(state.stepNames.of(edge.target, turn));
    if (loopTurn !== undefined) take(loopTurn, edge, settled);
    return;
  }
  const instance = instanceOf(state, edge.target, turn);
  take(instance, edge, settled);
  if (edge.kind === 'control' && settled.kind === 'dead') instance.isBlocked = true;
  instance.edgesLeft -= 1;
  if (instance.edgesLeft === 0) state.queue.push(() => enter(state, instance));
}

function take(
  into: Pick<Instance, 'values'> & { broken: Broken | undefined },
  edge: GraphEdge,
  settled: Settled,
): void {
  if (settled.kind === 'live' && edge.kind === 'data') into.values.set(edge.source, settled.value);
  // Keeps the same error whichever arrived first.
  if (settled.kind === 'broken' && (into.broken === undefined || settled.message < into.broken.message)) {
    into.broken = settled;
  }
}

/** Every edge into the node is settled. */
function enter(state: State, instance: Instance): void {
  const { at, broken, isBlocked, values } = instance;
  if (broken !== undefined) fail(state, instance, broken.message);
  else if (isBlocked || values.size === 0) skip(state, instance);
  else takeOn(state, instance, joined(at.dataIn, values));
}

/** Takes a node: the engine itself, or the caller. */
function takeOn(state: State, instance: Instance, input: unknown): void {
  const { at, turn } = instance;
  const { node } = at;
  if (node.type === 'output') succeed(state, instance, 'out', input);
  else if (node.type === 'loop') beginTurn(state, instance, 0, input);
  else if (node.type === 'branch' && node.config['by'] === 'conditions') branch(state, instance, input);
  else if (countStep(state)) {
    const place = state.stepNames.of(node.id, turn);
    state.open.set(place, instance);
    state.ready.push({ place, node, turn, input });
  }
}

/** Gives the value of the only source, or an object of values by source in edge order. */
function joined(edges: readonly GraphEdge[], values: ReadonlyMap<string, unknown>): unknown {
  const [only, ...others] = values.values();
  if (others.length === 0) return only;
  const sources = new Set(edges.map(({ source }) => source));
  return Object.fromEntries([...sources].flatMap((id) => (values.has(id) ? [[id, values.get(id)]] : [])));
}

function skip(state: State, instance: Instance): void {
  const { at, turn } = instance;
  note(state, instance, { status: 'skipped', port: null, error: null });
  for (const [from, edges] of at.out) {
    if (at.node.type === 'loop' && from === 'body') continue;
    for (const edge of edges) deliver(state, edge, turn, dead);
  }
  countDown(state, at, turn);
}

function branch(state: State, instance: Instance, input: unknown): void {
  try {
    succeed(state, instance, chooseCase(instance.at.node, input, spendOf(state)), input);
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    fail(state, instance, error.message);
  }
}

/** Counts a finished node; the loop around it may be finished too. */
function countDown(state: State, { loops }: PlanNode, turn: readonly number[]): void {
  const loop = loops.at(-1);
  if (loop === undefined) {
    state.nodesLeft -= 1;
    return;
  }
  const loopTurn = state.turns.get(state.stepNames.of(loop, turn));
  if (loopTurn === undefined) throw new Error(`loop ${loop} is not in this turn`);
  loopTurn.nodesLeft -= 1;
  if (loopTurn.nodesLeft === 0) state.queue.push(() => closeTurn(state, loopTurn));
}

function beginTurn(state: State, loop: Instance, count: number, value: unknown): void {
  const { node } = loop.at;
  const turn = [...loop.turn, count];
  note(state, loop, { status: 'succeeded', port: 'body', error: null }, turn);
  const body = state.plan.bodies.get(node.id) ?? [];
  const nodesLeft = body.filter((id) => nodeOf(state.plan, id).loops.at(-1) === node.id).length;
  const loopTurn: LoopTurn = { loop, value, count, nodesLeft, broken: undefined, values: new Map() };
  state.turns.set(state.stepNames.of(node.id, turn), loopTurn);
  for (const edge of loop.at.out.get('body') ?? []) deliver(state, edge, turn, carried(state, edge, value));
}

/** Runs when everything in the body of a loop is finished, in this turn. */
function closeTurn(state: State, { loop, value, count, broken, values }: LoopTurn): void {
  if (broken !== undefined) {
    fail(state, loop, broken.message);
    return;
  }
  try {
    const isBack = values.size > 0;
    const next = isBack ? joined(loop.at.backIn, values) : value;
    const done: LoopDone | undefined = endTurn(loop.at.node, { isBack, next, count }, spendOf(state));
    if (done === undefined) state.queue.push(() => beginTurn(state, loop, count + 1, next));
    else succeed(state, loop, 'done', done);
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    fail(state, loop, error.message);
  }
}
