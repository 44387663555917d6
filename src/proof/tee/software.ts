/**
 * The software kind: a report signed by the attested key itself. It proves possession of the key and binds the nonce.
 * It proves nothing about the machine, and says so.
 */
import { fromBase64Url } from '@assay/sdk/crypto';
import {
  type KeyAttestation,
  SoftwareReportSchema,
  softwareReportMediaType,
  softwareReportType,
} from '../../contract/key-attestation.ts';
import { equalBytes } from '../hash.ts';
import { decodeUtf8 } from '../json.ts';
import { type ParsedJws, parseJws, parsePayload } from '../jws.ts';
import { createShape } from '../shape.ts';
import { clockSkewS, type Refusal, refuse } from '../verdict.ts';
import type { ReportCheck, TeeKind } from './kind.ts';

/** Note that accompanies every software attestation. */
export const softwareNote = 'software attestation: no hardware was verified';

const maxReportChars = 4096;
const parseReport = createShape(SoftwareReportSchema, 'the software report');

/** The checker of software reports. */
export const softwareKind: TeeKind = {
  mediaType: softwareReportMediaType,
  kind: 'software',
  check: async (input) => {
    const unsigned = findUnsignedParts(input.attestation);
    if (unsigned !== undefined) return unsigned;
    const text = decodeUtf8(input.report);
    const parsed = parseJws(text, { typ: softwareReportType, algs: ['EdDSA'], maxChars: maxReportChars });
    if (!parsed.ok) return parsed;
    const held = await checkPossession(parsed.jws, input);
    return held ?? { ok: true, notes: [softwareNote] };
  },
};

/** Finds parts of the envelope that this kind does not use and no signature covers. */
function findUnsignedParts(attestation: KeyAttestation): Refusal | undefined {
  const { endorsements, cmw } = attestation;
  if (endorsements.certs.length > 0 || endorsements.collateral !== undefined) {
    return refuse('unsupported', 'a software attestation must not have endorsements');
  }
  return cmw.gpu === undefined
    ? undefined
    : refuse('unsupported', 'a GPU report cannot be checked with a software attestation');
}

async function checkPossession(jws: ParsedJws, input: ReportCheck): Promise<Refusal | undefined> {
  if (jws.kid !== input.kid) return refuse('key_unknown', 'the report is not signed by the attested key');
  const { kty, crv, x } = input.attestation.jwk;
  if (!(await input.crypto.verifyEd25519({ kty, crv, x }, jws.signingInput, jws.signature))) {
    return refuse('signature_invalid', 'the signature of the report is not valid');
  }
  const payload = parsePayload(jws, { maxChars: maxReportChars, maxDepth: 4 });
  if (!payload.ok) return payload;
  const report = parseReport(payload.value);
  if (!report.ok) return report;
  if (report.value.iat > input.now / 1000 + clockSkewS) {
    return refuse('not_yet_valid', 'the time of the report is in the future');
  }
  return findReportDataProblem(report.value.report_data, input.reportData);
}

function findReportDataProblem(text: string, expected: Uint8Array): Refusal | undefined {
  let carried: Uint8Array;
  try {
    carried = fromBase64Url(text);
  } catch {
    return refuse('report_data_mismatch', 'report_data is not canonical base64url');
  }
  if (equalBytes(carried, expected)) return undefined;
  return refuse('report_data_mismatch', 'the report is about other runtime data');
}
