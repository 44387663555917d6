/** Where a credential came from, and what to do when a service refuses it. */
import { apiKeyVariable, type ServiceName, tokenVariable } from './service-address.ts';

export type CredentialSource =
  | { readonly kind: 'variable'; readonly name: string }
  /** The operator token in a data folder. */
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'login'; readonly path: string };

/** Names the credential: `the token of ASSAY_ACCESS_TOKEN`. */
export function nameSource(source: CredentialSource): string {
  switch (source.kind) {
    case 'variable':
      return `the ${source.name === apiKeyVariable ? 'key' : 'token'} of ${source.name}`;
    case 'file':
      return `the operator token in ${source.path}`;
    case 'login':
      return `the login in ${source.path}`;
    default:
      return source satisfies never;
  }
}

/** One or two sentences with the next step. */
export function adviseSource(source: CredentialSource, service: ServiceName): string {
  switch (source.kind) {
    case 'variable':
      return source.name === apiKeyVariable
        ? `The key is wrong, revoked, expired or of another deployment. Create one with assay key create, or unset ${apiKeyVariable}.`
        : `Set it to the token of this ${wordOf(service)} (the file operator-token of its data folder, or its own ${tokenVariable}), or unset it.`;
    case 'file':
      return `It belongs to another data folder than that of this ${wordOf(service)}: set ASSAY_DATA_DIR to its folder, or ${tokenVariable} to its token.`;
    case 'login':
      return 'Run assay login to sign in again.';
    default:
      return source satisfies never;
  }
}

function wordOf(service: ServiceName): string {
  return service === 'mcp-gateway' ? 'MCP gateway' : service;
}
