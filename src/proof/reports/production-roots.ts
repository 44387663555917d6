/** The pinned roots of every vendor. A test root must never be listed here. */
import { intelRoots } from './intel/roots.ts';
import { awsRoots } from './nitro/roots.ts';
import { nvidiaRoots } from './nvidia/roots.ts';
import type { VendorRoot } from './roots.ts';
import { amdRoots } from './sev-snp/roots.ts';

export const productionRoots: readonly VendorRoot[] = Object.freeze([
  ...amdRoots,
  ...intelRoots,
  ...awsRoots,
  ...nvidiaRoots,
]);
