import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LayoutError } from './byte-reader.ts';
import { createNvidiaBench, type NvidiaReportOptions } from './nvidia.fixture.ts';
import { cutReport, parseReport, toRegisters, toView } from './report.ts';

const bench = createNvidiaBench();
const parse = (options: NvidiaReportOptions = {}) => parseReport(bench.report(options).report);
const { report } = bench.report();

describe('the layout', () => {
  it('every field of a report is read at its place', () => {
    const nonce = Buffer.alloc(32, 7);
    const parsed = parse({ nonce });
    expect(parsed.request).toEqual({ attributes: 1, operation: 255, slot: 0 });
    expect(Buffer.from(parsed.requestNonce)).toEqual(nonce);
    expect(parsed.measurements).toHaveLength(64);
    expect(parsed.signed.length + 96).toBe(parsed.bytes.length);
    expect(toRegisters(parsed)).toMatchObject({
      measurement_1: '00'.repeat(48),
      measurement_64: '3f'.repeat(48),
      fwid: 'f1'.repeat(48),
    });
  });

  it('fields are shown by name, separately for a GPU and a switch', () => {
    expect(toView(parse(), 'gpu')).toMatchObject({
      driver_version: '570.01',
      vbios_version: '96.00.9f.00.01',
      measurement_counts: [1, 130],
      switch_pdis: ['2222222222222222', '2222222222222222', '2222222222222222', '2222222222222222'],
      protected_pcie_status: '55',
      feature_flag: '00',
    });
    const fromSwitch = parseReport(createNvidiaBench('LS10').report().report);
    expect(toView(fromSwitch, 'switch')).toMatchObject({
      device_pdi: '2222222222222222',
      disabled_ports: '0000000000000000',
      switch_gpu_pdis: Array.from({ length: 8 }, () => '2626262626262626'),
      switch_gpu_ports: '010203',
    });
    // A switch writes its version as text, with the zero that ends it or without.
    const versioned = parse({ opaque: { 6: Buffer.from('96.10.55.00.01') } });
    expect(toView(versioned, 'switch')).toMatchObject({ vbios_version: '96.10.55.00.01' });
  });

  it('a field of newer firmware is kept under its number; what is no text or version is shown as digits', () => {
    const opaque = { 3: Buffer.from('1b5b324a', 'hex'), 6: Buffer.of(1, 2), 99: Buffer.of(0xab) };
    const view = toView(parse({ opaque }), 'gpu');
    expect(view).toMatchObject({ opaque_99: 'ab', driver_version: '1b5b324a', vbios_version: '0102' });
  });

  it('measurements that are raw values of other sizes are read too', () => {
    const { measurements } = parse({
      measurements: [
        [1, Buffer.alloc(4, 1)],
        [254, Buffer.alloc(64, 2)],
      ],
    });
    expect(measurements.map(({ index, value }) => [index, value.length])).toEqual([
      [1, 4],
      [254, 64],
    ]);
  });
});

describe('bytes after the signature', () => {
  it('up to 16 bytes are cut off, so that one report has one stored form', () => {
    for (const length of [0, 1, 16]) {
      const trailing = Buffer.alloc(length, 0xee);
      expect(cutReport(bench.report({ trailing }).report)?.length).toBe(report.length);
    }
    expect(Buffer.from(cutReport(Buffer.concat([report, Buffer.alloc(16)])) ?? [])).toEqual(report);
  });

  it('more bytes are no buffer: the report is refused', () => {
    expect(cutReport(Buffer.concat([report, Buffer.alloc(17)]))).toBeUndefined();
  });
});

describe('a report of another form is refused', () => {
  const at = (offset: number, value: number) => (unsigned: Buffer) => {
    unsigned[offset] = value;
    return unsigned;
  };
  const blocks = (...pairs: (readonly [number, Buffer])[]): NvidiaReportOptions => ({ measurements: pairs });
  const digest = Buffer.alloc(48);

  it.each<[string, NvidiaReportOptions]>([
    ['a request of another version', { change: at(0, 0x12) }],
    ['another request', { change: at(1, 0xe1) }],
    ['a request without a signature', { change: at(2, 0) }],
    ['a response of another version', { change: at(37, 0x10) }],
    ['another response', { change: at(38, 0x7f) }],
    ['more measurements announced than there are', { change: at(41, 65) }],
    ['a longer record than there is', { change: at(44, 0xff) }],
    ['a measurement twice', blocks([1, digest], [1, digest])],
    ['a measurement of index 0', blocks([0, digest])],
    ['a measurement of index 255', blocks([255, digest])],
    ['a measurement of another specification', { ...blocks([1, digest]), change: at(46, 2) }],
    ['a measurement with a longer value than its block', { ...blocks([1, digest]), change: at(50, 49) }],
    ['a measurement with a shorter value than its block', { ...blocks([1, digest]), change: at(50, 47) }],
    ['an opaque field without a number', { opaque: { 0: Buffer.of(1) } }],
    ['a firmware identifier of another size', { opaque: { 20: Buffer.alloc(47) } }],
    ['counts of another size', { opaque: { 12: Buffer.alloc(6) } }],
    ['identifiers of another size', { opaque: { 22: Buffer.alloc(9) } }],
    ['fewer GPUs at a switch than it has places', { opaque: { 26: Buffer.alloc(63) } }],
  ])('%s', (_, options) => {
    expect(() => parse(options)).toThrow(LayoutError);
  });

  it('a repeated opaque field, a truncated one, and half a header', () => {
    const own = parse();
    const head = own.signed.length - [...own.opaque.values()].reduce((sum, { length }) => sum + 4 + length, 0);
    for (const opaque of ['0300010041030001004103', '03000100410300010041', '0300050041', '0300']) {
      const bytes = Buffer.from(opaque, 'hex');
      const length = Buffer.alloc(2);
      length.writeUInt16LE(bytes.length);
      const changed = Buffer.concat([own.signed.subarray(0, head - 2), length, bytes, Buffer.alloc(96)]);
      expect(() => parseReport(changed)).toThrow(LayoutError);
    }
  });

  it('every length below the whole', () => {
    for (let length = 0; length < report.length; length += 1) {
      expect(cutReport(report.subarray(0, length))).toBeUndefined();
    }
  });

  it('more bytes than a report may have', () => {
    expect(() => parseReport(Buffer.alloc(128 * 1024 + 1))).toThrow('too large');
  });
});

it('any bytes give a report or a LayoutError', () => {
  fc.assert(
    fc.property(fc.nat(report.length - 1), fc.uint8Array({ maxLength: 12 }), fc.nat(40), (at, bytes, added) => {
      const changed = Buffer.concat([report, Buffer.alloc(added)]);
      changed.set(bytes.subarray(0, report.length - at), at);
      for (const candidate of [changed, bytes]) {
        try {
          toView(parseReport(candidate), 'switch');
        } catch (error) {
          expect(error).toBeInstanceOf(LayoutError);
        }
      }
    }),
    { numRuns: 5000 },
  );
});
