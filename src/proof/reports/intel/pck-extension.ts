/** Intel's certified facts about a platform: the SGX extension of a PCK certificate (1.2.840.113741.1.13.1). */
import {
  type Certificate,
  DerError,
  type DerNode,
  derTag,
  expectTag,
  readDer,
  readSequence,
  toBoolean,
  toHex,
  toNumber,
  toOid,
} from '@assay/sdk/x509';

export interface PckClaims {
  /** Hexadecimal, lower case, as all identifiers here. */
  readonly ppid: string;
  /** The 16 SGX TCB component SVNs. */
  readonly components: readonly number[];
  readonly pceSvn: number;
  readonly cpuSvn: string;
  readonly pceId: string;
  readonly fmspc: string;
  /** 0 standard, 1 scalable, 2 scalable with integrity. */
  readonly sgxType: number;
  readonly platformInstanceId?: string;
  /** Whether hyper-threading is on, if the certificate states it. */
  readonly smtEnabled?: boolean;
}

const arc = '1.2.840.113741.1.13.1';
const componentCount = 16;

/** @throws DerError when the certificate lacks a part or spells it in another way */
export function readPckClaims({ extensions }: Certificate): PckClaims {
  const extension = extensions.find(({ oid }) => oid === arc);
  if (extension === undefined) throw new DerError('a PCK certificate has no SGX extension');
  const members = readMembers(readDer(extension.value));
  const tcb = readMembers(members.get(`${arc}.2`));
  const instance = members.get(`${arc}.6`);
  const settings = members.get(`${arc}.7`);
  const smt = settings === undefined ? undefined : readMembers(settings).get(`${arc}.7.3`);
  return {
    ppid: toOctets(members.get(`${arc}.1`), 16),
    components: Array.from({ length: componentCount }, (_, index) => toByte(tcb.get(`${arc}.2.${index + 1}`))),
    pceSvn: toBounded(tcb.get(`${arc}.2.17`), 0xffff),
    cpuSvn: toOctets(tcb.get(`${arc}.2.18`), 16),
    pceId: toOctets(members.get(`${arc}.3`), 2),
    fmspc: toOctets(members.get(`${arc}.4`), 6),
    sgxType: toEnumerated(members.get(`${arc}.5`)),
    ...(instance === undefined ? {} : { platformInstanceId: toOctets(instance, 16) }),
    ...(smt === undefined ? {} : { smtEnabled: toBoolean(smt) }),
  };
}

/** Pairs of object identifier and value, each identifier once. */
function readMembers(node: DerNode | undefined): Map<string, DerNode> {
  const members = new Map<string, DerNode>();
  for (const pair of readSequence(node)) {
    const [oid, value, ...more] = readSequence(pair);
    const name = toOid(oid);
    if (value === undefined || more.length > 0 || members.has(name)) {
      throw new DerError('the SGX extension is malformed');
    }
    members.set(name, value);
  }
  return members;
}

function toOctets(node: DerNode | undefined, size: number): string {
  const { content } = expectTag(node, derTag.octetString);
  if (content.length !== size) throw new DerError('a value of the SGX extension has another length');
  return toHex(content);
}

const toByte = (node: DerNode | undefined) => toBounded(node, 0xff);

function toBounded(node: DerNode | undefined, max: number): number {
  const value = toNumber(node);
  if (value > max) throw new DerError('a number of the SGX extension is too large');
  return value;
}

function toEnumerated(node: DerNode | undefined): number {
  const [value, ...more] = expectTag(node, derTag.enumerated).content;
  if (value === undefined || more.length > 0) throw new DerError('the SGX type is malformed');
  return value;
}
