/**
 * An app of type runtime: the environment that its publisher declares for an agent. Installing approves and pins the
 * declaration. `assay app run` runs it on one machine, and `assay app render` gives it to Kubernetes.
 */
import type { InstallationConfig } from '../../../../contract/api/installations/shapes.ts';
import { unprocessable } from '../../../../platform/refusals.ts';
import type { AppRuntime, AppVersion } from '../../app-catalog/ports.ts';
import { assertNothing } from '../config-values.ts';

export interface RuntimeTarget {
  readonly kind: 'runtime';
  readonly runtime: AppRuntime;
}

/** @throws AppError `unprocessable` with a `reason` and the place. */
export function toRuntimeTarget({ runtime, title }: AppVersion, config: InstallationConfig): RuntimeTarget {
  assertNothing(config, ['variables', 'headers', 'environment', 'url', 'joins']);
  if (runtime !== undefined) return { kind: 'runtime', runtime };
  const message = `this version of ${title} declares no environment of an agent: nothing could be run`;
  throw unprocessable('nothing_to_run', '/version', message);
}

/** The name that its definition carries. It tells it from tools. */
export const runtimeSource = 'runtime:declared';

/** Gives the declaration in the form in which everything that apps show is hashed and compared. */
export function showRuntime({ runtime }: RuntimeTarget): readonly unknown[] {
  const { image, command } = runtime;
  return [{ name: 'environment', description: image ?? command?.join(' ') ?? '', inputSchema: {}, runtime }];
}
