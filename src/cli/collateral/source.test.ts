import { describe, expect, it } from 'vitest';
import { AppError, isAppError } from '../../platform/errors.ts';
import { UsageError } from '../options.ts';
import type { Answer } from './download.ts';
import { type CollateralFile, createSource, type Piece, parseMirror, vendorOrigins } from './source.ts';

const file: CollateralFile = { name: 'crl.der', what: 'list', bytes: new Uint8Array(1), issuedAt: 0, until: 1 };
const piece: Piece = {
  what: 'list',
  origin: vendorOrigins.amd,
  path: '/vcek/v1/Milan/crl',
  unknown: 'Nobody knows it.',
  check: async ({ bytes }) => (bytes[0] === 1 ? [file] : 'it is no list'),
};
const good: Answer = { bytes: Uint8Array.of(1), header: () => undefined };
const bad: Answer = { bytes: Uint8Array.of(2), header: () => undefined };
const missing = new AppError('not_found', 'HTTP 404', { detail: 'not there' });
const broken = new AppError('unavailable', 'HTTP 500', { detail: 'broken' });

/** Fetches the piece with the listed answers; other URLs must not be requested. */
async function fetchFrom(
  answers: Readonly<Record<string, Answer | AppError>>,
  mirrors: readonly string[],
  asked = piece,
) {
  const urls: string[] = [];
  const fetchPiece = createSource(async ({ href }) => {
    urls.push(href);
    const answer = answers[href];
    if (answer === undefined) throw new Error(`${href} should not be asked`);
    if (answer instanceof AppError) throw answer;
    return answer;
  }, mirrors);
  try {
    return { urls, source: (await fetchPiece(asked)).source };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { urls, code: error.code, text: error.publicText };
  }
}

describe('a source', () => {
  it('is the vendor without a mirror, and otherwise only the mirrors', async () => {
    const url = 'https://kdsintf.amd.com/vcek/v1/Milan/crl';
    expect(await fetchFrom({ [url]: good }, [])).toEqual({ urls: [url], source: url });
    const mirror = 'https://mirror.example/kds/vcek/v1/Milan/crl';
    expect(await fetchFrom({ [mirror]: good }, ['https://mirror.example/kds'])).toEqual({
      urls: [mirror],
      source: mirror,
    });
    const failed = await fetchFrom({ [mirror]: broken }, ['https://mirror.example/kds']);
    expect(failed).toMatchObject({ urls: [mirror], code: 'unavailable' });
  });

  it('asks the next mirror when one has nothing, fails, or sends something invalid', async () => {
    for (const first of [missing, broken, bad]) {
      const answers = { 'https://a.example/vcek/v1/Milan/crl': first, 'https://b.example/vcek/v1/Milan/crl': good };
      const { source } = await fetchFrom(answers, ['https://a.example', 'https://b.example']);
      expect(source).toBe('https://b.example/vcek/v1/Milan/crl');
    }
  });

  it('tries the other paths of a mirror', async () => {
    const answers = { 'https://a.example/x': missing, 'https://a.example/y': good };
    const { source } = await fetchFrom(answers, ['https://a.example'], { ...piece, mirrorPaths: ['/x', '/y'] });
    expect(source).toBe('https://a.example/y');
  });

  it('reports an unknown piece only when every asked source does', async () => {
    const mirrors = ['https://a.example', 'https://b.example'];
    const [a, b] = mirrors.map((mirror) => `${mirror}/vcek/v1/Milan/crl`);
    const answers = (...given: (Answer | AppError)[]) => ({ [a ?? '']: given[0] ?? bad, [b ?? '']: given[1] ?? bad });
    const unknown = await fetchFrom(answers(missing, missing), mirrors);
    expect(unknown.code).toBe('not_found');
    expect(unknown.text).toContain('Nobody knows it.');
    for (const other of [broken, bad]) {
      const failed = await fetchFrom(answers(missing, other), mirrors);
      expect(failed.code).toBe('unavailable');
      expect(failed.text).not.toContain('Nobody knows it.');
    }
  });
});

describe('a mirror', () => {
  it('is https, or http on this machine', () => {
    for (const [text, base] of [
      ['https://pccs.example:8081', 'https://pccs.example:8081'],
      ['https://pccs.example:8081/sgx/certification/v4/', 'https://pccs.example:8081'],
      ['https://proxy.example/kds/', 'https://proxy.example/kds'],
      ['http://localhost:8081', 'http://localhost:8081'],
      ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
      ['http://[::1]:1', 'http://[::1]:1'],
    ] as const) {
      expect(parseMirror(text)).toBe(base);
    }
  });

  it('is refused otherwise, also with a password or a query', () => {
    const refused = [
      'http://pccs.example',
      'http://127.0.0.1.example',
      'http://localhost.example',
      'ftp://pccs.example',
      'file:///etc',
      'pccs.example',
      '',
      'https://user:secret@pccs.example',
      'https://pccs.example/?a=b',
      'https://pccs.example/#x',
    ];
    for (const text of refused) expect(() => parseMirror(text), text).toThrow(UsageError);
  });
});
