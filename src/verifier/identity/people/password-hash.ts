/** Password hashes: scrypt (RFC 7914) in a PHC-like string that names its parameters, so that they can be raised. */
import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../platform/errors.ts';
import type { RandomBytes } from '../../../platform/ids.ts';

export interface ScryptCost {
  /** Binary logarithm of N. */
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** `isStale`: the hash was made with other than the current parameters. */
  verify(password: string, stored: string): Promise<{ readonly isRight: boolean; readonly isStale: boolean }>;
  /** Does the work of one verification, so that an unknown account takes as long as a known one. */
  pretend(password: string): Promise<void>;
}

/** 128 MiB and about a third of a second: the first scrypt setting of OWASP's Password Storage Cheat Sheet. */
export const currentCost: ScryptCost = { ln: 17, r: 8, p: 1 };

const saltBytes = 16;
const hashBytes = 32;
/** Parallel hashes; each takes 128 MiB. */
const maxConcurrent = 2;
/** Further callers are told to retry, since they would wait past every timeout. */
const maxWaiting = 64;
const form = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

export interface PasswordHasherDeps {
  readonly randomBytes: RandomBytes;
  readonly cost?: ScryptCost;
}

export function createPasswordHasher({ randomBytes, cost = currentCost }: PasswordHasherDeps): PasswordHasher {
  const inLane = createLane();
  const dummySalt = Buffer.from(randomBytes(saltBytes));
  return {
    async hash(password) {
      const salt = Buffer.from(randomBytes(saltBytes));
      return toText(cost, salt, await inLane(() => derive(password, salt, cost)));
    },
    async verify(password, stored) {
      const known = parse(stored);
      const candidate = await inLane(() => derive(password, known.salt, known.cost));
      const isStale = known.cost.ln !== cost.ln || known.cost.r !== cost.r || known.cost.p !== cost.p;
      return { isRight: timingSafeEqual(candidate, known.hash), isStale };
    },
    async pretend(password) {
      await inLane(() => derive(password, dummySalt, cost));
    },
  };
}

function derive(password: string, salt: Buffer, { ln, r, p }: ScryptCost): Promise<Buffer> {
  const N = 2 ** ln;
  // OpenSSL needs a little more than 128·N·r bytes, and Node's default limit is lower.
  const options: ScryptOptions = { N, r, p, maxmem: 128 * N * r + 1024 * 1024 * p };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, hashBytes, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

function toText({ ln, r, p }: ScryptCost, salt: Buffer, hash: Buffer): string {
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$scrypt$ln=${ln},r=${r},p=${p}$${unpadded(salt)}$${unpadded(hash)}`;
}

function parse(stored: string): { cost: ScryptCost; salt: Buffer; hash: Buffer } {
  const [, ln, r, p, salt, hash] = form.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) throw new Error('a stored password has an unknown form');
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

/** Runs a limited number of jobs at once; the others wait in order. */
function createLane(): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= maxConcurrent) {
      if (waiting.length >= maxWaiting) {
        throw new AppError('unavailable', 'too many passwords wait to be checked', { retryAfterS: 10 });
      }
      // A finished job hands its slot to the next in line, so that no newcomer takes it.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
