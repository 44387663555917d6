/** The pinned roots of every vendor. A test root never stands here. */
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
