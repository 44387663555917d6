/** The bindings of a call: a DPoP key (RFC 9449), a certificate (RFC 8705). New tokens are bound to them. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../../platform/clock.ts';
import { isAppError } from '../../../platform/errors.ts';
import { checkProof } from '../../../platform/http/bound-tokens/dpop-proof.ts';
import { certificateOf } from '../../identity/issuer/certificates.ts';
import type { Confirmation, Replays } from '../../identity/issuer/ports.ts';
import type { StoredMetadata } from '../../identity/issuer/tables.ts';
import { type RefusalCode, refuseExchange } from './refusals.ts';

export interface BindingCall {
  readonly headers: IncomingHttpHeaders;
  readonly socket: Socket;
  /** The called endpoint, as the issuer names it. */
  readonly url: string;
}

export interface ShownBindings {
  /** Every key and certificate of the call. */
  readonly shown: Confirmation;
  /** The binding of the new token; undefined for a bearer token. */
  readonly cnf: Confirmation | undefined;
}

export interface BindingsDeps {
  readonly clock: Clock;
  readonly replays: Replays;
}

/** @throws AppError `dpop_proof_invalid`, `malformed_request`. */
export async function readBindings(
  deps: BindingsDeps,
  call: BindingCall,
  metadata: StoredMetadata,
): Promise<ShownBindings> {
  const jkt = await readProof(deps, call);
  if (jkt === undefined && metadata['dpop_bound_access_tokens'] === true) {
    throw proofRefused('tokens of this client are bound to a key: send a DPoP proof');
  }
  const thumbprint = thumbprintOf(call.socket);
  const wantsCertificate = metadata['tls_client_certificate_bound_access_tokens'] === true;
  if (wantsCertificate && thumbprint === undefined) {
    throw refuseExchange('malformed_request', 'tokens of this client are bound to a certificate: present it');
  }
  const shown = toConfirmation(jkt, thumbprint);
  const cnf = toConfirmation(jkt, wantsCertificate ? thumbprint : undefined);
  return { shown, cnf: Object.keys(cnf).length === 0 ? undefined : cnf };
}

/** A bound token is exchanged only with a proof of its key: otherwise a stolen one would lose its binding. */
export function assertShown(bound: Confirmation | undefined, shown: Confirmation, code: RefusalCode): void {
  if (bound === undefined) return;
  const isShown =
    (bound.jkt === undefined || bound.jkt === shown.jkt) &&
    (bound['x5t#S256'] === undefined || bound['x5t#S256'] === shown['x5t#S256']);
  if (!isShown)
    throw refuseExchange(code, 'the token is bound to a key or certificate that this call does not present');
}

async function readProof({ clock, replays }: BindingsDeps, call: BindingCall): Promise<string | undefined> {
  const proof = call.headers['dpop'];
  if (proof === undefined) return undefined;
  if (typeof proof !== 'string' || proof.includes(',')) throw proofRefused('there is more than one DPoP header');
  try {
    const held = await checkProof({ proof, method: 'POST', urls: [call.url], nowMs: clock.now() });
    if (await replays.isFirst(`dpop ${held.jkt}`, held.jti, held.expiresAtMs)) return held.jkt;
  } catch (error) {
    if (isAppError(error, 'unauthorized')) throw proofRefused(error.publicText, error);
    throw error;
  }
  throw proofRefused('the DPoP proof was used before');
}

function thumbprintOf(socket: Socket): string | undefined {
  const certificate = certificateOf(socket);
  return certificate === undefined ? undefined : createHash('sha256').update(certificate.raw).digest('base64url');
}

function toConfirmation(jkt: string | undefined, thumbprint: string | undefined): Confirmation {
  return {
    ...(jkt === undefined ? {} : { jkt }),
    ...(thumbprint === undefined ? {} : { 'x5t#S256': thumbprint }),
  };
}

/** RFC 9449 section 5. */
function proofRefused(why: string, cause?: unknown) {
  return refuseExchange('dpop_proof_invalid', why, { error: 'invalid_dpop_proof', cause });
}
