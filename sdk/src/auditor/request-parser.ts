/** Parses the claims request (contract 2.3) and explains how to correct a wrong one. */
import { Compile } from 'typebox/compile';
import { type ClaimsRequest, ClaimsRequestSchema, type Phase, phases } from '../contract/request.ts';
import type { MethodInput } from './definition.ts';
import { AuditorFailure } from './failure.ts';

const validator = Compile(ClaimsRequestSchema);

/**
 * Checks a foreign value. Unknown members are kept: a newer gateway may send more than this auditor reads.
 *
 * @throws AuditorFailure UNSUPPORTED_PHASE or INVALID_REQUEST with a pointer to the wrong member, never a value
 */
export function parseClaimsRequest(request: unknown, supported: readonly Phase[]): ClaimsRequest {
  const phase = typeof request === 'object' && request !== null && 'phase' in request ? request.phase : undefined;
  if (typeof phase === 'string' && !isIn(supported, phase)) {
    const known = isIn(phases, phase) ? 'This auditor does not run in that phase' : 'There is no such phase';
    throw new AuditorFailure('UNSUPPORTED_PHASE', `${known}; send one of: ${supported.join(', ')}`);
  }
  if (!validator.Check(request)) throw new AuditorFailure('INVALID_REQUEST', describeProblem(request));
  return request;
}

/** Gives the methods' view of a checked request. */
export function toMethodInput({ data, phase }: ClaimsRequest): MethodInput {
  const { input = '', output = '', metadata = {} } = data;
  const { documents = [], system = '' } = metadata;
  return { text: textToJudge(phase, input, output), input, output, phase, metadata, documents, system };
}

function textToJudge(phase: Phase, input: string, output: string): string {
  if (phase === 'request') return input;
  if (phase === 'response') return output;
  return output === '' ? input : output;
}

function describeProblem(request: unknown): string {
  const first = validator.Errors(request)[0];
  if (first === undefined) throw new Error('the validator refused a request without a reason');
  const { instancePath, message } = first;
  const where = instancePath === '' ? 'the body' : instancePath.slice(0, 200).toWellFormed();
  return `The claims request is malformed: ${where} ${message}. Expected {"data": {"input"?, "output"?, "metadata"?}, "phase", "vendor_context"?}`;
}

function isIn(list: readonly string[], name: string): boolean {
  return list.includes(name);
}
