/** One proxied API as the fuzzer calls it. */

export interface ApiTemplate {
  readonly path: string;
  readonly request: object;
  readonly answer: object;
  /** Data of its events; undefined for an API without streams. */
  readonly events: readonly object[] | undefined;
  /** Text after the events. */
  readonly end: string;
  readonly error: object;
}
