/** Intel TCB Info, versions 2 and 3: the status of SVNs for a kind of platform (Intel PCS API, "Get TCB Info"). */
import { Type } from 'typebox';
import { createShape } from '../../shape.ts';
import { type Dated, hexOf, readDates, timeText } from './document-values.ts';
import { type TcbStatus, tcbStatuses } from './tcb-status.ts';

export interface TcbLevel {
  /** 16 SVNs. */
  readonly sgx: readonly number[];
  /** 16 SVNs; empty in TCB Info for SGX. */
  readonly tdx: readonly number[];
  readonly pceSvn: number;
  readonly date: string;
  readonly status: TcbStatus;
  readonly advisories: readonly string[];
}

/** Signer and attributes of a TDX module; hexadecimal, lower case. */
export interface TdxModule {
  readonly mrsigner: string;
  readonly attributes: string;
  readonly attributesMask: string;
}

/**
 * Intel's own module as every TCB Info so far describes it: signed by Intel, written as zeros, and without any
 * attribute. It identifies foreign modules where no TCB Info is available.
 */
export const intelTdxModule: TdxModule = {
  mrsigner: '0'.repeat(96),
  attributes: '0'.repeat(16),
  attributesMask: 'f'.repeat(16),
};

export interface SvnLevel {
  readonly isvSvn: number;
  readonly date: string;
  readonly status: TcbStatus;
  readonly advisories: readonly string[];
}

export interface TdxModuleIdentity extends TdxModule {
  /** `TDX_01` and so on, upper case. */
  readonly id: string;
  readonly levels: readonly SvnLevel[];
}

export interface TcbInfo extends Dated {
  readonly tee: 'sgx' | 'tdx';
  /** Hexadecimal, lower case. */
  readonly fmspc: string;
  readonly pceId: string;
  /** Absent for SGX. */
  readonly module?: TdxModule;
  readonly moduleIdentities: readonly TdxModuleIdentity[];
  /** In document order, which is the search order. */
  readonly levels: readonly TcbLevel[];
}

const svn = Type.Integer({ minimum: 0, maximum: 255 });
const wideSvn = Type.Integer({ minimum: 0, maximum: 65_535 });
const components = Type.Array(Type.Object({ svn }), { minItems: 16, maxItems: 16 });
const status = Type.Enum([...tcbStatuses]);
const advisories = Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 1024 }));
const module = { mrsigner: hexOf(48), attributes: hexOf(8), attributesMask: hexOf(8) };

/** Levels of a part with one SVN of its own: a TDX module, a quoting enclave. */
export const SvnLevelsSchema = Type.Array(
  Type.Object({ tcb: Type.Object({ isvsvn: wideSvn }), tcbDate: timeText, tcbStatus: status, advisoryIDs: advisories }),
  { maxItems: 1024 },
);

const head = {
  issueDate: timeText,
  nextUpdate: timeText,
  tcbEvaluationDataNumber: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  fmspc: hexOf(6),
  pceId: hexOf(2),
  tcbType: Type.Literal(0),
};
const level = { tcbDate: timeText, tcbStatus: status, advisoryIDs: advisories };

const Version3Schema = Type.Object({
  ...head,
  id: Type.Enum(['SGX', 'TDX']),
  version: Type.Literal(3),
  tdxModule: Type.Optional(Type.Object(module)),
  tdxModuleIdentities: Type.Optional(
    Type.Array(Type.Object({ ...module, id: Type.String({ maxLength: 16 }), tcbLevels: SvnLevelsSchema }), {
      maxItems: 256,
    }),
  ),
  tcbLevels: Type.Array(
    Type.Object({
      ...level,
      tcb: Type.Object({
        sgxtcbcomponents: components,
        tdxtcbcomponents: Type.Optional(components),
        pcesvn: wideSvn,
      }),
    }),
    { minItems: 1, maxItems: 1024 },
  ),
});

