/** Reads and copies parsed JSON bodies: bounds, RFC 6901 pointers, and a copy with changes at some positions. */
import { isRecord } from '@assay/sdk/contract';
import { limits } from '../../contract/limits.ts';

export type JsonRecord = Readonly<Record<string, unknown>>;

/** Deepest nesting of objects and lists in a body. */
export const maxBodyDepth = limits.bodyDepth;

/** True for a JSON list; its items must be checked before use. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** True if the value is nested deeper than `depth` objects and lists. The recursion ends at the bound. */
export function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  if (isList(value)) {
    for (const item of value) if (typeof item === 'object' && isDeeperThan(item, depth - 1)) return true;
    return false;
  }
  if (!isRecord(value)) return false;
  // Iterates by name: for an object of thousands of members a list of the values takes twice as long.
  for (const key of Object.keys(value)) {
    const item = value[key];
    if (typeof item === 'object' && isDeeperThan(item, depth - 1)) return true;
  }
  return false;
}

/** Copies these members of an object, as far as it has them. */
export function pickMembers(value: JsonRecord, names: readonly string[]): JsonRecord {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(value, name)).map((name) => [name, value[name]]));
}

/** The pointer to a member (RFC 6901 section 3: `~` and `/` are escaped). */
export function childPointer(parent: string, key: string | number): string {
  if (typeof key === 'number') return `${parent}/${key}`;
  return /[~/]/.test(key) ? `${parent}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` : `${parent}/${key}`;
}

/** The value that a pointer names, or undefined. Inherited members do not count. */
export function readPointer(root: unknown, pointer: string): unknown {
  let node: unknown = root;
  for (const key of pointerSegments(pointer)) node = member(node, key);
  return node;
}

/**
 * Copies `root` with other values at some pointers. Containers on the way are copied once, all else is shared. The
 * pointers must exist and must not lie inside each other.
 */
export function replaceAt(root: unknown, replacements: ReadonlyMap<string, unknown>): unknown {
  const copies = new Set<object>();
  let top = root;
  for (const [pointer, value] of replacements) {
    const keys = pointerSegments(pointer);
    const last = keys.pop();
    if (last === undefined) return value;
    top = ownCopy(top, copies);
    let node = top;
    for (const key of keys) {
      const child = ownCopy(member(node, key), copies);
      setMember(node, key, child);
      node = child;
    }
    setMember(node, last, value);
  }
  return top;
}

function pointerSegments(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function member(node: unknown, key: string): unknown {
  if (isList(node)) return /^(0|[1-9]\d*)$/.test(key) ? node[Number(key)] : undefined;
  return isRecord(node) && Object.hasOwn(node, key) ? node[key] : undefined;
}

function ownCopy(node: unknown, copies: Set<object>): object {
  if (typeof node !== 'object' || node === null) throw new TypeError('a pointer leads through a value without members');
  if (copies.has(node)) return node;
  const copy = isList(node) ? node.slice() : { ...node };
  copies.add(copy);
  return copy;
}

/** Defines instead of assigns: a member called `__proto__` stays a member. */
function setMember(node: unknown, key: string, value: unknown): void {
  if (member(node, key) === undefined) throw new TypeError('a pointer does not exist in this body');
  Object.defineProperty(node, key, { value, writable: true, enumerable: true, configurable: true });
}
