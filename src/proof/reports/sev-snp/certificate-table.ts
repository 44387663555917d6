/**
 * The certificate table that a host hands to its guest beside a report (AMD 56421, extended guest request; `auxblob`
 * of configfs-tsm): entries of GUID, offset and length, ended by one of zeros, then the certificates. Nobody signs
 * the table; each certificate must prove itself.
 */
import { DerError, readPem } from '@assay/sdk/x509';
import { toHex } from '../../hash.ts';
import { decodeUtf8 } from '../../json.ts';

export type TableCertificateKind = 'vcek' | 'vlek' | 'ask' | 'ark' | 'unknown';

export interface TableCertificate {
  readonly kind: TableCertificateKind;
  readonly der: Uint8Array;
}

/** GUIDs as RFC 4122 writes them. */
const kinds: Readonly<Record<string, TableCertificateKind>> = {
  '63da758de6644564adc5f4b93be8accd': 'vcek',
  a8074bc2a25a483eaae639c045a0b8a1: 'vlek',
  '4ab7b379bbac4fe4a02f05aef327c782': 'ask',
  c0b406a4a803495297433fb6014cd0ae: 'ark',
};
const entryBytes = 24;
const maxEntries = 32;
const maxBytes = 1024 * 1024;

/** Gives the certificates of a table, in its order; empty for no table, undefined for an invalid one. Never throws. */
export function parseCertificateTable(bytes: Uint8Array): TableCertificate[] | undefined {
  if (bytes.length === 0) return [];
  if (bytes.length > maxBytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: { kind: TableCertificateKind; start: number; end: number }[] = [];
  for (let at = 0; ; at += entryBytes) {
    if (at + entryBytes > bytes.length || entries.length > maxEntries) return undefined;
    const guid = bytes.subarray(at, at + 16);
    const start = view.getUint32(at + 16, true);
    const end = start + view.getUint32(at + 20, true);
    if (guid.every((byte) => byte === 0) && end === 0) {
      const header = at + entryBytes;
      if (entries.some((entry) => entry.start < header || entry.end > bytes.length)) return undefined;
      return entries.flatMap((entry) => readEntry(entry.kind, bytes.slice(entry.start, entry.end)));
    }
    entries.push({ kind: kindOf(guid), start, end });
  }
}

/**
 * Hosts write a GUID in the order of its digits or in Microsoft's, with the first three parts reversed. Both are
 * recognised.
 */
function kindOf(guid: Uint8Array): TableCertificateKind {
  const turned = Uint8Array.of(
    ...guid.subarray(0, 4).toReversed(),
    ...guid.subarray(4, 6).toReversed(),
    ...guid.subarray(6, 8).toReversed(),
    ...guid.subarray(8),
  );
  return kinds[toHex(guid)] ?? kinds[toHex(turned)] ?? 'unknown';
}

/** Certificates are DER; a host that imported PEM passes PEM on. */
function readEntry(kind: TableCertificateKind, content: Uint8Array): TableCertificate[] {
  const text = content[0] === 0x2d ? decodeUtf8(content) : undefined;
  if (text === undefined) return content.length === 0 ? [] : [{ kind, der: content }];
  try {
    return readPem(text).map(({ der }) => ({ kind, der }));
  } catch (error) {
    if (error instanceof DerError) return [];
    throw error;
  }
}
