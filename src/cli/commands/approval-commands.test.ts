/** Commands for approvals, against a test verifier. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalKinds as kindsThere, approvalStatuses as statusesThere } from '../../contract/api/approvals/states.ts';
import { createAuthor } from '../../verifier/base/control/author.ts';
import { openTestVerifier, type TestVerifier } from '../../verifier/test-verifier.ts';
import { runFake, sendJson, serveFake } from '../cli.fake.ts';
import { approvalKinds, approvalStatuses } from './approvals.ts';

let verifier: TestVerifier;
let url: string;
beforeAll(async () => {
  verifier = await openTestVerifier();
  // Durations such as 8h use the real clock.
  verifier.clock.set(Date.now());
  url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
  await verifier.post('/v1/agents', { id: 'clerk' });
});
afterAll(() => verifier.close());

/** On the verifier's machine, with its data folder: deciding needs the operator token there. */
const assay = (...args: string[]) =>
  runFake([...args, '--verifier', url], { env: { ASSAY_DATA_DIR: verifier.testDb.dataDir } });
const ask = async (...args: string[]) => {
  const made = await assay('approval', 'request', 'tool_call', '--agent', 'clerk', ...args, '--json');
  expect([made.code, made.err]).toEqual([0, '']);
  return String(JSON.parse(made.out).id);
};

