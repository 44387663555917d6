/** Check of an exported audit log: any change of a line is located, and no content makes it throw. */
import { canonicalize, createEd25519Key, nodeProofCrypto as crypto, sha256Hex, toBase64Url } from '@assay/sdk/crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AuditEntry, auditCheckpointType, firstPrevHash } from '../contract/audit-log.ts';
import { checkAuditExport } from './audit-export.ts';

const key = createEd25519Key();
const { kty, crv, x } = key.jwk;
const keys = [{ kid: key.kid, alg: 'EdDSA', jwk: { kty, crv, x } }] as const;

function sign(payload: object, typ = auditCheckpointType): string {
  const encode = (value: object) => toBase64Url(Buffer.from(JSON.stringify(value)));
  const input = `${encode({ typ, alg: 'EdDSA', kid: key.kid })}.${encode(payload)}`;
  return `${input}.${toBase64Url(key.sign(Buffer.from(input)))}`;
}

function seal(entry: Omit<AuditEntry, 'hash'>): AuditEntry {
  return { ...entry, hash: `sha256:${sha256Hex(canonicalize(entry))}` };
}

function aLog(count: number, orgId = 'acme'): AuditEntry[] {
  const log: AuditEntry[] = [];
  for (let seq = 1; seq <= count; seq += 1) {
    log.push(
      seal({
        org_id: orgId,
        seq,
        timestamp: '2026-01-01T00:00:00.000Z',
        action: 'thing.made',
        actor: { type: 'person', id: 'usr_1' },
        credential_id: null,
        resource_type: 'thing',
        resource_id: `t-${seq}`,
        ip_address: null,
        user_agent: null,
        request_id: null,
        details: { seq },
        success: true,
        error_message: null,
        prev_hash: log.at(-1)?.hash ?? firstPrevHash,
      }),
    );
  }
  return log;
}

const log = aLog(12);
const head = { seq: 12, hash: log.at(-1)?.hash ?? '' };
const claims = { iss: 'https://assay.example', iat: 1, org_id: 'acme', ...head };
const end = JSON.stringify({ checkpoint: sign(claims) });
const lines = [...log.map((entry) => JSON.stringify(entry)), end];

async function* toLines(list: readonly string[]) {
  yield* list;
}
const check = (list: readonly string[], more = {}) => checkAuditExport(toLines(list), { keys, crypto, ...more });

describe('a valid export', () => {
  it('is proven from its first entry to its signed end', async () => {
    expect(await check(lines)).toEqual({
      ok: true,
      org_id: 'acme',
      entries: 12,
      first_seq: 1,
      head,
      broken: null,
      checkpoint: claims,
      contains_known: null,
      problem: null,
    });
  });

  it('contains a head known from earlier, and not an invented one', async () => {
    const known = { seq: 5, hash: log[4]?.hash ?? '' };
    expect(await check(lines, { known })).toMatchObject({ ok: true, contains_known: true });
    const invented = { seq: 5, hash: firstPrevHash };
    expect(await check(lines, { known: invented })).toMatchObject({ ok: false, contains_known: false });
    const later = { seq: 13, hash: firstPrevHash };
    expect(await check(lines, { known: later })).toMatchObject({ ok: false, contains_known: false });
  });
});

describe('an invalid export', () => {
  const place = fc.integer({ min: 0, max: log.length - 1 });

  it('is detected for any removal, swap, repetition and change, at its place', async () => {
    await fc.assert(
      fc.asyncProperty(place, place, fc.constantFrom(...Object.keys(log[0] ?? {})), async (left, right, member) => {
        const [low, high] = [Math.min(left, right), Math.max(left, right)];
        expect(await check(lines.toSpliced(low, 1))).toMatchObject({ ok: false, entries: low });
        expect(await check(lines.toSpliced(low, 0, lines[low] ?? ''))).toMatchObject({ ok: false, entries: low + 1 });
        if (low !== high) {
          const swapped = lines.with(low, lines[high] ?? '').with(high, lines[low] ?? '');
          expect(await check(swapped)).toMatchObject({ ok: false, entries: low, broken: { seq: low + 1 } });
        }
        const entry: Record<string, unknown> = { ...log[low] };
        const other = {
          ...aLog(low + 2, 'other')[low + 1],
          success: false,
          error_message: 'x',
          actor: { type: 'a', id: 'b' },
        };
        for (const name of ['credential_id', 'ip_address', 'user_agent', 'request_id']) Reflect.set(other, name, 'x');
        Object.assign(other, { timestamp: 'x', action: 'x', resource_type: 'x' });
        entry[member] = Reflect.get(other, member);
        expect(await check(lines.with(low, JSON.stringify(entry)))).toMatchObject({ ok: false, entries: low });
      }),
      { numRuns: 40 },
    );
  });

  it.each<[string, string[], string]>([
    ['without its end', lines.slice(0, -1), 'does not end with a checkpoint'],
    ['cut before its checkpoint', [...lines.slice(0, -2), end], 'but the last entry here is 11'],
    ['with something behind the checkpoint', [...lines, lines[0] ?? ''], 'follows the checkpoint'],
    [
      'with another type of token',
      lines.with(-1, JSON.stringify({ checkpoint: sign(claims, 'jwt') })),
      'the type must',
    ],
    [
      'with a checkpoint of another log',
      lines.with(-1, JSON.stringify({ checkpoint: sign({ ...claims, org_id: 'b' }) })),
      'another organisation',
    ],
    ['with entries of another log', lines.with(3, JSON.stringify(aLog(4, 'b')[3])), 'another organisation'],
    ['with a member named twice', lines.with(0, (lines[0] ?? '').replace('{', '{"seq":1,')), 'twice'],
    ['with a member of its own', lines.with(0, (lines[0] ?? '').replace('{', '{"more":1,')), 'shape'],
    ['without anything', [], 'does not end with a checkpoint'],
  ])('is refused %s', async (_name, list, problem) => {
    expect(await check(list)).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
  });

  it('is refused without a trusted key, or signed by another one', async () => {
    expect(await check(lines, { keys: [] })).toMatchObject({ ok: false, checkpoint: null });
    const other = createEd25519Key();
    const forged = { ...keys[0], jwk: { ...keys[0].jwk, x: other.jwk.x } };
    expect(await check(lines, { keys: [forged] })).toMatchObject({ ok: false, checkpoint: null });
  });

  it('never makes the check throw', async () => {
    const line = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom(...lines),
      fc.jsonValue().map((value) => JSON.stringify({ checkpoint: value })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 6 }), fc.boolean(), async (list, isPartial) => {
        const report = await check(list, { isPartial });
        expect(report.ok).toBe(report.problem === null);
      }),
    );
  });
});

describe('a filtered export', () => {
  it('may omit entries, but none is changed, repeated or out of order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(log), async (some) => {
        const list = some.map((entry) => JSON.stringify(entry));
        expect(await check(list, { isPartial: true })).toMatchObject({ ok: true, entries: some.length });
        const [first, second] = list;
        if (first === undefined || second === undefined) return;
        expect(await check([first, first], { isPartial: true })).toMatchObject({ ok: false });
        expect(await check([second, first], { isPartial: true })).toMatchObject({ ok: false });
        const changed = list.with(1, second.replace('usr_1', 'usr_2'));
        expect(await check(changed, { isPartial: true })).toMatchObject({ ok: false, entries: 1 });
      }),
      { numRuns: 30 },
    );
  });
});
