/** Trust anchors as data: which vendor roots a check may end at, under a named profile. */

export type Vendor = 'amd' | 'intel' | 'aws' | 'nvidia';

export interface VendorRoot {
  readonly vendor: Vendor;
  /** As its subject's common name says, e.g. `ARK-Milan`. */
  readonly name: string;
  readonly der: Uint8Array;
  /** `production` for those pinned here; anything else is said in every verdict and refused at a production start. */
  readonly profile: string;
}

/** The roots of one vendor. */
export function rootsOf(roots: readonly VendorRoot[], vendor: Vendor): VendorRoot[] {
  return roots.filter((root) => root.vendor === vendor);
}
