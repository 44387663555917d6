/**
 * Finds the Nitro document in the input: the document itself, or a certificate (DER or PEM) that carries it as
 * hexadecimal digits in the first label of a DNS name. The carrier is only transport: nothing of it is checked or
 * trusted.
 */
import {
  DerError,
  derTag,
  extensionOid,
  implicitTag,
  parseCertificate,
  readDer,
  readPem,
  readSequence,
} from '@assay/sdk/x509';
import { decodeUtf8 } from '../../json.ts';

const dnsName = implicitTag(2);
/** Allows for a document in hexadecimal digits, those in PEM, and a chain around it. */
const maxCarrierBytes = 512 * 1024;
/** First label of the name: COSE_Sign1 with the protected header of Nitro, tagged or not (`[d2] 84 44 a1 01 38 22`). */
const documentLabel = /^(?:d2)?8444a1013822(?:[0-9a-f]{2})+$/;

/** Extracts the document from the certificate; undefined when it carries none, or more than one. */
export function extractNitroDocument(certificateDer: Uint8Array): Uint8Array | undefined {
  const labels = readDnsNames(certificateDer).map((name) => name.split('.', 1)[0] ?? '');
  const [digits, ...more] = labels.filter((label) => documentLabel.test(label));
  return digits === undefined || more.length > 0 ? undefined : fromHex(digits);
}

/** Gives the bytes of the document. Bytes that are no certificate are returned unchanged, for the parser to judge. */
export function readNitroReport(bytes: Uint8Array): { readonly document: Uint8Array; readonly isCarried: boolean } {
  const carriers = findCertificates(bytes);
  const found = carriers.flatMap((der) => extractNitroDocument(der) ?? []);
  const [document, ...more] = found;
  return document === undefined || more.length > 0
    ? { document: bytes, isCarried: false }
    : { document, isCarried: true };
}

function findCertificates(bytes: Uint8Array): Uint8Array[] {
  if (bytes.length > maxCarrierBytes) return [];
  if (bytes[0] === derTag.sequence) return [bytes];
  const text = decodeUtf8(bytes);
  if (text?.includes('-----BEGIN CERTIFICATE-----') !== true) return [];
  return orNone(() => readPem(text).map(({ der }) => der));
}

function readDnsNames(der: Uint8Array): string[] {
  return orNone(() => {
    const names = parseCertificate(der).extensions.find(({ oid }) => oid === extensionOid.subjectAltName);
    if (names === undefined) return [];
    return readSequence(readDer(names.value))
      .filter(({ tag }) => tag === dnsName)
      .map(({ content }) => Array.from(content, (byte) => String.fromCharCode(byte)).join(''));
  });
}

function orNone<Item>(read: () => Item[]): Item[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof DerError) return [];
    throw error;
  }
}

function fromHex(digits: string): Uint8Array {
  return Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
    Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  );
}
