/** States of signatures that publishers put under releases. */

/** How a release's signature stands now. */
export const signatureStates = ['trusted', 'untrusted'] as const;
export type SignatureState = (typeof signatureStates)[number];
