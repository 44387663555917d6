/**
 * The collateral of a SEV-SNP report from AMD's key distribution service (AMD 57230): the VCEK of this chip at its
 * reported TCB, the intermediate if the pinned one is not its issuer, the revocation list.
 */
import { type Certificate, commonName, nameValues, parseCertificate, toHex } from '@assay/sdk/x509';
import { createFindings } from '../../proof/reports/findings.ts';
import { rootsOf } from '../../proof/reports/roots.ts';
import { checkChain, chooseLeaf, type Leaf, readCertificates } from '../../proof/reports/sev-snp/chain.ts';
import { findMismatches, type LeafKind } from '../../proof/reports/sev-snp/endorsement.ts';
import { productOf, type SnpProduct } from '../../proof/reports/sev-snp/product.ts';
import type { SnpReport } from '../../proof/reports/sev-snp/report.ts';
import { UsageError } from '../options.ts';
import { amdChainPiece, amdListPiece, type SnpPlatform, toVcekName, vcekPiece } from './amd-pieces.ts';
import {
  type Collected,
  type CollectedFile,
  type GatherContext,
  gatherFresh,
  gatherOnce,
  toPartInput,
  toProblem,
} from './gather.ts';
import type { InnerSnpReport } from './inner-report.ts';

/** Gathers the collateral. @throws UsageError for a report without the needed facts, AppError for a failed fetch */
export async function gatherAmd(
  { report, certificates }: InnerSnpReport,
  context: GatherContext,
  namedProduct?: SnpProduct,
): Promise<Collected> {
  const known = readCertificates([...certificates, ...context.certificates], createFindings());
  const kind = toKind(report);
  const leaf = findLeaf(known, report, context);
  const product = toProduct(report, leaf, namedProduct);
  const platform: SnpPlatform = { report, kind, product, root: findRoot(product, context) };
  const own = leaf === undefined ? await gatherLeaf(platform, context) : { leaf, files: [], missing: [] };
  const issuers = own.leaf === undefined ? [] : await gatherIssuers(own.leaf, known, platform, context);
  const lists = await gatherFresh(amdListPiece(platform, context), context);
  return {
    platform: describe(platform),
    files: [...own.files, ...issuers, ...lists],
    missing: own.missing,
  };
}

function toKind({ signingKey }: SnpReport): LeafKind {
  if (signingKey === 'none') throw new UsageError('No key of AMD signed the report, so there is nothing to download.');
  return signingKey;
}

/** Finds an available certificate that fits and is in date. */
function findLeaf(known: readonly Certificate[], report: SnpReport, { now }: GatherContext): Leaf | undefined {
  const leaf = chooseLeaf(known, report);
  if (leaf === undefined || leaf.endorsement.kind !== report.signingKey) return undefined;
  const { notBefore, notAfter } = leaf.certificate;
  const fits = findMismatches(leaf.endorsement, report).length === 0;
  return fits && notBefore <= now && now <= notAfter ? leaf : undefined;
}

/** Reports of version 2 do not name their processor. */
function toProduct({ cpuid }: SnpReport, leaf: Leaf | undefined, named: SnpProduct | undefined): SnpProduct {
  const product = cpuid === undefined ? (leaf?.endorsement.product ?? named) : productOf(cpuid);
  if (product !== undefined) return product;
  throw new UsageError(
    cpuid === undefined
      ? 'A report of version 2 does not name its processor: name it with --product.'
      : "The product of the report's processor is not known.",
  );
}

function findRoot(product: SnpProduct, { roots }: GatherContext): Certificate {
  const candidates = rootsOf(roots, 'amd').map(({ der }) => parseCertificate(der));
  const root = candidates.find(({ subject }) => nameValues(subject, commonName)[0] === `ARK-${product}`);
  if (root === undefined) throw new UsageError(`The trusted roots do not include a root for ${product}.`);
  return root;
}

interface CollectedLeaf {
  readonly leaf?: Leaf;
  readonly files: readonly CollectedFile[];
  readonly missing: readonly string[];
}

/** AMD gives a VCEK to everybody who names the chip, but a VLEK to the cloud provider only. */
async function gatherLeaf(platform: SnpPlatform, context: GatherContext): Promise<CollectedLeaf> {
  const { report, kind } = platform;
  if (kind === 'vlek') {
    return {
      files: [],
      missing: ['The VLEK: AMD gives it only to the cloud provider; get it from the host (--certs).'],
    };
  }
  if (report.chipId.every((byte) => byte === 0)) {
    return { files: [], missing: ['The VCEK: the host hides the id of the chip; get it from the host (--certs).'] };
  }
  const files = await gatherOnce(vcekPiece(platform, context), toVcekName(platform), context);
  const leaf = chooseLeaf(
    readCertificates(
      files.map((file) => file.bytes),
      createFindings(),
    ),
    report,
  );
  if (leaf === undefined) throw new Error('a checked VCEK is no VCEK');
  return { leaf, files, missing: [] };
}

/** Intermediates ship with the product. AMD is asked if they do not connect this leaf to the root. */
async function gatherIssuers(
  leaf: Leaf,
  known: readonly Certificate[],
  { report, ...platform }: SnpPlatform,
  context: GatherContext,
): Promise<CollectedFile[]> {
  const findings = createFindings();
  await checkChain(leaf, known, toPartInput(report.signed, context), findings);
  if (toProblem(findings) === undefined) return [];
  return gatherFresh(amdChainPiece({ report, ...platform }, leaf, context), context);
}

function describe({ report, product, kind }: SnpPlatform): Record<string, string> {
  return { vendor: 'amd', product, key: kind, chip_id: toHex(report.chipId), reported_tcb: toHex(report.reportedTcb) };
}
