/** Reports the current state of a passport: from a status token about it, or from a list of revocations. */
import { isRecord } from '@assay/sdk/contract';
import { fromBase64Url } from '@assay/sdk/crypto';
import { revocationListType } from '../contract/passport-status.ts';
import { parseStrictJsonBytes } from './json.ts';
import { checkPassport } from './passport.ts';
import { checkPassportStatus, checkRevocationList, findRevocation, type StatusCheck } from './passport-status.ts';
import { type Finding, proven, refused, toPlainText, unproven } from './report.ts';
import { refuse } from './verdict.ts';

export interface StatusPart {
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
}

const subject = 'status of the passport';

/** Reports on a token of either type. Never throws. */
export async function reportPassportStatus(token: unknown, jwt: string, check: StatusCheck): Promise<StatusPart> {
  return typeOf(token) === revocationListType ? reportList(token, jwt, check) : reportToken(token, jwt, check);
}

async function reportToken(token: unknown, jwt: string, check: StatusCheck): Promise<StatusPart> {
  const verdict = await checkPassportStatus(token, jwt, check);
  if (!verdict.ok) return { findings: [toFinding(verdict)], notes: [] };
  const { state, iat, revoked_at: revokedAt, reason, superseded_by: next } = verdict.status;
  const asOf = new Date(iat * 1000).toISOString();
  const notes = next === undefined ? [] : [`A newer passport of the same agent replaces it: ${toPlainText(next)}.`];
  if (state === 'revoked') {
    const why = reason === undefined ? '' : ` (${toPlainText(reason, 300)})`;
    const message = `the verifier revoked it at ${toPlainText(revokedAt ?? 'an unknown time')}${why}`;
    return { findings: [refused(subject, refuse('revoked', message))], notes };
  }
  return { findings: [proven(subject, `The verifier states that it is ${state} as of ${asOf}.`)], notes };
}

async function reportList(token: unknown, jwt: string, check: StatusCheck): Promise<StatusPart> {
  const verdict = await checkRevocationList(token, check);
  if (!verdict.ok) return { findings: [toFinding(verdict)], notes: [] };
  const passport = await checkPassport(jwt, check);
  if (!passport.ok)
    return { findings: [unproven(subject, passport.reason, 'The passport itself is not valid.')], notes: [] };
  const { list } = verdict;
  const found = await findRevocation(list, { jwt, passport: passport.passport, crypto: check.crypto });
  if (found !== undefined) {
    const message = `the verifier revoked ${found.what} at ${toPlainText(found.revokedAt)}`;
    return { findings: [refused(subject, refuse('revoked', message))], notes: [] };
  }
  const window = `from ${toPlainText(list.since)} to ${toPlainText(list.until)}`;
  if (Date.parse(list.since) > passport.passport.iat * 1000) {
    const sentence = `The list begins after the passport was issued: it covers only ${window}.`;
    return { findings: [unproven(subject, 'revoked', sentence)], notes: [] };
  }
  return { findings: [proven(subject, `The verifier's list ${window} does not revoke it.`)], notes: [] };
}

/** A token by an unknown key proves nothing; neither does one that is too old. */
function toFinding(refusal: Parameters<typeof refused>[1]): Finding {
  if (refusal.reason === 'key_unknown') {
    return unproven(subject, 'key_unknown', 'No trusted verifier key signed the statement about its status.');
  }
  if (refusal.reason === 'expired') {
    return unproven(subject, 'expired', 'The statement about its status is too old to be relied on now.');
  }
  return refused(subject, refusal);
}

/** Reads the type of a token. Its own check enforces it. */
function typeOf(token: unknown): unknown {
  const [head = ''] = typeof token === 'string' ? token.split('.', 1) : [];
  const bytes = head.length > 4096 ? undefined : decode(head);
  const header = bytes === undefined ? undefined : parseStrictJsonBytes(bytes, { maxChars: 4096, maxDepth: 4 });
  return header?.ok === true && isRecord(header.value) ? header.value['typ'] : undefined;
}

function decode(part: string): Uint8Array | undefined {
  try {
    return fromBase64Url(part);
  } catch {
    return undefined;
  }
}
