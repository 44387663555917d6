/** Failures inside a manifest store, by the status codes of the C2PA specification (2.4, section 15.2.2). */

/** Failure codes of this validator; all of them are standard. */
export type FailureCode =
  | 'algorithm.unsupported'
  | 'assertion.action.malformed'
  | 'assertion.action.redacted'
  | 'assertion.cbor.invalid'
  | 'assertion.dataHash.additionalExclusionsPresent'
  | 'assertion.dataHash.malformed'
  | 'assertion.dataHash.mismatch'
  | 'assertion.dataHash.redacted'
  | 'assertion.hashedURI.mismatch'
  | 'assertion.missing'
  | 'assertion.multipleHardBindings'
  | 'assertion.notRedacted'
  | 'assertion.outsideManifest'
  | 'assertion.selfRedacted'
  | 'assertion.undeclared'
  | 'claim.cbor.invalid'
  | 'claim.hardBindings.missing'
  | 'claim.malformed'
  | 'claim.missing'
  | 'claim.multiple'
  | 'claimSignature.mismatch'
  | 'claimSignature.missing'
  | 'claimSignature.outsideValidity'
  | 'general.error'
  | 'ingredient.claimSignature.mismatch'
  | 'ingredient.claimSignature.missing'
  | 'ingredient.manifest.mismatch'
  | 'ingredient.manifest.missing'
  | 'manifest.update.invalid'
  | 'manifest.update.wrongParents'
  | 'signingCredential.expired'
  | 'signingCredential.invalid'
  | 'signingCredential.untrusted';

/** Thrown if a store, claim or signature cannot be read further. The message is fixed text and never quotes the file. */
export class ManifestError extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ManifestError';
    this.code = code;
  }
}
