/** Reads a JWK set that somebody pasted. */
export type KeySet = { readonly keys: readonly Readonly<Record<string, unknown>>[] };

/** Members of a JWK that only private and secret keys have (RFC 7518, section 6). */
const secretMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** A set, or one key. @throws Error in words for anything else, and for a key that must stay secret */
export function readKeys(text: string): KeySet {
  const value = parse(text);
  const keys: unknown = isObject(value) && Array.isArray(value['keys']) ? value['keys'] : [value];
  if (!Array.isArray(keys) || !keys.every(isObject)) throw new Error('This is no JWK set: it needs a member "keys".');
  if (keys.length === 0) throw new Error('The JWK set has no key.');
  if (!keys.every((key) => typeof key['kty'] === 'string')) throw new Error('Each key needs a member "kty".');
  if (keys.some((key) => secretMembers.some((name) => Object.hasOwn(key, name)))) {
    throw new Error('This key is private. Paste the public part only, without the member "d".');
  }
  return { keys };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error('This is no JSON.', { cause });
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
