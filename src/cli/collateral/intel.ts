/**
 * The collateral of a TDX or SGX quote from Intel's provisioning certification service (version 4): TCB Info of its
 * platform, QE Identity, the lists of its CA and of the root. The PCK chain is inside the quote.
 */
import { type Certificate, commonName, DerError, nameValues } from '@assay/sdk/x509';
import { AppError } from '../../platform/errors.ts';
import { createFindings } from '../../proof/reports/findings.ts';
import { checkPckChain, type PckChain, readChainText } from '../../proof/reports/intel/pck-chain.ts';
import { type PckClaims, readPckClaims } from '../../proof/reports/intel/pck-extension.ts';
import { parseQuote } from '../../proof/reports/intel/quote.ts';
import { UsageError } from '../options.ts';
import { type Collected, type CollectedFile, type GatherContext, gatherFresh, toPartInput } from './gather.ts';
import { type IntelPlatform, pckListPiece, qeIdentityPiece, rootListPiece, tcbInfoPiece } from './intel-pieces.ts';

/** Gathers the collateral. @throws UsageError for an invalid quote, AppError for an invalid piece or a failed fetch */
export async function gatherIntel(kind: 'tdx' | 'sgx', bytes: Uint8Array, context: GatherContext): Promise<Collected> {
  const platform = await readPlatform(kind, bytes, context);
  const { chain, pck, ca } = platform;
  const pieces = [
    tcbInfoPiece(platform, context),
    qeIdentityPiece(platform, context),
    pckListPiece(platform, context),
    rootListPiece(chain, context),
  ];
  const files: CollectedFile[] = [];
  // Sequential, because these services count requests.
  for (const piece of pieces) files.push(...(await gatherFresh(piece, context)));
  return {
    platform: { vendor: 'intel', tee: kind, fmspc: pck.fmspc, pce_id: pck.pceId, ca },
    files: uniqueByName(files),
    missing: [],
  };
}

/** TCB Info and QE Identity have the same issuer. */
function uniqueByName(files: readonly CollectedFile[]): CollectedFile[] {
  return [...new Map(files.map((file) => [file.name, file])).values()];
}

async function readPlatform(tee: 'tdx' | 'sgx', bytes: Uint8Array, context: GatherContext): Promise<IntelPlatform> {
  const parsed = parseQuote(bytes);
  if (!parsed.ok) throw new UsageError(`This quote cannot be read: ${parsed.problem.message}.`);
  if (parsed.quote.body.tee !== tee) {
    throw new UsageError(`This is a quote of ${parsed.quote.body.tee === 'tdx' ? 'TDX' : 'SGX'}: name it with --kind.`);
  }
  const chain = await readChain(parsed.quote.chainText, bytes, context);
  const isPlatformCa = (nameValues(chain.authority.subject, commonName)[0] ?? '').includes('Platform');
  return { tee, chain, pck: readPck(chain.leaf), ca: isPlatformCa ? 'platform' : 'processor' };
}

/** The lists are checked with the certificates of the quote, so these must be valid; an expired one does not matter here. */
async function readChain(text: Uint8Array, report: Uint8Array, context: GatherContext): Promise<PckChain> {
  const findings = createFindings();
  const certificates = readChainText(text, findings);
  const chain =
    certificates === undefined ? undefined : await checkPckChain(certificates, toPartInput(report, context), findings);
  const problems = findings.list.filter(({ code }) => code !== 'expired' && code !== 'not_yet_valid');
  if (chain !== undefined && problems.length === 0) return chain;
  throw refused(problems[0]?.message ?? 'they cannot be read');
}

function readPck(leaf: Certificate): PckClaims {
  try {
    return readPckClaims(leaf);
  } catch (error) {
    if (error instanceof DerError) throw refused('the leaf certificate does not name its platform');
    throw error;
  }
}

function refused(why: string): AppError {
  const detail = `The certificates in the quote are not valid, so nothing was downloaded: ${why}.`;
  return new AppError('invalid_request', detail, { detail });
}
