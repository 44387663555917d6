/** The rules for passwords (NIST SP 800-63B section 5.1.1.2): long and not commonly used; no rules about kinds of characters. */
import { AppError } from '../../../platform/errors.ts';

export const minPasswordLength = 12;
export const maxPasswordLength = 200;

/** The passwords at the top of lists of leaked ones that are long enough to be accepted otherwise. */
const commonest: ReadonlySet<string> = new Set([
  ...['123456789012', '1234567890123', '12345678901234', '123456789123', '1234567891011', '123123123123'],
  ...['012345678910', '987654321098', '098765432109', '111111111111', '000000000000', '121212121212'],
  ...['qwertyuiop12', 'qwertyuiop123', 'qwertyuiop[]', 'qwertyuiopasdf', 'qwertyuiopasdfghjkl', 'qwerty123456'],
  ...['qwerty1234567', 'qwerty12345678', '1q2w3e4r5t6y', '1q2w3e4r5t6y7u', '1qaz2wsx3edc', '1qaz2wsx3edc4rfv'],
  ...['qazwsxedcrfv', 'zaq12wsxcde3', '123qweasdzxc', 'asdfghjkl123', "asdfghjkl;'", 'zxcvbnm12345', 'azertyuiop123'],
  ...[
    'password1234',
    'password12345',
    'password123456',
    'password123!',
    'password1234!',
    'password2024',
    'password2025',
  ],
  ...[
    'password2026',
    'password@123',
    'passwordpassword',
    'passw0rd1234',
    'p@ssw0rd1234',
    'p@ssword1234',
    'p@ssword123!',
  ],
  ...['administrator', 'administrator1', 'adminadminadmin', 'admin1234567', 'admin12345678', 'administrator123'],
  ...[
    'letmein12345',
    'letmeinletmein',
    'welcome12345',
    'welcome123456',
    'welcomewelcome',
    'changeme1234',
    'changemechangeme',
  ],
  ...['iloveyou1234', 'iloveyouiloveyou', 'iloveyou12345', 'correcthorsebatterystaple', 'correct horse battery staple'],
  ...['abcdefghijkl', 'abcdefghijklmnop', 'abcdefghijklmnopqrstuvwxyz', 'abcd12345678', 'abc123456789', 'abcabcabcabc'],
  ...['a1b2c3d4e5f6', 'monkey123456', 'dragon123456', 'football1234', 'baseball1234', 'princess1234', 'sunshine1234'],
  ...[
    'superman1234',
    'computer1234',
    'internet1234',
    'trustno1trustno1',
    'thisisapassword',
    'mypassword123',
    'secretsecret',
  ],
]);

/** Texts that the password must not repeat. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

/** Refuses a password that is too short, too long or easily guessed. @throws AppError `invalid_request`. */
export function assertPassword(password: string, owner: PasswordOwner, pointer = '/password'): void {
  const message = findFault(password, owner);
  if (message === undefined) return;
  throw new AppError('invalid_request', message, { detail: message, errors: [{ pointer, message }] });
}

function findFault(password: string, { email, name }: PasswordOwner): string | undefined {
  if (!isPossible(password)) return `a password has at most ${maxPasswordLength} characters`;
  const normal = password.normalize('NFKC');
  const { length } = [...normal];
  if (length < minPasswordLength) return `a password has at least ${minPasswordLength} characters`;
  if (length > maxPasswordLength) return `a password has at most ${maxPasswordLength} characters`;
  const plain = normal.toLowerCase();
  const isEasy = commonest.has(plain) || new Set(plain).size < 4;
  if (isEasy) return 'this password is among the first that are tried: choose another';
  const own = [email, email.slice(0, email.lastIndexOf('@')), name].map((text) => text.normalize('NFKC').toLowerCase());
  if (own.some((text) => text !== '' && isRepeatOf(plain, text)))
    return 'a password must not be the name or the e-mail address';
  return undefined;
}

/** Tells whether a password is worth hashing: bounds the work before any other check. */
export function isPossible(password: string): boolean {
  return password.length > 0 && Buffer.byteLength(password, 'utf8') <= 4 * maxPasswordLength;
}

/** Tells whether a password is only repetitions of a text and a few more characters: for `ada`, `adaadaada` or `ada 1`. */
function isRepeatOf(password: string, text: string): boolean {
  const rest = password.replaceAll(text, '').replaceAll(/[^\p{L}\p{N}]/gu, '');
  return password.includes(text) && rest.length < 4;
}
