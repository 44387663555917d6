import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groundedness } from '../../src/auditors/groundedness/auditor.ts';
import { modelSecurity } from '../../src/auditors/model-security/auditor.ts';
import { sovereignty } from '../../src/auditors/sovereignty/auditor.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';

const example = fileURLToPath(new URL('../../examples/policies/evidence.cedar', import.meta.url));

let folder: string;
let model: ModelServer;
let gateway: TestGateway;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-evidence-auditors-'));
  await copyFile(example, join(folder, 'policy.cedar'));
  model = await startModelServer();
  gateway = await startTestGateway({
    folder,
    auditors: [groundedness, modelSecurity, sovereignty],
    env: {
      GATEWAY_UPSTREAM_URL: model.url,
      SOVEREIGNTY_LOCATION: 'eu-central-1',
      SOVEREIGNTY_PROVIDER: 'aws',
      SOVEREIGNTY_ALLOWED_LOCATIONS: 'EEA',
    },
  });
}, 60_000);

afterAll(async () => {
  await gateway.dispose();
  await model.close();
  await rm(folder, { recursive: true, force: true });
});

async function evaluate(phase: string, data: object): Promise<Record<string, unknown>> {
  const answer = await gateway.post('/v1/evaluate', { phase, data });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}

/** `os.system("true")` on loading: GLOBAL, a tuple of one string, REDUCE. */
const hostilePickle = Buffer.from("cos\nsystem\n(S'true'\ntR.", 'latin1');

function safetensors(): Buffer {
  const header = Buffer.from(JSON.stringify({ weight: { dtype: 'F32', shape: [2], data_offsets: [0, 8] } }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.byteLength));
  return Buffer.concat([length, header, Buffer.alloc(8)]);
}

const artifact = (bytes: Buffer) => evaluate('artifact', { metadata: { artifact_base64: bytes.toString('base64') } });

describe('a policy over the auditors of evidence', () => {
  it('allows only a model that was fully checked', async () => {
    expect(await artifact(safetensors())).toMatchObject({ decision: 'allow' });
    const hostile = await artifact(hostilePickle);
    expect(hostile).toMatchObject({ decision: 'deny', reasons: ['artifact.block'] });
    expect(JSON.stringify(hostile['claims'])).toContain('system');
    // Truncated: nothing unsafe is seen, and nothing is known.
    expect(await artifact(safetensors().subarray(0, 40))).toMatchObject({ decision: 'deny' });
    expect(await artifact(Buffer.from('00ff13a7c45b9e02', 'hex'))).toMatchObject({ decision: 'deny' });
  });

  it('denies an answer that its sources do not support', async () => {
    const text = 'The bridge over the Aller was opened in 1957. It is 212 metres long and carries two lanes.';
    const metadata = { sources: [{ id: 'bridge', text }] };
    const kept = await evaluate('response', { output: 'The bridge over the Aller was opened in 1957.', metadata });
    expect(kept).toMatchObject({ decision: 'allow' });
    const output = 'The tunnel under the Elbe was closed in 1983 after a fire that killed eleven people.';
    expect(await evaluate('response', { output, metadata })).toMatchObject({
      decision: 'deny',
      reasons: ['sources.block'],
    });
  });

  it('decides nothing on support without sources', async () => {
    expect(await evaluate('response', { output: 'The bridge was opened in 1957.' })).toMatchObject({
      decision: 'allow',
    });
  });

  it('denies data processed elsewhere than configured, and a transfer without a basis', async () => {
    const at = (metadata: object) => evaluate('request', { input: 'Hello', metadata });
    expect(await at({})).toMatchObject({ decision: 'allow' });
    expect(await at({ user_country: 'FR' })).toMatchObject({ decision: 'allow' });
    const elsewhere = await at({ location: { provider: 'aws', region: 'us-east-1' } });
    expect(elsewhere).toMatchObject({ decision: 'deny', reasons: ['place.block'] });
  });
});
