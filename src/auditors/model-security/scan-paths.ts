/** Scans paths that a person names, with every file in them, with that person's rights and without a service. */

import { parse, resolve } from 'node:path';
import { findArtifact } from './artifact.ts';
import type { Finding } from './finding.ts';
import { createInspect } from './inspect.ts';
import { inspectors } from './inspectors.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { checkArtifact } from './model-check.ts';

export interface ScanOptions {
  limits?: Partial<Limits>;
  allowedGlobals?: readonly string[];
  signal?: AbortSignal;
  /** Called before each file of a path. */
  onFile?: (name: string, index: number, count: number) => void;
}

/** `clean`: everything was checked and is harmless. `unsafe`: something is not. `unchecked`: unknown. */
export type ScanStatus = 'clean' | 'unsafe' | 'unchecked';

export interface ScannedFile {
  /** The given path, extended by the path inside a named folder. */
  path: string;
  status: ScanStatus;
  format: string;
  size: number;
  sha256?: string;
  unsafe_globals: string[];
  findings: Finding[];
}

/** Scans one path. @throws ArtifactError when there is nothing to scan. */
export async function scanPath(path: string, options: ScanOptions = {}): Promise<ScannedFile[]> {
  const limits = { ...defaultLimits, timeoutMs: 600_000, ...options.limits };
  const full = resolve(path);
  const artifact = await findArtifact(full, [parse(full).root], limits.maxFiles);
  const check = await checkArtifact(artifact, {
    inspect: createInspect(inspectors),
    limits,
    signal: options.signal ?? new AbortController().signal,
    fileSignal: (signal) => AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]),
    allowedGlobals: new Set(options.allowedGlobals ?? []),
    ...(options.onFile === undefined ? {} : { onFile: options.onFile }),
  });
  const isFolder = artifact.kind === 'folder';
  const toPath = (name: string): string => (isFolder && name !== '' ? `${path.replace(/\/+$/, '')}/${name}` : path);
  const files = check.files.map(({ name, size, inspection, digest }): ScannedFile => {
    const { malwareFree, format, unsafeGlobals, findings } = inspection;
    const status = malwareFree === undefined ? 'unchecked' : malwareFree ? 'clean' : 'unsafe';
    const known = { path: toPath(name), status, format, size, unsafe_globals: unsafeGlobals, findings } as const;
    return digest === undefined ? known : { ...known, sha256: digest };
  });
  return [...files, ...check.others.map((finding) => toUnchecked(toPath(finding.place.path), finding))];
}

function toUnchecked(path: string, finding: Finding): ScannedFile {
  return { path, status: 'unchecked', format: 'unknown', size: 0, unsafe_globals: [], findings: [finding] };
}
