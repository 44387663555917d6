/** Asks the target for claims and checks the outer shape of its answer (contract 2.4). */
import { isRecord } from '../contract/record.ts';
import type { ClaimInstance, Phase, VendorContext } from '../contract/request.ts';
import { CheckFailure, expect, type Json, type KitContext, type SampleData, SkipCheck } from './check.ts';

export interface Success {
  readonly phase: Phase;
  readonly data: SampleData;
  readonly claims: readonly Json[];
}

/** Sends a value as claims request, and checks that the answer is a response of the contract. */
export async function ask(kit: KitContext, request: unknown): Promise<Json> {
  return checkResponse(await send(kit, JSON.stringify(request)));
}

/** Sends JSON text unchanged. */
export async function send(kit: KitContext, json: string): Promise<unknown> {
  try {
    return await kit.target.claims(json);
  } catch (cause) {
    throw new CheckFailure(`the call failed: ${cause instanceof Error ? cause.message : 'unknown reason'}`, { cause });
  }
}

/** @throws CheckFailure unless the value is a claims response */
export function checkResponse(response: unknown): Json {
  expect(isRecord(response), 'the answer is not a JSON object');
  const { status, claims, error } = response;
  expect(status === 'success' || status === 'error', 'the status must be success or error');
  expect(Array.isArray(claims), 'claims must be a list');
  if (status === 'success') {
    expect(error === undefined || error === null, 'a success must not have an error');
    return response;
  }
  expect(claims.length === 0, 'claims must be empty on error');
  expect(isRecord(error), 'error must be an object');
  expect(typeof error['code'] === 'string' && error['code'] !== '', 'error.code must be a string');
  expect(typeof error['message'] === 'string', 'error.message must be a string');
  expect(typeof error['retryable'] === 'boolean', 'error.retryable must be true or false');
  return response;
}

export function expectSuccess(response: Json, what: string): readonly Json[] {
  const { status, claims, error } = response;
  const reason = isRecord(error) ? `: ${String(error['code'])} ${String(error['message'])}` : '';
  expect(status === 'success', `${what} was answered with an error${reason}`);
  expect(Array.isArray(claims) && claims.every(isRecord), 'every claim must be an object');
  return claims;
}

export function expectError(response: Json, what: string): void {
  expect(response['status'] === 'error', `${what} was answered with success instead of an in-band error`);
}

/** Gives the answers to every sample of every phase that the auditor declares. */
export async function askSamples(kit: KitContext, context?: VendorContext): Promise<readonly Success[]> {
  const { phases } = await kit.vocabulary();
  const answers: Success[] = [];
  for (const phase of knownPhases(kit, phases)) {
    for (const data of kit.samples[phase]) {
      const request = { data, phase, ...(context === undefined ? {} : { vendor_context: context }) };
      const claims = expectSuccess(await ask(kit, request), `a sample of phase ${phase}`);
      answers.push({ phase, data, claims });
    }
  }
  return answers;
}

/** Finds the first sample whose answer holds a claim of that name. @throws SkipCheck when none does */
export async function findSampleWith(kit: KitContext, claim: string): Promise<Success> {
  const answers = await askSamples(kit);
  const found = answers.find(({ claims }) => claims.some(({ name }) => name === claim));
  if (found === undefined) throw new SkipCheck(`no sample made the claim ${claim}`);
  return found;
}

/** Asks for a sample again, with instances. */
export async function askInstances(
  kit: KitContext,
  sample: Success,
  instances: ClaimInstance[],
): Promise<readonly Json[]> {
  const request = { data: sample.data, phase: sample.phase, vendor_context: { claim_instances: instances } };
  return expectSuccess(await ask(kit, request), 'a request with claim_instances');
}

/** Gives a sample of the first declared phase. */
export async function firstSample(kit: KitContext): Promise<{ phase: Phase; data: SampleData }> {
  const { phases } = await kit.vocabulary();
  const phase = knownPhases(kit, phases)[0];
  const data = phase === undefined ? undefined : kit.samples[phase][0];
  if (phase === undefined || data === undefined) throw new SkipCheck('the declared phases have no sample');
  return { phase, data };
}

function knownPhases(kit: KitContext, phases: readonly string[]): Phase[] {
  return (Object.keys(kit.samples) as Phase[]).filter((phase) => phases.includes(phase));
}
