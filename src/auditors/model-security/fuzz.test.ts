import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inspectSample } from './inspect.fixture.ts';
import { maliciousArchives } from './malicious-archives.fixture.ts';
import { maliciousPickles } from './malicious-pickles.fixture.ts';
import { rules } from './rules.ts';

const samples = [...maliciousPickles, ...maliciousArchives];
/** Small bounds, soon reached by a mutated length or nesting. */
const limits = { maxOpcodes: 200_000, maxUnpackedBytes: 20_000_000, maxMembers: 2_000, maxStack: 50_000 };
/** Typical bytes of lengths, offsets and signatures. */
const interesting = [0x00, 0x01, 0x7f, 0x80, 0xff, 0x2e, 0x50, 0x4b, 0x63, 0x52, 0x93];

const mutation = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), at: fc.nat(), to: fc.constantFrom(...interesting) }),
  fc.record({ kind: fc.constant('flip' as const), at: fc.nat(), to: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat(), to: fc.nat(64) }),
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), to: fc.integer({ min: 0, max: 255 }) }),
  fc.record({ kind: fc.constant('double' as const), at: fc.nat(), to: fc.nat(200) }),
  fc.record({ kind: fc.constant('end' as const), at: fc.nat(), to: fc.nat() }),
);

function mutate(bytes: Buffer, { kind, at, to }: { kind: string; at: number; to: number }): Buffer {
  const place = bytes.length === 0 ? 0 : at % bytes.length;
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
  if (kind === 'cut') return Buffer.concat([before, after.subarray(to)]);
  if (kind === 'insert') return Buffer.concat([before, Buffer.from([to]), after]);
  if (kind === 'double') return Buffer.concat([before, after.subarray(0, to), after]);
  if (kind === 'end') return Buffer.from(before);
  const changed = Buffer.from(bytes);
  changed[place] = kind === 'flip' ? (changed[place] ?? 0) ^ to : to;
  return changed;
}

it('no mutation of a sample crashes, hangs, or gives a contradictory result', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...samples),
      fc.array(mutation, { minLength: 1, maxLength: 6 }),
      async ({ bytes, name }, mutations) => {
        const result = await inspectSample(mutations.reduce<Buffer>(mutate, bytes), name, { limits });
        const unsafe = result.findings.some(({ severity }) => severity === 'high' || severity === 'critical');
        expect(result.malwareFree).toBe(unsafe ? false : result.complete ? true : undefined);
        for (const { id } of result.findings) expect(rules).toHaveProperty(id);
        if (result.malwareFree === true) expect(result.unsafeGlobals).toEqual([]);
      },
    ),
    { numRuns: 3_000, seed: 20_261_121 },
  );
}, 120_000);

it('the scan crashes on no bytes under any name', async () => {
  const names = ['m.pkl', 'm.pt', 'm.npy', 'm.zip', 'm.safetensors', 'm.json', 'm.onnx', 'm.gguf', 'm.h5', 'm'];
  const magics = ['', '\x80\x04', 'PK\x03\x04', 'PK\x05\x06', '\x93NUMPY\x01\x00', '\x1f\x8b\x08', '\x78\x9c', 'GGUF'];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.constantFrom(...magics),
      fc.uint8Array({ maxLength: 400 }),
      async (name, magic, bytes) => {
        const result = await inspectSample(Buffer.concat([Buffer.from(magic, 'latin1'), bytes]), name, { limits });
        expect(['boolean', 'undefined']).toContain(typeof result.malwareFree);
      },
    ),
    { numRuns: 2_000, seed: 7 },
  );
}, 120_000);

it('no prefix of a malicious pickle that still imports is clean', async () => {
  for (const { bytes, name } of maliciousPickles.slice(0, 80)) {
    for (let end = 1; end < bytes.length; end += 1) {
      const result = await inspectSample(bytes.subarray(0, end), name);
      expect([end, result.malwareFree]).not.toEqual([end, true]);
    }
  }
}, 60_000);
