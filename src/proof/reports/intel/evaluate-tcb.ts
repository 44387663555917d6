/**
 * Finds the status of a platform in Intel's TCB Info and QE Identity: the search of Intel's "Get TCB Info" and "Get QE
 * Identity", with the TDX module identities. Pure: numbers in, status out.
 */
import { toHex } from '@assay/sdk/x509';
import { matchesMasked } from './document-values.ts';
import type { PckClaims } from './pck-extension.ts';
import type { QeIdentity } from './qe-identity.ts';
import type { TdBody } from './quote-body.ts';
import type { SvnLevel, TcbInfo, TcbLevel, TdxModule } from './tcb-info.ts';
import { combineStatuses, type TcbStatus } from './tcb-status.ts';

export interface TcbEvaluation {
  /** Status of all parts together. */
  readonly status: TcbStatus;
  readonly platformStatus: TcbStatus;
  readonly qeStatus: TcbStatus;
  /** Only if the TDX module has its own identity. */
  readonly module?: { readonly id: string; readonly status: TcbStatus };
  /** Advisories of all parts, each once. */
  readonly advisories: readonly string[];
  /** The oldest date of the levels found. */
  readonly date: string;
}

export interface TcbQuestion {
  readonly info: TcbInfo;
  readonly identity: QeIdentity;
  readonly pck: Pick<PckClaims, 'components' | 'pceSvn'>;
  readonly qeSvn: number;
  /** Of a TDX quote. */
  readonly td?: Pick<TdBody, 'teeTcbSvn' | 'mrsignerseam' | 'seamAttributes'>;
}

/** Gives the evaluation, or a sentence why there is none; the platform then has no known TCB level. */
export function evaluateTcb(question: TcbQuestion): TcbEvaluation | { readonly mismatch: string } {
  const { info, identity, qeSvn, td } = question;
  const module = td === undefined ? undefined : findModule(info, td);
  if (module !== undefined && 'mismatch' in module) return module;
  const platform = info.levels.find((level) => isReached(level, question));
  if (platform === undefined) return { mismatch: 'the platform reaches no level of the TCB Info' };
  const qe = identity.levels.find(({ isvSvn }) => qeSvn >= isvSvn);
  if (qe === undefined) return { mismatch: 'the quoting enclave reaches no level of the QE Identity' };
  const parts = [platform, qe, ...(module?.level === undefined ? [] : [module.level])];
  return {
    status: combineStatuses(parts.map(({ status }) => status)),
    platformStatus: platform.status,
    qeStatus: qe.status,
    ...(module?.level === undefined ? {} : { module: { id: module.id, status: module.level.status } }),
    advisories: [...new Set(parts.flatMap(({ advisories }) => advisories))],
    date: parts.map(({ date }) => date).reduce((oldest, date) => (date < oldest ? date : oldest)),
  };
}

/** True when the TD runs under a module of that signer with allowed attributes. */
export function isTdxModule(td: Pick<TdBody, 'mrsignerseam' | 'seamAttributes'>, expected: TdxModule): boolean {
  return (
    toHex(td.mrsignerseam) === expected.mrsigner &&
    matchesMasked(td.seamAttributes, expected.attributes, expected.attributesMask)
  );
}

function isReached(level: TcbLevel, { pck, td }: TcbQuestion): boolean {
  if (pck.pceSvn < level.pceSvn) return false;
  if (!level.sgx.every((svn, index) => (pck.components[index] ?? 0) >= svn)) return false;
  if (td === undefined) return true;
  // From version 1 on, a module has its own identity, which judges the first two SVNs in place of the level.
  const start = hasOwnIdentity(td.teeTcbSvn) ? 2 : 0;
  return level.tdx.every((svn, index) => index < start || (td.teeTcbSvn[index] ?? 0) >= svn);
}

function hasOwnIdentity(teeTcbSvn: Uint8Array): boolean {
  return (teeTcbSvn[1] ?? 0) > 0;
}

type Module = { readonly id: string; readonly level?: SvnLevel };

/** Finds the identity that the second SVN of the TD selects. Version 0 is the module of the TCB Info itself. */
function findModule(info: TcbInfo, td: NonNullable<TcbQuestion['td']>): Module | { readonly mismatch: string } {
  const [minor = 0, version = 0] = td.teeTcbSvn;
  const id = `TDX_${version.toString(16).padStart(2, '0').toUpperCase()}`;
  const identity = version === 0 ? undefined : info.moduleIdentities.find((candidate) => candidate.id === id);
  const expected: TdxModule | undefined = version === 0 ? info.module : identity;
  if (expected === undefined) return { mismatch: 'the TCB Info does not know the TDX module' };
  if (!isTdxModule(td, expected)) {
    return { mismatch: 'the TDX module has another signer or other attributes' };
  }
  if (identity === undefined) return { id };
  const level = identity.levels.find(({ isvSvn }) => minor >= isvSvn);
  return level === undefined ? { mismatch: 'the TDX module reaches no level of its identity' } : { id, level };
}
