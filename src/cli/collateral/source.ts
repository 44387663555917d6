/** The source of a piece of collateral: the vendor's own host, or the user's mirrors instead, in order. */

import { AppError, isAppError } from '../../platform/errors.ts';
import { parseUrl } from '../../platform/url.ts';
import { UsageError } from '../options.ts';
import type { Answer, Download } from './download.ts';

/** The only hosts used without a mirror. */
export const vendorOrigins = {
  amd: 'https://kdsintf.amd.com',
  intel: 'https://api.trustedservices.intel.com',
  intelCertificates: 'https://certificates.trustedservices.intel.com',
} as const;

/** A checked file to write. */
export interface CollateralFile {
  /** By content, so that a newer one replaces an older one. */
  readonly name: string;
  /** In words. */
  readonly what: string;
  readonly bytes: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  readonly until: number;
}

/** A download and its check. */
export interface Piece {
  /** In words, e.g. `the VCEK of this chip`. */
  readonly what: string;
  readonly origin: string;
  readonly path: string;
  /** On a mirror, tried in order; `[path]` when absent. */
  readonly mirrorPaths?: readonly string[];
  /** Meaning of a 404 of the service. */
  readonly unknown: string;
  /** Gives the file with its companions, or the problem of the answer, in words. */
  check(answer: Answer): Promise<readonly [CollateralFile, ...CollateralFile[]] | string>;
}

/** A valid fetched piece. */
export interface Fetched {
  readonly files: readonly [CollateralFile, ...CollateralFile[]];
  readonly answer: Answer;
  /** URL. */
  readonly source: string;
}

/** Gets one checked piece. @throws AppError `not_found` when nobody has it, `unavailable` when that is unknown */
export type FetchPiece = (piece: Piece) => Promise<Fetched>;

/** Asks the vendor, or the mirrors if given. The next mirror is tried when one has no valid piece. */
export function createSource(download: Download, mirrors: readonly string[]): FetchPiece {
  return async (piece) => {
    const failures: AppError[] = [];
    for (const url of toUrls(piece, mirrors)) {
      const fetched = await tryOne(piece, url, download);
      if (!(fetched instanceof AppError)) return fetched;
      failures.push(fetched);
    }
    throw summarise(piece, failures);
  };
}

async function tryOne(piece: Piece, url: URL, download: Download): Promise<Fetched | AppError> {
  try {
    const answer = await download(url);
    const files = await piece.check(answer);
    if (typeof files !== 'string') return { files, answer, source: url.href };
    return new AppError('unavailable', files, { detail: `${url.href} sends an answer that cannot be used: ${files}` });
  } catch (error) {
    if (isAppError(error, 'not_found') || isAppError(error, 'unavailable')) return error;
    throw error;
  }
}

function summarise({ what, unknown }: Piece, failures: readonly AppError[]): AppError {
  const isUnknown = failures.every(({ code }) => code === 'not_found');
  const texts = failures.map(({ publicText }) => publicText).join('; ');
  const detail = `No ${what}. ${isUnknown ? `${unknown} ` : ''}${texts}`;
  return new AppError(isUnknown ? 'not_found' : 'unavailable', detail, { detail });
}

function toUrls({ origin, path, mirrorPaths = [path] }: Piece, mirrors: readonly string[]): URL[] {
  if (mirrors.length === 0) return [new URL(origin + path)];
  return mirrors.flatMap((mirror) => mirrorPaths.map((mirrorPath) => new URL(mirror + mirrorPath)));
}

/** Loopback, where nobody can intercept. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Parses the base URL of a mirror, which may include the path of Intel caching services (`/sgx/certification/v4/`).
 * @throws UsageError for anything but https, or http to this machine
 */
export function parseMirror(text: string): string {
  const url = parseUrl(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname));
  if (url === undefined || !isSafe) {
    throw new UsageError('--mirror takes a URL that begins with https://; http:// is allowed only for this machine.');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new UsageError('--mirror takes a URL without a password, query or fragment.');
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(?:sgx|tdx)\/certification\/v\d$/, '');
  return url.origin + path;
}
