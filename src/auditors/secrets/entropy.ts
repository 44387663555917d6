/** Tells random text from words: Shannon entropy, placeholders, sequences, hashes. */

/** Shannon entropy in bits per character. */
export function shannonEntropy(value: string): number {
  const counts = new Map<string, number>();
  for (const sign of value) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  let entropy = 0;
  for (const count of counts.values()) {
    const share = count / value.length;
    entropy -= share * Math.log2(share);
  }
  return entropy;
}

const placeholderWords =
  /example|sample|dummy|placeholder|change.?me|replace|your[_-]?|insert|redacted|todo|fixme|xxxx|foobar|lorem|not[_-]?a[_-]?real|<[^>]*>|\.\.\.|\*{3}|_here$|^(?:test|fake|mock)[_-]?/i;
const references =
  /^(?:\$|%|#\{|\{\{|<|@|process\.|os\.|env[.[]|config[.[]|settings[.[]|self\.|this\.|request\.|req\.|secrets?\.|vault:|arn:|ssm:|file:|https?:\/\/[^@]*$)|\(|\)|\$\{|\{\{|=>/i;
const constants =
  /^(?:null|none|nil|undefined|true|false|string|str|number|int|bytes?|object|required|optional|hidden|secret|password|passwd|admin|root|user|username|token|default|empty|unset|yes|no|on|off|[-_=*#./\\x0]+)$/i;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for text that stands where a secret will go, or that only points to one. */
export function isPlaceholder(value: string): boolean {
  return placeholderWords.test(value) || references.test(value) || constants.test(value) || isSequence(value);
}

/** True for a UUID: an identifier, not a key. */
export function isUuid(value: string): boolean {
  return uuid.test(value);
}

/** True for `aaaa`, `12345678`, `abcdefgh` and the like: most steps between neighbours are alike. */
export function isSequence(value: string): boolean {
  if (value.length < 4) return false;
  let alike = 0;
  for (let index = 1; index < value.length; index += 1) {
    const step = value.charCodeAt(index) - value.charCodeAt(index - 1);
    if (step === 0 || step === 1 || step === -1) alike += 1;
  }
  return alike / (value.length - 1) > 0.6;
}

/** True for text made of words: parts of letters only, as in `my-service-account`. */
export function isWordy(value: string): boolean {
  const parts = value.split(/[-_. /:]+/).filter((part) => part !== '');
  const words = parts.filter(
    (part) => /^(?:[a-z]{2,}|[A-Z]{2,}|[A-Z][a-z]+|[a-z]+(?:[A-Z][a-z]+)+|\d{1,4})$/.test(part) && part.length < 20,
  );
  return parts.length > 0 && words.length === parts.length && parts.every((part) => hasVowels(part));
}

function hasVowels(part: string): boolean {
  const letters = part.replaceAll(/[^A-Za-z]/g, '');
  if (letters.length < 4) return true;
  const vowels = letters.replaceAll(/[^aeiouyAEIOUY]/g, '').length;
  return vowels / letters.length > 0.2 && !/[^aeiouyAEIOUY]{6}/.test(letters);
}
