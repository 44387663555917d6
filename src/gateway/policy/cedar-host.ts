/**
 * Holds one instance of the Cedar engine (WebAssembly) and throws it away after a trap: a trapped instance has
 * an undefined memory and must never decide again.
 */
import { createRequire } from 'node:module';
import type * as cedarWasm from '@cedar-policy/cedar-wasm/nodejs';

/** The part of the engine that Assay uses. Partial evaluation and templates are left out on purpose. */
export type CedarModule = Pick<
  typeof cedarWasm,
  | 'getCedarVersion'
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
  /** Number of the present instance: what was pre-parsed under another number is gone. */
  generation(): number;
  /** Version of the engine, for the evidence. */
  version(): string;
  /** A name to pre-parse under. The engine has no delete, so names are handed out again after `freeSlot`. */
  takeSlot(): string;
  freeSlot(slot: string): void;
}

/** Makes a host; `load` gives a fresh instance on each call. */
export function createCedarHost({ load = loadCedarModule }: { load?: () => CedarModule } = {}): CedarHost {
  const freeSlots: string[] = [];
  let slots = 0;
  let generation = 0;
  let instance: CedarModule | undefined;
  let version: string | undefined;

  const run = <T>(use: (cedar: CedarModule) => T): T => {
    try {
      if (instance === undefined) {
        instance = load();
        generation += 1;
      }
      return use(instance);
    } catch (cause) {
      instance = undefined;
      throw new CedarTrapError(cause);
    }
  };

  return {
    run,
    generation: () => (instance === undefined ? generation + 1 : generation),
    version() {
      version ??= run((cedar) => cedar.getCedarVersion());
      return version;
    },
    takeSlot() {
      const free = freeSlots.pop();
      if (free !== undefined) return free;
      slots += 1;
      return `slot${slots}`;
    },
    freeSlot(slot) {
      if (freeSlots.includes(slot)) throw new Error(`slot ${slot} was freed before`);
      freeSlots.push(slot);
    },
  };
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
