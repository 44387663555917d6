/** What the engine decides by itself: branches by conditions, and when a loop is at its end. */

import type { GraphNode } from '../../../contract/api/workflows/graph.ts';
import { readBranchConfig, readLoopConfig } from '../graph/node-config.ts';
import { holds, type Spend } from './conditions.ts';

/** Output of a loop. */
export interface LoopDone {
  /** What came back last; where nothing did, what the last turn began with. */
  readonly value: unknown;
  /** Turns that were taken. */
  readonly iterations: number;
  /** `no_next`: in the last turn nothing came back to it. */
  readonly reason: 'until' | 'max_iterations' | 'no_next';
}

/** The port of the first case that holds. @throws ConditionError. */
export function chooseCase(node: GraphNode, input: unknown, spend: Spend): string {
  const config = readBranchConfig(node);
  if (config.by !== 'conditions') throw new Error(`branch ${node.id} is decided by a model`);
  return config.cases.find(({ when }) => holds(when, input, spend))?.port ?? config.otherwise;
}

export interface TurnEnd {
  /** Whether something came back. */
  readonly isBack: boolean;
  readonly next: unknown;
  /** Number of the turn, from 0. */
  readonly count: number;
}

/** Undefined: there is another turn. @throws ConditionError. */
export function endTurn(node: GraphNode, { isBack, next, count }: TurnEnd, spend: Spend): LoopDone | undefined {
  const { until, max_iterations: most } = readLoopConfig(node);
  const iterations = count + 1;
  if (!isBack) return { value: next, iterations, reason: 'no_next' };
  if (until !== undefined && holds(until, next, spend)) return { value: next, iterations, reason: 'until' };
  return iterations >= most ? { value: next, iterations, reason: 'max_iterations' } : undefined;
}
