/** Adds the state of a passport to its report, from a saved status token or list of revocations. */
import { isRecord } from '@assay/sdk/contract';
import { nodeProofCrypto } from '@assay/sdk/crypto';
import type { Artefact } from '../../proof/artefact.ts';
import { parseStrictJsonBytes } from '../../proof/json.ts';
import { reportPassportStatus } from '../../proof/passport-status-report.ts';
import { type Report, toReport } from '../../proof/report.ts';
import { UsageError } from '../options.ts';
import { type Anchors, readBounded } from './anchors.ts';

export interface StatusOptions {
  /** `--status`. */
  readonly file: string | undefined;
  readonly artefact: Artefact;
  readonly anchors: Anchors;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const maxFileBytes = 16 * 1024 * 1024;

/** @throws UsageError for a file that cannot be read, or an artefact that is no passport. */
export async function addStatus(report: Report, { file, artefact, anchors, now }: StatusOptions): Promise<Report> {
  if (file === undefined) return report;
  const jwt = toPassport(artefact);
  if (jwt === undefined) throw new UsageError('--status is only for a passport or a bundle with a passport.');
  const token = toToken(await readBounded(file, maxFileBytes));
  const check = { keys: anchors.verifierKeys, now, crypto: nodeProofCrypto };
  const { findings, notes } = await reportPassportStatus(token, jwt, check);
  return toReport([...report.findings, ...findings], [...report.notes, ...notes]);
}

function toPassport(artefact: Artefact): string | undefined {
  if (artefact.kind === 'passport') return artefact.jwt;
  if (artefact.kind !== 'bundle' || !isRecord(artefact.bundle)) return undefined;
  const { passport } = artefact.bundle;
  return typeof passport === 'string' ? passport : undefined;
}

/** The token itself, or the answer of the verifier that holds it. */
function toToken(bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes).toString('utf8').trim();
  if (!text.startsWith('{')) return text;
  const json = parseStrictJsonBytes(bytes, { maxChars: maxFileBytes, maxDepth: 8 });
  return json.ok && isRecord(json.value) ? json.value['token'] : undefined;
}