/** SGX only; the components are members of their own, `sgxtcbcomp01svn` to `sgxtcbcomp16svn`. */
const Version2Schema = Type.Object({
  ...head,
  version: Type.Literal(2),
  tcbLevels: Type.Array(
    Type.Object({ ...level, tcb: Type.Record(Type.String({ maxLength: 32 }), wideSvn, { maxProperties: 64 }) }),
    { minItems: 1, maxItems: 1024 },
  ),
});

const parseVersion2 = createShape(Version2Schema, 'the TCB Info');
const parseVersion3 = createShape(Version3Schema, 'the TCB Info');

/** Reads a parsed TCB Info; undefined if invalid, or if it lacks parts that an evaluation needs. */
export function readTcbInfo(value: unknown): TcbInfo | undefined {
  return readVersion3(value) ?? readVersion2(value);
}

function readVersion3(value: unknown): TcbInfo | undefined {
  const parsed = parseVersion3(value);
  if (!parsed.ok) return undefined;
  const info = parsed.value;
  const dates = readDates(info);
  const isTdx = info.id === 'TDX';
  const levels = info.tcbLevels.map(({ tcb, ...rest }) => ({
    ...toLevel(rest),
    sgx: tcb.sgxtcbcomponents.map((component) => component.svn),
    tdx: isTdx ? (tcb.tdxtcbcomponents ?? []).map((component) => component.svn) : [],
    pceSvn: tcb.pcesvn,
  }));
  if (dates === undefined) return undefined;
  if (isTdx && (info.tdxModule === undefined || levels.some(({ tdx }) => tdx.length === 0))) return undefined;
  return {
    ...dates,
    tee: isTdx ? 'tdx' : 'sgx',
    fmspc: info.fmspc.toLowerCase(),
    pceId: info.pceId.toLowerCase(),
    ...(info.tdxModule === undefined ? {} : { module: toModule(info.tdxModule) }),
    moduleIdentities: (info.tdxModuleIdentities ?? []).map((identity) => ({
      ...toModule(identity),
      id: identity.id.toUpperCase(),
      levels: toSvnLevels(identity.tcbLevels),
    })),
    levels,
  };
}

function readVersion2(value: unknown): TcbInfo | undefined {
  const parsed = parseVersion2(value);
  const dates = parsed.ok ? readDates(parsed.value) : undefined;
  if (!parsed.ok || dates === undefined) return undefined;
  const { fmspc, pceId, tcbLevels } = parsed.value;
  const levels = tcbLevels.map(({ tcb, ...rest }) => ({
    ...toLevel(rest),
    sgx: Array.from({ length: 16 }, (_, index) => tcb[`sgxtcbcomp${String(index + 1).padStart(2, '0')}svn`] ?? -1),
    tdx: [],
    pceSvn: tcb['pcesvn'] ?? -1,
  }));
  if (levels.some(({ sgx, pceSvn }) => pceSvn < 0 || sgx.some((component) => component < 0))) return undefined;
  return {
    ...dates,
    tee: 'sgx',
    fmspc: fmspc.toLowerCase(),
    pceId: pceId.toLowerCase(),
    moduleIdentities: [],
    levels,
  };
}

interface RawLevel {
  readonly tcbDate: string;
  readonly tcbStatus: TcbStatus;
  readonly advisoryIDs?: string[];
}

function toLevel({ tcbDate, tcbStatus, advisoryIDs }: RawLevel): Omit<SvnLevel, 'isvSvn'> {
  return { date: tcbDate, status: tcbStatus, advisories: advisoryIDs ?? [] };
}

/** Converts levels to our own names. */
export function toSvnLevels(levels: readonly (RawLevel & { readonly tcb: { readonly isvsvn: number } })[]): SvnLevel[] {
  return levels.map(({ tcb, ...rest }) => ({ ...toLevel(rest), isvSvn: tcb.isvsvn }));
}

function toModule({ mrsigner, attributes, attributesMask }: TdxModule): TdxModule {
  return {
    mrsigner: mrsigner.toLowerCase(),
    attributes: attributes.toLowerCase(),
    attributesMask: attributesMask.toLowerCase(),
  };
}
