/** Synthetic Intel platforms for tests, under a root of their own: PCK chains, revocation lists, TCB Info, QE Identity. */
import { sign } from 'node:crypto';
import { toPem } from '@assay/sdk/x509';
import {
  type Credential,
  extension,
  issue,
  type KeyPair,
  p256,
  revoke,
} from '../../../../test/support/certificates.ts';
import { boolean, der, integer, octets, oid, sequence } from '../../../../test/support/der.ts';
import type { VendorRoot } from '../roots.ts';
import { intelQuotingEnclaves } from './qe-identity.ts';

export interface PlatformOptions {
  readonly fmspc?: string;
  readonly pceId?: string;
  readonly components?: readonly number[];
  readonly pceSvn?: number;
  /** Common names, for invalid chains. */
  readonly leafName?: string;
  readonly authorityName?: string;
  readonly signerName?: string;
  /** Validity of the PCK certificate. */
  readonly notBefore?: string;
  readonly notAfter?: string;
  /** Validity of the certificate that signs documents. */
  readonly signerNotBefore?: string;
  readonly signerNotAfter?: string;
  /** The SGX extension of the PCK certificate; null for none. */
  readonly extension?: Buffer | null;
}

export interface Platform {
  readonly roots: readonly VendorRoot[];
  readonly root: Credential;
  readonly authority: Credential;
  readonly leaf: Credential;
  /** Signs TCB Info and QE Identity. */
  readonly signer: Credential;
}

/** Serial numbers, to revoke. */
export const serials = { authority: 2, signer: 3, leaf: 4 } as const;

const arc = '1.2.840.113741.1.13.1';
const defaults = {
  fmspc: '50806f000000',
  pceId: '0000',
  components: [5, 5, 2, 2, 3, 1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0],
  pceSvn: 11,
};

/** Makes the root, its certificates and one platform. */
export function createPlatform(options: PlatformOptions = {}): Platform {
  const root = issue({ subject: 'Intel SGX Root CA', keys: p256(), isAuthority: true, pathLength: 1 });
  const authority = issue({
    subject: options.authorityName ?? 'Intel SGX PCK Platform CA',
    keys: p256(),
    issuer: root,
    isAuthority: true,
    pathLength: 0,
    serial: serials.authority,
  });
  const signer = issue({
    subject: options.signerName ?? 'Intel SGX TCB Signing',
    keys: p256(),
    issuer: root,
    serial: serials.signer,
    notBefore: options.signerNotBefore ?? '2020-01-01',
    notAfter: options.signerNotAfter ?? '2040-01-01',
  });
  const claims = options.extension === undefined ? toSgxExtension(options) : options.extension;
  const leaf = issue({
    subject: options.leafName ?? 'Intel SGX PCK Certificate',
    keys: p256(),
    issuer: authority,
    serial: serials.leaf,
    notBefore: options.notBefore ?? '2024-01-01',
    notAfter: options.notAfter ?? '2031-01-01',
    extensions: claims === null ? [] : [extension(arc, claims)],
  });
  const roots: VendorRoot[] = [{ vendor: 'intel', name: 'Intel SGX Root CA', der: root.der, profile: 'test' }];
  return { root, authority, signer, leaf, roots };
}

/** The value of the SGX extension of a PCK certificate. */
export function toSgxExtension(options: PlatformOptions = {}): Buffer {
  const { fmspc, pceId, components, pceSvn } = { ...defaults, ...options };
  const member = (id: string, value: Buffer) => sequence(oid(`${arc}.${id}`), value);
  return sequence(
    member('1', octets(Buffer.alloc(16, 0x11))),
    member(
      '2',
      sequence(
        ...components.map((svn, index) => member(`2.${index + 1}`, integer(svn))),
        member('2.17', integer(pceSvn)),
        member('2.18', octets(Buffer.from(components))),
      ),
    ),
    member('3', octets(Buffer.from(pceId, 'hex'))),
    member('4', octets(Buffer.from(fmspc, 'hex'))),
    member('5', der(0x0a, Buffer.of(1))),
    member('6', octets(Buffer.alloc(16, 0x66))),
    member('7', sequence(...['1', '2', '3'].map((id) => member(`7.${id}`, boolean(true))))),
  );
}

/** Members that replace those of a sound document. */
export type Changes = Readonly<Record<string, unknown>>;

/** A level of TCB Info as Intel writes it. */
export function toTcbLevel(
  tcbStatus: string,
  { sgx = defaults.components, tdx = [3, 0, 4], pceSvn = defaults.pceSvn, advisoryIDs = [] as readonly string[] } = {},
): Changes {
  const toComponents = (svns: readonly number[]) => Array.from({ length: 16 }, (_, at) => ({ svn: svns[at] ?? 0 }));
  return {
    tcb: { sgxtcbcomponents: toComponents(sgx), pcesvn: pceSvn, tdxtcbcomponents: toComponents(tdx) },
    tcbDate: '2026-02-11T00:00:00Z',
    tcbStatus,
    ...(advisoryIDs.length === 0 ? {} : { advisoryIDs }),
  };
}

