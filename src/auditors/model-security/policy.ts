/** Policies that the model security auditor proposes. */
import { type PolicyProposal, type PolicyRule, responseOption } from '../policy-hints.ts';

const malware: PolicyRule = {
  id: 'malware',
  claim: 'model_malware_free',
  when: { equals: false },
  response: 'block',
  reason: 'The model file holds code that runs when it is loaded',
};
const unchecked: PolicyRule = {
  id: 'unchecked',
  claim: 'model_check_complete',
  when: { equals: false },
  response: 'block',
  reason: 'Parts of the model file could not be checked',
};
const provenance: PolicyRule = {
  id: 'provenance',
  claim: 'model_provenance_verified',
  when: { equals: false },
  response: 'block',
  reason: 'The signature does not cover the model as it is',
};

export const defaultPolicy: PolicyProposal = { enforcement: 'enforce', rules: [malware, unchecked, provenance] };

export const policyOptions = [
  responseOption(
    malware,
    'When a model file runs code',
    'For example pickles with imports that are not on the allow-list',
  ),
  responseOption(
    unchecked,
    'When something could not be checked',
    'An unknown format, a truncated file or a reached limit',
  ),
  responseOption(
    provenance,
    'When the signature is not valid',
    'The claim is made only for a model with a signature, if a trusted signer is configured',
  ),
];
