/** Codes by which the platform tells what it did: who goes by codes must not be led on by an agent or a gateway. */

const beginnings = new Set([
  ...['agent', 'app', 'approval', 'assay', 'auditor', 'console', 'credential', 'delegation', 'gateway', 'key'],
  ...['model', 'outbound', 'passport', 'policy', 'publisher', 'registry', 'telemetry', 'tool', 'vault', 'webhook'],
  ...['workflow'],
]);

/** Whether a code begins like one that the platform alone tells. */
export function isPlatformCode(code: string): boolean {
  return beginnings.has(code.split('.', 1)[0] ?? '');
}
