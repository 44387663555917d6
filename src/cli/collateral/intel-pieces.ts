/** The pieces of Intel's provisioning certification service: their addresses, file names, and checks. */
import { type Certificate, DerError, readPem, toHex } from '@assay/sdk/x509';
import { decodeUtf8 } from '../../proof/json.ts';
import { createFindings } from '../../proof/reports/findings.ts';
import { type IntelCollateral, readIntelCollateral, type Signed } from '../../proof/reports/intel/collateral.ts';
import type { Dated } from '../../proof/reports/intel/document-values.ts';
import type { PckChain } from '../../proof/reports/intel/pck-chain.ts';
import type { PckClaims } from '../../proof/reports/intel/pck-extension.ts';
import { checkSigner, findSigners } from '../../proof/reports/intel/signer.ts';
import type { Answer } from './download.ts';
import { type GatherContext, toPartInput, toProblem } from './gather.ts';
import { checkList } from './revocation-list.ts';
import { type CollateralFile, type Piece, vendorOrigins } from './source.ts';
import { findTimeProblem } from './validity.ts';

/** Inputs of the addresses and checks. */
export interface IntelPlatform {
  readonly tee: 'tdx' | 'sgx';
  readonly chain: PckChain;
  readonly pck: PckClaims;
  /** The CA that signed the PCK, by the service's name. */
  readonly ca: 'platform' | 'processor';
}

const service = '/certification/v4';

/** The TCB Info: status of the platform's SVNs. */
export function tcbInfoPiece({ tee, pck }: IntelPlatform, context: GatherContext): Piece {
  const { fmspc, pceId } = pck;
  return documentPiece(context, {
    what: `TCB Info of FMSPC ${fmspc}`,
    path: `/${tee}${service}/tcb?fmspc=${fmspc.toUpperCase()}`,
    unknown: `Intel does not know a platform with FMSPC ${fmspc} for ${tee.toUpperCase()}.`,
    chainHeaders: ['tcb-info-issuer-chain', 'sgx-tcb-info-issuer-chain'],
    name: `intel-${tee}-tcb-${fmspc}.json`,
    find({ tcbInfos }) {
      const [info] = tcbInfos;
      if (info === undefined) return 'it is not a TCB Info';
      const isOfPlatform = info.tee === tee && info.fmspc === fmspc && info.pceId === pceId;
      return isOfPlatform ? info : 'the TCB Info is for another platform';
    },
  });
}

/** The QE Identity: the enclaves that may sign quotes. */
export function qeIdentityPiece({ tee }: IntelPlatform, context: GatherContext): Piece {
  return documentPiece(context, {
    what: `QE Identity for ${tee.toUpperCase()}`,
    path: `/${tee}${service}/qe/identity`,
    unknown: 'The service does not have this document.',
    chainHeaders: ['sgx-enclave-identity-issuer-chain'],
    name: `intel-${tee}-qe-identity.json`,
    find({ qeIdentities }) {
      const [identity] = qeIdentities;
      if (identity === undefined) return 'it is not a QE Identity';
      return identity.tee === tee ? identity : 'the QE Identity is for another TEE';
    },
  });
}

/** The revocation list of the PCK's CA. */
export function pckListPiece({ chain, ca }: IntelPlatform, { crypto, now }: GatherContext): Piece {
  const what = `revocation list of the PCK ${ca} CA`;
  return {
    what,
    origin: vendorOrigins.intel,
    path: `/sgx${service}/pckcrl?ca=${ca}&encoding=der`,
    unknown: 'The service does not have this list.',
    check: ({ bytes }) =>
      checkList(bytes, { name: `intel-pck-${ca}-crl.der`, what, issuer: chain.authority, crypto, now }),
  };
}

/** The revocation list of the root. Caching services have it under another path. */
export function rootListPiece({ root }: PckChain, { crypto, now }: GatherContext): Piece {
  const what = 'revocation list of the SGX root CA';
  const path = '/IntelSGXRootCA.der';
  return {
    what,
    origin: vendorOrigins.intelCertificates,
    path,
    mirrorPaths: [`/sgx${service}/rootcacrl`, path],
    unknown: 'The service does not have this list.',
    check: ({ bytes }) => checkList(bytes, { name: 'intel-root-crl.der', what, issuer: root, crypto, now }),
  };
}

interface DocumentPiece {
  readonly what: string;
  readonly path: string;
  readonly unknown: string;
  /** Headers with the issuer's chain, URL-encoded PEM; the second is that of older services. */
  readonly chainHeaders: readonly string[];
  readonly name: string;
  /** Finds the document, or the reason why it is invalid. */
  find(collateral: IntelCollateral): Signed<Dated> | string;
}

function documentPiece(context: GatherContext, piece: DocumentPiece): Piece {
  const { what, path, unknown } = piece;
  return { what, origin: vendorOrigins.intel, path, unknown, check: (answer) => checkDocument(answer, piece, context) };
}

async function checkDocument(
  answer: Answer,
  { what, name, chainHeaders, find }: DocumentPiece,
  context: GatherContext,
): ReturnType<Piece['check']> {
  const text = decodeUtf8(answer.bytes);
  const header = chainHeaders.map((candidate) => answer.header(candidate)).find((value) => value !== undefined);
  const certificates = header === undefined ? [] : readChainHeader(header);
  if (certificates === undefined) return 'the chain of its issuer cannot be read';
  if (text === undefined) return 'it is not a JSON document';
  const collateral = readIntelCollateral({ documents: [text], revocationLists: [], certificates });
  const [problem] = collateral.problems;
  if (problem !== undefined) return problem.message;
  const document = find(collateral);
  if (typeof document === 'string') return document;
  const findings = createFindings();
  await checkSigner(document, what, collateral, toPartInput(answer.bytes, context), findings);
  const { issuedAt, nextUpdate } = document;
  const late = findTimeProblem(what, { now: context.now, from: issuedAt, until: nextUpdate });
  if (late !== undefined) return late;
  const wrong = toProblem(findings);
  if (wrong !== undefined) return wrong;
  const { signers, isPinned } = findSigners(collateral);
  const [signer, ...others] = signers;
  // The signature check can have accepted only one.
  if (signer === undefined || others.length > 0) return 'the chain of its issuer names several signers';
  const file = { name, what, bytes: answer.bytes, issuedAt, until: nextUpdate };
  // The pinned signer needs no file, and the root is never taken from a header.
  return isPinned ? [file] : [file, await toIssuerFile(signer, context)];
}

async function toIssuerFile(signer: Certificate, { crypto }: GatherContext): Promise<CollateralFile> {
  const { der, notBefore, notAfter } = signer;
  const fingerprint = toHex(await crypto.sha256(der)).slice(0, 16);
  return {
    name: `intel-tcb-signing-${fingerprint}.der`,
    what: 'issuer of the documents',
    bytes: der,
    issuedAt: notBefore,
    until: notAfter,
  };
}

/** Undefined for anything but URL-encoded PEM. Some services encode a space as `+`, as forms do. */
function readChainHeader(value: string): Uint8Array[] | undefined {
  const isForm = value.includes('BEGIN+');
  try {
    return readPem(decodeURIComponent(isForm ? value.replaceAll('+', '%20') : value)).map(({ der }) => der);
  } catch (error) {
    if (error instanceof DerError || error instanceof URIError) return undefined;
    throw error;
  }
}
