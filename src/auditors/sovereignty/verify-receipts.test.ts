import { createEd25519Key, fromBase64Url, sha256Hex } from '@assay/sdk/crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAnchors, parseGeoPoint } from './anchors.ts';
import { millisecondsBetween, parseInstant } from './instants.ts';
import type { Receipt } from './receipt-shape.ts';
import { aNonce, anAnchor, aReceipt, now, processed, sign, unsigned } from './receipts.fixture.ts';
import { createReceiptChecker, type ReceiptRules } from './verify-receipts.ts';

const paris = anAnchor('paris', 48.86, 2.35);
const milan = anAnchor('milan', 45.46, 9.19);
const stranger = anAnchor('paris', 48.86, 2.35);
const anchors = parseAnchors([paris.item, `${milan.item}@45.46/9.19`]);

function check(receipts: readonly Receipt[], more: Partial<ReceiptRules> = {}) {
  return createReceiptChecker()(receipts, { anchors, now, lifetimeMs: 60_000, cycle: {}, ...more });
}

function problemOf(receipt: Receipt, more: Partial<ReceiptRules> = {}) {
  return check([receipt], more).problems.map(({ problem }) => problem)[0];
}

describe('a receipt is used', () => {
  it('when a configured anchor signed it and it is not expired', () => {
    expect(check([aReceipt(paris, 3.25), aReceipt(milan, 4, 60_000)])).toEqual({
      probes: [
        { anchorId: 'paris', point: paris.point, roundTripMs: 3.25, ageMs: 1000 },
        { anchorId: 'milan', point: milan.point, roundTripMs: 4, ageMs: 60_000 },
      ],
      problems: [],
    });
  });

  it('with its processing time subtracted only when the answering key signed it', () => {
    const host = createEd25519Key();
    expect(check([processed(paris, 10, 4, host)]).probes[0]?.roundTripMs).toBe(6);
    const unproven = aReceipt(paris, 10, 1000, { public_key: host.jwk.x, processing_ms: 4 });
    expect(check([unproven]).probes[0]?.roundTripMs).toBe(10);
    const forged = processed(paris, 10, 4, createEd25519Key());
    expect(problemOf(sign(paris, { ...forged, public_key: host.jwk.x }))).toBe('bad_processing_time');
    expect(problemOf(sign(paris, { ...processed(paris, 10, 4, host), processing_ms: 5 }))).toBe('bad_processing_time');
    expect(problemOf(processed(paris, 10, 11, host))).toBe('bad_processing_time');
  });

  it('a second time in a later call, but not in the same one', () => {
    const checker = createReceiptChecker();
    const rules = { anchors, now, lifetimeMs: 60_000, cycle: {} };
    const receipt = aReceipt(paris, 3);
    expect(checker([receipt], rules).problems).toEqual([]);
    expect(checker([receipt], rules).problems).toEqual([]);
    expect(checker([receipt, receipt], rules).problems).toEqual([{ index: 1, problem: 'replayed' }]);
    expect(checker([{ ...receipt, nonce: aNonce(8) }], rules).problems).toEqual([
      { index: 0, problem: 'bad_signature' },
    ]);
    expect(checker([receipt], { ...rules, now: now + 60_000 }).problems).toEqual([{ index: 0, problem: 'expired' }]);
  });
});

