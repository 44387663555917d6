/** Steps 6 to 8: Intel's signed documents, and their status for the platform, the TDX module and the quoting enclave. */
import type { Findings } from '../findings.ts';
import type { ReportInput } from '../input.ts';
import type { IntelCollateral, Signed } from './collateral.ts';
import { type Dated, isInDate } from './document-values.ts';
import { evaluateTcb, isTdxModule, type TcbEvaluation } from './evaluate-tcb.ts';
import type { PckClaims } from './pck-extension.ts';
import { intelQuotingEnclaves, isQuotingEnclave, type QeIdentity } from './qe-identity.ts';
import type { Quote } from './quote.ts';
import { checkSigner } from './signer.ts';
import { intelTdxModule, type TcbInfo } from './tcb-info.ts';

const documentStep = 6;
const levelStep = 7;
const moduleStep = 8;

export interface CheckedTcb extends TcbEvaluation {
  readonly evaluationNumber: number;
  /** Milliseconds since the epoch: when the first of the documents ends. */
  readonly nextUpdate: number;
  /** The status that the TD would get if launched now, if it differs (TDX 1.5). */
  readonly relaunchStatus?: TcbEvaluation['status'];
}

export interface TcbContext {
  readonly quote: Quote;
  readonly pck: PckClaims;
  readonly collateral: IntelCollateral;
  readonly input: ReportInput;
  readonly findings: Findings;
}

/** Checks the quoting enclave, and with both documents the TCB. Undefined when no level was established. */
export async function checkTcb(context: TcbContext): Promise<CheckedTcb | undefined> {
  const { quote, pck, collateral, findings } = context;
  const { tee } = quote.body;
  const infos = collateral.tcbInfos.filter(
    (info) => info.tee === tee && info.fmspc === pck.fmspc && info.pceId === pck.pceId,
  );
  const identities = collateral.qeIdentities.filter((identity) => identity.tee === tee);
  const info = await chooseDocument(infos, collateral.tcbInfos, 'TCB Info', context);
  const identity = await chooseDocument(identities, collateral.qeIdentities, 'QE Identity', context);
  if (!isQuotingEnclave(quote.qeReport, identity ?? intelQuotingEnclaves[tee])) {
    findings.add('chain_invalid', moduleStep, "the enclave that signed the quote is not Intel's quoting enclave");
  }
  if (info === undefined && quote.body.tee === 'tdx' && !isTdxModule(quote.body.td, intelTdxModule)) {
    findings.add('tcb_no_match', moduleStep, "the TDX module is not Intel's own");
  }
  if (info === undefined || identity === undefined) return undefined;
  return toCheckedTcb(info, identity, context);
}

function toCheckedTcb(
  info: TcbInfo,
  identity: QeIdentity,
  { quote, pck, findings }: TcbContext,
): CheckedTcb | undefined {
  const { body } = quote;
  const question = { info, identity, pck, qeSvn: quote.qeReport.isvSvn };
  const evaluation = evaluateTcb(body.tee === 'tdx' ? { ...question, td: body.td } : question);
  if ('mismatch' in evaluation) {
    findings.add('tcb_no_match', levelStep, evaluation.mismatch);
    return undefined;
  }
  if (evaluation.status === 'Revoked')
    findings.add('tcb_revoked', levelStep, 'the TCB level of the platform is revoked');
  const later = body.tee === 'tdx' ? body.td.later : undefined;
  const relaunched =
    body.tee === 'tdx' && later !== undefined
      ? evaluateTcb({ ...question, td: { ...body.td, teeTcbSvn: later.teeTcbSvn2 } })
      : evaluation;
  return {
    ...evaluation,
    evaluationNumber: Math.min(info.evaluationNumber, identity.evaluationNumber),
    nextUpdate: Math.min(info.nextUpdate, identity.nextUpdate),
    ...('mismatch' in relaunched || relaunched.status === evaluation.status
      ? {}
      : { relaunchStatus: relaunched.status }),
  };
}

/** Chooses and verifies the newest document in date that fits. `all` tells a missing one from one for another platform. */
async function chooseDocument<Document extends Signed<Dated>>(
  fitting: readonly Document[],
  all: readonly unknown[],
  what: string,
  { collateral, input, findings }: TcbContext,
): Promise<Document | undefined> {
  const current = fitting.filter((document) => isInDate(document, input.now));
  const [chosen] = (current.length > 0 ? current : [...fitting]).sort(
    (left, right) => right.evaluationNumber - left.evaluationNumber || right.issuedAt - left.issuedAt,
  );
  if (chosen === undefined) {
    if (all.length > 0) findings.add('tcb_no_match', levelStep, `no ${what} that was given is for this platform`);
    return undefined;
  }
  if (current.length === 0) findings.add('collateral_expired', documentStep, `the ${what} is not valid at this time`);
  const isHeld = await checkSigner(chosen, what, collateral, input, findings);
  return isHeld ? chosen : undefined;
}
