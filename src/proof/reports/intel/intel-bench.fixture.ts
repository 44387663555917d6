/** Quotes with all their collateral, under a test root, for tests of this and other folders. */
import type { Collateral } from '../input.ts';
import type { VendorRoot } from '../roots.ts';
import {
  createPlatform,
  type DocumentOptions,
  type Platform,
  type PlatformOptions,
  signDocument,
  toQeIdentity,
  toRevocationLists,
  toTcbInfo,
} from './platform.fixture.ts';
import { bodyOffsets, type QuoteOptions, toQuote } from './quote.fixture.ts';

/** A time at which everything of a bench is in date. */
export const intelBenchNow = Date.parse('2026-06-15T12:00:00Z');

/** The members of `tcbInfo` and `qeIdentity` replace those of valid documents. */
export interface IntelSampleOptions extends QuoteOptions, DocumentOptions {
  /** 64 bytes. */
  readonly reportData?: Uint8Array;
}

export interface IntelSample {
  readonly report: Uint8Array;
  /** Empty: the chain is inside the quote. */
  readonly certificates: readonly Uint8Array[];
  /** In date at `intelBenchNow`, and up to date, unless other options were given. */
  readonly collateral: Collateral;
}

export interface IntelBench {
  /** Of the profile `test`. */
  readonly roots: readonly VendorRoot[];
  readonly platform: Platform;
  report(options?: IntelSampleOptions): IntelSample;
}

/** A TDX platform; a second bench has another root. */
export const createTdxBench = (options: PlatformOptions = {}): IntelBench => createBench('tdx', options);

/** An SGX platform. */
export const createSgxBench = (options: PlatformOptions = {}): IntelBench => createBench('sgx', options);

function createBench(tee: 'sgx' | 'tdx', platformOptions: PlatformOptions): IntelBench {
  const platform = createPlatform(platformOptions);
  const offset = tee === 'tdx' ? bodyOffsets.td.reportData : bodyOffsets.enclave.reportData;
  return {
    roots: platform.roots,
    platform,
    report(options = {}) {
      const { reportData, body = {} } = options;
      const fields = reportData === undefined ? body : { ...body, [offset]: reportData };
      return {
        report: new Uint8Array(toQuote(tee, platform, { ...options, body: fields })),
        certificates: [],
        collateral: toCollateral(tee, platform, options),
      };
    },
  };
}

/** Collateral as separate files. */
function toCollateral(tee: 'sgx' | 'tdx', platform: Platform, options: IntelSampleOptions): Collateral {
  const { keys } = platform.signer;
  return {
    documents: [
      signDocument('tcbInfo', toTcbInfo(tee, options.tcbInfo), keys),
      signDocument('enclaveIdentity', toQeIdentity(tee, options.qeIdentity), keys),
    ],
    revocationLists: toRevocationLists(platform, options.lists),
    certificates: [platform.signer.der],
  };
}
