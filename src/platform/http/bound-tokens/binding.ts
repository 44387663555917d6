/** Checks tokens that are bound to a key, which are useless without it: DPoP (RFC 9449) and certificates (RFC 8705). */
import { createHash } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { IncomingCall, Presented } from '../access.ts';
import { checkProof } from './dpop-proof.ts';
import type { ProofNonces } from './proof-nonces.ts';
import { refuseCredential } from './refuse-credential.ts';

/** The binding of a token: the thumbprint of a DPoP key, or of a certificate. */
export interface Confirmation {
  readonly jkt?: string;
  readonly 'x5t#S256'?: string;
}

/** Proofs that were used. */
export interface ShownProofs {
  /** True for the first use of a proof. Of many concurrent uses exactly one is the first. */
  isFirst(issuer: string, jti: string, expiresAtMs: number): Promise<boolean> | boolean;
}

export interface BindingDeps {
  readonly clock: Clock;
  readonly replays: ShownProofs;
  /** The service's own URL, if known; otherwise the `Host` of the call counts, which is loopback then. */
  readonly publicUrl: string | undefined;
  /** True when `Host` was checked to name this machine. */
  readonly isLoopback: boolean;
  /** Nonces that proofs must hold; none required if absent. */
  readonly nonces?: ProofNonces;
  /** Address for certificate connections, if it is a different one. Refused callers are told. */
  readonly certificatesAt?: () => string | undefined;
}

/** @throws AppError `unauthorized` unless the call proves the token's binding */
export type AssertBound = (
  confirmation: Confirmation | undefined,
  presented: Presented,
  call: IncomingCall,
) => Promise<void>;

export function createBinding(deps: BindingDeps): AssertBound {
  const { clock, replays, publicUrl, isLoopback, nonces, certificatesAt } = deps;
  const urlsOf = ({ headers, url = '', isOverTls = false }: IncomingCall): string[] => {
    const path = url.split('?', 1)[0] ?? '';
    const own = publicUrl === undefined ? [] : [`${publicUrl.replace(/\/+$/, '')}${path}`];
    // A local caller may use another name of this machine than the configured one.
    return isLoopback && headers.host !== undefined
      ? [...own, `${isOverTls ? 'https' : 'http'}://${headers.host}${path}`]
      : own;
  };

  const assertProof = async (jkt: string, { scheme, credential }: Presented, call: IncomingCall): Promise<void> => {
    if (scheme !== 'dpop')
      throw refuseCredential('the token is bound to a key: send it with a DPoP proof', 'dpop_proof');
    const proof = call.headers['dpop'];
    if (typeof proof !== 'string' || proof.includes(',')) {
      throw refuseCredential('one DPoP header with a proof is needed', 'dpop_proof');
    }
    const { method = '' } = call;
    const nowMs = clock.now();
    const held = await checkProof({ proof, method, urls: urlsOf(call), accessToken: credential, jkt, nowMs });
    if (nonces !== undefined && !nonces.knows(held.nonce)) {
      throw new AppError('unauthorized', 'the DPoP proof has no nonce of this server', {
        detail: 'the DPoP proof needs the nonce that this answer gives in DPoP-Nonce',
        extensions: { reason: 'dpop_nonce', dpop_nonce: nonces.current() },
      });
    }
    if (await replays.isFirst(`dpop ${jkt}`, held.jti, held.expiresAtMs)) return;
    throw refuseCredential('the DPoP proof was used before', 'dpop_replayed');
  };

  return async (confirmation, presented, call) => {
    const { jkt, 'x5t#S256': thumbprint } = confirmation ?? {};
    if (jkt === undefined && presented.scheme === 'dpop') {
      throw refuseCredential('the token is not bound to a DPoP key: send it as Bearer', 'dpop_proof');
    }
    // A repeated check of a running answer: the proof was for its start, and there is no new one.
    if (jkt !== undefined && call.isAgain !== true) await assertProof(jkt, presented, call);
    if (thumbprint !== undefined && thumbprintOf(call) !== thumbprint) {
      const place = call.isOverTls === true ? undefined : certificatesAt?.();
      const where = place === undefined ? '' : `: present both at ${place}`;
      const detail = `the token is bound to a certificate that this connection does not present${where}`;
      throw refuseCredential(detail, 'token_bound');
    }
  };
}

function thumbprintOf({ clientCertificate }: IncomingCall): string | undefined {
  const der = clientCertificate?.();
  return der === undefined ? undefined : createHash('sha256').update(der).digest('base64url');
}
