/** Commands for the app catalog and tool rules, against a test verifier. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestVerifier, type TestVerifier } from '../../verifier/test-verifier.ts';
import { runFake } from '../cli.fake.ts';
import { toEntry } from '../server-json.ts';

let verifier: TestVerifier;
let url: string;
let folder: string;
beforeAll(async () => {
  verifier = await openTestVerifier();
  url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'assay-apps-'));
  await verifier.post('/v1/workspaces', { id: 'sales' });
  await verifier.post('/v1/agents', { id: 'bot', workspace_id: 'sales' });
});
afterAll(async () => {
  await verifier.close();
  await rm(folder, { recursive: true });
});

const run = (...args: readonly string[]) =>
  runFake([...args, '--verifier', url], { env: { ASSAY_DATA_DIR: verifier.testDb.dataDir } });
const file = async (content: unknown) => {
  const path = join(folder, 'server.json');
  await writeFile(path, JSON.stringify(content));
  return path;
};
const entry = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: 'com.example/crm',
  description: 'Customers \u001b[31mand orders',
  version: '1.0.0',
  websiteUrl: 'https://crm.example.com',
  packages: [{ registryType: 'oci', identifier: 'ghcr.io/example/crm:1.0.0', transport: { type: 'stdio' } }],
};

describe('apps', () => {
  it('are found, listed and shown, by name or id', async () => {
    const found = await run('app', 'search', 'github');
    expect([found.code, found.err]).toEqual([0, '']);
    expect(found.out.split('\n')[1]).toMatch(/^io\.github\.github\/github-mcp-server +GitHub +mcp_server/);
    expect((await run('app', 'search', 'nothing', 'like', 'this')).err).toBe('No app fits.\n');
    const listed = await run('app', 'list', '--trust', 'first_party', '--json');
    expect((JSON.parse(listed.out) as { items: unknown[] }).items.length).toBeGreaterThanOrEqual(9);
    expect((await run('app', 'list', '--type', 'tool')).code).toBe(2);
    const shown = await run('app', 'show', 'com.notion/mcp');
    expect(shown.out).toMatch(/^remote +https:\/\/mcp\.notion\.com\/mcp \(streamable-http\)$/m);
    expect(shown.out).toMatch(/^source +https:/m);
    const [, id = ''] = /^app +(\S+)$/m.exec(shown.out) ?? [];
    expect((await run('app', 'show', id)).out).toBe(shown.out);
    const unknown = await run('app', 'show', 'com.example/nothing');
    expect([unknown.code, unknown.err]).toEqual([
      1,
      expect.stringContaining('The app com.example/nothing does not exist'),
    ]);
  });

  it('are published from a server.json, then by versions, and a version never changes', async () => {
    const made = await run('app', 'publish', await file({ ...entry, description: 'Customers' }));
    expect([made.code, made.err]).toEqual([0, '']);
    for (const line of [/^name +com\.example\/crm$/m, /^title +crm$/m, /^package +oci ghcr\S+ 1\.0\.0$/m]) {
      expect(made.out).toMatch(line);
    }
    const second = await file({ ...entry, version: '1.1.0', description: 'Customers' });
    expect((await run('app', 'publish', second)).out).toMatch(/^version +1\.1\.0$/m);
    expect((await run('app', 'publish', second)).code).toBe(0);
    const other = await run('app', 'publish', await file({ ...entry, version: '1.1.0', description: 'Others' }));
    expect([other.code, other.err]).toEqual([1, expect.stringContaining('a version never changes')]);
    const versions = await run('app', 'show', 'com.example/crm', '--versions');
    expect(versions.out.split('\n').filter((line) => line.startsWith('com.example/crm'))).toHaveLength(2);
    expect((await run('app', 'show', 'com.example/crm', '--version', '1.0.0')).out).toMatch(
      /1\.0\.0 \(newest 1\.1\.0\)/,
    );
    const steering = await run('app', 'publish', await file(entry));
    expect([steering.code, steering.err]).toEqual([2, expect.stringContaining('description')]);
    expect(() => toEntry([])).toThrow('must contain a JSON object');
  });
});

describe('tool rules', () => {
  it('are set, changed, refused when the organisation decides otherwise, and removed', async () => {
    const all = await run('tool', 'set', 'com.example/crm', '*', 'available', '--org', '--reason', 'Everybody');
    expect([all.code, all.err]).toEqual([0, '']);
    expect(all.out).toMatch(/^app +com\.example\/crm \(app_\S+\)$/m);
    expect(all.out).toMatch(/^tool +every tool$/m);
    const changed = await run('tool', 'set', 'com.example/crm', '*', 'available', '--org', '--fixed');
    expect(changed.out).toMatch(/^mode +available, fixed$/m);
    const refused = await run('tool', 'set', 'com.example/crm', 'read', 'required', '--workspace', 'sales');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('allows workspaces only to block')]);
    const blocked = await run('tool', 'set', 'com.example/crm', 'delete', 'blocked', '--workspace', 'sales');
    expect(blocked.code).toBe(0);
    const listed = await run('tool', 'list', '--workspace', 'sales');
    expect(listed.out).toMatch(/^stl_\S+ +workspace sales +com\.example\/crm +delete +blocked/m);
    expect((await run('tool', 'list', '--mode', 'required')).err).toBe('There is no rule that fits.\n');
    const effective = await run('tool', 'effective', 'bot');
    expect(effective.out).toMatch(/^readiness +ready$/m);
    expect(effective.out).toMatch(/^com\.example\/crm +delete +no: blocked +blocked +workspace sales/m);
    const id = /^rule +(\S+)$/m.exec(blocked.out)?.[1] ?? '';
    expect((await run('tool', 'show', id)).out).toBe(blocked.out);
    expect((await run('tool', 'remove', id)).out).toBe(`Removed rule ${id}\n`);
    expect((await run('tool', 'show', id)).code).toBe(1);
  });

  it('report required but missing tools', async () => {
    await run('tool', 'set', 'app_mail', 'send', 'required', '--workspace', 'sales');
    const { out, code } = await run('tool', 'effective', 'bot', '--workspace', 'sales');
    expect(code).toBe(0);
    expect(out).toMatch(/^readiness +degraded$/m);
    expect(out).toContain('app_mail send: not_installed');
    const unknown = await run('tool', 'set', 'app_mail', 'send', 'allowed', '--org');
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringMatching(/^error: MODE must be one of/)]);
    expect((await run('tool', 'set', 'app_mail', 'send', 'blocked')).err).toContain('Say where: --org or --workspace');
    // Refuses a rule for an unknown app.
    const short = await run('tool', 'set', 'notion', 'send', 'blocked', '--org');
    expect([short.code, short.err]).toEqual([2, expect.stringContaining('The app notion does not exist')]);
  });
});
