/** Intel QE Identity, version 2: which enclave may sign quotes, and which of its SVNs have which status. */
import { toHex } from '@assay/sdk/x509';
import { Type } from 'typebox';
import { createShape } from '../../shape.ts';
import { type Dated, hexOf, matchesMasked, readDates, timeText } from './document-values.ts';
import type { EnclaveBody } from './quote-body.ts';
import { type SvnLevel, SvnLevelsSchema, toSvnLevels } from './tcb-info.ts';

/** Identifies a quoting enclave; hexadecimal, lower case. */
export interface QuotingEnclave {
  readonly mrsigner: string;
  readonly isvProdId: number;
  readonly miscSelect: string;
  readonly miscSelectMask: string;
  readonly attributes: string;
  readonly attributesMask: string;
}

export interface QeIdentity extends Dated, QuotingEnclave {
  readonly tee: 'sgx' | 'tdx';
  readonly levels: readonly SvnLevel[];
}

const QeIdentitySchema = Type.Object({
  id: Type.Enum(['QE', 'TD_QE']),
  version: Type.Enum([2, 3]),
  issueDate: timeText,
  nextUpdate: timeText,
  tcbEvaluationDataNumber: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  miscselect: hexOf(4),
  miscselectMask: hexOf(4),
  attributes: hexOf(16),
  attributesMask: hexOf(16),
  mrsigner: hexOf(32),
  isvprodid: Type.Integer({ minimum: 0, maximum: 65_535 }),
  tcbLevels: SvnLevelsSchema,
});

const parseIdentity = createShape(QeIdentitySchema, 'the QE Identity');

const common = {
  miscSelect: '00000000',
  miscSelectMask: 'ffffffff',
  // Initialised, holds the provisioning key, not in debug mode.
  attributes: '11000000000000000000000000000000',
  attributesMask: 'fbffffffffffffff0000000000000000',
};

/**
 * Intel's quoting enclaves as every QE Identity so far describes them. Any owner of a platform can have its PCK
 * certify an enclave of their own, so without this check a quote could be forged where no QE Identity is available.
 */
export const intelQuotingEnclaves: Readonly<Record<'sgx' | 'tdx', QuotingEnclave>> = {
  sgx: { ...common, mrsigner: '8c4f5775d796503e96137f77c68a829a0056ac8ded70140b081b094490c57bff', isvProdId: 1 },
  tdx: { ...common, mrsigner: 'dc9e2a7c6f948f17474e34a7fc43ed030f7c1563f1babddf6340c82e0e54a8c5', isvProdId: 2 },
};

/** Reads a parsed QE Identity; undefined if invalid. */
export function readQeIdentity(value: unknown): QeIdentity | undefined {
  const parsed = parseIdentity(value);
  const dates = parsed.ok ? readDates(parsed.value) : undefined;
  if (!parsed.ok || dates === undefined) return undefined;
  const identity = parsed.value;
  return {
    ...dates,
    tee: identity.id === 'QE' ? 'sgx' : 'tdx',
    mrsigner: identity.mrsigner.toLowerCase(),
    isvProdId: identity.isvprodid,
    miscSelect: identity.miscselect.toLowerCase(),
    miscSelectMask: identity.miscselectMask.toLowerCase(),
    attributes: identity.attributes.toLowerCase(),
    attributesMask: identity.attributesMask.toLowerCase(),
    levels: toSvnLevels(identity.tcbLevels),
  };
}

/** True when the report is of such an enclave, whatever its SVN. */
export function isQuotingEnclave(report: EnclaveBody, expected: QuotingEnclave): boolean {
  return (
    toHex(report.mrsigner) === expected.mrsigner &&
    report.isvProdId === expected.isvProdId &&
    matchesMasked(report.miscSelect, expected.miscSelect, expected.miscSelectMask) &&
    matchesMasked(report.attributes, expected.attributes, expected.attributesMask)
  );
}