/** A level of something with one SVN. */
export const toSvnLevel = (tcbStatus: string, isvsvn: number, advisoryIDs: readonly string[] = []): Changes => ({
  tcb: { isvsvn },
  tcbDate: '2026-02-11T00:00:00Z',
  tcbStatus,
  ...(advisoryIDs.length === 0 ? {} : { advisoryIDs }),
});

const module = { mrsigner: '00'.repeat(48), attributes: '00'.repeat(8), attributesMask: 'FF'.repeat(8) };
const dates = { issueDate: '2026-06-01T00:00:00Z', nextUpdate: '2026-07-01T00:00:00Z', tcbEvaluationDataNumber: 20 };

/** The member `tcbInfo` of a response of Intel's service. */
export function toTcbInfo(tee: 'sgx' | 'tdx', changes: Changes = {}): Changes {
  const { tcbLevels = [toTcbLevel('UpToDate')], ...rest } = changes;
  return {
    id: tee === 'tdx' ? 'TDX' : 'SGX',
    version: 3,
    ...dates,
    fmspc: defaults.fmspc,
    pceId: defaults.pceId,
    tcbType: 0,
    ...(tee === 'tdx'
      ? {
          tdxModule: module,
          tdxModuleIdentities: [{ ...module, id: 'TDX_01', tcbLevels: [toSvnLevel('UpToDate', 2)] }],
        }
      : {}),
    tcbLevels,
    ...rest,
  };
}

/** The member `enclaveIdentity` of a response of Intel's service. */
export function toQeIdentity(tee: 'sgx' | 'tdx', changes: Changes = {}): Changes {
  const { mrsigner, isvProdId } = intelQuotingEnclaves[tee];
  return {
    id: tee === 'tdx' ? 'TD_QE' : 'QE',
    version: 2,
    ...dates,
    miscselect: '00000000',
    miscselectMask: 'FFFFFFFF',
    attributes: '11000000000000000000000000000000',
    attributesMask: 'FBFFFFFFFFFFFFFF0000000000000000',
    mrsigner: mrsigner.toUpperCase(),
    isvprodid: isvProdId,
    tcbLevels: [toSvnLevel('UpToDate', 4)],
    ...changes,
  };
}

/** A signed document: the response of Intel's service for `member`. */
export function signDocument(member: 'tcbInfo' | 'enclaveIdentity', value: Changes, { privateKey }: KeyPair): string {
  const text = JSON.stringify(value);
  return `{"${member}":${text},"signature":"${signText(text, privateKey)}"}`;
}

/** r||s over a text, in hexadecimal digits. */
export function signText(text: string, key: KeyPair['privateKey']): string {
  return sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('hex');
}

export interface ListOptions {
  /** Serial numbers. */
  readonly revoked?: readonly number[];
  readonly thisUpdate?: string;
  readonly nextUpdate?: string;
}

/** Lists of the root and of the CA of PCKs. */
export function toRevocationLists({ root, authority }: Platform, options: ListOptions = {}): Buffer[] {
  return [root, authority].map((issuer) => revoke({ ...options, issuer }));
}

export interface DocumentOptions {
  readonly tcbInfo?: Changes;
  readonly qeIdentity?: Changes;
  readonly lists?: ListOptions;
}

/** All collateral in one JSON file, its signed texts as strings. */
export function toCollateralFile(tee: 'sgx' | 'tdx', platform: Platform, options: DocumentOptions = {}): Changes {
  const { root, authority, signer } = platform;
  const [rootList, authorityList] = toRevocationLists(platform, options.lists);
  const tcbInfo = JSON.stringify(toTcbInfo(tee, options.tcbInfo));
  const qeIdentity = JSON.stringify(toQeIdentity(tee, options.qeIdentity));
  const toChain = (...members: Credential[]) => members.map((member) => toPem(member.der)).join('');
  return {
    pck_crl_issuer_chain: toChain(authority, root),
    root_ca_crl: rootList?.toString('hex'),
    pck_crl: authorityList?.toString('hex'),
    tcb_info_issuer_chain: toChain(signer, root),
    tcb_info: tcbInfo,
    tcb_info_signature: signText(tcbInfo, signer.keys.privateKey),
    qe_identity_issuer_chain: toChain(signer, root),
    qe_identity: qeIdentity,
    qe_identity_signature: signText(qeIdentity, signer.keys.privateKey),
  };
}
