import { toPem } from '@assay/sdk/x509';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseCertificateTable } from './certificate-table.ts';

const guids = {
  vcek: '63da758de6644564adc5f4b93be8accd',
  vlek: 'a8074bc2a25a483eaae639c045a0b8a1',
  ask: '4ab7b379bbac4fe4a02f05aef327c782',
  ark: 'c0b406a4a803495297433fb6014cd0ae',
};

function toTable(entries: readonly (readonly [guid: string, content: Uint8Array])[], padding = 0): Buffer {
  const header = Buffer.alloc(24 * (entries.length + 1));
  let offset = header.length;
  for (const [index, [guid, content]] of entries.entries()) {
    header.write(guid, 24 * index, 'hex');
    header.writeUInt32LE(offset, 24 * index + 16);
    header.writeUInt32LE(content.length, 24 * index + 20);
    offset += content.length;
  }
  return Buffer.concat([header, ...entries.map(([, content]) => content), Buffer.alloc(padding)]);
}

it('gives the certificates of a table by kind, also of one padded to whole pages', () => {
  const table = toTable(
    Object.values(guids).map((guid, index) => [guid, Uint8Array.of(0x30, index)]),
    4096,
  );
  expect(parseCertificateTable(table)).toEqual([
    { kind: 'vcek', der: Buffer.of(0x30, 0) },
    { kind: 'vlek', der: Buffer.of(0x30, 1) },
    { kind: 'ask', der: Buffer.of(0x30, 2) },
    { kind: 'ark', der: Buffer.of(0x30, 3) },
  ]);
});

it('reads a GUID in the byte order of Microsoft too', () => {
  const table = toTable([['8d75da6364e66445adc5f4b93be8accd', Uint8Array.of(1)]]);
  expect(parseCertificateTable(table)).toEqual([{ kind: 'vcek', der: Buffer.of(1) }]);
});

it('keeps an unknown GUID as unknown, and reads PEM', () => {
  const table = toTable([
    ['11'.repeat(16), Uint8Array.of(1)],
    [guids.ask, new TextEncoder().encode(toPem(Uint8Array.of(0x30, 0)))],
  ]);
  expect(parseCertificateTable(table)?.map(({ kind }) => kind)).toEqual(['unknown', 'ask']);
});

it('no bytes give no certificates', () => {
  expect(parseCertificateTable(new Uint8Array())).toEqual([]);
});

it.each([
  ['has no end', Buffer.from(`${guids.vcek}1800000001000000`, 'hex')],
  [
    'points into its own header',
    Buffer.concat([Buffer.from(`${guids.vcek}0000000001000000`, 'hex'), Buffer.alloc(25)]),
  ],
  ['points behind its end', Buffer.concat([Buffer.from(`${guids.vcek}30000000ffffffff`, 'hex'), Buffer.alloc(25)])],
  ['has too many entries', toTable(Array.from({ length: 40 }, () => [guids.vcek, Uint8Array.of(1)]))],
])('a table that %s is invalid', (_what, table) => {
  expect(parseCertificateTable(table)).toBeUndefined();
});

it('foreign bytes never throw', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => void parseCertificateTable(bytes)));
});
