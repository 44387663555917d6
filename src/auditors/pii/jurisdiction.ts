/** Which law a kind of personal data falls under first: a table, never guessed from the text (detection reference 3.6). */
const table: Readonly<Record<string, string>> = {
  credit_card: 'pci_dss',
  iban: 'gdpr',
  us_ssn: 'ccpa',
  us_itin: 'ccpa',
  us_driver_license: 'ccpa',
  us_routing_number: 'glba',
  bank_account: 'glba',
  us_medicare: 'hipaa',
  uk_nhs: 'uk_gdpr',
  uk_nino: 'uk_gdpr',
  es_dni: 'gdpr',
  es_nie: 'gdpr',
  it_fiscal_code: 'gdpr',
  pl_pesel: 'gdpr',
  de_tax_id: 'gdpr',
  fr_nir: 'gdpr',
  nl_bsn: 'gdpr',
  se_personnummer: 'gdpr',
  fi_hetu: 'gdpr',
  in_aadhaar: 'dpdp',
  in_pan: 'dpdp',
  br_cpf: 'lgpd',
  ca_sin: 'pipeda',
  au_tfn: 'au_privacy_act',
  au_abn: 'au_privacy_act',
  au_medicare: 'au_privacy_act',
  sg_nric: 'pdpa_sg',
  th_id: 'pdpa_th',
  kr_rrn: 'kr_pipa',
  tr_kimlik: 'kvkk',
  za_id: 'popia',
};

/** The law of a type; `undefined` where the type alone does not tell. */
export function jurisdictionOf(type: string): string | undefined {
  return Object.hasOwn(table, type) ? table[type] : undefined;
}

/** One word for a set of types: the law, `multiple`, `unspecified`, or `none` without any type. */
export function summarizeJurisdiction(types: Iterable<string>): string {
  const all = [...types];
  if (all.length === 0) return 'none';
  const laws = new Set(all.map(jurisdictionOf).filter((law) => law !== undefined));
  if (laws.size > 1) return 'multiple';
  return [...laws][0] ?? 'unspecified';
}
