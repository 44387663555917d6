import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anEvidence } from '../../../test/support/artefacts.ts';
import { type FakeService, runFake, sendJson, serveFake } from '../cli.fake.ts';

const unsafe = '\u001b[2Jgreat';
const page = (item: unknown) => ({ items: [item], next_cursor: null, has_more: false });
const times = { issued_at: '2026-01-01T00:00:00Z', expires_at: '2026-01-02T00:00:00Z' };
const passport = {
  passport_id: 'pp_1',
  agent_id: 'a',
  workspace_id: 'default',
  status: unsafe,
  state: unsafe,
  ...times,
  evidence_count: 1,
  is_mock: true,
  evaluations: [{ name: 'cpu-tee', status: unsafe, vector: { hardware: 'new' }, notes: ['mentions undefined'] }],
  evidence: { newest_evidence_id: 'ev_1', evidence_hash: 'x', count: 1, root: 'r' },
  key_attestation_hash: 'sha256:00',
};
const status = {
  passport_id: 'pp_1',
  state: 'resting',
  status: unsafe,
  expires_at: times.expires_at,
  revoked_at: null,
  reason: null,
  superseded_by: null,
  checked_at: times.issued_at,
  token: 'a.b.c',
};
const evidence = {
  ...anEvidence(`sha256:${'0'.repeat(64)}`),
  enforced: unsafe,
  attester_id: 'gateway',
  generated_at: times.issued_at,
  received_at: times.issued_at,
  trust_tier: unsafe,
  passport_id: null,
  notes: ['mentions undefined'],
  kid: 'k',
  evidence_hash: '0'.repeat(64),
};

let folder: string;
const services: FakeService[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'other-release-'));
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
  await rm(folder, { recursive: true });
});

async function ask(answer: unknown, ...args: string[]) {
  const service = await serveFake((_request, response) => sendJson(response, 200, answer));
  services.push(service);
  const name = args[0] === 'receipts' ? '--gateway' : '--verifier';
  return runFake([...args, name, service.url], { stdin: 'a text', env: { ASSAY_DATA_DIR: folder } });
}

describe('a verifier of a newer release', () => {
  it.each([
    ['passport list', page(passport), ['passport', 'list']],
    ['passport show', passport, ['passport', 'show', 'pp_1']],
    ['passport status', status, ['passport', 'status', 'pp_1']],
    ['evidence list', page(evidence), ['evidence', 'list']],
    ['evidence show', evidence, ['evidence', 'show', 'ev_1']],
  ])('cannot control the terminal with words that %s does not know', async (_title, answer, args) => {
    const { out } = await ask(answer, ...args);
    expect(out).toContain('great');
    expect(out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  it('has no valid passport in a state that this release does not know', async () => {
    expect(await ask(status, 'passport', 'status', 'pp_1')).toMatchObject({ code: 1, err: '' });
  });

  it('gives no mark with a decision that this release does not know', async () => {
    const [claim] = evidence.claims;
    const args = ['--auditor', evidence.auditors[0]?.name ?? '', '--claim', claim?.name ?? '', '--text', '-'];
    const { code, err } = await ask(
      { ...evidence, claims: [{ ...claim, type: 'boolean', value: true }] },
      ...['feedback', 'mark', 'ev_1', 'right', ...args, '--phase', evidence.auditors[0]?.phase ?? ''],
    );
    expect([code, err]).toEqual([3, expect.stringContaining('does not know, so no mark was kept')]);
    expect(await readdir(folder)).not.toContain('feedback.jsonl');
  });
});

describe('an answer without the signed text', () => {
  it.each([
    ['passport', passport, ['passport', 'show', 'pp_1', '--jwt']],
    ['evidence', evidence, ['evidence', 'show', 'ev_1', '--jws']],
  ])('of a %s prints nothing', async (_title, answer, args) => {
    const { code, out, err } = await ask(answer, ...args);
    expect([code, out, err]).toEqual([3, '', expect.stringContaining('gives an unexpected answer')]);
  });
});

describe('a gateway of an older release', () => {
  it('has its chain verified without checkpoint and witness', async () => {
    const result = { chain_intact: true, total_receipts: 1, first_seq: 0, last_seq: 0 };
    const rest = { first_bad_seq: null, reason: null, head_hash: 'h', chain_id: 'c' };
    const { code, out } = await ask({ result: { ...result, ...rest } }, 'receipts', 'verify');
    expect([code, out]).toEqual([0, expect.stringContaining('INTACT')]);
    expect((await ask({ result }, 'receipts', 'verify')).code).toBe(3);
  });
});
