/** The verifier's calls over any JSON transport; both clients use it with a transport of their own. */

import { sizeMediaType } from '@assay/sdk/receipts';
import { Compile } from 'typebox/compile';
import { maxBundleBytes, maxStandingBytes } from '../../contract/control/gateway-report.ts';
import { EscalationAnswerSchema } from '../../contract/escalation.ts';
import { maxIngestBatch } from '../../contract/ingest.ts';
import { type InjectionAnswer, InjectionAnswerSchema } from '../../contract/injection.ts';
import { type LiveEventsAnswer, LiveEventsAnswerSchema, maxLiveEvents } from '../../contract/live-events.ts';
import { ReceiptIngestAnswerSchema, WitnessedChainSchema } from '../../contract/receipts.ts';
import { AppError, isAppError } from '../../platform/errors.ts';
import { parseForeignJson } from '../bounded-body.ts';
import type { JsonHttp, TextAnswer } from '../json-http.ts';
import type { BundleAnswer, BundlePoll, VerifierClient, WitnessReply } from './client.ts';
import { createVerifierToolCalls } from './tool-calls.ts';
import { AttestationRecordSchema, ChallengeSchema, IngestAnswerSchema, KeySetSchema, verifierPaths } from './wire.ts';

const challengeShape = Compile(ChallengeSchema);
const recordShape = Compile(AttestationRecordSchema);
const ingestShape = Compile(IngestAnswerSchema);
const receiptsShape = Compile(ReceiptIngestAnswerSchema);
const chainShape = Compile(WitnessedChainSchema);
const keysShape = Compile(KeySetSchema);
const escalationShape = Compile(EscalationAnswerSchema);
const injectionShape = Compile(InjectionAnswerSchema);
const eventsShape = Compile(LiveEventsAnswerSchema);
/** An exchange waits for the answer. */
const escalationTimeoutMs = 5_000;
/** The verifier may have to ask the other side first. */
const injectionTimeoutMs = 15_000;
/** The events wait in memory meanwhile. */
const eventsTimeoutMs = 10_000;
/** The form of a verifier's ETag; nothing else is sent back in a header. */
const bundleEtag = /^"[A-Za-z0-9_.-]{1,120}"$/;

export function createVerifierCalls(transport: JsonHttp, batchChars: number): VerifierClient {
  return {
    batchChars,
    challenge: () =>
      transport.call({ method: 'POST', path: verifierPaths.challenge, body: {} }, (value) =>
        challengeShape.Check(value),
      ),
    registerKeyAttestation: (attestation) =>
      transport.call(
        { method: 'POST', path: verifierPaths.attestations, body: { key_attestation: attestation } },
        (value) => recordShape.Check(value),
      ),
    async confirmKey(attestation) {
      const body = { key_attestation: attestation };
      await transport.call({ method: 'POST', path: verifierPaths.attestations, body }, (value) =>
        recordShape.Check(value),
      );
    },
    async sendEvidence(items) {
      if (items.length === 0) return [];
      if (items.length > maxIngestBatch) {
        throw new AppError('invalid_request', `at most ${maxIngestBatch} evidence in one batch, not ${items.length}`);
      }
      const call = { method: 'POST', path: verifierPaths.evidence, body: { items } } as const;
      const { results } = await transport.call(call, (value) => ingestShape.Check(value));
      return assertOneEach(results, items);
    },
    async sendReceipts(receipts) {
      if (receipts.length === 0) return [];
      const call = { method: 'POST', path: verifierPaths.receipts, body: { receipts } } as const;
      const { results } = await transport.call(call, (value) => receiptsShape.Check(value));
      return assertOneEach(results, receipts);
    },
    async addCheckpoint(text) {
      return readReply(await transport.post({ path: verifierPaths.addCheckpoint, text, mediaType: 'text/plain' }));
    },
    async witnessedChain(chainId) {
      const path = `${verifierPaths.witnessedChains}/${encodeURIComponent(chainId)}`;
      try {
        return await transport.call({ method: 'GET', path }, (value) => chainShape.Check(value));
      } catch (error) {
        if (isAppError(error, 'not_found')) return undefined;
        throw error;
      }
    },
    configBundle: (poll) => pollDocument(transport, poll, { name: 'bundle', maxBytes: maxBundleBytes }),
    configStanding: (poll) => pollDocument(transport, poll, { name: 'standing', maxBytes: maxStandingBytes }),
    async reportConfig(gatewayId, report) {
      const path = `${verifierPaths.gateways}/${encodeURIComponent(gatewayId)}/status`;
      await transport.call({ method: 'POST', path, body: report }, (value): value is undefined => value === undefined);
    },
    async escalate(gatewayId, request) {
      const path = `${verifierPaths.gateways}/${encodeURIComponent(gatewayId)}/escalations`;
      const call = { method: 'POST', path, body: request, timeoutMs: escalationTimeoutMs } as const;
      const answer = await transport.call(call, (value) => escalationShape.Check(value));
      if ((answer.status === 'approved') === (answer.grant !== null)) return answer;
      throw new AppError(
        'verifier_unavailable',
        `the verifier answered ${answer.status} with a grant of another answer`,
      );
    },
    async injection(gatewayId, question) {
      const path = `${verifierPaths.gateways}/${encodeURIComponent(gatewayId)}/credentials`;
      const call = { method: 'POST', path, body: question, timeoutMs: injectionTimeoutMs } as const;
      const answer = await transport.call(call, (value) => injectionShape.Check(value));
      if (answer.status === 'ready' || !hasSecret(answer)) return answer;
      throw new AppError('verifier_unavailable', `the verifier answered ${answer.status} with a secret`);
    },
    ...createVerifierToolCalls(transport),
    async reportEvents(events) {
      if (events.length === 0) return { stored: 0, known: 0, refused: 0 };
      if (events.length > maxLiveEvents) {
        throw new AppError('invalid_request', `at most ${maxLiveEvents} events in one batch, not ${events.length}`);
      }
      const call = {
        method: 'POST',
        path: verifierPaths.events,
        body: { events },
        timeoutMs: eventsTimeoutMs,
      } as const;
      const answer = await transport.call(call, (value): value is LiveEventsAnswer => eventsShape.Check(value));
      const { stored, known, refused } = answer;
      if (stored + known + refused === events.length) return answer;
      throw new AppError('verifier_unavailable', 'the verifier answered for events that were not sent');
    },
    async publicKeys() {
      const { keys } = await transport.call({ method: 'GET', path: verifierPaths.keys }, (value) =>
        keysShape.Check(value),
      );
      return keys.map(({ kid, kty, crv, x, y }) => ({ kid, kty, crv, x, y }));
    },
    close: () => transport.close(),
  };
}

