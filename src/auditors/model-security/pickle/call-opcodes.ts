/** The opcodes that import, call, instantiate and set state, decided by the allow-list. */

import { findRule } from './allowed-globals.ts';
import { callable, type GlobalRule, stateProblem } from './global-rule.ts';
import { toPendingArray } from './joblib-array.ts';
import { toBytes } from './made-bytes.ts';
import { type Answer, type Handler, type OpcodeContext, pop, popMark, pushing, top } from './opcode-context.ts';
import { decodeUtf8 } from './text.ts';
import { atom, createItems, itemsOf, type ObjectValue, textOf, type Value } from './values.ts';

/** Imports a global by name; a name outside the allow-list is a finding. */
function importGlobal(state: OpcodeContext, module: string, name: string, at: number): Value {
  const id = `${module}.${name}`;
  // A dotted name is an attribute walk (protocol 4); no listed name has a dot.
  const rule = name.includes('.') || name === '' ? undefined : ruleOf(state, id);
  if (rule === undefined) state.found.unsafeGlobal(id, at);
  return rule === undefined ? { kind: 'global', id } : { kind: 'global', id, rule };
}

function ruleOf({ allowedGlobals, inArchive }: OpcodeContext, id: string): GlobalRule | undefined {
  // TorchScript prefixes its types so. No Python module has this name, and the archive is never called clean.
  if (inArchive && id.startsWith('__torch__.')) return callable;
  return findRule(id) ?? (allowedGlobals.has(id) ? callable : undefined);
}

/** Calls or instantiates; the result is an object of that global. */
function call(state: OpcodeContext, target: Value, args: Value, at: number): Value {
  state.result.executed = true;
  if (target.kind !== 'global') {
    state.found.callOnValue(at);
    return atom;
  }
  const { id, rule } = target;
  if (rule !== undefined) {
    const problem = rule.use === 'reference' ? 'a call: it may only be referred to' : rule.check?.(itemsOf(args));
    if (problem !== undefined) state.found.unsafeCall(id, problem, at);
    else if (rule.makesBytes === true) {
      const bytes = toBytes(itemsOf(args) ?? []);
      if (bytes instanceof Uint8Array) state.result.made.push(bytes);
      else if (bytes !== undefined) return bytes;
    }
    if (rule.loadsBytes === true) noteLoaded(state, args);
  }
  const made: ObjectValue = { kind: 'object', of: id, args };
  if (rule !== undefined) made.rule = rule;
  return made;
}

function noteLoaded(state: OpcodeContext, args: Value): void {
  const bytes = itemsOf(args)?.[0];
  if (bytes?.kind !== 'bytes') return;
  const { offset, length, form } = bytes;
  state.result.loaded.push(form === undefined ? { offset, length } : { offset, length, form });
}

const reduce: Handler = pushing((state, at) => {
  const [args, target] = [pop(state), pop(state)];
  return args === undefined || target === undefined ? undefined : call(state, target, args, at);
});

const newObject: Handler = reduce;

/** `cls.__new__(cls, *args, **kwargs)`: judges keyword arguments like positional ones that cannot be followed. */
const newObjectEx: Handler = pushing((state, at) => {
  const [keywords, args, target] = [pop(state), pop(state), pop(state)];
  if (keywords === undefined || args === undefined || target === undefined) return undefined;
  const hasKeywords = keywords.kind !== 'dict' || keywords.entries.size > 0;
  return call(state, target, hasKeywords ? atom : args, at);
});

const instance: Handler = pushing((state, at) => {
  const { bytes, second } = state.reader.operand;
  const target = importGlobal(state, decodeUtf8(bytes ?? none), decodeUtf8(second ?? none), at);
  const args = popMark(state);
  return args === undefined ? undefined : call(state, target, createItems('tuple', args), at);
});

const object: Handler = pushing((state, at) => {
  const [target, ...args] = popMark(state) ?? [];
  return target === undefined ? undefined : call(state, target, createItems('tuple', args), at);
});

const none = new Uint8Array(0);

const globalOfLines: Handler = pushing((state, at) => {
  const { bytes, second } = state.reader.operand;
  return importGlobal(state, decodeUtf8(bytes ?? none), decodeUtf8(second ?? none), at);
});

const globalOfStack: Handler = pushing((state, at) => {
  const [name, module] = [pop(state), pop(state)];
  if (name === undefined || module === undefined) return undefined;
  const isComputed = name.kind === 'object' || module.kind === 'object';
  if (isComputed) state.found.computedName(at);
  if (isComputed) return { kind: 'global', id: '(computed)' };
  // Loaders refuse names that are not strings.
  if (name.kind !== 'text' || module.kind !== 'text') return undefined;
  return importGlobal(state, textOf(module) ?? '(long)', textOf(name) ?? '(long)', at);
});

/** Sets the state of the top object by `__setstate__` or as its attributes. */
function build(state: OpcodeContext, at: number): Answer {
  const [given, target] = [pop(state), top(state)];
  if (given === undefined || target === undefined) return 'broken';
  state.result.executed = true;
  if (target.kind === 'global') {
    state.found.attributeWrite(target.id, 'attributes of an imported global', at);
    return undefined;
  }
  const problem = stateProblem(given);
  if (problem !== undefined)
    state.found.attributeWrite(target.kind === 'object' ? target.of : target.kind, problem, at);
  if (target.kind !== 'object') return undefined;
  target.state = given;
  const array = toPendingArray(target);
  if (array === 'unknown') {
    state.found.suspicion('pickle_array_unknown', 'An array whose size in the stream cannot be known.', at);
    return 'broken';
  }
  state.pendingArray = array;
  // The loader replaces the wrapper by the array.
  if (array !== undefined) state.stack[state.stack.length - 1] = { kind: 'object', of: 'numpy.ndarray', args: atom };
  return undefined;
}

const extension: Handler = pushing((state, at) => {
  state.found.extension(at);
  return { kind: 'global', id: '(extension)' };
});

/** Torch files name storages by `('storage', class, key, location, size)`. */
function checkPersistentId(state: OpcodeContext, id: Value, at: number): void {
  const [kind, storage] = itemsOf(id) ?? [];
  const isTorch = textOf(kind) === 'storage' && storage?.kind === 'global' && storage.rule !== undefined;
  if (!isTorch) state.found.persistentId(at);
}

/** The handlers of these opcodes, by name. */
export const callHandlers: Readonly<Record<string, Handler>> = {
  GLOBAL: globalOfLines,
  STACK_GLOBAL: globalOfStack,
  INST: instance,
  OBJ: object,
  REDUCE: reduce,
  NEWOBJ: newObject,
  NEWOBJ_EX: newObjectEx,
  BUILD: build,
  EXT1: extension,
  EXT2: extension,
  EXT4: extension,
  PERSID: pushing((state, at) => {
    state.found.persistentId(at);
    return atom;
  }),
  BINPERSID: pushing((state, at) => {
    const id = pop(state);
    if (id === undefined) return undefined;
    checkPersistentId(state, id, at);
    return atom;
  }),
};