describe('approvals', () => {
  it("are requested, listed, shown with an approver's information, and approved by a known person", async () => {
    const made = await assay(
      ...['approval', 'request', 'tool_call', '--agent', 'clerk', '--action', 'contacts.export'],
      ...['--resource', 'https://crm.example.com', '--justification', 'quarterly report', '--detail', 'Contacts=1,240'],
    );
    expect([made.code, made.err]).toEqual([0, '']);
    const id = /apr_[0-9a-f-]{36}/.exec(made.out)?.[0] ?? '';
    const listed = await assay('approval', 'list', '--status', 'pending', '--agent', 'clerk');
    expect(listed.out).toMatch(new RegExp(`^${id} +tool_call +pending +medium +local .*contacts.export`, 'm'));
    const { out } = await assay('approval', 'show', id);
    for (const line of [
      ...[/^asked by +operator local$/m, /^agent +clerk$/m, /^action +contacts.export$/m, /^risk +medium$/m],
      ...[/^reason +quarterly report$/m, /^quorum +1$/m, /^expires +\d{4}-/m, /^decide at +http.*apr_/m],
      ...[/^Details\n {2}Contacts +1,240$/m],
    ]) {
      expect(out).toMatch(line);
    }
    expect((await assay('approval', 'list', '--mine')).out).toContain(id);
    const approved = await assay('approval', 'approve', id, '--reason', 'fine');
    expect([approved.code, approved.err]).toEqual([0, '']);
    expect(approved.out).toMatch(/^Decisions\n {2}operator +approve +\S+Z +fine$/m);
    expect(approved.out).toMatch(/^holds until +\S+Z$/m);
    expect((await assay('approval', 'list', '--mine')).err).toBe('Nothing waits for your decision.\n');
    const late = await assay('approval', 'deny', id);
    expect([late.code, late.err]).toEqual([1, expect.stringContaining('already approved')]);
    expect(JSON.parse((await assay('approval', 'show', id, '--json')).out)).toMatchObject({ id, status: 'approved' });
  });

  it('are denied, and cancelled', async () => {
    expect((await assay('approval', 'deny', await ask())).out).toMatch(/^status +denied$/m);
    expect((await assay('approval', 'cancel', await ask(), '--reason', 'later')).out).toMatch(/^status +cancelled$/m);
  });

  it('may need several approvers, and an owner or admin for a high risk', async () => {
    const id = await ask('--quorum', '2', '--risk', 'high');
    expect((await assay('approval', 'show', id)).out).toMatch(
      /^risk +high \(takes an owner of the agent or an admin\)$/m,
    );
    const first = await assay('approval', 'approve', id);
    expect([first.code, first.err]).toEqual([0, expect.stringContaining('needs more of them')]);
    expect(first.out).toMatch(/^status +pending$/m);
  });

  it('name possible approvers with the operator token of the data folder', async () => {
    const id = await ask('--approver', 'operator', '--no-separation', '--until', '2h');
    const { out } = await assay('approval', 'show', id);
    expect(out).toMatch(/^approvers +operator$/m);
    expect(out).toMatch(/^separation +none/m);
    expect((await assay('approval', 'approve', id)).code).toBe(0);
    const outside = runFake(['approval', 'approve', id, '--verifier', url], { env: { ASSAY_DATA_DIR: '/nowhere' } });
    expect((await outside).code).toBe(3);
  });

  it('are shown as expired', async () => {
    const id = await ask();
    verifier.clock.set(Date.now() + 3_600_000);
    const shown = await assay('approval', 'show', id);
    expect([shown.code, shown.err]).toEqual([1, expect.stringContaining('nobody decided in time')]);
    expect((await assay('approval', 'list', '--status', 'expired')).out).toContain(id);
    verifier.clock.set(Date.now());
  });

  it('from a gateway show the policies, the claims, the Evidence and a preview, without terminal control', async () => {
    const { approvals, changes } = verifier.verifier().services;
    const { id } = await verifier.testDb.database().db.transaction(async (tx) => {
      await changes.hold(tx, 'default');
      return approvals.create(tx, createAuthor('default', 'gw-1'), {
        kind: 'policy_escalation',
        agentId: 'clerk',
        requested: {},
        risk: 'medium',
        evaluationId: 'ev_0199a2b4-7c1e-7d3a-9f4b-2f1c5b7a9e10',
        display: {
          title: 'a\u001b[2Jb\u202ec',
          policies: [{ id: 'tools.export', reason: 'Exports take a person' }],
          claims: [{ auditor_id: 'pii', name: 'pii_found', type: 'boolean', value: true, confidence: 0.9 }],
          preview: 'first\nstatus    approved\u009b31m',
          lines: [{ label: 'status\nrisk', value: 'low\rhigh' }],
        },
      });
    });
    const { out } = await assay('approval', 'show', id);
    expect(out).toMatch(/^evidence +ev_0199a2b4/m);
    expect(out).toMatch(/^Policies that ask\n {2}tools.export +Exports take a person$/m);
    expect(out).toMatch(/^What auditors found\n {2}pii +pii_found +true +confidence 0.9$/m);
    // Foreign lines never start where ours do.
    expect(out).toMatch(/^ {2}\| first\n {2}\| status {4}approved/m);
    expect(out.match(/^status/gm)).toHaveLength(1);
    for (const character of ['\u001b', '\u202e', '\u009b', '\r']) expect(out).not.toContain(character);
  });

  it('are read with the operator token of the data folder, like decisions', async () => {
    const fake = await serveFake((_request, response) => sendJson(response, 404, {}));
    const env = { ASSAY_DATA_DIR: verifier.testDb.dataDir };
    for (const args of [['list'], ['show', 'apr_1'], ['approve', 'apr_1']]) {
      await runFake(['approval', ...args, '--verifier', fake.url], { env });
    }
    await fake.close();
    const token = (await readFile(join(verifier.testDb.dataDir, 'operator-token'), 'utf8')).trim();
    expect(fake.seen.map(({ headers }) => JSON.stringify(headers).includes(token))).toEqual([true, true, true]);
  });

  it.each([
    [['approval', 'request', 'nonsense'], 2, 'KIND must be one of'],
    [['approval', 'request', 'tool_call', '--resource', 'a:b', '--resource', 'c:d'], 2, 'given once'],
    [['approval', 'request', 'tool_call', '--detail', 'nothing'], 2, 'NAME=TEXT'],
    [['approval', 'request', 'tool_call', '--agent', 'nobody'], 1, 'no such agent'],
    [['approval', 'request', 'delegation', '--agent', 'clerk'], 1, 'whose consent'],
    [['approval', 'list', '--status', 'open'], 2, 'must be one of'],
    [['approval', 'show', 'apr_nothing'], 1, 'no such approval'],
    [['approval', 'approve'], 2, 'ID is missing'],
  ])('%j ends with %i', async (args, code, words) => {
    const ended = await assay(...args);
    expect([ended.code, ended.err]).toEqual([code, expect.stringContaining(words)]);
  });

  it("show the verifier's messages", () => {
    expect([...approvalKinds].sort()).toEqual([...kindsThere].sort());
    expect(approvalStatuses).toEqual(statusesThere);
  });
});
