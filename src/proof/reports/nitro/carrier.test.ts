import { toPem } from '@assay/sdk/x509';
import { expect, it } from 'vitest';
import { extractNitroDocument, readNitroReport } from './carrier.ts';
import { createNitroBench, toCarrier } from './nitro.fixture.ts';

const { report } = createNitroBench().report();
const carrier = toCarrier(report);

it('a document is found in the first label of a DNS name, in DER and in PEM', () => {
  expect(extractNitroDocument(carrier)).toEqual(new Uint8Array(report));
  for (const file of [carrier, new TextEncoder().encode(`subject: x\n${toPem(carrier)}`)]) {
    expect(readNitroReport(file)).toEqual({ document: new Uint8Array(report), isCarried: true });
  }
});

it('a document without a carrier is unchanged', () => {
  expect(readNitroReport(report)).toEqual({ document: report, isCarried: false });
});

it('two carriers in one file give no document, since the choice is ambiguous', () => {
  const file = new TextEncoder().encode(`${toPem(carrier)}${toPem(carrier)}`);
  expect(readNitroReport(file).isCarried).toBe(false);
});

it('a certificate without a document, and bytes that are none, carry nothing', () => {
  const { chain } = createNitroBench();
  expect(extractNitroDocument(chain.root.der)).toBeUndefined();
  expect(extractNitroDocument(Uint8Array.of(0x30, 0x00))).toBeUndefined();
  expect(readNitroReport(new Uint8Array()).isCarried).toBe(false);
  expect(readNitroReport(new TextEncoder().encode('-----BEGIN CERTIFICATE-----\n!\n')).isCarried).toBe(false);
});

it('a file larger than any carrier is not searched', () => {
  const file = new TextEncoder().encode(`${toPem(carrier)}${' '.repeat(600_000)}`);
  expect(readNitroReport(file).isCarried).toBe(false);
});

it('upper-case digits are no second spelling of a carried document', () => {
  const text = Buffer.from(carrier).toString('latin1');
  const capitals = text.replace(/8444a1013822[0-9a-f]+/, (digits) => digits.toUpperCase());
  expect(extractNitroDocument(Buffer.from(capitals, 'latin1'))).toBeUndefined();
});
