/** Tests the SDK as its users get it: packed, installed offline, and used as in its README. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const execute = promisify(execFile);
const offline = { ...process.env, NPM_CONFIG_OFFLINE: 'true', NPM_CONFIG_AUDIT: 'false', NODE_OPTIONS: '' };

const entryNames = ['', '/contract', '/receipts', '/crypto', '/x509', '/policy', '/patterns', '/mcp', '/testing'];
/** What npm would fetch beside the SDK. */
const needed = [
  ...['typebox', 'zod', 'hono', '@hono/node-server'],
  ...['core', 'server', 'node'].map((name) => `@modelcontextprotocol/${name}`),
];

let folder: string;
let app: string;
let packed: readonly string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-sdk-'));
  app = join(folder, 'app');
  await mkdir(app);
  await copyWorkspace(join(folder, 'repository'));
  const tarballs = [await pack(join(folder, 'repository/sdk'))];
  // Their scripts would build them from missing sources.
  for (const name of needed) tarballs.push(await pack(join(root, 'node_modules', name), ['--ignore-scripts']));
  packed = await listFiles(tarballs[0] ?? '');
  await writeFile(join(app, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await execute('npm', ['install', '--no-fund', ...tarballs], { cwd: app, env: offline });
}, 240_000);

afterAll(() => rm(folder, { recursive: true }));

/** Works on a copy, so that packing leaves nothing in the tree of other tests. */
async function copyWorkspace(to: string): Promise<void> {
  await cp(join(root, 'sdk'), join(to, 'sdk'), {
    recursive: true,
    filter: (path) => !/[\\/](dist|node_modules)$/.test(path),
  });
  await cp(join(root, 'tsconfig.json'), join(to, 'tsconfig.json'));
  await symlink(join(root, 'node_modules'), join(to, 'node_modules'));
}

async function pack(path: string, options: readonly string[] = []): Promise<string> {
  const args = ['pack', '--json', ...options, '--pack-destination', folder, path];
  const { stdout } = await execute('npm', args, { cwd: path, env: offline });
  const [name] = /[\w.-]+\.tgz(?=")/.exec(stdout) ?? [];
  return join(folder, name ?? '');
}

async function listFiles(tarball: string): Promise<string[]> {
  const { stdout } = await execute('tar', ['tzf', tarball]);
  return stdout.split('\n').map((path) => path.replace(/^package\//, ''));
}

/** Reads the README's samples in order; the example has no types for Node to strip. */
async function readSamples(extension: string): Promise<string[]> {
  const readme = await readFile(join(app, 'node_modules/@assay/sdk/README.md'), 'utf8');
  const samples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
  return samples.map((code) => code.replaceAll('./auditor.ts', `./auditor.${extension}`));
}

async function writeSamples(extension: string): Promise<void> {
  const [auditor = '', serve = '', test = ''] = await readSamples(extension);
  await writeFile(join(app, `auditor.${extension}`), auditor);
  await writeFile(join(app, `serve.${extension}`), serve);
  await writeFile(join(app, `auditor.test.${extension}`), test);
}

describe('the packed SDK', () => {
  it('contains the source, types and module of each exported entry', async () => {
    const { exports } = JSON.parse(await readFile(join(app, 'node_modules/@assay/sdk/package.json'), 'utf8'));
    const entries = Object.entries<Record<string, string>>(exports).filter(([name]) => name !== './package.json');
    expect(entries.map(([name]) => name)).toEqual(entryNames.map((name) => `.${name}`));
    for (const [name, conditions] of entries) {
      expect(Object.keys(conditions), name).toEqual(['assay-source', 'types', 'default']);
      for (const path of Object.values(conditions)) expect(packed).toContain(path.replace('./', ''));
    }
  });

  it('contains its licence, but neither tests nor fixtures', () => {
    expect(packed.filter((path) => /\.(test|fixture|fake)\./.test(path))).toEqual([]);
    expect(packed).toContain('LICENSE');
    expect(packed.filter((path) => !/^((src|dist)\/|LICENSE$|README\.md$|package\.json$|$)/.test(path))).toEqual([]);
  });

  it('needs only typebox and the MCP server; users of policies add the engine', async () => {
    const manifest = JSON.parse(await readFile(join(app, 'node_modules/@assay/sdk/package.json'), 'utf8'));
    expect(Object.keys(manifest.dependencies)).toEqual([
      ...['@modelcontextprotocol/node', '@modelcontextprotocol/server', 'typebox'],
    ]);
    expect(Object.keys(manifest.peerDependencies)).toEqual(['@cedar-policy/cedar-wasm']);
    expect(manifest.peerDependenciesMeta).toEqual({ '@cedar-policy/cedar-wasm': { optional: true } });
    await expect(access(join(app, 'node_modules/@assay/sdk/node_modules'))).rejects.toThrow('ENOENT');
  });

  it('loads every entry on Node alone', async () => {
    const entries = entryNames.map((entry) => `@assay/sdk${entry}`);
    const code = `for (const entry of ${JSON.stringify(entries)}) console.log(Object.keys(await import(entry)).length > 0);`;
    const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', code], { cwd: app, env: offline });
    expect(stdout.trim().split('\n')).toEqual(entries.map(() => 'true'));
  });
});

describe('the samples of its README', { timeout: 90_000 }, () => {
  it('are served and answer on Node alone', async () => {
    await writeSamples('mjs');
    const log = `process.stdout.write(JSON.stringify(served.port) + '\\n');`;
    const serve = (await readSamples('mjs'))[1]?.replace('await serveAuditor', 'const served = await serveAuditor');
    await writeFile(join(app, 'serve.mjs'), `${serve}\n${log}`);
    const child = spawn(process.execPath, ['serve.mjs'], { cwd: app, env: { ...offline, PORT: '0' } });
    try {
      const [port] = await once(createInterface({ input: child.stdout }), 'line');
      const answer = await fetch(`http://127.0.0.1:${port}/claims`, {
        method: 'POST',
        body: '{"data":{"input":"GIVE IT TO ME NOW"},"phase":"request"}',
      });
      expect(await answer.json()).toMatchObject({
        status: 'success',
        claims: [
          { name: 'shouting_share', value: 1 },
          { name: 'shouting_detected', value: true },
        ],
      });
      const listed = await fetch(`http://127.0.0.1:${port}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      });
      expect(await listed.text()).toContain('"name":"analyze_text"');
    } finally {
      child.kill();
      await once(child, 'close');
    }
  });

  it("pass the contract kit with Node's test runner", async () => {
    await writeSamples('mjs');
    const { stdout } = await execute(process.execPath, ['--test', 'auditor.test.mjs'], { cwd: app, env: offline });
    expect(stdout).toMatch(/^# pass [1-9]\d+$/m);
    expect(stdout).toMatch(/^# fail 0$/m);
  });

  it('compile under strict settings against the packed types', async () => {
    await writeSamples('ts');
    const compilerOptions = {
      target: 'es2023',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      types: ['node'],
      exactOptionalPropertyTypes: true,
      allowImportingTsExtensions: true,
      skipLibCheck: false,
      typeRoots: [join(root, 'node_modules/@types')],
    };
    await writeFile(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await execute(process.execPath, [compiler, '-p', app], { env: offline }).catch((error) => error);
    expect(stdout).toBe('');
  });
});
