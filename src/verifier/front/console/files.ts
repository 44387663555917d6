/** Reads the files of the built console. Only plain names below its folder are read, and no link that leads out of it. */
import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

export interface ConsoleFile {
  readonly bytes: Buffer;
  readonly type: string;
  /** `br` or `gzip` if the bytes are compressed. */
  readonly encoding: 'br' | 'gzip' | undefined;
  readonly etag: string;
}

export interface ConsoleFiles {
  /** Reads `index.html`; undefined while the console is not built. */
  readIndex(): Promise<string | undefined>;
  /** Reads a file by its path below the folder, in the best encoding that the client accepts; undefined if there is none. */
  read(path: string, acceptEncoding: string | undefined): Promise<ConsoleFile | undefined>;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** No segment begins with a dot, so none leads upwards and no hidden file is read. */
const plainPath = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}\/){0,6}[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}$/;
const twins = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const;

export function createConsoleFiles(folder: string): ConsoleFiles {
  const readPlain = async (path: string): Promise<Buffer | undefined> => {
    try {
      const root = await realpath(folder);
      const real = await realpath(join(root, path));
      if (!real.startsWith(`${root}${sep}`) || !(await stat(real)).isFile()) return undefined;
      return await readFile(real);
    } catch (error) {
      if (isAbsence(error)) return undefined;
      throw error;
    }
  };

  return {
    readIndex: async () => (await readPlain('index.html'))?.toString('utf8'),
    async read(path, acceptEncoding) {
      const type = types[extname(path).toLowerCase()];
      if (type === undefined || !plainPath.test(path)) return undefined;
      const plain = await readPlain(path);
      if (plain === undefined) return undefined;
      for (const { encoding, suffix } of twins) {
        const bytes = accepts(acceptEncoding, encoding) ? await readPlain(`${path}${suffix}`) : undefined;
        if (bytes !== undefined) return { bytes, type, encoding, etag: toEtag(bytes) };
      }
      return { bytes: plain, type, encoding: undefined, etag: toEtag(plain) };
    },
  };
}

/** Tells whether a client takes an encoding (RFC 9110 section 12.5.3). */
export function accepts(header: string | undefined, encoding: string): boolean {
  const items = (header ?? '').split(',').map((item) => item.trim().toLowerCase());
  const named = items.find((item) => item.split(';', 1)[0]?.trim() === encoding);
  return named !== undefined && !/;\s*q=0(?:\.0{0,3})?\s*$/.test(named);
}

function toEtag(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
}

function isAbsence(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'ENAMETOOLONG';
}
