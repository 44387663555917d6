/** Builds the console into `dist`. The verifier serves it below /console/. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin, type ProxyOptions } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
/** A smaller file gains nothing from a twin. */
const smallestCompressed = 1024;

/** Puts a `.br` and a `.gz` twin beside each text file, so that the verifier never compresses. */
function compressed(): Plugin {
  return {
    name: 'compressed-twins',
    apply: 'build',
    async closeBundle() {
      const folder = join(here, 'dist/assets');
      const names = (await readdir(folder)).filter((name) => /\.(?:js|css|svg|json)$/.test(name));
      await Promise.all(names.map((name) => compress(join(folder, name))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < smallestCompressed) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

/**
 * The library of the schemas tries whether it may make code from text. The content security policy forbids that, and each try would
 * be reported as a violation: the answer is no from the start.
 */
function withoutEvaluation(): Plugin {
  return {
    name: 'without-evaluation',
    enforce: 'pre',
    transform(_code, id) {
      if (!/[\\/]typebox[\\/]build[\\/]system[\\/]environment[\\/]evaluate\.mjs$/.test(id)) return undefined;
      return `export const CanEvaluate = () => false;
export const Evaluate = () => { throw new Error('the console never makes code from text'); };`;
    },
  };
}

/** While developing, pages come from Vite and everything else from a verifier on this machine. */
const toVerifier: ProxyOptions = {
  target: process.env['VERIFIER_URL'] ?? 'http://127.0.0.1:8200',
  changeOrigin: true,
  headers: { origin: process.env['VERIFIER_URL'] ?? 'http://127.0.0.1:8200' },
};

export default defineConfig({
  root: here,
  base: '/console/',
  resolve: { conditions: ['assay-source', ...defaultClientConditions] },
  // The verifier puts a fresh nonce in place of this text, see docs/console.md.
  html: { cspNonce: '__CSP_NONCE__' },
  plugins: [withoutEvaluation(), react(), compressed()],
  build: {
    target: ['chrome137', 'firefox129', 'safari17.5'],
    outDir: 'dist',
    emptyOutDir: true,
    // Inline data would need an exception in the content security policy for fonts and workers.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { port: 5173, strictPort: true, proxy: { '/v1': toVerifier, '/.well-known': toVerifier } },
});
