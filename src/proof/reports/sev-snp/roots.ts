/** The pinned AMD roots, and the intermediates of every chain to them. */
import { readPem } from '@assay/sdk/x509';
import type { VendorRoot } from '../roots.ts';
import { arkGenoa, askGenoa, asvkGenoa } from './certificates-genoa.ts';
import { arkMilan, askMilan, asvkMilan } from './certificates-milan.ts';
import { arkTurin, askTurin, asvkTurin } from './certificates-turin.ts';

const toDer = (pem: string): Uint8Array[] => readPem(pem).map(({ der }) => der);

/** `ARK-Milan`, `ARK-Genoa`, `ARK-Turin`: the only accepted ends of a chain. */
export const amdRoots: readonly VendorRoot[] = Object.freeze(
  Object.entries({ 'ARK-Milan': arkMilan, 'ARK-Genoa': arkGenoa, 'ARK-Turin': arkTurin }).flatMap(([name, pem]) =>
    toDer(pem).map((der): VendorRoot => ({ vendor: 'amd', name, der, profile: 'production' })),
  ),
);

/** DER of the intermediates for VCEK and VLEK of the three products. They are no trust anchors: a root signs each. */
export const amdIntermediates: readonly Uint8Array[] = Object.freeze(
  [askMilan, asvkMilan, askGenoa, asvkGenoa, askTurin, asvkTurin].flatMap(toDer),
);
