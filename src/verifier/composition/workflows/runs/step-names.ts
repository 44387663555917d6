/** Names of steps within a run: texts of digits that sort in the order of the graph and, within a loop, of its turns. */
import type { Plan } from '../graph/plan.ts';

export interface StepNames {
  /**
   * Names a node in a turn of the loops around it. For a loop, one more number names that turn of its own body; without it, the
   * name is for its end, which sorts after all turns.
   */
  of(id: string, turn: readonly number[]): string;
}

const pad = (count: number) => String(count).padStart(4, '0');
/** Sorts after every turn: a loop has at most 100. */
const afterTurns = '9999';

export function createStepNames({ order, nodes }: Plan): StepNames {
  const indexes = new Map(order.map((id, index) => [id, pad(index)]));
  return {
    of(id, turn) {
      const at = nodes.get(id);
      const own = indexes.get(id);
      if (at === undefined || own === undefined) throw new Error(`there is no node ${id}`);
      const around = at.loops.map((loop, depth) => `${indexes.get(loop)}${pad(turn[depth] ?? 0)}`).join('');
      if (at.node.type !== 'loop') return `${around}${own}`;
      const count = turn[at.loops.length];
      return `${around}${own}${count === undefined ? afterTurns : pad(count)}`;
    },
  };
}
