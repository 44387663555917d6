import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type AuditorDefinition, createAuditor, serveAuditor } from '@assay/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInChain } from '../../configuration/chain/built-in-chain.ts';
import { parseChainItems } from '../../gateway/collect/manifest.ts';
import { runFake } from '../cli.fake.ts';
import { makeAuditorFiles, portOf } from '../new-auditor.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const node = ['--conditions=assay-source', '--import', import.meta.resolve('tsx')];
const files = [
  ...['.dockerignore', '.gitignore', 'Dockerfile', 'README.md', 'auditor.test.ts', 'auditor.ts'],
  ...['chain.yaml', 'package.json', 'server.ts', 'trade-secrets.cedar', 'tsconfig.json'],
];
let parent: string;
let folder: string;
let made: Awaited<ReturnType<typeof runFake>>;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'auditor-new-'));
  folder = join(parent, 'trade-secrets');
  made = await runFake(['auditor', 'new', 'trade-secrets', '--dir', folder]);
});
afterAll(() => rm(parent, { recursive: true }));

/** Installs the new package's dependencies from local copies: tests use no registry. */
async function install(): Promise<void> {
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@assay'), { recursive: true });
  await mkdir(join(modules, '@types'));
  await symlink(join(root, 'sdk'), join(modules, '@assay/sdk'));
  for (const name of ['esbuild', 'tsx', 'typescript', '@types/node']) {
    await symlink(join(root, 'node_modules', name), join(modules, name));
  }
}

function run(command: string, args: readonly string[]): Promise<{ code: number; text: string }> {
  // Passes only a shell's variables: vitest's own change the reports of nested tests.
  const { PATH: path, HOME: home } = process.env;
  const env = { PATH: path, HOME: home };
  return new Promise((resolve) => {
    execFile(command, args, { cwd: folder, env, timeout: 120_000 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), text: `${stdout}${stderr}` });
    });
  });
}

async function loadDefinition(): Promise<AuditorDefinition> {
  const module: { auditor: AuditorDefinition } = await import(pathToFileURL(join(folder, 'auditor.ts')).href);
  return module.auditor;
}

describe('auditor new', () => {
  it('makes a whole package and prints the next steps', async () => {
    expect([made.code, made.err]).toEqual([0, '']);
    expect((await readdir(folder)).sort()).toEqual(files);
    for (const file of files) {
      expect(made.out).toContain(file);
      expect(await readFile(join(folder, file), 'utf8')).not.toMatch(/\{\{|\}\}$/m);
    }
    expect(made.out).toContain('npm install && npm test');
  });

  it('overwrites nothing', async () => {
    const again = await runFake(['auditor', 'new', 'trade-secrets', '--dir', folder]);
    expect(again.code).toBe(2);
    expect(again.err).toContain('is not empty');
    const file = join(parent, 'file');
    await writeFile(file, 'x');
    expect((await runFake(['auditor', 'new', 'x', '--dir', file])).code).toBe(2);
  });

  it.each(['', '-x', 'X', 'a--b', 'a_b', '../x', '1a', 'x'.repeat(41)])('refuses the name %j', async (name) => {
    const { code } = await runFake(['auditor', 'new', '--dir', join(parent, 'never'), '--', name]);
    expect(code).toBe(2);
    expect(await readdir(parent)).not.toContain('never');
  });

  it('gives each auditor a port outside those of our services and auditors, always the same for a name', async () => {
    for (let index = 0; index < 500; index += 1) {
      const port = portOf(`auditor-${index}`);
      expect(port).toBeGreaterThan(8400);
      expect(port).toBeLessThan(8900);
    }
    const port = String(portOf('trade-secrets'));
    for (const file of ['auditor.ts', 'chain.yaml', 'README.md']) {
      const text = await readFile(join(folder, file), 'utf8');
      expect(text).toContain(port);
      expect(text).not.toContain('8090');
    }
  });

  it('makes a chain that keeps the built-in auditors, and the README shows the files as they are', async () => {
    const read = (file: string) => readFile(join(folder, file), 'utf8');
    const chain = await read('chain.yaml');
    const names = parseChainItems(chain, 'chain.yaml', builtInChain).map(({ name }) => name);
    expect(names).toEqual(['injection', 'pii', 'secrets', 'toxicity', 'trade-secrets']);
    const readme = await read('README.md');
    expect(readme).toContain(chain.slice(chain.indexOf('extends:')));
    expect(readme).toContain(await read('trade-secrets.cedar'));
  });

  it("makes an image that listens on the contract's port of a container", async () => {
    const dockerfile = await readFile(join(folder, 'Dockerfile'), 'utf8');
    expect(dockerfile).toMatch(/^ENV .* PORT=8080$/m);
    expect(dockerfile).toMatch(/^EXPOSE 8080$/m);
  });

  it('depends on the given SDK', async () => {
    const written = await makeAuditorFiles({ name: 'x', sdk: '^1.2.3' });
    const manifest = JSON.parse(written.find(({ path }) => path === 'package.json')?.text ?? '');
    expect(manifest.dependencies).toEqual({ '@assay/sdk': '^1.2.3' });
  });
});

describe('the new auditor', () => {
  beforeAll(install);

  it('passes its own tests', async () => {
    const { code, text } = await run(process.execPath, [...node, '--test', 'auditor.test.ts']);
    expect(text).toMatch(/^# fail 0$/m);
    expect(code).toBe(0);
  });

  it('passes the type checker', async () => {
    const { code, text } = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '--noEmit']);
    expect([code, text]).toEqual([0, '']);
  });

  it('is bundled by its build script into one self-contained file', async () => {
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const [command, ...args] = manifest.scripts.build.split(' ');
    expect(command).toBe('esbuild');
    const built = await run(join(root, 'node_modules/.bin/esbuild'), args);
    expect(built).toMatchObject({ code: 0 });
    expect(await readFile(join(folder, 'dist/server.mjs'), 'utf8')).not.toMatch(
      /^(?:import|export)\b[^;]*?\bfrom\s*"(?!node:)/m,
    );
  });

  it('passes auditor verify, and its Dockerfile has exactly the labels of its definition', async () => {
    const definition = await loadDefinition();
    const served = await serveAuditor(definition, { env: {}, host: '127.0.0.1', port: 0 });
    try {
      expect(await runFake(['auditor', 'verify', served.url])).toMatchObject({ code: 0 });
    } finally {
      await served.close();
    }
    const dockerfile = await readFile(join(folder, 'Dockerfile'), 'utf8');
    const labels = [...dockerfile.matchAll(/^LABEL ([\w.]+)="(.*)"$/gm)].map(([, name, value]) => [name, value]);
    const auditor = createAuditor(definition, { env: {} });
    expect(Object.fromEntries(labels)).toEqual(auditor.labels());
    await auditor.close();
    const stdin = JSON.stringify(Object.fromEntries(labels));
    expect(await runFake(['auditor', 'verify', '--image-labels', '-'], { stdin })).toMatchObject({ code: 0 });
  });

  it('names itself, its claims and its variables after NAME', async () => {
    const auditor = createAuditor(await loadDefinition(), { env: { TRADE_SECRETS_PHRASES: 'red fox' } });
    const { claims } = await auditor.claims({ phase: 'request', data: { input: 'The Red Fox.' } });
    expect(claims.map(({ name, value }) => [name, value])).toEqual([
      ['trade_secrets_found', true],
      ['trade_secrets_count', 1],
    ]);
    await auditor.close();
  });
});
