/** Trust anchors of a check: keys of verifiers and key attestations that the user names, or that are in the data folder. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '@assay/sdk/contract';
import { nodeProofCrypto } from '@assay/sdk/crypto';
import type { NoteKey } from '@assay/sdk/receipts';
import { type CheckedAttestation, checkAttestation } from '../../proof/bundle-attestations.ts';
import { parseStrictJsonBytes } from '../../proof/json.ts';
import { toPlainText } from '../../proof/report.ts';
import type { VendorRoot } from '../../proof/reports/roots.ts';
import { parseVerifierKeys, type VerifierKey } from '../../proof/verifier-key.ts';
import { UsageError } from '../options.ts';
import { loadWitnessKeys } from './witness-keys.ts';

/** Public keys that a verifier on this machine leaves in the data folder. */
export const verifierKeysFile = 'verifier-keys.json';
/** Key attestations that a gateway on this machine keeps in the data folder. */
export const gatewayAttestationsFile = 'gateway-key-attestations.json';

const maxFileBytes = 16 * 1024 * 1024;

export interface Anchors {
  readonly verifierKeys: readonly VerifierKey[];
  readonly attestations: readonly CheckedAttestation[];
  readonly witnesses: readonly NoteKey[];
  /** Named roots of hardware reports; the pinned ones if absent. */
  readonly roots?: readonly VendorRoot[];
  /** Where they come from, in words. */
  readonly sentences: readonly string[];
}

export interface AnchorOptions {
  /** `--keys`. */
  readonly keysFile: string | undefined;
  /** `--attestation`, as often as given. */
  readonly attestationFiles: readonly string[];
  /** `--witness`, as often as given. */
  readonly witnessKeys: readonly string[];
  /** Of `--roots`; the pinned vendor roots without. */
  readonly roots?: readonly VendorRoot[] | undefined;
  readonly dataDir: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** @throws UsageError for an unreadable file or one of the wrong kind. An invalid attestation is reported, not used */
export async function loadAnchors(options: AnchorOptions): Promise<Anchors> {
  const keys = await loadVerifierKeys(options);
  const attestations = await loadAttestations(options);
  const witnesses = await loadWitnessKeys({ named: options.witnessKeys, dataDir: options.dataDir });
  const { roots } = options;
  const anchors = { verifierKeys: keys.list, attestations: attestations.list, witnesses };
  const sentences = [keys.sentence, attestations.sentence, describeWitnesses(witnesses)];
  return roots === undefined ? { ...anchors, sentences } : { ...anchors, roots, sentences: [...sentences, givenRoots] };
}

const givenRoots = 'Roots of hardware reports: those of --roots, not the pinned roots of the vendors.';

function describeWitnesses(witnesses: readonly NoteKey[]): string {
  if (witnesses.length === 0) return 'No trusted witness: --witness names none, and the data folder has none.';
  return `Trusted witnesses: ${witnesses.map(({ name }) => toPlainText(name, 80)).join(', ')}.`;
}

async function loadVerifierKeys(options: AnchorOptions): Promise<{ list: VerifierKey[]; sentence: string }> {
  const path = options.keysFile ?? join(options.dataDir, verifierKeysFile);
  if (options.keysFile === undefined && !(await exists(path))) {
    return { list: [], sentence: 'No trusted verifier keys: --keys names none, and the data folder has none.' };
  }
  const parsed = await parseVerifierKeys(await readJson(path), nodeProofCrypto);
  if (!parsed.ok) throw new UsageError(`${path} is not a set of verifier keys (JWKS): ${parsed.message}.`);
  return { list: parsed.keys, sentence: `Trusted verifier keys: ${parsed.keys.length} from ${toPlainText(path)}.` };
}

async function loadAttestations(options: AnchorOptions): Promise<{ list: CheckedAttestation[]; sentence: string }> {
  const own = join(options.dataDir, gatewayAttestationsFile);
  const named = options.attestationFiles.length > 0;
  const paths = named ? options.attestationFiles : (await exists(own)) ? [own] : [];
  if (paths.length === 0) {
    return { list: [], sentence: 'No key attestation: --attestation names none, and the data folder has none.' };
  }
  const list: CheckedAttestation[] = [];
  const problems: string[] = [];
  for (const path of paths) {
    for (const candidate of toCandidates(await readJson(path))) {
      const check = { now: options.now, crypto: nodeProofCrypto };
      const { roots } = options;
      const checked = await checkAttestation(candidate, roots === undefined ? check : { ...check, roots });
      if (checked.ok) list.push(checked.attestation);
      else problems.push(` One is not valid and is not used: ${checked.message}.`);
    }
  }
  const names = paths.map((path) => toPlainText(path)).join(', ');
  return { list, sentence: `Key attestations: ${list.length} from ${names}.${[...new Set(problems)].join('')}` };
}

/** A key attestation, a list of them, or an object that carries one or a list (a bundle, an identity). */
function toCandidates(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return [value];
  if (Array.isArray(value['key_attestations'])) return value['key_attestations'];
  return [value['key_attestation'] ?? value];
}

async function readJson(path: string): Promise<unknown> {
  const bytes = await readBounded(path, maxFileBytes);
  const json = parseStrictJsonBytes(bytes, { maxChars: maxFileBytes, maxDepth: 64 });
  if (!json.ok) throw new UsageError(`${path} is not valid JSON: ${json.message}.`);
  return json.value;
}

/** Reads a whole file within a bound. @throws UsageError when that is not possible. */
export async function readBounded(path: string, maxBytes: number): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new UsageError(`${path} is larger than ${maxBytes} bytes.`);
    return await readFile(path);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`${path} cannot be read: ${reasonOf(cause)}.`, { cause });
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw new UsageError(`${path} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const code: unknown = Reflect.get(error, 'code');
  const words: Record<string, string> = {
    ENOENT: 'the file does not exist',
    EACCES: 'no permission',
    EISDIR: 'it is a folder',
  };
  return typeof code === 'string' ? (words[code] ?? code) : error.message;
}
