/** The guest policy and the platform's state as a report carries them: 64 bits each, by name (AMD 56860). */

/** Bits 0 to 7 and 8 to 15 of the policy are the lowest interface version; the rest are switches. */
const policyBits = {
  smt: 16n,
  migrate_ma: 18n,
  debug: 19n,
  single_socket: 20n,
  cxl_allow: 21n,
  mem_aes_256_xts: 22n,
  rapl_dis: 23n,
  ciphertext_hiding_dram: 24n,
  page_swap_disable: 25n,
} as const;
/** Always 1: the firmware never checked a policy without it. */
const alwaysOne = 17n;
const firstUnknown = 26n;

const platformBits = {
  smt_en: 0n,
  tsme_en: 1n,
  ecc_en: 2n,
  rapl_dis: 3n,
  ciphertext_hiding_dram_en: 4n,
  alias_check_complete: 5n,
} as const;

export type GuestPolicy = { readonly raw: string; readonly abi_minor: number; readonly abi_major: number } & Readonly<
  Record<keyof typeof policyBits, boolean>
>;

export type PlatformInfo = { readonly raw: string } & Readonly<Record<keyof typeof platformBits, boolean>>;

const isSet = (value: bigint, bit: bigint): boolean => ((value >> bit) & 1n) === 1n;

/** Gives the policy by name; `raw` is hexadecimal, most significant digit first. */
export function readGuestPolicy(value: bigint): GuestPolicy {
  return {
    raw: toHexNumber(value),
    abi_minor: Number(value & 0xffn),
    abi_major: Number((value >> 8n) & 0xffn),
    smt: isSet(value, policyBits.smt),
    migrate_ma: isSet(value, policyBits.migrate_ma),
    debug: isSet(value, policyBits.debug),
    single_socket: isSet(value, policyBits.single_socket),
    cxl_allow: isSet(value, policyBits.cxl_allow),
    mem_aes_256_xts: isSet(value, policyBits.mem_aes_256_xts),
    rapl_dis: isSet(value, policyBits.rapl_dis),
    ciphertext_hiding_dram: isSet(value, policyBits.ciphertext_hiding_dram),
    page_swap_disable: isSet(value, policyBits.page_swap_disable),
  };
}

/** True when bit 17 is set and no bit without a meaning is: an unknown switch may be dangerous. */
export function isKnownPolicy(value: bigint): boolean {
  return isSet(value, alwaysOne) && value >> firstUnknown === 0n;
}

/** Gives the platform's state by name; bits without a name are in `raw` only. */
export function readPlatformInfo(value: bigint): PlatformInfo {
  return {
    raw: toHexNumber(value),
    smt_en: isSet(value, platformBits.smt_en),
    tsme_en: isSet(value, platformBits.tsme_en),
    ecc_en: isSet(value, platformBits.ecc_en),
    rapl_dis: isSet(value, platformBits.rapl_dis),
    ciphertext_hiding_dram_en: isSet(value, platformBits.ciphertext_hiding_dram_en),
    alias_check_complete: isSet(value, platformBits.alias_check_complete),
  };
}

/** Formats a 64-bit number as 16 hexadecimal digits, because JSON numbers end at 2^53. */
export function toHexNumber(value: bigint): string {
  return value.toString(16).padStart(16, '0');
}
