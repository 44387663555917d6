/** Work whose input has a size. */
export interface GrowingWork {
  readonly name: string;
  /** Makes the input of this size, and gives the work over it, which may be done more than once. */
  prepare(size: number): (() => unknown) | Promise<() => unknown>;
}
