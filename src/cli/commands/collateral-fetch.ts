/** `assay collateral fetch`: gets what the offline check of a hardware report needs from its vendor, checked, into a folder. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../platform/config.ts';
import { snpProducts } from '../../proof/reports/sev-snp/product.ts';
import type { CollateralKind, FetchResult } from '../collateral/fetch-collateral.ts';
import type { Network } from '../collateral/network.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { type ParsedArguments, parseChoice, parseOptions, parseWholeNumber, UsageError } from '../options.ts';
import { createProgress } from '../render/progress.ts';
import { createStyle } from '../render/style.ts';

const kinds: readonly CollateralKind[] = ['snp', 'tdx', 'sgx', 'az-snp', 'az-tdx'];
const options = {
  kind: { type: 'string', value: 'KIND', description: `What the report is: ${kinds.join(', ')}` },
  out: {
    type: 'string',
    short: 'o',
    value: 'FOLDER',
    description: 'Where the files go; else VERIFIER_COLLATERAL_DIR, else collateral in the data folder',
  },
  mirror: {
    type: 'string',
    value: 'URL',
    multiple: true,
    description: 'Ask this caching service (PCCS, KDS proxy) and not the vendor; several are asked in order',
  },
  certs: {
    type: 'string',
    value: 'FILE',
    multiple: true,
    description: 'Certificates that are at hand already, such as those of the host; these are not fetched',
  },
  product: {
    type: 'string',
    value: 'NAME',
    description: `Processor of an SNP report of version 2, which does not say it: ${snpProducts.join(', ')}`,
  },
  roots: {
    type: 'string',
    value: 'FILE',
    multiple: true,
    description: 'Trust these vendor roots (PEM) instead of the pinned ones, e.g. of a test machine',
  },
  timeout: { type: 'string', value: 'SECONDS', description: 'For each answer; 20 if absent' },
  json: { type: 'boolean', description: 'Print what was fetched as JSON' },
} as const;

const maxReportBytes = 4 * 1024 * 1024;
const maxFileBytes = 16 * 1024 * 1024;
const defaultTimeoutSeconds = '20';

/** Dependencies besides the arguments; tests pass in their own. */
export interface CollateralFetchDeps {
  readonly openNetwork: (env: Environment) => Promise<Network>;
  readonly wait: (durationMs: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** Creates the command. Exit code 0: everything is there; 1: the vendor does not have it; 2: wrong use; 3: unreachable. */
export function createCollateralFetch(deps: CollateralFetchDeps): Command {
  return {
    name: 'collateral fetch',
    summary: 'Fetch revocation lists, TCB documents and certificates for the check of a hardware report',
    usage: ['collateral fetch --kind KIND [--out FOLDER] [--mirror URL]... REPORT [--certs FILE]... [--json]'],
    options,
    details: [
      'Asks AMD (kdsintf.amd.com) for snp and az-snp, Intel (api. and certificates.trustedservices.intel.com) for tdx, sgx and az-tdx, over https, and no other host. The vendor learns which chip or kind of platform is asked about.',
      'Every file is checked as in the offline check (signature, issuer, date) before any is written; a failure leaves the folder as it was, and a newer file there is never replaced by an older one.',
      'The files are taken as they are by assay attestation verify (--certs, --collateral) and by the collateral folder of the verifier. Run it daily: lists and TCB documents end within weeks.',
      'Exit code 0: everything a full check needs is there, whatever the report is worth; 1: the vendor does not have it or does not hand it out; 2: wrong use; 3: no network, or an answer that does not hold.',
      'Example: assay collateral fetch --kind tdx quote.bin --out .assay/collateral',
    ],
    async run(io) {
      const parsed = parseOptions(options, io.args);
      const [file, ...more] = parsed.positionals;
      if (file === undefined) throw new UsageError('Name the file of the report, or - for standard input.');
      const kind = parseChoice('kind', parsed.text('kind') ?? '', kinds);
      const place = toPlace(parsed.text('out'), io.env);
      const result = await run(io, parsed, { deps, kind, place, file, more });
      const { renderFetched, toFetchedJson } = await import('../collateral/render.ts');
      const shown = { kind, folder: place.folder, result };
      io.stdout.write(parsed.flag('json') ? toFetchedJson(shown) : renderFetched(shown, createStyle(io.color)));
      return result.missing.length === 0 ? exitCodes.ok : exitCodes.no;
    },
  };
}

interface Call {
  readonly deps: CollateralFetchDeps;
  readonly kind: CollateralKind;
  readonly place: Place;
  readonly file: string;
  /** `--certs A B` leaves B as an argument of its own. */
  readonly more: readonly string[];
}

async function run(io: CommandIo, parsed: ParsedArguments, call: Call): Promise<FetchResult> {
  // Loaded lazily: help does not need it.
  const { createDownload } = await import('../collateral/download.ts');
  const { createSource, parseMirror } = await import('../collateral/source.ts');
  const { fetchCollateral } = await import('../collateral/fetch-collateral.ts');
  const { nodeProofCrypto } = await import('@assay/sdk/crypto');
  const { deps, kind, place } = call;
  const mirrors = parsed.texts('mirror').map(parseMirror);
  const product = parsed.text('product');
  const seconds = parsed.text('timeout') ?? defaultTimeoutSeconds;
  const timeoutMs = 1000 * parseWholeNumber('timeout', seconds, [1, 600]);
  const input = await readInput(io, parsed, call);
  const network = await deps.openNetwork(io.env);
  const progress = createProgress(io.stderr);
  try {
    const wait = (durationMs: number) => deps.wait(durationMs, io.signal);
    const download = createDownload({ fetch: network.fetch, clock: io.clock, wait, timeoutMs, signal: io.signal });
    const fetchPiece = createSource(download, mirrors);
    return await fetchCollateral({
      ...input,
      ...place,
      kind,
      product: product === undefined ? undefined : parseChoice('product', product, snpProducts),
      clock: io.clock,
      crypto: nodeProofCrypto,
      fetchPiece(piece) {
        progress.show(`Fetching the ${piece.what} ...`);
        return fetchPiece(piece);
      },
    });
  } finally {
    progress.clear();
    await network.close();
  }
}

async function readInput(io: CommandIo, parsed: ParsedArguments, { kind, file, more }: Call) {
  const { loadRoots, readCompanionFiles } = await import('../verify/report-files.ts');
  const { readReports } = await import('../../proof/reports/read-report.ts');
  const roots = await loadRoots(parsed.texts('roots'), kind);
  const { certificates } = await readCompanionFiles([...parsed.texts('certs'), ...more], maxFileBytes);
  const { readBounded } = await import('../verify/anchors.ts');
  const { readStdin } = await import('../verify/source.ts');
  const bytes = file === '-' ? await readStdin(io.stdin, maxReportBytes) : await readBounded(file, maxReportBytes);
  const [found] = readReports(kind, bytes);
  if (found === undefined) throw new UsageError(`${file} holds no report.`);
  return { roots, report: found.report, certificates: [...found.certificates, ...certificates] };
}

interface Place {
  readonly folder: string;
  readonly folderMode: number;
}

/**
 * The named folder, otherwise the one that the verifier on this machine reads. Only its owner can read the data
 * folder, as the services create it.
 */
function toPlace(named: string | undefined, env: Environment): Place {
  const folder = named ?? env['VERIFIER_COLLATERAL_DIR'];
  if (folder) return { folder, folderMode: 0o755 };
  return { folder: join(env['ASSAY_DATA_DIR'] || '.assay', 'collateral'), folderMode: 0o700 };
}

/** The command on the network of this machine. */
export const collateralFetch: Command = createCollateralFetch({
  openNetwork: async (env) => (await import('../collateral/network.ts')).openNetwork(env),
  wait: async (durationMs, signal) => {
    await sleep(durationMs, undefined, signal === undefined ? {} : { signal });
  },
});
