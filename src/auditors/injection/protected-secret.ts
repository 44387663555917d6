/**
 * Detects terse attacks that make sense only beside the system text: the input asks for a secret that the system text
 * protects, or orders the words that it keeps for those who know the secret.
 */
import { fold } from './fold.ts';

export interface SecretFinding {
  readonly id: 'leak.protected_secret' | 'leak.protected_words';
  readonly weight: number;
}

/** Scripts without blanks between words: a word may stand anywhere. */
const unspaced = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Kinds of secrets, one group for each; the words of a group are interchangeable. All folded. */
const secretKinds: readonly (readonly string[])[] = [
  words(`password, passwort, passphrase, pass phrase, contrasena, mot de passe, parola, parola d ordine, senha, wachtwoord,
    haslo, пароль, 密码, パスワード, 비밀번호, 암호, كلمة المرور, كلمة السر, पासवर्ड, sifre, mat khau, kata sandi`),
  words(`secret, geheimnis, geheimwort, secreto, palabra secreta, mot secret, segreto, segredo, geheim, tajne, секрет,
    秘密, 비밀, السر, गुप्त, gizli, bi mat, rahasia`),
  words(`access code, code word, codeword, secret code, pin, zugangscode, codigo de acceso, code d acces, codice,
    暗号, 合言葉, 口令, кодовое слово, pincode`),
  words('api key, secret key, private key, key, schlussel, clave, cle, chiave, chave, sleutel, ключ, 密钥, 鍵'),
  words('flag, token, credential, credentials, magic word, hidden word'),
];

/** Words by which a system text shows that it guards something. */
const guards =
  words(`never reveal, do not reveal, dont reveal, not reveal, never share, do not share, dont share, never tell,
  do not tell, dont tell, not tell, never disclose, do not disclose, keep it secret, keep secret, must not say, do not say,
  dont say, never say, confidential, do not give, never give, not be revealed, not be shared, only if, unless, verrate nicht,
  niemals verraten, no reveles, nunca reveles, ne revele, ne jamais reveler, non rivelare, nao revele, не раскрывай,
  никогда не, 不要透露, 不得透露, 教えない, 알려주지`);

/** Words of a request. Politeness and the object alone are no request. */
const asks =
  words(`what, which, tell, give, say, show, reveal, print, spell, write, hint, leak, output, share, guess, letter,
  letters, starts with, rhyme, backwards, reverse, encode, translate, repeat, know, need, want, send, provide, disclose, was ist,
  wie lautet, sag, nenne, verrate, cual es, dime, quel est, dis, donne, qual e, dimmi, diga, какой, скажи, назови, 什么, 告诉,
  何, 教えて, 뭐, 알려, ما هي, اخبرني, क्या, बताओ, nedir, soyle, la gi, apa`);

const quoted = /["“”'«»「」]([^"“”'«»「」\n]{4,60})["“”'«»「」]/g;
const maxQuoted = 16;
const longestInput = 2_000;
/** A longer text is rarely a terse question, and the system text is searched once for each kind. */
const longestSystem = 20_000;

/** Judges an input beside the system text. */
export function findProtectedSecret(input: string, system: string): SecretFinding | undefined {
  if (input === '' || system === '' || input.length > longestInput) return undefined;
  const rules = pad(fold(system.slice(0, longestSystem)).text);
  if (!holds(rules, guards)) return undefined;
  const wanted = pad(fold(input).text);
  const isAsked = holds(wanted, asks) || /[?？؟]/.test(input);
  if (isAsked && secretKinds.some((kind) => holds(rules, kind) && holds(wanted, kind))) {
    return { id: 'leak.protected_secret', weight: 0.85 };
  }
  if (isOrdered(wanted) && guardedWords(system).some((guarded) => wanted.includes(guarded))) {
    return { id: 'leak.protected_words', weight: 0.85 };
  }
  return undefined;
}

/** "Say ..." without an explanation. */
const orders = words(
  'say, print, output, write, respond, reply, answer, repeat, type, return, sag, schreibe, di, dis, scrivi',
);
const isOrdered = (input: string): boolean => holds(input.slice(0, 200), orders);

/** Finds quoted words of the system text that are reserved for some people. */
function guardedWords(system: string): string[] {
  const found: string[] = [];
  for (const [, inner = ''] of system.slice(0, longestSystem).matchAll(quoted)) {
    if (found.length >= maxQuoted) break;
    const folded = fold(inner).text.replaceAll('.', ' ').trim();
    if (folded.includes(' ')) found.push(` ${folded} `);
  }
  return found;
}

function holds(text: string, list: readonly string[]): boolean {
  return list.some((word) => text.includes(word));
}

function pad(folded: string): string {
  return ` ${folded.replaceAll('.', ' ')} `;
}

/** Folds entries as texts are folded, so that both meet in one spelling. */
function words(list: string): string[] {
  return list.split(',').map((entry) => {
    const folded = fold(entry.trim().replaceAll(/\s+/g, ' ')).text.trim();
    return unspaced.test(folded) ? folded : ` ${folded} `;
  });
}
