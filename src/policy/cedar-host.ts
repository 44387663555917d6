/**
 * Holds one instance of the Cedar engine (WebAssembly) and throws it away after a trap: a trapped instance has
 * an undefined memory and must never decide again.
 */
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import type * as cedarWasm from '@cedar-policy/cedar-wasm/nodejs';

/**
 * Node 20 ends the whole process ("Fatal error: unreachable code", in `Deoptimizer`) when optimised code that holds an
 * inlined call into WebAssembly is given up while that call is under way. Calls that are not inlined are safe, and
 * cost nanoseconds more.
 */
setFlagsFromString('--no-turbo-inline-js-wasm-calls');

/** The part of the engine that Assay uses. Partial evaluation and templates are left out on purpose. */
export type CedarModule = Pick<
  typeof cedarWasm,
  | 'getCedarVersion'
  | 'isAuthorized'
  | 'policySetTextToParts'
  | 'policyToJson'
  | 'policyToText'
  | 'preparsePolicySet'
  | 'preparseSchema'
  | 'schemaToText'
  | 'statefulIsAuthorized'
  | 'validate'
>;

/** A use of the engine ended in a throw; the instance is gone and nothing was decided. */
export class CedarTrapError extends Error {
  constructor(cause: unknown) {
    super(`the policy engine stopped: ${cause instanceof Error ? cause.message : 'unknown cause'}`, { cause });
    this.name = 'CedarTrapError';
  }
}

export interface CedarHost {
  /** Runs one use of the engine. @throws CedarTrapError when the engine threw; the next use gets a new instance. */
  run<T>(use: (cedar: CedarModule) => T): T;
  /**
   * The name under which an owner's policies are pre-parsed in the present instance; `prepare` parses them when
   * they are not there (any more). @throws CedarTrapError
   */
  prepared(owner: object, prepare: (cedar: CedarModule, slot: string) => void): string;
  /** Makes the next `prepared` of an owner parse again. */
  forget(owner: object): void;
  /** Version of the engine, for the evidence. */
  version(): string;
}

/**
 * Makes a host; `load` gives a fresh instance on each call. The engine can't delete what it pre-parsed, only
 * replace it: `maxSets` names are used in turn, and the set that was asked least recently gives way.
 */
export function createCedarHost(
  options: { readonly load?: () => CedarModule; readonly maxSets?: number } = {},
): CedarHost {
  const { load = loadCedarModule, maxSets = 64 } = options;
  const slots = new Map<object, string>();
  const parsed = new WeakSet<object>();
  let instance: CedarModule | undefined;
  let version: string | undefined;

  const run = <T>(use: (cedar: CedarModule) => T): T => {
    try {
      instance ??= load();
      return use(instance);
    } catch (cause) {
      instance = undefined;
      slots.clear();
      throw new CedarTrapError(cause);
    }
  };

  return {
    run,
    prepared(owner, prepare) {
      const slot = slots.get(owner) ?? chooseSlot(slots, maxSets);
      if (!slots.has(owner) || !parsed.has(owner)) {
        run((cedar) => prepare(cedar, slot));
        parsed.add(owner);
      }
      slots.delete(owner);
      slots.set(owner, slot);
      return slot;
    },
    forget: (owner) => {
      parsed.delete(owner);
    },
    version() {
      version ??= run((cedar) => cedar.getCedarVersion());
      return version;
    },
  };
}

/** A name that nobody holds, taken from the owner that was asked least recently when all are held. */
function chooseSlot(slots: Map<object, string>, maxSets: number): string {
  if (slots.size < maxSets) return `slot${slots.size}`;
  const [oldest] = slots;
  if (oldest === undefined) throw new RangeError('a host needs room for at least one set');
  slots.delete(oldest[0]);
  return oldest[1];
}

/** Loads a new instance of the engine, whatever was loaded before. */
export function loadCedarModule(): CedarModule {
  // A `require` of its own for each load: its parent record would else keep every dropped instance alive.
  const require = createRequire(import.meta.url);
  const path = require.resolve('@cedar-policy/cedar-wasm/nodejs');
  delete require.cache[path];
  const module: CedarModule = require(path);
  delete require.cache[path];
  return module;
}
