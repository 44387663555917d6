/** Allowed uses of a global on the allow-list, and the checks of arguments that some need. */

import { type GlobalValue, isReservedName, itemsOf, type Value } from './values.ts';

export interface GlobalRule {
  /** `reference`: may be used as a value (a dtype, a storage class) but not called. */
  use: 'call' | 'reference';
  /** Gives the problem of the arguments. Undefined arguments are a tuple that could not be followed. */
  check?: (args: readonly Value[] | undefined) => string | undefined;
  /** True if it loads its first argument, a serialized object. */
  loadsBytes?: boolean;
  /** True if it makes bytes from its arguments. */
  makesBytes?: boolean;
}

/** Allows calls with any arguments. */
export const callable: GlobalRule = { use: 'call' };

/** Allows references only. */
export const reference: GlobalRule = { use: 'reference' };

/** Containers made from an iterable; a lazy iterable may never end. */
export const containerRule: GlobalRule = {
  use: 'call',
  check(args) {
    if (args === undefined) return 'arguments that cannot be followed';
    return args.some(isLazy) ? 'a range that exhausts memory' : undefined;
  },
};

/** `copyreg._reconstructor(cls, base, state)` and the like: instantiates its first argument. */
export const reconstructorRule: GlobalRule = {
  use: 'call',
  check(args) {
    const [cls, base, state] = args ?? [];
    if (!isCallableGlobal(cls)) return 'a class that is not on the allow-list';
    if (base !== undefined && base.kind === 'global' && base.rule === undefined) return 'a base that is not listed';
    // The constructor of the base receives the state.
    if (isLazy(base) || isLazy(state)) return 'a range that exhausts memory';
    return cls.rule?.check?.([]) === undefined ? undefined : 'a class whose arguments need a check';
  },
};

/** Allows no arguments, as its own pickles do: its constructor allocates what arguments ask for. */
export const emptyRule: GlobalRule = {
  use: 'call',
  check: (args) => (args?.length === 0 ? undefined : 'arguments, which its own pickles never have'),
};

/** numpy's constructors of random states call their argument, which must be a name or a class of numpy.random. */
export const randomRule: GlobalRule = {
  use: 'call',
  check(args) {
    const isPlain = args?.every((value) => {
      if (value.kind === 'global') return value.rule !== undefined && value.id.startsWith('numpy.random.');
      return value.kind === 'text' || (value.kind === 'object' && value.of.startsWith('numpy.random.'));
    });
    return isPlain === true ? undefined : 'something else than a generator of numpy';
  },
};

/** Takes a listed class as its first argument without calling it (numpy's `_reconstruct`). */
export const subtypeRule: GlobalRule = {
  use: 'call',
  check(args) {
    const [cls] = args ?? [];
    return cls?.kind === 'global' && cls.rule !== undefined ? undefined : 'a class that is not on the allow-list';
  },
};

/** `torch._tensor._rebuild_from_type_v2(function, type, arguments, state)`: calls the function and sets the state. */
export const rebuildFromTypeRule: GlobalRule = {
  use: 'call',
  check(args) {
    const [build, type, inner, state] = args ?? [];
    if (!isCallableGlobal(build)) return 'a function that is not on the allow-list';
    if (type?.kind !== 'global' || type.rule === undefined) return 'a type that is not on the allow-list';
    const problem = build.rule?.check?.(itemsOf(inner));
    return problem ?? stateProblem(state);
  },
};

/** `torch._utils._rebuild_parameter_with_state(data, requires_grad, hooks, state)`: sets the state as attributes. */
export const rebuildWithStateRule: GlobalRule = {
  use: 'call',
  check: (args) => (args === undefined ? 'arguments that cannot be followed' : stateProblem(args[3])),
};

/** `torch.storage._load_from_bytes(bytes)`: the bytes are a torch file of their own, checked as such. */
export const loadBytesRule: GlobalRule = {
  use: 'call',
  loadsBytes: true,
  check: (args) => (args?.[0]?.kind === 'bytes' ? undefined : 'bytes that cannot be followed'),
};

/** Gives the problem of a state that becomes the attributes of an object. */
export function stateProblem(state: Value | undefined): string | undefined {
  if (state === undefined) return undefined;
  if (state.kind === 'items') {
    if (state.type !== 'tuple') return undefined;
    for (const part of state.items) {
      // (dict, slots): both become attributes.
      if (part.kind === 'dict' || part.kind === 'object') {
        const problem = stateProblem(part);
        if (problem !== undefined) return problem;
      }
    }
    return undefined;
  }
  if (state.kind === 'dict') {
    return state.hostileKey === undefined ? undefined : `an attribute ${describeKey(state.hostileKey)}`;
  }
  if (state.kind === 'object') {
    if (state.hostileKey !== undefined) return `an attribute ${describeKey(state.hostileKey)}`;
    return isFilledMapping(state.of, state.args) ? 'attributes that cannot be followed' : undefined;
  }
  return state.kind === 'global' ? 'a global in the place of attributes' : undefined;
}

function describeKey(key: string): string {
  return isReservedName(key) ? `${key.slice(0, 40)} that Python itself uses` : 'whose name is computed';
}

/** The keys of a mapping made from an iterable are unknown. */
function isFilledMapping(of: string, args: Value): boolean {
  if (!/^(?:collections\.|builtins\.dict|__builtin__\.dict)/.test(of)) return false;
  return args.kind !== 'items' || args.dropped > 0 || args.items.some((item) => !isEmpty(item));
}

function isEmpty(value: Value): boolean {
  if (value.kind === 'items') return value.items.length === 0 && value.dropped === 0;
  return value.kind === 'global' || value.kind === 'atom' || (value.kind === 'dict' && value.entries.size === 0);
}

function isLazy(value: Value | undefined): boolean {
  return value?.kind === 'object' && /\.(?:range|xrange)$/.test(value.of);
}

function isCallableGlobal(value: Value | undefined): value is GlobalValue {
  return value?.kind === 'global' && value.rule !== undefined && value.rule.use === 'call';
}