describe('a receipt is refused', () => {
  it('from an unconfigured anchor, or signed with another key', () => {
    expect(problemOf(aReceipt(anAnchor('rome', 41.9, 12.5), 3))).toBe('unknown_anchor');
    expect(problemOf(aReceipt(stranger, 3))).toBe('bad_signature');
    expect(problemOf({ ...aReceipt(paris, 3), anchor_id: 'milan' })).toBe('bad_signature');
  });

  it('when any member was changed or added after signing', () => {
    const receipt = aReceipt(paris, 3);
    const changes: Partial<Receipt>[] = [
      { probe_received_at: receipt.probe_sent_at },
      { anchor_location: milan.point },
      { nonce: aNonce(9) },
      { processing_ms: 1 },
      { target_anchor_id: 'milan' },
      { ['extra' as 'nonce']: 'x' },
    ];
    for (const change of changes) expect(problemOf({ ...receipt, ...change })).toBe('bad_signature');
    const letters = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
    fc.assert(
      fc.property(fc.nat(85), letters, (place, letter) => {
        const signature = receipt.anchor_signature;
        fc.pre(signature[place] !== letter);
        const changed = signature.slice(0, place) + letter + signature.slice(place + 1);
        expect(problemOf({ ...receipt, anchor_signature: changed })).toBe('bad_signature');
      }),
    );
  });

  it('when it is old, from the future, or has inconsistent times', () => {
    expect(problemOf(aReceipt(paris, 3, 60_001))).toBe('expired');
    expect(problemOf(aReceipt(paris, 3, -5001))).toBe('not_yet_valid');
    expect(problemOf(aReceipt(paris, -0.001))).toBe('bad_time');
    expect(problemOf(aReceipt(paris, 60_001))).toBe('bad_time');
    for (const time of ['yesterday', '2026-03-01T11:59:59', '2026-13-01T00:00:00Z', 0.5]) {
      expect(problemOf(aReceipt(paris, 3, 1000, { probe_sent_at: time }))).toBe('bad_time');
    }
  });

  it('when its cycle, key or binding differs from the quote', () => {
    const host = createEd25519Key();
    const key = host.jwk.x;
    const nonce = aNonce(7);
    const binding = sha256Hex(Buffer.concat([fromBase64Url(key), fromBase64Url(nonce)]));
    const receipt = aReceipt(paris, 3, 1000, { public_key: key });
    const cycle = { nonce, public_key: key, quote_binding: binding };
    expect(check([receipt], { cycle }).problems).toEqual([]);
    expect(problemOf(receipt, { cycle: { ...cycle, nonce: aNonce(8) } })).toBe('bad_binding');
    expect(problemOf(receipt, { cycle: { nonce: aNonce(8) } })).toBe('nonce_mismatch');
    expect(problemOf(receipt, { cycle: { public_key: createEd25519Key().jwk.x } })).toBe('key_mismatch');
    expect(problemOf(aReceipt(paris, 3), { cycle })).toBe('key_mismatch');
    expect(problemOf(receipt, { cycle: { quote_binding: binding } })).toBe('bad_binding');
    expect(problemOf(receipt, { cycle: { ...cycle, quote_binding: sha256Hex('other') } })).toBe('bad_binding');
  });

  it("when the anchor's place differs from its configuration or within the call", () => {
    expect(problemOf(sign(milan, { ...unsigned(milan, 3), anchor_location: { lat: 45.48, lon: 9.19 } }))).toBe(
      'anchor_moved',
    );
    const moved = sign(paris, { ...unsigned(paris, 4), anchor_location: { lat: 50, lon: 2.35 } });
    expect(check([aReceipt(paris, 3), moved]).problems).toEqual([{ index: 1, problem: 'anchor_moved' }]);
  });
});

describe('settings and times', () => {
  it('anchors are read, and invalid ones refused by their number', () => {
    expect(anchors.get('milan')).toEqual({ id: 'milan', key: milan.key.jwk.x, location: { lat: 45.46, lon: 9.19 } });
    for (const item of [
      'x',
      'x=short',
      `x=${'A'.repeat(42)}B`,
      `${paris.item}@91/0`,
      `${paris.item}@1,2`,
      `=${paris.key.jwk.x}`,
    ]) {
      expect(() => parseAnchors([milan.item, item])).toThrow('item 2');
    }
    expect(() => parseAnchors([paris.item, paris.item])).toThrow('item 2 names an anchor that is already listed');
    expect([parseGeoPoint('-33.9 / 151.2'), parseGeoPoint('90/181'), parseGeoPoint('')]).toEqual([
      ...[{ lat: -33.9, lon: 151.2 }, undefined, undefined],
    ]);
  });

  it('a time keeps its nanoseconds, in every time zone', () => {
    const between = (from: string | number, to: string | number) => {
      const [one, other] = [parseInstant(from), parseInstant(to)];
      return one === undefined || other === undefined ? undefined : millisecondsBetween(one, other);
    };
    expect(between('2026-03-01T12:00:00.000000001Z', '2026-03-01T12:00:00.003500002Z')).toBeCloseTo(3.500001, 9);
    expect(between('2026-03-01T23:59:59.9999Z', '2026-03-02T01:00:00+01:00')).toBeCloseTo(0.1, 9);
    expect(between(1_000.25, 1_001.5)).toBe(1.25);
    expect(between('2026-03-01T12:00:00Z', 'now')).toBeUndefined();
    expect(parseInstant(Number.NaN)).toBeUndefined();
  });
});
