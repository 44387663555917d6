/** Undo and redo over values that never change. */

export interface Timeline<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** Changes with the same name in a row are one step, such as the letters typed into one field. */
  readonly mergeName: string | undefined;
}

/** Steps that are kept. */
const mostSteps = 200;

export function begin<T>(present: T): Timeline<T> {
  return { past: [], present, future: [], mergeName: undefined };
}

/** Adds a step. Gives the same timeline if the value is the present one. */
export function change<T>(timeline: Timeline<T>, value: T, mergeName?: string): Timeline<T> {
  const { past, present } = timeline;
  if (value === present) return timeline;
  const isMerged = mergeName !== undefined && mergeName === timeline.mergeName;
  return {
    past: isMerged ? past : [...past, present].slice(-mostSteps),
    present: value,
    future: [],
    mergeName,
  };
}

export function undo<T>(timeline: Timeline<T>): Timeline<T> {
  const { past, present, future } = timeline;
  const last = past.at(-1);
  if (last === undefined) return timeline;
  return { past: past.slice(0, -1), present: last, future: [present, ...future], mergeName: undefined };
}

export function redo<T>(timeline: Timeline<T>): Timeline<T> {
  const { past, present, future } = timeline;
  const [next, ...later] = future;
  if (next === undefined) return timeline;
  return { past: [...past, present], present: next, future: later, mergeName: undefined };
}
