/** Types of identifiers issued by states, and their common name in the setting `entities`. */

export const nationalIdGroup = 'national_id';

/** Numbers of registers, tax, health and social insurance, and identity documents. */
export const nationalIds: readonly string[] = [
  ...['passport', 'us_driver_license', 'us_ssn', 'us_itin', 'us_medicare', 'ca_sin', 'ca_health_card'],
  ...['mx_curp', 'mx_rfc', 'br_cpf', 'br_pis', 'br_rg', 'ar_cuit', 'ar_dni', 'cl_rut', 'co_cedula', 'ec_cedula'],
  ...['pe_dni', 'uy_ci', 'do_cedula'],
  ...['uk_nhs', 'uk_nino', 'uk_utr', 'uk_driving_licence', 'ie_pps', 'de_tax_id', 'de_id_card', 'de_social_security'],
  ...['at_svnr', 'ch_ahv', 'fr_nir', 'fr_tax_number', 'nl_bsn', 'be_nrn', 'lu_id', 'es_dni', 'es_nie'],
  ...['es_social_security', 'it_fiscal_code', 'pt_nif', 'gr_afm', 'gr_amka', 'se_personnummer', 'fi_hetu', 'dk_cpr'],
  ...['no_fnr', 'is_kennitala', 'pl_pesel', 'pl_id_card', 'cz_rodne_cislo', 'ro_cnp', 'bg_egn', 'hu_taj', 'hu_tax_id'],
  ...['hr_oib', 'jmbg', 'ee_isikukood', 'lt_asmens_kodas', 'lv_personas_kods', 'ru_snils', 'ru_inn', 'ru_passport'],
  ...['ua_ipn', 'in_aadhaar', 'in_pan', 'in_voter_id', 'in_driving_licence', 'au_tfn', 'au_medicare', 'nz_ird'],
  ...['nz_nhi', 'sg_nric', 'jp_my_number', 'kr_rrn', 'cn_resident_id', 'hk_id', 'tw_id', 'th_id', 'tr_kimlik'],
  ...['il_id', 'ae_emirates_id', 'sa_id', 'eg_national_id', 'za_id', 'ng_nin', 'ng_bvn', 'ke_id', 'gh_card'],
  ...['ph_sss', 'ph_tin', 'ph_philsys', 'pk_cnic', 'lk_nic', 'bd_nid', 'my_nric', 'id_nik', 'id_npwp', 'vn_cccd'],
  'kz_iin',
];

/** Expands a list of wanted types. */
export function expandTypes(wanted: readonly string[]): readonly string[] {
  return wanted.includes(nationalIdGroup) ? [...wanted, ...nationalIds] : wanted;
}
