/**
 * Checks a running release: its vocabulary against the recorded digest, and the contract kit of the SDK. All calls use the
 * guarded client of the organisation, limited in size and in total time.
 */

import type { CheckResult } from '@assay/sdk/testing';
import type { VerificationCheck } from '../../../contract/api/auditor-registry/shapes.ts';
import { AppError, isAppError } from '../../../platform/errors.ts';
import { toFetch } from '../../../platform/http/guarded-as-fetch.ts';
import type { GuardedClient } from '../../../platform/http/guarded-fetch.ts';
import type { ProbeAuditor } from '../../configuration/auditor-catalog/probe.ts';
import { vocabularyDigestOf } from '../../configuration/auditor-catalog/registry.ts';

export interface LiveCheckInput {
  readonly orgId: string;
  readonly url: string;
  readonly vocabularyDigest: string;
  readonly probe: ProbeAuditor;
  readonly client: GuardedClient;
  readonly signal: AbortSignal;
  /** Limit for the whole kit. */
  readonly timeoutMs: number;
}

export interface LiveChecks {
  readonly checks: readonly VerificationCheck[];
  /** As in its vocabulary. */
  readonly auditorId: string | null;
}

const maxBytes = 1024 * 1024;
const maxDetail = 500;
const callTimeoutMs = 10_000;

/** @throws AppError `too_many_requests` of the outbound client: the check is repeated later. */
export async function checkLive(input: LiveCheckInput): Promise<LiveChecks> {
  const { auditorId, check } = await checkVocabulary(input);
  if (auditorId === null) {
    const detail = 'the auditor did not give a valid vocabulary';
    return { auditorId, checks: [check, { name: 'contract', status: 'skipped', detail }] };
  }
  return { auditorId, checks: [check, ...(await runKit(input))] };
}

async function checkVocabulary({ orgId, url, vocabularyDigest, probe, signal }: LiveCheckInput) {
  const name = 'vocabulary';
  try {
    const vocabulary = await probe(orgId, url, signal);
    const digest = vocabularyDigestOf(vocabulary);
    const isSame = digest === vocabularyDigest;
    const detail = isSame ? digest : `the auditor at the url gives another vocabulary: ${digest}`;
    const check: VerificationCheck = { name, status: isSame ? 'passed' : 'failed', detail };
    return { auditorId: vocabulary.auditor_id, check };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'too_many_requests' || signal.aborted) throw error;
    const check: VerificationCheck = { name, status: 'failed', detail: error.publicText.slice(0, maxDetail) };
    return { auditorId: null, check };
  }
}

async function runKit({ url, client, signal, timeoutMs }: LiveCheckInput): Promise<VerificationCheck[]> {
  // Imported on use: a verifier that verifies no auditor does not need it in memory.
  const { runContractKit } = await import('@assay/sdk/testing');
  const late = AbortSignal.timeout(timeoutMs);
  const over = AbortSignal.any([signal, late]);
  const call = toFetch(client, { accept: ['application/json'], timeoutMs: callTimeoutMs, maxBytes });
  let refusedByBound: AppError | undefined;
  const guarded: typeof call = async (address, init) => {
    over.throwIfAborted();
    const own = init?.signal == null ? over : AbortSignal.any([over, init.signal]);
    try {
      return await call(address, { ...init, signal: own });
    } catch (error) {
      if (isAppError(error, 'too_many_requests')) refusedByBound ??= error;
      throw error;
    }
  };
  const { checks } = await runContractKit(url, { fetch: guarded, timeoutMs: callTimeoutMs });
  signal.throwIfAborted();
  // Our own limit is not a fault of the auditor.
  if (refusedByBound !== undefined) throw refusedByBound;
  const found = checks.map(toCheck);
  if (!late.aborted) return found;
  const detail = `the contract kit did not finish within ${timeoutMs / 1000} seconds`;
  return [...found, { name: 'contract', status: 'failed', detail }];
}

/** Advice that is not followed is no reason to refuse a release, so it counts as skipped. */
function toCheck({ id, title, obligation, status, message }: CheckResult): VerificationCheck {
  const detail = message === '' ? title : message;
  const isOpen = obligation === 'advice' && status === 'failed';
  return {
    name: `${obligation}/${id}`,
    status: isOpen ? 'skipped' : status,
    detail: (isOpen ? `not followed: ${detail}` : detail).slice(0, maxDetail),
  };
}
