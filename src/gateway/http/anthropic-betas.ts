/** Values of `anthropic-beta`: which of them auditors need not read, and which features they announce to policies. */

/** Published names. Auditors read every other value like a text of the body. */
const known: ReadonlySet<string> = new Set([
  ...['message-batches-2024-09-24', 'prompt-caching-2024-07-31', 'prompt-caching-scope-2026-01-05', 'pdfs-2024-09-25'],
  ...['computer-use-2024-10-22', 'computer-use-2025-01-24', 'computer-use-2025-11-24', 'token-counting-2024-11-01'],
  ...['token-efficient-tools-2025-02-19', 'output-128k-2025-02-19', 'output-300k-2026-03-24', 'files-api-2025-04-14'],
  ...['mcp-client-2025-04-04', 'mcp-client-2025-11-20', 'mcp-client-2026-09-15', 'mcp-tunnels-2026-06-22'],
  ...['dev-full-thinking-2025-05-14', 'interleaved-thinking-2025-05-14', 'fine-grained-tool-streaming-2025-05-14'],
  ...['code-execution-2025-05-22', 'code-execution-2025-08-25', 'extended-cache-ttl-2025-04-11'],
  ...['context-1m-2025-08-07', 'context-management-2025-06-27', 'model-context-window-exceeded-2025-08-26'],
  ...[
    'skills-2025-10-02',
    'fast-mode-2026-02-01',
    'web-fetch-2025-09-10',
    'web-search-2025-03-05',
    'effort-2025-11-24',
  ],
  ...['advanced-tool-use-2025-11-20', 'structured-outputs-2025-11-13', 'tool-search-tool-2025-10-19'],
  ...['compact-2026-01-12', 'compact-2026-09-04', 'advisor-tool-2026-03-01', 'task-budgets-2026-03-13'],
  ...['thinking-token-count-2026-05-13', 'cache-diagnosis-2026-04-07', 'claude-code-20250219', 'oauth-2025-04-20'],
  ...['server-side-fallback-2026-06-01', 'server-side-fallback-2026-07-01', 'inline-tools-2026-09-15'],
]);

const maxNames = 64;

/** True if every name of the header is a published one. */
export function areKnownBetas(value: string): boolean {
  return split(value).every((name) => known.has(name));
}

/**
 * Features that the header announces: `beta:mcp-client` and the like, without the date. A published beta alone does
 * nothing: the body member that uses it is a feature of its own. The effect of other betas is unknown, and their names,
 * which clients choose, are not recorded.
 */
export function betaFeatures(value: string | undefined): readonly string[] {
  return namesOfBetas(split(value ?? ''));
}

/** The same for the names in a list. */
export function namesOfBetas(names: readonly string[]): readonly string[] {
  const features = names.map((name) => (known.has(name) ? `beta:${name.replace(date, '')}` : 'unknown_beta'));
  return [...new Set(features)];
}

const date = /-\d{4}-?\d{2}-?\d{2}$/;

function split(value: string): readonly string[] {
  return value
    .split(',', maxNames + 1)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
