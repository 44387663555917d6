/**
 * Holds one instance of the Cedar engine (WebAssembly) and discards it after a trap: the memory of a trapped instance
 * is undefined, so it must never decide again.
 */
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import type * as cedarWasm from '@cedar-policy/cedar-wasm/nodejs';

/**
 * Works around a crash of Node 20 ("Fatal error: unreachable code", in `Deoptimizer`): it occurs when optimised code
 * with an inlined call into WebAssembly is deoptimised during that call. Calls that are not inlined are safe and cost
 * nanoseconds more.
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

/** The engine threw. Its instance is gone and nothing was decided. */
export class CedarTrapError extends Error {
  constructor(cause: unknown) {
    super(`the policy engine stopped: ${cause instanceof Error ? cause.message : 'unknown cause'}`, { cause });
    this.name = 'CedarTrapError';
  }
}

export interface CedarHost {
  /** Runs one use of the engine. @throws CedarTrapError when the engine threw; the next use gets a new instance */
  run<T>(use: (cedar: CedarModule) => T): T;
  /**
   * Gives the name of an owner's pre-parsed policies in the current instance. `prepare` parses them if they are
   * missing. @throws CedarTrapError
   */
  prepared(owner: object, prepare: (cedar: CedarModule, slot: string) => void): string;
  /** Makes the next `prepared` of an owner parse again. */
  forget(owner: object): void;
  /** Version of the engine, for the evidence. */
  version(): string;
}

/**
 * Creates a host; `load` gives a fresh instance on each call. The engine cannot delete pre-parsed sets, only replace
 * them: `maxSets` names are reused, least recently used first.
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

/** Gives a free name, or that of the least recently used owner. */
function chooseSlot(slots: Map<object, string>, maxSets: number): string {
  if (slots.size < maxSets) return `slot${slots.size}`;
  const [oldest] = slots;
  if (oldest === undefined) throw new RangeError('a host needs room for at least one set');
  slots.delete(oldest[0]);
  return oldest[1];
}

/** Loads a new instance of the engine, whatever was loaded before. */
export function loadCedarModule(): CedarModule {
  // A separate `require` for each load: its parent record would otherwise keep every dropped instance alive.
  const require = createRequire(import.meta.url);
  const path = require.resolve('@cedar-policy/cedar-wasm/nodejs');
  delete require.cache[path];
  const module: CedarModule = require(path);
  delete require.cache[path];
  return module;
}
