/** Standard claim about a model file (contract 2.14). */
import { Type } from 'typebox';
import { type CommonParameters, commonParameters, createHelper } from './standard-claim.ts';

export interface ModelSecurityParameters extends CommonParameters {
  format_valid: boolean;
  hash_verified: boolean;
  no_malware: boolean;
  provenance_verified: boolean;
  model_hash?: string | undefined;
  format_type?: string | undefined;
  vulnerabilities?: readonly string[] | undefined;
}

/** `model_malware_free`: whether the file is free of code that runs. */
export const modelSecurityClaim = createHelper<ModelSecurityParameters>({
  helper: 'modelSecurityClaim',
  claim: 'model_malware_free',
  type: 'boolean',
  parameters: Type.Object(
    {
      format_valid: Type.Boolean(),
      hash_verified: Type.Boolean(),
      no_malware: Type.Boolean(),
      provenance_verified: Type.Boolean(),
      model_hash: Type.Optional(Type.String()),
      format_type: Type.Optional(Type.String()),
      vulnerabilities: Type.Optional(Type.Array(Type.String())),
      ...commonParameters,
    },
    { additionalProperties: false },
  ),
  defaults: { phase: 'artifact' },
  value: ({ no_malware: isClean }) => isClean,
});
