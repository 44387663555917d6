/** Codes of the platform's own events. An agent or a gateway must not use them to mislead receivers. */

const beginnings = new Set([
  ...['agent', 'app', 'approval', 'assay', 'auditor', 'console', 'credential', 'delegation', 'gateway', 'key'],
  ...['model', 'outbound', 'passport', 'policy', 'publisher', 'registry', 'telemetry', 'tool', 'vault', 'webhook'],
  ...['workflow'],
]);

/** True if a code starts like one that only the platform uses. */
export function isPlatformCode(code: string): boolean {
  return beginnings.has(code.split('.', 1)[0] ?? '');
}
