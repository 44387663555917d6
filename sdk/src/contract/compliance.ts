/** Values of `compliance_framework` (contract 2.5 leaves the enumeration open; this is ours). */
export const complianceFrameworks = [
  ...['soc2', 'sox', 'ccpa', 'hipaa', 'pci_dss', 'glba', 'ferpa', 'fedramp', 'cmmc', 'colorado_ai'],
  ...['nist_ai_rmf', 'aiuc_1', 'gdpr', 'eu_ai_act', 'dora', 'nis2', 'iso_27001', 'iso_42001', 'c5', 'dpdp'],
  ...['rbi_free_ai', 'rbi_it', 'sebi_cscrf', 'cert_in', 'irdai', 'india_ai', 'lgpd', 'pipl', 'appi'],
  ...['pdpa_sg', 'pdpa_th', 'csa_star', 'hitrust', 'cis_controls', 'cobit', 'oecd_ai'],
] as const;

/** Still accepted, for claims of older auditors. */
export const deprecatedFrameworks = ['nist_800_53', 'itar', 'export_control'] as const;

const known = new Set<string>([...complianceFrameworks, ...deprecatedFrameworks]);

/** Lower-cases a framework name; `undefined` if it is not in the enumeration. */
export function normalizeFramework(name: string): string | undefined {
  const lower = name.toLowerCase();
  return known.has(lower) ? lower : undefined;
}
