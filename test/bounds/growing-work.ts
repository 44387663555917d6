/** Work with an input size. */
export interface GrowingWork {
  readonly name: string;
  /** Makes an input of this size and gives the work over it, which may run several times. */
  prepare(size: number): (() => unknown) | Promise<() => unknown>;
}
