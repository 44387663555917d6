/**
 * The verifier, and the gateway's part for MCP, connect outwards only through the guarded client (docs/outbound.md): they import
 * no platform module that opens connections and no library that does so. The linter forbids the globals.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const rooms = ['src/verifier', 'src/mcp-gateway'];

/** Modules that open connections or ask a resolver. */
const connecting =
  /^(undici|node:(http|https|http2|net|tls|dns|dns\/promises|dgram|child_process)|(http|https|http2|net|tls|dns)|ws|got|axios|node-fetch|openid-client|oauth4webapi|oidc-provider|pg|postgres|@modelcontextprotocol\/.+)$/;

/** Their exports that do not use the network. */
const harmless = new Map([['node:net', new Set(['isIP', 'isIPv4', 'isIPv6', 'BlockList'])]]);

/** Files that may import them, with the reason why they reach nobody. */
const exceptions: Readonly<Record<string, string>> = {
  'src/verifier/identity/issuer/certificates.ts node:tls': 'looks whether a socket that came in is one of TLS',
  'src/verifier/composition/console-stream/open-stream.ts node:net':
    'looks whether what came in is a socket that can be probed',
  'src/verifier/identity/issuer/token-body.ts node:http':
    'makes a request object for the provider out of one that came in',
  'src/verifier/identity/issuer/provider.ts oidc-provider':
    'serves; it asks others by the `fetch` of its configuration, which is guarded',
  'src/verifier/identity/authentication/outside/relying-party.ts openid-client':
    'gets the guarded client as `customFetch`',
  'src/verifier/tools/foreign-oauth/*.ts oauth4webapi': 'gets the guarded client as `customFetch`',
  'src/verifier/tools/installations/mcp-session.ts @modelcontextprotocol/client':
    'its transports get the guarded client as `fetch`',
  'src/mcp-gateway/upstreams/stdio-process.ts node:child_process':
    'runs the local servers that the operator of the gateway names',
};

interface Import {
  readonly file: string;
  readonly module: string;
  /** Empty for the whole module: a namespace, a default, an `await import`. */
  readonly names: readonly string[];
}

/** Servers and clients of tests, imported by nothing else. */
const forTests = /(\.(test|fixture|fake)\.(ts|mjs)|\/test-[a-z-]+\.ts)$/;

async function readSources(): Promise<{ readonly file: string; readonly text: string }[]> {
  const lists = await Promise.all(
    rooms.map(async (room) => {
      const entries = await readdir(join(root, room), { withFileTypes: true, recursive: true });
      return entries
        .filter((entry) => entry.isFile() && /\.(ts|mts|mjs|js)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
        .filter((file) => !forTests.test(file));
    }),
  );
  return Promise.all(lists.flat().map(async (file) => ({ file, text: await readFile(join(root, file), 'utf8') })));
}

/** Value imports; type imports disappear at run time. */
function importsOf({ file, text }: { readonly file: string; readonly text: string }): Import[] {
  const found: Import[] = [];
  for (const [, clause = '', module = ''] of text.matchAll(
    /^(?:import|export)\s+([^;'"]*?)\s*from\s*['"]([^'"]+)['"]/gm,
  )) {
    if (/^type\s/.test(clause)) continue;
    const inBraces = /^\{([\s\S]*)\}$/.exec(clause)?.[1];
    const names = (inBraces ?? '').split(',').map((name) => name.trim());
    const values = names.filter((name) => name !== '' && !name.startsWith('type '));
    if (inBraces === undefined || values.length > 0) found.push({ file, module, names: values });
  }
  for (const [, module = ''] of text.matchAll(
    /(?:^import\s+|(?<!typeof )\bimport\s*\(\s*|\brequire\s*\(\s*)['"]([^'"]+)['"]/gm,
  )) {
    found.push({ file, module, names: [] });
  }
  return found;
}

const isHarmless = ({ module, names }: Import): boolean =>
  names.length > 0 && names.every((name) => harmless.get(module)?.has(name.split(' as ')[0] ?? '') === true);

const patternOf = (exception: string): RegExp =>
  new RegExp(`^${exception.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]+')}$`);

describe('outgoing connections', () => {
  it('use the guarded client: everything else that opens connections is on a list, with its reason', async () => {
    const imports = (await readSources()).flatMap(importsOf);
    expect(imports.length).toBeGreaterThan(1_000);
    expect(imports.filter(({ module }) => forTests.test(module))).toEqual([]);
    const suspects = imports.filter((one) => connecting.test(one.module) && !isHarmless(one));
    const names = [...new Set(suspects.map(({ file, module }) => `${file} ${module}`))];
    const patterns = Object.keys(exceptions).map(patternOf);
    expect(names.filter((name) => !patterns.some((pattern) => pattern.test(name)))).toEqual([]);
    // Every listed exception is used: an unused one would allow the next leak.
    expect(Object.keys(exceptions).filter((one) => !names.some((name) => patternOf(one).test(name)))).toEqual([]);
  });

  it('use no global: none is read from `globalThis`, and the linter knows the others', async () => {
    const reached =
      /(?<!typeof )\b(globalThis|global|self|window)\s*(\.|\[\s*['"`])\s*(fetch|WebSocket|EventSource|XMLHttpRequest)\b|=\s*(globalThis|global)\b|createRemoteJWKSet|process\s*\.\s*binding/;
    const sources = await readSources();
    expect(sources.filter(({ text }) => reached.test(text)).map(({ file }) => file)).toEqual([]);
    const { overrides } = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8'));
    const rule = overrides.find(
      ({ includes }: { includes: string[] }) =>
        rooms.every((room) => includes.includes(`${room}/**`)) && includes.includes('!**/*.test.ts'),
    );
    const { level, options } = rule.linter.rules.style.noRestrictedGlobals;
    expect(level).toBe('error');
    expect(Object.keys(options.deniedGlobals).sort()).toEqual(['EventSource', 'WebSocket', 'XMLHttpRequest', 'fetch']);
  });

  it('of every imported library go through a fetch of ours', async () => {
    const byFile = new Map((await readSources()).map(({ file, text }) => [file, text]));
    const relying = byFile.get('src/verifier/identity/authentication/outside/relying-party.ts') ?? '';
    expect(relying).toMatch(/\[client\.customFetch\]: toFetch\(fetch\)/);
    expect(byFile.get('src/verifier/identity/issuer/provider-config.ts')).toMatch(
      /fetch: createProviderFetch\(deps\.fetch\)/,
    );
    const users = [...byFile].filter(([, text]) => /ClientTransport\(/.test(text));
    for (const [file, text] of users) {
      const transports = text.match(/new [\w.]*ClientTransport\(/g) ?? [];
      const fetches = text.match(/ClientTransport\([^()]*\bfetch\b/g) ?? [];
      expect({ file, fetches: fetches.length }).toEqual({ file, fetches: transports.length });
      expect(text).not.toMatch(/StdioClientTransport/);
    }
  });
});
