import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadAttestorConfig } from '../../src/attestor/config.ts';
import { auditors } from '../../src/auditors/catalog.ts';
import { parseChainManifest } from '../../src/gateway/collect/manifest.ts';
import { loadGatewayConfig } from '../../src/gateway/config.ts';
import { loadMcpGatewayConfig } from '../../src/mcp-gateway/config.ts';
import { loadVerifierConfig } from '../../src/verifier/base/config.ts';
import { labelsOf } from '../labels.ts';
import { bundles } from './bundles.ts';
import { type Compose, type ComposeService, readCompose } from './compose.ts';
import { readComposeText, renderCompose } from './compose-auditors.ts';
import { secretVariables } from './secret-files.ts';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

let compose: Compose;
let documented: ReadonlySet<string>;
const service = (name: string): ComposeService => {
  const found = compose.services[name];
  if (found === undefined) throw new Error(`compose.yaml has no service ${name}`);
  return found;
};

beforeAll(async () => {
  compose = await readCompose();
  const rows = (await read('docs/configuration.md')).matchAll(/^\| `([A-Z_]+)`/gm);
  documented = new Set([...rows].map(([, name = '']) => name));
});

describe('compose.yaml', () => {
  it('has the auditors of the catalogue (renew it with npm run docs)', async () => {
    const text = await readComposeText();
    expect(text).toBe(renderCompose(text));
  });

  it('runs every service and every auditor of the catalogue, each from its own image', () => {
    const ours = ['verifier', 'attestor', 'gateway', 'mcp-gateway', ...auditors.map(({ id }) => id)];
    expect(Object.keys(compose.services).sort()).toEqual(['postgres', ...ours].sort());
    for (const name of ours) {
      expect(service(name).image).toBe(`assay/${name}`);
      expect(service(name).build?.args).toEqual({ SERVICE: name });
      expect(bundles.map((bundle) => bundle.name)).toContain(name);
    }
  });

  it('names only variables that docs/configuration.md explains', () => {
    for (const [name, { environment }] of Object.entries(compose.services)) {
      if (name === 'postgres') continue;
      for (const variable of Object.keys(environment)) {
        const secret = variable.replace(/_FILE$/, '');
        expect(documented, `${name}: ${variable}`).toContain(secretVariables.includes(secret) ? secret : variable);
      }
    }
  });

  it('holds no secret and no default for one: each comes from a file that its service is given', () => {
    for (const [name, { environment, secrets }] of Object.entries(compose.services)) {
      for (const [variable, value] of Object.entries(environment)) {
        expect(variable, name).not.toMatch(/(TOKEN|PASSWORD|KEY|SECRET)$/);
        expect(variable, name).not.toBe('DATABASE_URL');
        const file = /^\/run\/secrets\/(.*)$/.exec(value)?.[1];
        if (file !== undefined) expect(secrets, `${name}: ${variable}`).toContain(file);
      }
      for (const secret of secrets) expect(compose.secrets[secret]?.file).toMatch(/^\$\{ASSAY_SECRETS:\?[^}]+\}\//);
    }
  });

  it('has the ports of the services, published on loopback only', () => {
    expect(service('verifier').environment['VERIFIER_PORT']).toBe('8200');
    expect(service('gateway').environment['GATEWAY_PORT']).toBe('8300');
    expect(service('attestor').environment['ATTESTOR_PORT']).toBe('8400');
    expect(service('mcp-gateway').environment['MCP_GATEWAY_PORT']).toBe('8100');
    for (const { id, defaultPort } of auditors) expect(service(id).environment['PORT']).toBe(String(defaultPort));
    const published = Object.values(compose.services).flatMap(({ ports = [] }) => ports);
    expect(published.sort()).toEqual(['127.0.0.1:8100:8100', '127.0.0.1:8200:8200', '127.0.0.1:8300:8300']);
  });

  it('puts on each auditor the labels that its definition gives', () => {
    for (const { id } of auditors) expect(service(id).build?.labels).toEqual(labelsOf(id));
  });

  it('has a chain that the gateway accepts and that reaches each auditor by its name', () => {
    const { chain } = parseChainManifest(compose.configs.chain.content, 'compose.yaml');
    expect(chain.map(({ name, port, url }) => ({ name, port, url }))).toEqual(
      auditors.map(({ id, defaultPort: port }) => ({ name: id, port, url: `http://${id}:${port}` })),
    );
  });

  it('has settings that each service accepts without a warning', () => {
    const reports: string[] = [];
    const report = (message: string) => reports.push(message);
    const token = 'x'.repeat(32);
    const envOf = (name: string) => ({
      ...Object.fromEntries(
        Object.entries(service(name).environment)
          .filter(([variable]) => !secretVariables.includes(variable.replace(/_FILE$/, '')))
          .map(([variable, value]) => [variable, value.replace(/^\$\{\w+:-(.*)\}$/, '$1')]),
      ),
      ASSAY_ACCESS_TOKEN: token,
      ATTESTOR_TOKEN: token,
    });
    expect(loadGatewayConfig(envOf('gateway'), report).GATEWAY_HOST).toBe('0.0.0.0');
    expect(loadVerifierConfig(envOf('verifier')).VERIFIER_HOST).toBe('0.0.0.0');
    expect(loadAttestorConfig({ ...envOf('attestor') }, () => {}).ATTESTOR_HOST).toBe('0.0.0.0');
    expect(loadMcpGatewayConfig(envOf('mcp-gateway'), report).MCP_GATEWAY_HOST).toBe('0.0.0.0');
    expect(reports).toEqual([]);
  });

  it('offers the tools of each auditor at the MCP gateway, by its name', () => {
    const { MCP_GATEWAY_SERVICES: named = '' } = service('mcp-gateway').environment;
    expect(named).toBe(auditors.map(({ id, defaultPort }) => `${id}=http://${id}:${defaultPort}`).join(','));
  });

  it('gives no container of ours a writable root or a capability', () => {
    for (const [name, { read_only: readOnly, cap_drop: dropped }] of Object.entries(compose.services)) {
      if (name !== 'postgres') expect({ name, readOnly, dropped }).toEqual({ name, readOnly: true, dropped: ['ALL'] });
    }
  });
});

describe('the Dockerfile', () => {
  it('ends as an unprivileged user, stops by SIGTERM and asks the service itself how it is', async () => {
    const last = (await read('Dockerfile')).split(/^FROM /m).at(-1);
    expect(last).toMatch(/^USER 1000:1000$/m);
    expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m);
    expect(last).toMatch(/^HEALTHCHECK .*CMD \["node", "\/app\/health\.mjs"\]$/m);
    expect(last).toMatch(/^ENTRYPOINT \["node", "--max-semi-space-size=32", "\/app\/main\.mjs"\]$/m);
  });
});
