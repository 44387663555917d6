/** Wires the model registry. */

import { mkdir, statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { DataDir } from '../../../platform/data-dir.ts';
import { schedule } from '../../../platform/schedule.ts';
import type { BackgroundWork } from '../../base/background-work.ts';
import type { VerifierConfig } from '../../base/config.ts';
import { startScheduled } from '../../base/scheduled.ts';
import type { Outbound } from '../../configuration/outbound/ports.ts';
import type { ScopeGuard } from '../../configuration/workspaces/service.ts';
import type { PublisherServices } from '../publishers/create.ts';
import { createModelAliases, type ModelAliases } from './aliases.ts';
import type { ModelCore } from './core.ts';
import { createDiskSpace } from './intake/disk-space.ts';
import { createExamineFile } from './intake/examine-file.ts';
import { createModelIntake, type ModelIntake } from './intake/intake.ts';
import { createTemporaryFiles } from './intake/temporary-files.ts';
import { createRegisteredModels, type RegisteredModels } from './models.ts';
import type { ModelRegistry } from './ports.ts';
import { createModelReviewing, type ModelReviewing } from './reviewing.ts';
import { createModelRuns, type ModelRuns } from './runs.ts';
import type { ScanModelFile } from './scan-model-file.ts';
import { createModelStates } from './states.ts';
import { createModelStore } from './store.ts';
import { createVersionStore } from './version-store.ts';
import { createModelVersions, type ModelVersions } from './versions.ts';

export type { ModelFileScan, ScanModelFile } from './scan-model-file.ts';

export interface ModelRegistryServices {
  /** States of models, for parts that compose them. */
  readonly modelRegistry: ModelRegistry;
  readonly registeredModels: RegisteredModels;
  readonly modelVersions: ModelVersions;
  readonly modelReviewing: ModelReviewing;
  readonly modelAliases: ModelAliases;
  readonly modelIntake: ModelIntake;
  readonly modelRuns: ModelRuns;
  /** Takes a removed workspace out of the models that were shared with it. */
  readonly modelScopeGuard: ScopeGuard;
}

const everyMs = 15_000;
/** Folder in the data folder. Its files are removed after their check. */
export const uploadsFolder = 'model-uploads';
/** Bytes kept free on the disk of the data folder: the embedded database is on it too. */
const reserveBytes = 512 * 1024 * 1024;

export interface ModelRegistryWiring
  extends Omit<ModelCore, 'models' | 'versions' | 'maxFileBytes' | 'publishers'>,
    PublisherServices {
  readonly dataDir: Pick<DataDir, 'file'>;
  readonly config: Pick<VerifierConfig, 'VERIFIER_MODEL_MAX_BYTES'>;
  readonly outbound: Outbound;
  /** The scanner of model files; undefined if the program has none. */
  readonly scanModelFile: ScanModelFile | undefined;
  /** True if the program works by itself. */
  readonly isScheduled: boolean;
}

export function createModelRegistryServices(
  deps: ModelRegistryWiring,
): ModelRegistryServices & { readonly backgroundWork: BackgroundWork } {
  const { clock, log, randomBytes, dataDir } = deps;
  const core: ModelCore = {
    ...deps,
    models: createModelStore(),
    versions: createVersionStore(clock),
    maxFileBytes: deps.config.VERIFIER_MODEL_MAX_BYTES,
  };
  const nonce = Buffer.from(randomBytes(8)).toString('hex');
  const files = createTemporaryFiles({
    folder: dataDir.file(uploadsFolder),
    clock,
    isAlive,
    mark: { hostname: hostname(), pid: process.pid, nonce },
  });
  const diskSpace = createDiskSpace({ freeBytes: () => freeBytesOf(dataDir.file(uploadsFolder)), reserveBytes });
  const examine = createExamineFile({ files, diskSpace, scan: deps.scanModelFile, log });
  const modelIntake = createModelIntake({ core, examine, outbound: deps.outbound, repeat, sleep });
  const modelAliases = createModelAliases(core);
  const modelRegistry = createModelStates(core);
  const clearing = files.clear().catch((error: unknown) => {
    log.error({ err: error }, 'leftover model files could not be removed');
  });
  const scheduled = startScheduled({
    name: 'the model registry',
    intervalMs: deps.isScheduled ? everyMs : 0,
    schedule,
    clock,
    log,
    claim: async () => true,
    async work() {
      await modelAliases.sweep();
      await modelIntake.endLost();
    },
  });
  return {
    modelRegistry,
    modelAliases,
    modelIntake,
    modelScopeGuard: {
      async removed(tx, { orgId }, { level, id }) {
        if (level === 'workspace') await core.models.leaveWorkspace(tx, orgId, id, clock.now());
      },
    },
    registeredModels: createRegisteredModels(core),
    modelVersions: createModelVersions(core),
    modelReviewing: createModelReviewing(core),
    modelRuns: createModelRuns(core),
    backgroundWork: {
      chores: [files.clear, modelIntake.endLost],
      async close() {
        await scheduled.close();
        await modelIntake.close();
        await clearing;
      },
    },
  };
}

async function freeBytesOf(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function repeat(run: () => void, intervalMs: number): () => void {
  const timer = setInterval(run, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal, ref: false });
}

/** True also for a process of another user. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
