/** Converts the nodes of a YAML document to plain values, and a pointer to the place of its node in the text. */
import { isAlias, isMap, isScalar, isSeq, type ParsedNode, type YAMLMap } from 'yaml';
import { fileLimits } from '../../contract/api/apply/limits.ts';
import { stepsOf } from './finding.ts';

export interface NodePlace {
  readonly offset: number;
}

export interface NodeReader {
  read(root: ParsedNode): unknown;
  /** Call it after `read`. */
  locate(pointer: string, at: 'key' | 'value'): NodePlace;
}

export interface NodeReaderDeps {
  /** Consumed bounds, shared by all documents of a text. */
  readonly budget: { values: number; aliases: number };
  readonly tell: (offset: number, message: string) => void;
}

/** Creates a reader of one document. */
export function createNodeReader({ budget, tell }: NodeReaderDeps): NodeReader {
  const anchors = new Map<string, ParsedNode>();
  const targets = new Map<ParsedNode, ParsedNode>();
  const open = new Set<ParsedNode>();
  let root: ParsedNode | undefined;
  let isOver = false;

  const giveUp = (node: ParsedNode, message: string): undefined => {
    if (!isOver) tell(node.range[0], message);
    isOver = true;
  };

  const read = (node: ParsedNode | null, depth: number): unknown => {
    if (isOver || node === null) return null;
    budget.values += 1;
    if (budget.values > fileLimits.values) return giveUp(node, 'its aliases make it larger than any configuration');
    if (isAlias(node)) return readAlias(node, depth);
    if ('anchor' in node && typeof node.anchor === 'string') anchors.set(node.anchor, node);
    if (isScalar(node)) return readScalar(node);
    if (depth >= fileLimits.depth) return giveUp(node, `nests deeper than ${fileLimits.depth} levels`);
    open.add(node);
    const value = isSeq(node) ? node.items.map((item) => read(item, depth + 1)) : readMap(node, depth);
    open.delete(node);
    return value;
  };

  const readAlias = (node: ParsedNode & { source: string }, depth: number): unknown => {
    budget.aliases += 1;
    if (budget.aliases > fileLimits.aliases) return giveUp(node, `there are more than ${fileLimits.aliases} aliases`);
    const target = anchors.get(node.source);
    if (target === undefined) return tell(node.range[0], `there is no anchor &${node.source} before this alias`);
    if (open.has(target)) return giveUp(node, `the alias *${node.source} is inside of its own anchor`);
    targets.set(node, target);
    return read(target, depth);
  };

  const readScalar = (node: ParsedNode & { value: unknown }): unknown => {
    const { value } = node;
    if (typeof value === 'number' && !Number.isFinite(value)) tell(node.range[0], 'must be a finite number');
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
      tell(node.range[0], 'is a whole number beyond 2^53-1: put it into quotes if it is a name');
    }
    return value;
  };

  const readMap = (node: YAMLMap.Parsed, depth: number): Record<string, unknown> => {
    const members = new Map<string, unknown>();
    for (const { key, value } of node.items) {
      const name = nameOf(key);
      const offset = (key ?? node).range[0];
      if (name === undefined) tell(offset, 'the name of a member must be a plain text');
      else if (name === '<<')
        tell(offset, 'merge keys are not supported: write the members out, or use an alias for a value');
      else if (members.has(name)) tell(offset, `${name} occurs twice here`);
      else members.set(name, read(value, depth + 1));
    }
    // Defines members, so that `__proto__` is an ordinary member.
    return Object.fromEntries(members);
  };

  return {
    read(node) {
      root = node;
      return read(node, 0);
    },
    locate: (pointer, at) => ({ offset: locateNode(root, targets, { pointer, at }) }),
  };
}

function locateNode(
  root: ParsedNode | undefined,
  targets: ReadonlyMap<ParsedNode, ParsedNode>,
  { pointer, at }: { readonly pointer: string; readonly at: 'key' | 'value' },
): number {
  let node: ParsedNode | null = root ?? null;
  let offset = node?.range[0] ?? 0;
  const steps = stepsOf(pointer);
  for (const [index, step] of steps.entries()) {
    const found = stepInto(isAlias(node) ? targets.get(node) : node, step);
    if (found === undefined) return offset;
    // An absent value and a wrong name are located at the name.
    const isName = at === 'key' && index === steps.length - 1;
    offset = ((isName ? found.key : found.value) ?? found.key ?? found.value)?.range[0] ?? offset;
    node = found.value;
  }
  return offset;
}

interface FoundStep {
  readonly key: ParsedNode | null;
  readonly value: ParsedNode | null;
}

function stepInto(node: ParsedNode | null | undefined, step: string): FoundStep | undefined {
  if (isSeq<ParsedNode>(node)) {
    const value = node.items[Number(step)];
    return value === undefined ? undefined : { key: null, value };
  }
  if (!isMap<ParsedNode, ParsedNode | null>(node)) return undefined;
  return node.items.find(({ key }) => nameOf(key) === step);
}

function nameOf(key: ParsedNode | null): string | undefined {
  return isScalar(key) && typeof key.value === 'string' ? key.value : undefined;
}
