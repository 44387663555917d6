/** Checks access manifests, and adds their defaults. */
import type { Static } from 'typebox';
import type { AccessManifest, AccessManifestSchema } from '../../../contract/api/agents/manifest.ts';
import { AppError } from '../../../platform/errors.ts';

export const emptyManifest: AccessManifest = {
  account_domains: [],
  resources: [],
  scopes: [],
  max_delegation_depth: 1,
  max_token_ttl_s: 300,
};

/** These settings decide what is blocked, so no agent may write them. */
const forbiddenScope = 'auditor-settings:write';

/** Gives the whole manifest, with defaults for absent members. @throws AppError `unprocessable`. */
export function toManifest(written: Static<typeof AccessManifestSchema>): AccessManifest {
  const index = written.scopes?.indexOf(forbiddenScope) ?? -1;
  if (index >= 0) {
    const message = `no agent may have the scope ${forbiddenScope}`;
    throw new AppError('unprocessable', message, {
      detail: message,
      errors: [{ pointer: `/access_manifest/scopes/${index}`, message }],
      extensions: { reason: 'manifest' },
    });
  }
  return { ...emptyManifest, ...written };
}
