/** A value that is known only after wiring: services of a floor below reach what stands above them through it. */

export interface LateBound<T extends object> {
  /** @throws Error before {@link LateBound.bind}: a missing value is never taken for an empty one. */
  get(): T;
  /** Sets the value once. @throws Error the second time. */
  bind(value: T): void;
}

/** `name` is in the errors, e.g. `the lifecycle hooks`. */
export function createLateBound<T extends object>(name: string): LateBound<T> {
  let bound: T | undefined;
  return {
    get() {
      if (bound === undefined) throw new Error(`${name} were used before the verifier was wired`);
      return bound;
    },
    bind(value) {
      if (bound !== undefined) throw new Error(`${name} are bound already`);
      bound = value;
    },
  };
}
