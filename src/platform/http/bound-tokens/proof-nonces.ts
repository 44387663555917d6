/**
 * Nonces of this process for DPoP proofs (RFC 9449 section 9). A proof with one was made recently for this process.
 * Other processes, and this one after a restart, refuse it.
 */
import type { Clock } from '../../clock.ts';
import type { RandomBytes } from '../../ids.ts';

export interface ProofNonces {
  /** Gives the nonce for a client's next proofs. */
  current(): string;
  knows(nonce: string | undefined): boolean;
}

/** The previous nonce stays valid for the same time, so that no client fails at the change. */
const rotateMs = 5 * 60_000;
const nonceBytes = 16;

export function createProofNonces({ clock, randomBytes }: { clock: Clock; randomBytes: RandomBytes }): ProofNonces {
  const draw = () => Buffer.from(randomBytes(nonceBytes)).toString('base64url');
  let made = { nonce: draw(), before: draw(), atMs: clock.now() };

  const rotated = () => {
    const ageMs = Math.abs(clock.now() - made.atMs);
    if (ageMs >= rotateMs) {
      made = { nonce: draw(), before: ageMs < 2 * rotateMs ? made.nonce : draw(), atMs: clock.now() };
    }
    return made;
  };

  return {
    current: () => rotated().nonce,
    knows(nonce) {
      const { nonce: now, before } = rotated();
      return nonce !== undefined && (nonce === now || nonce === before);
    },
  };
}
