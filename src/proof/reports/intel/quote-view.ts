/** A quote as JSON for people and policies, with bytes as lower-case hexadecimal digits. */
import { toHex } from '@assay/sdk/x509';
import type { ReportView } from '../verdict.ts';
import type { PckChain } from './pck-chain.ts';
import type { PckClaims } from './pck-extension.ts';
import type { Quote } from './quote.ts';
import type { EnclaveBody, TdBody } from './quote-body.ts';
import type { CheckedTcb } from './tcb-check.ts';

export interface ViewParts {
  readonly quote: Quote;
  readonly chain?: PckChain | undefined;
  readonly pck?: PckClaims | undefined;
  readonly tcb?: CheckedTcb | undefined;
}

/** Gives everything that the quote, its PCK certificate and the TCB documents state. Integers are numbers. */
export function toQuoteView({ quote, chain, pck, tcb }: ViewParts): ReportView {
  const { body } = quote;
  return {
    version: quote.version,
    att_key_type: quote.attestationKeyType,
    tee_type: quote.teeType,
    ...(quote.version === 3 ? toSvns(quote.reserved) : { reserved: toHex(quote.reserved) }),
    qe_vendor_id: toHex(quote.qeVendorId),
    user_data: toHex(quote.userData),
    ...(quote.bodyType === undefined ? {} : { body_type: quote.bodyType }),
    ...(body.tee === 'tdx' ? toTdView(body.td) : toEnclaveView(body.enclave)),
    attestation_key: toHex(quote.attestationKey),
    qe_auth_data: toHex(quote.authData),
    qe_report: toEnclaveView(quote.qeReport),
    ...(pck === undefined ? {} : { pck: toPckView(pck, chain) }),
    ...(tcb === undefined ? {} : { tcb: toTcbView(tcb) }),
  };
}

/** Gives the registers that a policy can name, by the names of the view; the two SGX numbers as four digits, `0001` for 1. */
export function toRegisters({ body }: Quote): Record<string, string> {
  if (body.tee === 'tdx') return toTdView(body.td);
  const { enclave } = body;
  const entries = Object.entries(toEnclaveView(enclave));
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : value.toString(16).padStart(4, '0')]),
  );
}

function toTdView(td: TdBody): Record<string, string> {
  const [rtmr0, rtmr1, rtmr2, rtmr3] = td.rtmrs;
  return {
    tee_tcb_svn: toHex(td.teeTcbSvn),
    mrseam: toHex(td.mrseam),
    mrsignerseam: toHex(td.mrsignerseam),
    seam_attributes: toHex(td.seamAttributes),
    td_attributes: toHex(td.tdAttributes),
    xfam: toHex(td.xfam),
    mrtd: toHex(td.mrtd),
    mrconfigid: toHex(td.mrconfigid),
    mrowner: toHex(td.mrowner),
    mrownerconfig: toHex(td.mrownerconfig),
    rtmr0: toHex(rtmr0),
    rtmr1: toHex(rtmr1),
    rtmr2: toHex(rtmr2),
    rtmr3: toHex(rtmr3),
    report_data: toHex(td.reportData),
    ...(td.later === undefined
      ? {}
      : { tee_tcb_svn2: toHex(td.later.teeTcbSvn2), mrservicetd: toHex(td.later.mrservicetd) }),
  };
}

function toEnclaveView(enclave: EnclaveBody): Record<string, string | number> {
  return {
    cpusvn: toHex(enclave.cpuSvn),
    miscselect: toHex(enclave.miscSelect),
    isvextprodid: toHex(enclave.isvExtProdId),
    attributes: toHex(enclave.attributes),
    mrenclave: toHex(enclave.mrenclave),
    mrsigner: toHex(enclave.mrsigner),
    configid: toHex(enclave.configId),
    isvprodid: enclave.isvProdId,
    isvsvn: enclave.isvSvn,
    configsvn: enclave.configSvn,
    isvfamilyid: toHex(enclave.isvFamilyId),
    report_data: toHex(enclave.reportData),
  };
}

function toPckView(pck: PckClaims, chain: PckChain | undefined): ReportView {
  return {
    fmspc: pck.fmspc,
    pceid: pck.pceId,
    pcesvn: pck.pceSvn,
    cpusvn: pck.cpuSvn,
    sgx_tcb_components: pck.components,
    sgx_type: pck.sgxType,
    ppid: pck.ppid,
    ...(pck.platformInstanceId === undefined ? {} : { platform_instance_id: pck.platformInstanceId }),
    ...(pck.smtEnabled === undefined ? {} : { smt_enabled: pck.smtEnabled }),
    ...(chain === undefined
      ? {}
      : {
          serial: chain.leaf.serial,
          not_before: toTime(chain.leaf.notBefore),
          not_after: toTime(chain.leaf.notAfter),
        }),
  };
}

function toTcbView(tcb: CheckedTcb): ReportView {
  return {
    status: tcb.status,
    advisory_ids: tcb.advisories,
    tcb_date: tcb.date,
    tcb_evaluation_data_number: tcb.evaluationNumber,
    platform_status: tcb.platformStatus,
    qe_status: tcb.qeStatus,
    ...(tcb.module === undefined ? {} : { tdx_module: tcb.module.id, tdx_module_status: tcb.module.status }),
    ...(tcb.relaunchStatus === undefined ? {} : { relaunch_status: tcb.relaunchStatus }),
    next_update: toTime(tcb.nextUpdate),
  };
}

function toSvns(reserved: Uint8Array): ReportView {
  const [qe = 0, qeHigh = 0, pce = 0, pceHigh = 0] = reserved;
  return { qe_svn: qe + 256 * qeHigh, pce_svn: pce + 256 * pceHigh };
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}
