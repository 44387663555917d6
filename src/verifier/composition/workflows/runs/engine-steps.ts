/** Decisions of the engine itself: branches by conditions, and the end of a loop. */

import type { GraphNode } from '../../../../contract/api/workflows/graph.ts';
import { readBranchConfig, readLoopConfig } from '../graph/node-config.ts';
import { holds, type Spend } from './conditions.ts';

/** Output of a loop. */
export interface LoopDone {
  /** The last value that came back, or the input of the last turn if none did. */
  readonly value: unknown;
  /** Number of turns taken. */
  readonly iterations: number;
  /** `no_next`: nothing came back in the last turn. */
  readonly reason: 'until' | 'max_iterations' | 'no_next';
}

/** Gives the port of the first case that holds. @throws ConditionError. */
export function chooseCase(node: GraphNode, input: unknown, spend: Spend): string {
  const config = readBranchConfig(node);
  if (config.by !== 'conditions') throw new Error(`branch ${node.id} is decided by a model`);
  return config.cases.find(({ when }) => holds(when, input, spend))?.port ?? config.otherwise;
}

export interface TurnEnd {
  readonly isBack: boolean;
  readonly next: unknown;
  /** Number of the turn, from 0. */
  readonly count: number;
}

/** Undefined if there is another turn. @throws ConditionError. */
export function endTurn(node: GraphNode, { isBack, next, count }: TurnEnd, spend: Spend): LoopDone | undefined {
  const { until, max_iterations: most } = readLoopConfig(node);
  const iterations = count + 1;
  if (!isBack) return { value: next, iterations, reason: 'no_next' };
  if (until !== undefined && holds(until, next, spend)) return { value: next, iterations, reason: 'until' };
  return iterations >= most ? { value: next, iterations, reason: 'max_iterations' } : undefined;
}
