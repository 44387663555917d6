/** Something that can be done to one row of a table of records. */
import type { ReactNode } from 'react';

interface ActionBase<T> {
  /** Id of the operation that the role needs, such as `members.remove`. */
  readonly operation: string;
  readonly label: string;
  /** Leaves the action out for rows where it makes no sense. */
  readonly isOffered?: (row: T) => boolean;
  readonly isDangerous?: boolean;
}

/** Says what will happen, asks, and then calls. */
export interface AskedAction<T> extends ActionBase<T> {
  readonly about: (row: T) => ReactNode;
  /** True asks for a reason that the call carries. */
  readonly asksReason?: boolean;
  readonly run: (row: T, reason: string) => Promise<unknown>;
}

/** Opens something of its own, such as a form. */
export interface OpenedAction<T> extends ActionBase<T> {
  readonly onOpen: (row: T) => void;
}

export type RecordAction<T> = AskedAction<T> | OpenedAction<T>;

/** The actions that the role and the state of the row allow. */
export function offeredActions<T>(
  actions: readonly RecordAction<T>[],
  row: T,
  operations: readonly string[],
): readonly RecordAction<T>[] {
  return actions.filter(({ operation, isOffered }) => operations.includes(operation) && (isOffered?.(row) ?? true));
}

/** Both parts of `group.verb`; a change of one record makes all that was read of the group old. */
export function isKeyOfGroup(key: readonly unknown[], group: string): boolean {
  const [first] = key;
  return typeof first === 'string' && first.split('.')[0] === group;
}
