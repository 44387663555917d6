import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'cbor2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aBundle } from '../../../test/support/artefacts.ts';
import { type FakeService, runFake, sendJson, serveFake } from '../cli.fake.ts';

const view = {
  passport_id: 'pp_1',
  agent_id: 'agent-1',
  workspace_id: 'default',
  status: 'warning',
  state: 'valid',
  issued_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-01-02T00:00:00.000Z',
  evidence_count: 3,
  is_mock: true,
  evaluations: [{ name: 'cpu-tee', status: 'warning', vector: {}, notes: ['the key was not challenged'] }],
  evidence: { newest_evidence_id: 'ev_3', evidence_hash: 'x', count: 3, root: 'abc' },
  key_attestation_hash: 'sha256:00',
  jwt: 'a.b.c',
};

let folder: string;
let verifier: FakeService | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'passport-'));
});
afterEach(async () => {
  await verifier?.close();
  await rm(folder, { recursive: true });
});

async function serve(answer: Parameters<typeof serveFake>[0]): Promise<string> {
  verifier = await serveFake(answer);
  return verifier.url;
}

describe('passport list', () => {
  it('shows status, state and expiry', async () => {
    const url = await serve((_request, response) =>
      sendJson(response, 200, { items: [view], next_cursor: null, has_more: false }),
    );
    const { code, out } = await runFake(['passport', 'list', '--latest', '--agent', 'a', '--verifier', url]);
    expect(code).toBe(0);
    expect(out).toMatch(/^pp_1 +warning +valid +3 +2026-01-02T00:00:00.000Z +agent-1$/m);
    expect(verifier?.seen[0]?.url).toBe('/v1/passports?agent_id=a&latest=true&limit=20');
  });
});

describe('passport show', () => {
  it('shows the appraisal, and reports when no hardware was verified', async () => {
    const url = await serve((_request, response) => sendJson(response, 200, view));
    const { code, out } = await runFake(['passport', 'show', 'pp_1', '--verifier', url]);
    expect(code).toBe(0);
    for (const text of ['cpu-tee', 'the key was not challenged', 'none verified: software attestation']) {
      expect(out).toContain(text);
    }
    expect((await runFake(['passport', 'show', 'pp_1', '--jwt', '--verifier', url])).out).toBe('a.b.c\n');
    expect(JSON.parse((await runFake(['passport', 'show', 'pp_1', '--json', '--verifier', url])).out)).toEqual(view);
  });

  it('explains findings and exchanges in words', async () => {
    const counts = { ok: 2, failed: 0, late: 0, skipped: 0 };
    const rich = {
      ...view,
      is_mock: false,
      deployment_authorized: false,
      authorization_reason: 'too low',
      superseded_by: 'pp_2',
      valid_until: { 'cpu collateral': '2026-01-01T12:00:00.000Z' },
      evaluations: [
        {
          name: 'cpu-tee',
          status: 'warning',
          notes: ['a note'],
          policy_id: 'policy 7',
          tcb_status: 'UpToDate',
          vector: { hardware: 2, executables: 33, configuration: 0 },
          reference_values: ['rvs_1/2'],
          advisories: ['INTEL-SA-1'],
        },
      ],
      statistics: {
        exchanges: 3,
        allowed: 2,
        denied: 1,
        not_enforced: 1,
        weak: 0,
        by_phase: {},
        first_evidence_at: '2026-01-01T00:00:00.000Z',
        last_evidence_at: '2026-01-01T01:00:00.000Z',
      },
      auditors: [
        { name: 'pii', ...counts, attested: 2, remote: 0 },
        { name: 'far', ...counts, attested: 0, remote: 2 },
      ],
      appraisal_record: {
        claims_affirming: 2,
        claims_warning: 0,
        claims_contraindicated: 0,
        controls: [
          {
            compliance_framework: 'gdpr',
            control_id: 'art-5',
            claim_names: ['pii_found'],
            affirming: 2,
            warning: 0,
            contraindicated: 0,
          },
        ],
      },
    };
    const url = await serve((_request, response) => sendJson(response, 200, rich));
    const { out } = await runFake(['passport', 'show', 'pp_1', '--verifier', url]);
    for (const text of [
      ...['hardware       genuine', 'executables    not recognised', 'configuration  not checked', 'policy policy 7'],
      ...['reference values rvs_1/2', 'firmware UpToDate', 'advisories INTEL-SA-1', '1 let through against the policy'],
      ...['inside the attested boundary', '2 runs outside the attested boundary', 'gdpr art-5  2 affirming'],
      ...['not authorized: too low', '2026-01-01T12:00:00.000Z (cpu collateral)', 'pp_2'],
    ]) {
      expect(out).toContain(text);
    }
  });
});

describe('passport export', () => {
  it('writes a bundle that assay verify proves, as JSON and as CBOR', async () => {
    const { bundle, verifier: signer } = await aBundle();
    const keys = join(folder, 'keys.json');
    await writeFile(keys, JSON.stringify({ keys: [signer.jwk] }));
    const url = await serve(({ headers }, response) => {
      response.writeHead(200).end(headers.accept === 'application/cbor' ? encode(bundle) : JSON.stringify(bundle));
    });
    for (const [name, flags] of [
      ['b.json', []],
      ['b.cbor', ['--cbor']],
    ] as const) {
      const file = join(folder, name);
      const run = await runFake(['passport', 'export', 'pp_1', '-o', file, ...flags, '--verifier', url]);
      expect([run.code, run.out]).toEqual([0, '']);
      expect(run.err).toContain(`assay verify ${file}`);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      const now = '2026-01-01T00:10:00Z';
      expect(await runFake(['verify', file, '--keys', keys, '--now', now, '--json'])).toMatchObject({ code: 0 });
    }
    expect(verifier?.seen[0]?.url).toBe('/v1/passports/pp_1/evidence');
  });

  it('prints JSON on standard output without a file, also with characters split between chunks', async () => {
    const bytes = Buffer.from('{"name":"grün"}');
    const url = await serve((_request, response) => {
      response.write(bytes.subarray(0, 12));
      setImmediate(() => response.end(bytes.subarray(12)));
    });
    const { out } = await runFake(['passport', 'export', 'pp_1', '--verifier', url]);
    expect(out).toBe('{"name":"grün"}');
  });

  it('keeps an older file when the download breaks off', async () => {
    const file = join(folder, 'bundle.json');
    await writeFile(file, 'older');
    const url = await serve((_request, response) => {
      response.writeHead(200);
      response.write('{"half":');
      setImmediate(() => response.destroy());
    });
    const run = await runFake(['passport', 'export', 'pp_1', '-o', file, '--verifier', url]);
    expect(run.code).toBe(3);
    expect(await readFile(file, 'utf8')).toBe('older');
    expect(await readdir(folder)).toEqual(['bundle.json']);
  });

  it('reports a file that cannot be written', async () => {
    const url = await serve((_request, response) => sendJson(response, 200, {}));
    const run = await runFake(['passport', 'export', 'pp_1', '-o', join(folder, 'no/such/file'), '--verifier', url]);
    expect(run.code).toBe(2);
    expect(run.err).toContain('the file or folder does not exist');
  });
});
