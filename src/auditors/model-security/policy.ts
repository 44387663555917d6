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
    'Pickles that import what is outside the allow-list, and the like',
  ),
  responseOption(
    unchecked,
    'When something could not be checked',
    'A format that is unknown, a file that is cut off, a limit that was reached',
  ),
  responseOption(
    provenance,
    'When the signature does not hold',
    'The claim is there only for a model with a signature, when somebody is trusted to sign',
  ),
];
