/** Who signed an artefact, as its protected headers say. Whether the signatures hold is for the check. */
import { isRecord } from '@assay/sdk/contract';

export interface Signer {
  /** What carries the signature. */
  readonly artefact: string;
  /** Id of the key. */
  readonly key: string;
  /** The name in the signed payload. */
  readonly issuer: string | undefined;
  readonly count: number;
}

const names: readonly (readonly [RegExp, string])[] = [
  [/evidence/i, 'Evidence'],
  [/ear|passport|jwt/i, 'passport'],
];

/** Each key once for each kind of artefact, in the order of the file. Never throws. */
export function findSigners(bytes: Uint8Array): Signer[] {
  const found = new Map<string, Signer>();
  for (const token of findTokens(bytes)) {
    const signer = readSigner(token);
    if (signer === undefined) continue;
    const name = `${signer.artefact} ${signer.key}`;
    const known = found.get(name);
    found.set(name, { ...signer, count: (known?.count ?? 0) + 1 });
  }
  return [...found.values()];
}

function findTokens(bytes: Uint8Array): string[] {
  const text = new TextDecoder().decode(bytes).trim();
  if (isToken(text)) return [text];
  if (!/^["{]/.test(text)) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  if (!isRecord(value)) return [value].filter(isToken);
  const evidence = Array.isArray(value['evidence']) ? value['evidence'] : [];
  const inEvidence = evidence.map((item: unknown) => (isRecord(item) ? item['jws'] : undefined));
  return [value['passport'], value['jwt'], value['jws'], ...inEvidence].filter(isToken);
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{10,}\.[\w-]+\.[\w-]+$/.test(value);
}

function readSigner(token: string): Signer | undefined {
  const [head = '', payload = ''] = token.split('.', 2);
  const header = readPart(head);
  const key = header?.['kid'];
  if (typeof key !== 'string') return undefined;
  const typ = String(header?.['typ'] ?? '');
  const claims = readPart(payload);
  const issuer = claims?.['iss'] ?? claims?.['attester_id'] ?? claims?.['attester'];
  const artefact = names.find(([pattern]) => pattern.test(typ))?.[1] ?? typ;
  return { artefact, key, issuer: typeof issuer === 'string' ? issuer : undefined, count: 1 };
}

function readPart(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const letters = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    const value: unknown = JSON.parse(
      new TextDecoder().decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0))),
    );
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Ids of the keys of a JWKS. Never throws. */
export function keyIds(keySet: unknown): string[] {
  const keys = isRecord(keySet) && Array.isArray(keySet['keys']) ? keySet['keys'] : [];
  return keys.flatMap((one: unknown) => (isRecord(one) && typeof one['kid'] === 'string' ? [one['kid']] : []));
}
