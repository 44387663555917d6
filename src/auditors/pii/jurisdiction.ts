/** The law that first applies to a kind of personal data: a table, never guessed from the text. */
import { allIds } from './ids/all-ids.ts';

/** Data protection law by issuing country. */
const laws: Readonly<Record<string, string>> = {
  US: 'ccpa',
  CA: 'pipeda',
  MX: 'lfpdppp',
  BR: 'lgpd',
  AR: 'pdpa_ar',
  CL: 'cl_data_protection',
  CO: 'co_habeas_data',
  EC: 'lopdp',
  PE: 'pe_data_protection',
  UY: 'uy_data_protection',
  DO: 'do_data_protection',
  GB: 'uk_gdpr',
  CH: 'fadp',
  RS: 'rs_data_protection',
  RU: 'ru_personal_data',
  UA: 'ua_personal_data',
  TR: 'kvkk',
  IN: 'dpdp',
  AU: 'au_privacy_act',
  NZ: 'nz_privacy_act',
  SG: 'pdpa_sg',
  MY: 'pdpa_my',
  TH: 'pdpa_th',
  ID: 'pdp_id',
  PH: 'dpa_ph',
  VN: 'pdpd_vn',
  JP: 'appi',
  KR: 'kr_pipa',
  CN: 'cn_pipl',
  HK: 'pdpo',
  TW: 'pdpa_tw',
  IL: 'il_privacy_law',
  AE: 'ae_pdpl',
  SA: 'sa_pdpl',
  EG: 'eg_pdpl',
  ZA: 'popia',
  NG: 'ndpa',
  KE: 'ke_dpa',
  GH: 'gh_dpa',
  PK: 'pk_data_protection',
  LK: 'lk_pdpa',
  BD: 'bd_data_protection',
  KZ: 'kz_personal_data',
};
/** The Union and the states that also apply its regulation. */
const union = new Set(
  'EU AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

const table = new Map<string, string>([
  ['credit_card', 'pci_dss'],
  ['iban', 'gdpr'],
  ['us_routing_number', 'glba'],
  ['bank_account', 'glba'],
  ['us_driver_license', 'ccpa'],
  ['in_upi', 'dpdp'],
]);
for (const { type, country } of allIds) {
  const law = union.has(country) ? 'gdpr' : laws[country];
  if (law !== undefined) table.set(type, law);
}
for (const type of ['us_medicare', 'us_npi', 'us_dea']) table.set(type, 'hipaa');

/** Gives the law of a type; `undefined` if the type does not determine it. */
export function jurisdictionOf(type: string): string | undefined {
  return table.get(type);
}

/** Summarises a set of types: the law, `multiple`, `unspecified`, or `none` without any type. */
export function summarizeJurisdiction(types: Iterable<string>): string {
  const all = [...types];
  if (all.length === 0) return 'none';
  const known = new Set(all.map(jurisdictionOf).filter((law) => law !== undefined));
  if (known.size > 1) return 'multiple';
  return [...known][0] ?? 'unspecified';
}
