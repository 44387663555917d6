/** Examines the artifact of a request once for all methods of the auditor. */

import { AuditorFailure, type InferSettings, type MethodContext, type MethodInput } from '@assay/sdk';
import { type Artifact, ArtifactError, findArtifact } from './artifact.ts';
import { invalid, readArtifactInput } from './artifact-input.ts';
import { createBufferSource } from './byte-source.ts';
import { createInspect } from './inspect.ts';
import { inspectors } from './inspectors.ts';
import { type CheckOptions, checkArtifact, checkSource, combineFiles, type ModelCheck } from './model-check.ts';
import { type inspectionSettings, toLimits } from './settings.ts';

/** The artifact of a request and its check. */
export interface Examination {
  check: ModelCheck;
  /** Absent for inline bytes. */
  artifact?: Artifact;
  bytes?: Buffer;
  name: string;
}

/** Examines the artifact. Failures are in-band. */
export type Examine = (
  input: MethodInput,
  settings: InferSettings<typeof inspectionSettings>,
  context: MethodContext,
) => Promise<Examination>;

const inspect = createInspect(inspectors);

/** Makes the examination. Methods of one request share its result. */
export function createExamine(roots: () => readonly string[]): Examine {
  const known = new WeakMap<MethodInput, Map<string, Promise<Examination>>>();
  return (input, settings, context) => {
    const results = known.get(input) ?? new Map<string, Promise<Examination>>();
    known.set(input, results);
    const key = JSON.stringify(settings);
    const found = results.get(key) ?? examineOnce(input, settings, context, roots());
    results.set(key, found);
    return found;
  };
}

async function examineOnce(
  input: MethodInput,
  settings: InferSettings<typeof inspectionSettings>,
  { signal }: MethodContext,
  roots: readonly string[],
): Promise<Examination> {
  const named = readArtifactInput(input);
  const limits = toLimits(settings);
  const options: CheckOptions = {
    inspect,
    limits,
    signal,
    fileSignal: (outer) => AbortSignal.any([outer, AbortSignal.timeout(limits.timeoutMs)]),
    allowedGlobals: new Set(settings.allowed_globals),
  };
  if (named.kind === 'bytes') {
    const file = await checkSource(createBufferSource(named.bytes), named.name, options);
    return { check: assertUnfinished(combineFiles('file', [file]), signal), bytes: named.bytes, name: named.name };
  }
  const artifact = await findNamed(named.path, roots, limits.maxFiles);
  const check = await checkArtifact(artifact, options);
  return { check: assertUnfinished(check, signal), artifact, name: artifact.files[0]?.name ?? '' };
}

/** A caller's deadline is no result about the file. */
function assertUnfinished(check: ModelCheck, signal: AbortSignal): ModelCheck {
  if (signal.aborted) throw new AuditorFailure('TIMEOUT', 'the deadline passed before the artifact was examined');
  return check;
}

async function findNamed(path: string, roots: readonly string[], maxFiles: number): Promise<Artifact> {
  try {
    return await findArtifact(path, roots, maxFiles);
  } catch (error) {
    if (error instanceof ArtifactError) throw invalid(error.message, error);
    throw error;
  }
}
