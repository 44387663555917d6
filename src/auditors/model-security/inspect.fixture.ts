/** Inspects bytes in tests, as the auditor does. */

import { createBufferSource } from './byte-source.ts';
import type { Inspection } from './finding.ts';
import { createInspect } from './inspect.ts';
import { inspectors } from './inspectors.ts';
import { defaultLimits, type Limits } from './limits.ts';

const inspect = createInspect(inspectors);

/** Inspects bytes under a name. */
export function inspectSample(
  bytes: Uint8Array,
  name = 'model.bin',
  options: { limits?: Partial<Limits>; signal?: AbortSignal; allowedGlobals?: ReadonlySet<string> } = {},
): Promise<Inspection> {
  return inspect(createBufferSource(bytes), {
    name,
    limits: { ...defaultLimits, ...options.limits },
    signal: options.signal ?? new AbortController().signal,
    ...(options.allowedGlobals === undefined ? {} : { allowedGlobals: options.allowedGlobals }),
  });
}
