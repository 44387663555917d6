/** Scopes, states and decisions of access reviews. */
export const reviewScopes = ['agents', 'grants', 'credentials', 'tools'] as const;
export const subjectTypes = [
  'agent',
  'user',
  'workspace',
  'organization',
  'api_key',
  'delegation',
  'scoped_credential',
  'scoped_tool',
] as const;
export const defaultDecisions = ['none', 'approve', 'deny', 'recommendation'] as const;
export const instanceStatuses = ['not_started', 'in_progress', 'completed', 'applying', 'applied'] as const;
export const decisionValues = ['approve', 'deny', 'not_reviewed', 'dont_know'] as const;
export const recommendations = ['approve', 'deny', 'no_info'] as const;
export const applyResults = ['new', 'applied', 'failed', 'object_not_found', 'not_supported'] as const;
