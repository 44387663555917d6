/** Classifies the name of a value: a password, a key, or neither. */

export type NameKind = 'password' | 'key' | 'any-key';

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const passwordWords = list(
  'password passwords passwd passphrase passcode pwd pass passe pw pswd psw psk passwort kennwort senha contrasena wachtwoord parola parole haslo',
);
const keyWords = list(
  'token secret secrets apikey secretkey accesskey credential credentials cred creds auth authorization passkey',
);
/** Words that do not describe a value. */
const neutralWords = list(
  'value values val string str text txt raw plain plaintext clear b64 base64 hex encoded prod production dev development test testing ' +
    'staging stage live sandbox local default env v old new current primary secondary main backup const literal for in of the one two base',
);
/** Words that make a `key` a secret. */
const keyQualifiers = list(
  'api access auth private secret client encryption encrypt signing sign signature master service account session app application admin ' +
    'jwt hmac aes crypto crypt cipher webhook license licence subscription consumer storage shared server user deploy integration project ' +
    'rest root security ssh bot merchant write product personal developer sdk cookie sas wif seed',
);
/** Words that make a `token` or `auth` harmless: it protects a form or counts words. */
const harmlessQualifiers = list(
  'csrf xsrf csrftoken max min num total count input output prompt completion next eos bos pad unk sep cls mask stop special page pagination ' +
    'cancellation cancel continuation continue antiforgery forgery verification syntax lexer parser public sync resume start end color design ' +
    'injection i18n message translation',
);
const wordEdge =
  /[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])/;
const joinedPassword =
  /(?:password|passwd|passphrase|passcode|pwd)$|^(?:db|my|user|usr|admin|root|mail|smtp|ftp|sql|redis|mysql|pg|key|store|trust|require|bind|sudo|ssh|login|web|wifi|svc|app|ldap|rpc)pass$/;
const joinedKey =
  /(?:api|access|auth|secret|private|client|encryption|signing|account|shared|license|master)keys?$|(?:auth|access|api|bearer|refresh|bot|session|id|user|private|secret|security|app|git|gh|deploy|jwt)tokens?$|(?:client|app|api|shared|consumer|auth|jwt|cookie|session|webhook)secrets?$/;

/** Words before `key` in a sentence that make it a secret. */
export const keyPhrase =
  /(?:api|secret|access|private|encryption|auth|license|signing|master|security|service|ssh)[ \t]{1,2}$/i;

/** Reads the last significant word of a name; a later word that is not neutral (`_hash`, `Field`) makes it harmless. */
export function classifyName(name: string): NameKind | undefined {
  const words = name.toLowerCase() === name ? name.split(/[^a-z0-9]+|(?<=[a-z])(?=\d)/) : splitWords(name);
  let last = words.length - 1;
  while (last > 0 && (neutralWords.has(words[last] ?? '') || /^\d*$/.test(words[last] ?? ''))) last -= 1;
  const word = words[last] ?? '';
  const before = words[last - 1] ?? '';
  if (passwordWords.has(word) || joinedPassword.test(word))
    return isHarmlessPassword(words, last) ? undefined : 'password';
  if (words.includes('public')) return undefined;
  if (last === 0 && (word === 'auth' || word === 'authorization')) return undefined;
  if (keyWords.has(word) || joinedKey.test(word)) return harmlessQualifiers.has(before) ? undefined : 'key';
  if (word === 'key' || word === 'keys')
    return keyQualifiers.has(before) ? 'key' : word === 'key' ? 'any-key' : undefined;
  return undefined;
}

function splitWords(name: string): string[] {
  return name.split(wordEdge).map((word) => word.toLowerCase());
}

/** `wrong password`, `no_password`: names of states and messages. `pass` alone often counts iterations. */
function isHarmlessPassword(words: readonly string[], last: number): boolean {
  const before = words[last - 1] ?? '';
  if (words[last] === 'pass' && last === 0) return true;
  if (words[last] === 'psk') return !/^(?:wpa\d?|wifi|wlan|shared|ipsec|vpn)$/.test(before);
  return /^(?:no|wrong|invalid|incorrect|forgot|forgotten|reset|confirm|show|hide|has|is|enter|multi|single|first|second|by|bad|low|high|band|render|shader)$/.test(
    before,
  );
}
