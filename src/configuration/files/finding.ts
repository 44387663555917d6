/** A problem of a document and its place. */

/** One wrong place: an RFC 6901 pointer into the document, and what is expected there. */
export interface Finding {
  readonly pointer: string;
  readonly message: string;
  /** `key` when the name of a member is wrong, not its value. */
  readonly at: 'key' | 'value';
}

/** Extends a pointer by one step (RFC 6901 section 3). */
export function pointTo(pointer: string, member: string | number): string {
  return `${pointer}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Splits a pointer into its steps. */
export function stepsOf(pointer: string): string[] {
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
