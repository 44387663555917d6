/**
 * Nonces that this process gives for DPoP proofs (RFC 9449 section 9): a proof that holds one was made for this process
 * and not long ago. Another process, and this one after a restart, takes none of them.
 */
import type { Clock } from '../../clock.ts';
import type { RandomBytes } from '../../ids.ts';

export interface ProofNonces {
  /** What a client is to put into its next proofs. */
  current(): string;
  knows(nonce: string | undefined): boolean;
}

/** The one before goes on for as long again, so that nobody is caught between two. */
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
