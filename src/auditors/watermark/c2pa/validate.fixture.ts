/** Runs both C2PA judgements on a file, like the auditor. */
import { readContainer } from './container.ts';
import { judgeSigned, judgeValid } from './judge.ts';
import { createTrustListReader } from './media.ts';
import { authority } from './signer.fixture.ts';

/** A time at which the tests' certificates are valid. */
export const now = Date.UTC(2026, 0, 1);

export interface Validated {
  readonly signed: boolean | undefined;
  readonly value: boolean;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Judges a file; a file of neither format is not valid. */
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

export function codesOf(detail: Readonly<Record<string, unknown>>): readonly string[] {
  const codes = detail['failure_codes'];
  return Array.isArray(codes) ? codes : [];
}
