/** X.509 certificates, chains and revocation lists, read strictly; the same code on Node and in a browser. */
export { parsePublicKey, parseSignatureAlgorithm, toRawEcdsa } from './algorithm.ts';
export { type Certificate, isSignedBy, parseCertificate, type SignedObject, toHex } from './certificate.ts';
export {
  type ChainCheck,
  type ChainProblem,
  type ChainProblemCode,
  findChainProblems,
  findPath,
  isSame,
} from './chain.ts';
export { isListCurrent, isListOf, listScopes, parseRevocationList, type RevocationList } from './crl.ts';
export {
  contextTag,
  DerError,
  type DerNode,
  derTag,
  expectTag,
  implicitTag,
  readChildren,
  readDer,
  readSequence,
} from './der.ts';
export {
  type Extension,
  type Extensions,
  extensionOid,
  type KeyUsage,
  parseExtensions,
  unknownCritical,
} from './extensions.ts';
export { commonName, isSameName, type Name, nameValues, organization, organizationalUnit } from './name.ts';
export { type PemBlock, readPem, toPem } from './pem.ts';
export { toBits, toBoolean, toNumber, toOid, toText, toTime, toUnsigned, toWholeBits } from './values.ts';
