/** Passwords stated in conversation, in languages whose word for it occurs in no identifier. */

import { isPlaceholder, isPublished } from './placeholders.ts';
import { countKinds, isWordy } from './randomness.ts';
import { ranks, type Trigger } from './rule.ts';

const words = [
  ...[
    'contraseña',
    'contrase\u006e\u0303a',
    'mot de passe',
    'lösenord',
    'adgangskode',
    'heslo',
    'jelszó',
    'hasło',
    'şifre',
    'salasana',
    'palabra clave',
  ],
  ...['пароль', 'парола', 'κωδικός', 'סיסמה', 'كلمة المرور', 'كلمة السر', 'पासवर्ड', 'mật khẩu', 'kata sandi', 'รหัสผ่าน'],
  ...['密码', '密碼', '口令', 'パスワード', '暗証番号', '비밀번호', '암호'],
];

/** The word, a few more words, a sign or a verb of saying, then the password: printable ASCII. */
const afterSaying =
  /[^\n.!?:：=]{0,24}?(?:[:：=]|\s(?:es|est|è|é|is|är|er|je|jest|to|—|-)\s|是|为|為|は|가|는|은|هو|هي|है|\s[-–—]\s)[\s"'«「『“`]{0,4}([!-~]{6,64})/y;

/** After a word in another script the password may follow at once. */
const following = /\s([!-~]{6,64})(?![^\s.,!?;:।。])/y;

export const proseTriggers: readonly Trigger[] = words.map((word) => ({
  keyword: word,
  probe({ text, found }, at) {
    const from = at + word.length;
    const password =
      readPassword(afterSaying, text, from) ?? (/[a-z]/.test(word) ? undefined : readPassword(following, text, from));
    if (password === undefined) return;
    const { start, end } = password;
    found.push({ type: 'password_assignment', start, end, score: 0.75, rank: ranks.assignment });
  },
}));

function readPassword(pattern: RegExp, text: string, from: number): { start: number; end: number } | undefined {
  pattern.lastIndex = from;
  const match = pattern.exec(text)?.[1];
  if (match === undefined) return undefined;
  const start = pattern.lastIndex - match.length;
  const password = match.replace(/[.,;:?"'`)\]}]{1,8}$/, '');
  return isLikely(password) ? { start, end: start + password.length } : undefined;
}

/** Prose has no digits among letters; figures, addresses and measures are no passwords. */
function isLikely(password: string): boolean {
  if (password.length < 6 || isPlaceholder(password) || isPublished(password)) return false;
  const kinds = countKinds(password);
  if (kinds < 2 || (!/\d/.test(password) && (kinds < 3 || isWordy(password)))) return false;
  return !/^[\d.:/-]+$|:\/\/|^\d+[A-Za-z]{1,3}$/.test(password);
}
