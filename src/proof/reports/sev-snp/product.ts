/** Processor families of AMD: the family of a report or certificate, and its TCB version layout. */

export const snpProducts = ['Milan', 'Genoa', 'Turin'] as const;
/** The name under which AMD certifies a family; Genoa includes Bergamo and Siena. */
export type SnpProduct = (typeof snpProducts)[number];

export type TcbComponent = 'fmc' | 'bootloader' | 'tee' | 'snp' | 'microcode';
/** Security versions by component; `fmc` only on Turin. */
export type Tcb = Readonly<Partial<Record<TcbComponent, number>>>;

export interface Cpuid {
  readonly family: number;
  readonly model: number;
  readonly stepping: number;
}

/** Place of each component in the eight bytes (AMD 56860, TCB_VERSION). */
export const tcbLayouts: Readonly<Record<SnpProduct, Readonly<Partial<Record<TcbComponent, number>>>>> = {
  Milan: { bootloader: 0, tee: 1, snp: 6, microcode: 7 },
  Genoa: { bootloader: 0, tee: 1, snp: 6, microcode: 7 },
  Turin: { fmc: 0, bootloader: 1, tee: 2, snp: 3, microcode: 7 },
};

/** Reads a TCB version in the layout of this product. */
export function readTcb(bytes: Uint8Array, product: SnpProduct): Tcb {
  return Object.fromEntries(Object.entries(tcbLayouts[product]).map(([name, at]) => [name, bytes[at]]));
}

/**
 * Gives the product of a processor by family and model, with the ranges of AMD's own tools: 19h with models 00h to
 * 0Fh is Milan, 10h to 1Fh Genoa, A0h to AFh Bergamo and Siena, which have Genoa's certificates; 1Ah with models up
 * to 1Fh is Turin.
 */
export function productOf({ family, model }: Cpuid): SnpProduct | undefined {
  if (family === 0x19 && model <= 0x0f) return 'Milan';
  if (family === 0x19 && ((model >= 0x10 && model <= 0x1f) || (model >= 0xa0 && model <= 0xaf))) return 'Genoa';
  return family === 0x1a && model <= 0x1f ? 'Turin' : undefined;
}

/** Gives the product of a name such as `Milan`, `Milan-B0` or `Genoa-B1`. */
export function productOfName(name: string): SnpProduct | undefined {
  const [family] = name.split('-', 1);
  return snpProducts.find((product) => product === family);
}