function hasSecret({ headers, environment, client_certificate: certificate }: InjectionAnswer): boolean {
  return headers.length > 0 || environment.length > 0 || certificate !== null;
}

async function pollDocument(
  transport: JsonHttp,
  poll: BundlePoll,
  document: { readonly name: 'bundle' | 'standing'; readonly maxBytes: number },
): Promise<BundleAnswer> {
  const { gatewayId, etag, refusedEtag, waitS = 0, signal } = poll;
  // The first is the bundle in use; the second is only not wanted again.
  const known = [etag, refusedEtag].filter((tag) => tag !== undefined);
  const headers: Record<string, string> = { accept: 'application/jwt, application/problem+json' };
  if (known.length > 0) headers['if-none-match'] = known.join(', ');
  if (etag === undefined && refusedEtag !== undefined) headers['if-none-match'] = `"none", ${refusedEtag}`;
  if (waitS > 0) headers['prefer'] = `wait=${waitS}`;
  const path = `${verifierPaths.gateways}/${encodeURIComponent(gatewayId)}/${document.name}`;
  const { maxBytes: maxAnswerBytes } = document;
  const answer = await transport.read({ path, headers, waitMs: waitS * 1000, maxAnswerBytes, signal });
  if (answer.status === 304) return { status: 'unchanged' };
  if (answer.status === 200 && answer.etag !== undefined && bundleEtag.test(answer.etag)) {
    return { status: 'changed', etag: answer.etag, jws: answer.text };
  }
  throw new AppError('verifier_unavailable', `the verifier did not answer with a ${document.name}`);
}

function assertOneEach<Result>(results: Result[], items: readonly unknown[]): Result[] {
  if (results.length === items.length) return results;
  throw new AppError('verifier_unavailable', `the verifier answered ${results.length} of ${items.length} items`);
}

function readReply({ status, mediaType, text }: TextAnswer): WitnessReply {
  if (status === 200) return { kind: 'cosigned', lines: text };
  const digits = mediaType.startsWith(sizeMediaType) ? /^(\d{1,16})\n$/.exec(text)?.[1] : undefined;
  if (status === 409 && digits !== undefined && Number.isSafeInteger(Number(digits))) {
    return { kind: 'stale', size: Number(digits) };
  }
  const reason: unknown = Reflect.get(Object(parseForeignJson(text)), 'reason');
  return { kind: 'refused', status, reason: typeof reason === 'string' ? reason.slice(0, 100) : 'unknown' };
}
