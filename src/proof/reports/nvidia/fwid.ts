/**
 * The firmware identifier in the certificate of a device: the digest of the firmware that holds the certified key.
 * The boot ROM writes it (TCG DICE Attestation Architecture).
 */
import {
  type Certificate,
  contextTag,
  DerError,
  type DerNode,
  derTag,
  expectTag,
  readChildren,
  readDer,
  readSequence,
} from '@assay/sdk/x509';

/** Hopper and LS10 use the first, Blackwell the second. */
const tcbInfoOids: readonly string[] = ['2.23.133.5.4.1', '2.23.133.5.4.1.1'];
const ueidOid = '2.23.133.5.4.4';
/** Extensions that a device may mark critical: DICE puts no limit on a key with them. */
export const diceExtensions: readonly string[] = [...tcbInfoOids, ueidOid];

const fwidsTag = contextTag(6);

/** Gives the first firmware identifier of the certificate; undefined if it has none. @throws DerError for a malformed one */
export function findFwid(certificate: Certificate): Uint8Array | undefined {
  const extension = certificate.extensions.find(({ oid }) => tcbInfoOids.includes(oid));
  if (extension === undefined) return undefined;
  const fields = readSequence(readDer(extension.value));
  const fwids = fields.find(({ tag }) => tag === fwidsTag);
  // Blackwell: DiceTcbInfo, whose member [6] lists FWIDs. Hopper: the older composite of version, key of the issuer, FWID.
  return readFwid(fwids === undefined ? readComposite(fields) : readChildren(fwids)[0]);
}

function readComposite([version, key, fwid, ...more]: readonly DerNode[]): DerNode {
  expectTag(version, derTag.integer);
  expectTag(key, derTag.sequence);
  if (more.length > 0) throw new DerError('a composite device identifier has more than three parts');
  return expectTag(fwid, derTag.sequence);
}

/** FWID ::= SEQUENCE { hashAlg OBJECT IDENTIFIER, digest OCTET STRING } */
function readFwid(node: DerNode | undefined): Uint8Array {
  const [algorithm, digest, ...more] = readSequence(node);
  expectTag(algorithm, derTag.oid);
  if (more.length > 0) throw new DerError('a firmware identifier has more than two parts');
  return expectTag(digest, derTag.octetString).content;
}
