/** The hash that binds an approval. The gateway and the verifier share this one function. */
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import type { EscalationBinding } from './escalation.ts';

/**
 * Gives the hex SHA-256 of the canonical JSON (RFC 8785) of a binding. The order of policies and members outside the
 * schema do not matter.
 * @throws TypeError for text with lone surrogates, which has no canonical form.
 */
export function bindingHashOf(binding: EscalationBinding): string {
  const { agent_id, workspace_id, phase, tool, server, model_id, endpoint, headers_hash } = binding;
  const { request_hash, response_hash, principal } = binding;
  return sha256Hex(
    canonicalize({
      agent_id,
      workspace_id,
      phase,
      tool,
      model_id,
      endpoint,
      headers_hash,
      ...(server === undefined ? {} : { server }),
      request_hash,
      response_hash,
      principal,
      policy_set_hash: binding.policy_set_hash,
      policies: [...new Set(binding.policies)].sort(),
    }),
  );
}
