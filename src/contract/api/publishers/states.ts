/** States of publishers, and of the signatures that they put under releases. */

export const publisherStatuses = ['active', 'suspended'] as const;

/** State of the signature of a release now. */
export const signatureStates = ['trusted', 'untrusted'] as const;
export type SignatureState = (typeof signatureStates)[number];
