import type { App } from '@assay/client';
import { describe, expect, it } from 'vitest';
import { declaredConfig, draftOfConfig, emptyConfig, needsAddress, toConfig } from './config-fields.ts';

const base: App = {
  id: 'app_1',
  name: 'com.example/crm',
  type: 'mcp_server',
  version: '1.0.0',
  title: 'CRM',
  description: '',
  trust_tier: 'community',
  status: 'active',
  status_reason: null,
  digest: 'sha256:00',
  signature_verified: false,
  notarizationStatus: null,
  shipped: false,
  latest_version: '1.0.0',
  revision: 1,
  created_at: null,
  created_by: null,
  updated_at: null,
};
const app: App = {
  ...base,
  remotes: [
    {
      type: 'streamable-http',
      url: 'https://{host}/mcp',
      headers: [
        { name: 'x-team', isRequired: true },
        { name: 'x-key', isSecret: true, isRequired: true, value: '{key}' },
        { name: 'x-place', value: 'eu-{region}' },
      ],
    },
  ],
  packages: [
    {
      registryType: 'npm',
      identifier: 'crm',
      version: '1.0.0',
      transport: { type: 'stdio' },
      environmentVariables: [
        { name: 'HOME_DIR', default: '/tmp' },
        { name: 'TOKEN', isSecret: true },
      ],
    },
  ],
};

describe('declaredConfig', () => {
  it('asks for variables of the address and of open headers, and for headers without a template', () => {
    const { fields } = declaredConfig(app, 'remote');
    expect(fields.map(({ group, name, isRequired }) => `${group}/${name} ${isRequired}`)).toEqual([
      'variables/host true',
      'variables/region false',
      'headers/x-team true',
    ]);
  });

  it('never asks for a secret', () => {
    for (const use of ['remote', 'package'] as const) {
      const { fields, secrets } = declaredConfig(app, use);
      for (const secret of ['x-key', 'key', 'TOKEN']) expect(fields.map(({ name }) => name)).not.toContain(secret);
      expect(secrets).toEqual([use === 'remote' ? 'x-key' : 'TOKEN']);
    }
  });

  it('takes the publisher’s server unless another place is chosen', () => {
    expect(declaredConfig(app, undefined)).toEqual(declaredConfig(app, 'remote'));
    expect(declaredConfig(base, undefined)).toEqual({ fields: [], secrets: [] });
  });
});

describe('toConfig', () => {
  it('sends what the chosen place declares and nothing else', () => {
    const values = { 'variables/host': 'crm.example.com', 'environment/HOME_DIR': '/data', 'headers/x-team': '' };
    expect(toConfig(app, { ...emptyConfig, values })).toEqual({ variables: { host: 'crm.example.com' } });
    expect(toConfig(app, { ...emptyConfig, use: 'package', values })).toEqual({
      use: 'package',
      environment: { HOME_DIR: '/data' },
    });
  });

  it('sends no configuration where nothing is chosen', () => {
    expect(toConfig(base, emptyConfig)).toBeUndefined();
  });

  it('gives back what an installation has', () => {
    const config = { use: 'package', environment: { HOME_DIR: '/data' } };
    expect(toConfig(app, draftOfConfig(config))).toEqual(config);
  });
});

describe('needsAddress', () => {
  it('is true only for an image that nobody says where to find', () => {
    expect(needsAddress({ ...base, auditor: { auditor_id: 'a', image: 'example/a' } })).toBe(true);
    expect(needsAddress({ ...base, auditor: { auditor_id: 'a', image: 'assay/a' } })).toBe(false);
    expect(needsAddress({ ...base, auditor: { auditor_id: 'a', url: 'http://a' } })).toBe(false);
    expect(needsAddress(base)).toBe(false);
  });
});
