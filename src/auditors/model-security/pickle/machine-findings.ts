/** Turns events of the emulation into findings, in one place, so that severities and texts agree. */

import { type Finding, type Severity, shortName } from '../finding.ts';
import { knownDanger } from './dangerous.ts';
import type { RunOptions, RunResult } from './run.ts';

export interface MachineFindings {
  unsafeGlobal: (id: string, at: number) => void;
  unsafeCall: (id: string, problem: string, at: number) => void;
  callOnValue: (at: number) => void;
  attributeWrite: (id: string, problem: string, at: number) => void;
  computedName: (at: number) => void;
  extension: (at: number) => void;
  hashBomb: (at: number) => void;
  methodOnGlobal: (id: string, at: number) => void;
  suspicion: (id: string, note: string, at: number) => void;
  persistentId: (at: number) => void;
}

export function toMachineFindings(options: RunOptions, result: RunResult): MachineFindings {
  const { context, findings, unsafeGlobals } = options;
  const report = (finding: Omit<Finding, 'place'>, at: number): void => {
    findings.add({ ...finding, place: { path: context.path, offset: at } });
  };
  const unsafe = (id: string, severity: Severity, note: string, at: number, module?: string): void => {
    result.unsafe = true;
    report({ id, severity, type: 'code_execution', note, ...(module === undefined ? {} : { module }) }, at);
  };
  const name = (id: string): void => {
    if (unsafeGlobals.size < 256) unsafeGlobals.add(shortName(id));
  };
  return {
    unsafeGlobal(id, at) {
      name(id);
      const danger = knownDanger(id);
      const note =
        danger === undefined
          ? 'Loading imports a global that is not on the allow-list.'
          : `Loading imports a global that ${danger}.`;
      unsafe('pickle_unsafe_global', danger === undefined ? 'high' : 'critical', note, at, shortName(id));
    },
    unsafeCall(id, problem, at) {
      name(id);
      unsafe('pickle_unsafe_call', 'high', `Loading calls a listed global with ${problem}.`, at, shortName(id));
    },
    callOnValue(at) {
      unsafe('pickle_call_on_value', 'high', 'Loading calls a value that is no listed global.', at);
    },
    attributeWrite(id, problem, at) {
      const note = `Loading sets ${problem}.`;
      unsafe('pickle_attribute_write', 'high', note, at, shortName(id));
    },
    computedName(at) {
      unsafe('pickle_computed_name', 'high', 'Loading imports a global whose name is computed while loading.', at);
    },
    extension(at) {
      const note = "Loading imports what the loader's extension registry holds under a code: it can't be known here.";
      unsafe('pickle_extension_code', 'high', note, at);
    },
    hashBomb(at) {
      const note = 'Loading hashes a structure that is so nested that it does not end in useful time.';
      result.unsafe = true;
      report({ id: 'pickle_hash_bomb', severity: 'high', type: 'resource', note }, at);
    },
    methodOnGlobal(id, at) {
      unsafe(
        'pickle_method_on_global',
        'high',
        'Loading changes a global as if it were a container.',
        at,
        shortName(id),
      );
    },
    suspicion(id, note, at) {
      report({ id, severity: 'medium', type: 'ambiguous', note }, at);
    },
    persistentId(at) {
      const note = 'Holds a persistent id that is no torch storage: what it stands for is up to the loading program.';
      report({ id: 'pickle_persistent_id', severity: 'low', type: 'unchecked', note }, at);
    },
  };
}
