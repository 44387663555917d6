/** Runs both C2PA judgements over a file, as the auditor does. */
import { readContainer } from './container.ts';
import { judgeSigned, judgeValid } from './judge.ts';
import { createTrustListReader } from './media.ts';
import { authority } from './signer.fixture.ts';

/** A time at which the certificates of the tests are valid. */
export const now = Date.UTC(2026, 0, 1);

export interface Validated {
  readonly signed: boolean | undefined;
  readonly value: boolean;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Judges a file; one of neither format is not valid, as nothing is said about it. */
export function validate(file: Uint8Array, pem = authority.pem, time = now, stampPem = ''): Validated {
  const container = readContainer(file);
  if (container === undefined) return { signed: undefined, value: false, detail: { reason: 'other_format' } };
  const media = { file, container };
  return {
    signed: judgeSigned(media)?.value,
    ...judgeValid(media, { signers: read(pem), stamps: read(stampPem) }, time),
  };
}

const read = createTrustListReader('c2pa_trust_anchors');

/** The failure codes of a detail. */
export function codesOf(detail: Readonly<Record<string, unknown>>): readonly string[] {
  const codes = detail['failure_codes'];
  return Array.isArray(codes) ? codes : [];
}
