/** Trust anchors as data: the vendor roots at which a check may end, under a named profile. */

export type Vendor = 'amd' | 'intel' | 'aws' | 'nvidia';

export interface VendorRoot {
  readonly vendor: Vendor;
  /** As its subject's common name says, e.g. `ARK-Milan`. */
  readonly name: string;
  readonly der: Uint8Array;
  /** `production` for the pinned ones. Any other profile is shown in every verdict and refused at a production start. */
  readonly profile: string;
}

/** Gives the roots of one vendor. */
export function rootsOf(roots: readonly VendorRoot[], vendor: Vendor): VendorRoot[] {
  return roots.filter((root) => root.vendor === vendor);
}
