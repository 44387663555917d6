/**
 * The thread of a sandboxed policy set. It is built into `sandbox-code.ts` as text, so that it starts the same from
 * everywhere.
 */
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { CedarEngine } from './cedar-engine.ts';
import { createCedarPolicy, hasStopped } from './cedar-policy.ts';
import { limitMemory } from './limit-memory.ts';
import { CedarPolicyError } from './policy-text.ts';
import type { FromSandbox, SandboxQuestion, SandboxStart } from './sandbox-protocol.ts';

declare const WebAssembly: { Module: new (bytes: Uint8Array) => object };

const { modulePath, maxPages, policies, schema }: SandboxStart = workerData;
const port = parentPort;
if (port === null) throw new Error('this runs in a thread only');

const cedar = loadCedar();
const say = (message: FromSandbox): void => port.postMessage(message);
try {
  const policy = createCedarPolicy({ cedar, policies, ...(schema === undefined ? {} : { schema }) });
  port.on('message', ({ id, question }: SandboxQuestion) => {
    say({ id, decision: policy.evaluate(question) });
    // An engine that threw is unusable: the thread ends, and the next question starts another.
    if (hasStopped(cedar)) port.close();
  });
  say({ ids: policy.ids });
} catch (error) {
  if (!(error instanceof CedarPolicyError)) throw error;
  say({ issues: error.issues });
  port.close();
}

/** Loads Cedar with bounded memory: the module creates its memory itself and declares no maximum. */
function loadCedar(): CedarEngine {
  const { Module } = WebAssembly;
  WebAssembly.Module = class extends Module {
    constructor(bytes: Uint8Array) {
      super(limitMemory(bytes, maxPages));
    }
  };
  return createRequire(modulePath)(modulePath);
}
