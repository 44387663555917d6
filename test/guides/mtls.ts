import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { toFreePorts } from '../../scripts/free-ports.ts';
import type { GuideHome, Story } from '../support/guide-run.ts';
import { freePort } from '../support/processes.ts';

const mtlsPort = await freePort();
const auditorPort = await freePort();
/** Variables of the second machine, which the verifier's machine has not. */
const elsewhere = [...Object.keys(toFreePorts()), 'ASSAY_LOG_LEVEL'];

/** The next process starts on another machine: with a data folder of its own, and the bundle. */
async function moveAway({ folder, env, run, values }: GuideHome, name: string): Promise<void> {
  values.set('https://verifier:8201', `https://127.0.0.1:${mtlsPort}`);
  await run('assay spiffe bundle > trust-bundle.pem');
  await mkdir(join(folder, name));
  Object.assign(env, toFreePorts(), { ASSAY_DATA_DIR: join(folder, name), ASSAY_LOG_LEVEL: 'silent' });
}

async function moveBack({ dataDir, env }: GuideHome): Promise<void> {
  env['ASSAY_DATA_DIR'] = dataDir;
  for (const name of elsewhere) delete env[name];
}

/** The verifier has given this service its certificate. */
async function expectCertificate({ client }: GuideHome, id: string): Promise<void> {
  const { auditLogs } = await client();
  const { items } = await auditLogs.list({ action: 'service.certificate_issued' });
  expect(items.map(({ resource_id }) => resource_id)).toContain(id);
}

export const mtls: Story = {
  page: 'mtls',
  settings: { VERIFIER_MTLS_PORT: mtlsPort },
  steps: [
    { command: 'assay key create edge-1 --gateway edge-1', takes: { 'assay_key_…': /(assay_key_\S+)/ } },
    {
      command: 'GATEWAY_ID=edge-1 GATEWAY_MTLS=true',
      before: (home) => moveAway(home, 'edge'),
      goesOn: true,
      prints: /"ready":true/,
      takes: { '127.0.0.1:8300': /"gateway":"http:\/\/([^"]+)"/ },
      after: async ({ run }) => {
        // It asks for its configuration first.
        await vi.waitFor(async () =>
          expect((await run('curl -s http://127.0.0.1:8300/health')).output).toContain('valid'),
        );
      },
    },
    {
      command: 'curl -s http://127.0.0.1:8300/health',
      prints: /"identity":\{[^}]*"spiffe:\/\/assay\.local\/gateway\/edge-1"[^}]*"valid"/,
      after: (home) => expectCertificate(home, 'gateway/edge-1'),
    },
    {
      command: 'assay key create pii --gateway pii',
      before: moveBack,
      takes: { 'assay_key_…': /(assay_key_\S+)/ },
    },
    {
      command: 'AUDITOR_MTLS_PORT=8491',
      before: async (home) => {
        home.values.set('8491', auditorPort);
        await moveAway(home, 'auditor');
      },
      goesOn: true,
      prints: /"ready":true/,
      after: (home) => expectCertificate(home, 'auditor/pii'),
    },
  ],
};
