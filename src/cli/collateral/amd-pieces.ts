/** The pieces of AMD's key distribution service: their addresses (AMD 57230), file names, and checks. */
import { type Certificate, toHex } from '@assay/sdk/x509';
import { readCompanions } from '../../proof/reports/files.ts';
import { createFindings } from '../../proof/reports/findings.ts';
import { checkChain, chooseLeaf, type Leaf, readCertificates } from '../../proof/reports/sev-snp/chain.ts';
import { findMismatches, type LeafKind } from '../../proof/reports/sev-snp/endorsement.ts';
import { readTcb, type SnpProduct } from '../../proof/reports/sev-snp/product.ts';
import type { SnpReport } from '../../proof/reports/sev-snp/report.ts';
import { type GatherContext, toPartInput, toProblem } from './gather.ts';
import { checkList } from './revocation-list.ts';
import { type CollateralFile, type Piece, vendorOrigins } from './source.ts';
import { findTimeProblem } from './validity.ts';

/** Inputs of the addresses and checks. */
export interface SnpPlatform {
  readonly report: SnpReport;
  readonly kind: LeafKind;
  readonly product: SnpProduct;
  readonly root: Certificate;
}

/** A chip has one VCEK for each TCB. Eight bytes of the id suffice to tell the chips of a folder apart. */
export function toVcekName({ report, product }: SnpPlatform): string {
  const chip = toHex(report.chipId.subarray(0, 8));
  return `amd-${product.toLowerCase()}-vcek-${chip}-${toHex(report.reportedTcb)}.der`;
}

/** The certificate of the chip's key at the reported TCB. */
export function vcekPiece(platform: SnpPlatform, context: GatherContext): Piece {
  const { report, product } = platform;
  // Turin's id has 8 bytes, and its TCB one more component.
  const chip = toHex(product === 'Turin' ? report.chipId.subarray(0, 8) : report.chipId);
  const { bootloader, tee, snp, microcode, fmc } = readTcb(report.reportedTcb, product);
  const levels = { blSPL: bootloader, teeSPL: tee, snpSPL: snp, ucodeSPL: microcode, fmcSPL: fmc };
  const query = Object.entries(levels).flatMap(([name, level]) =>
    level === undefined ? [] : `${name}=${String(level).padStart(2, '0')}`,
  );
  return {
    what: 'VCEK of this chip',
    origin: vendorOrigins.amd,
    path: `/vcek/v1/${product}/${chip}?${query.join('&')}`,
    unknown: 'AMD does not know this chip with this TCB.',
    check: async ({ bytes }) => checkVcek(bytes, platform, context),
  };
}

function checkVcek(
  bytes: Uint8Array,
  platform: SnpPlatform,
  { now }: GatherContext,
): readonly [CollateralFile] | string {
  const { report, product } = platform;
  // A caching service may add the chain; only the leaf is used.
  const leaf = chooseLeaf(readCertificates(toCertificates(bytes), createFindings()), report);
  if (leaf === undefined || leaf.endorsement.kind !== 'vcek') return 'it is not a VCEK';
  if (leaf.endorsement.product !== product) return 'the VCEK is for another product';
  const [mismatch] = findMismatches(leaf.endorsement, report);
  if (mismatch !== undefined) {
    return mismatch === 'tcb' ? 'the VCEK is not for the reported TCB' : 'the VCEK is for another chip';
  }
  const { der, notBefore, notAfter } = leaf.certificate;
  const late = findTimeProblem('VCEK', { now, from: notBefore, until: notAfter });
  if (late !== undefined) return late;
  return [{ name: toVcekName(platform), what: 'VCEK', bytes: der, issuedAt: notBefore, until: notAfter }];
}

/** The intermediate of a leaf that the pinned one did not issue. */
export function amdChainPiece({ report, kind, product }: SnpPlatform, leaf: Leaf, context: GatherContext): Piece {
  return {
    what: `chain of the ${kind.toUpperCase()}`,
    origin: vendorOrigins.amd,
    path: `/${kind}/v1/${product}/cert_chain`,
    unknown: 'The service does not have a chain for this product.',
    async check({ bytes }) {
      const certificates = readCertificates(toCertificates(bytes), createFindings());
      const findings = createFindings();
      const path = await checkChain(leaf, certificates, toPartInput(report.signed, context), findings);
      const issuer = path?.[1];
      const problem = toProblem(findings);
      if (problem !== undefined || issuer === undefined) return `the chain is not valid: ${problem ?? 'it is empty'}`;
      const fingerprint = toHex(await context.crypto.sha256(issuer.der)).slice(0, 16);
      return [
        {
          name: `amd-${product.toLowerCase()}-${kind}-issuer-${fingerprint}.der`,
          what: `issuer of the ${kind.toUpperCase()}`,
          bytes: issuer.der,
          issuedAt: issuer.notBefore,
          until: issuer.notAfter,
        },
      ];
    },
  };
}

/** The list of the product's root. */
export function amdListPiece({ kind, product, root }: SnpPlatform, { crypto, now }: GatherContext): Piece {
  const what = `revocation list of ARK-${product}`;
  const name = `amd-${product.toLowerCase()}-${kind}-crl.der`;
  return {
    what,
    origin: vendorOrigins.amd,
    path: `/${kind}/v1/${product}/crl`,
    unknown: 'The service does not have a list for this product.',
    check: ({ bytes }) => checkList(bytes, { name, what, issuer: root, crypto, now }),
  };
}

function toCertificates(bytes: Uint8Array): readonly Uint8Array[] {
  const companions = readCompanions([bytes]);
  return 'unknown' in companions ? [] : companions.certificates;
}
