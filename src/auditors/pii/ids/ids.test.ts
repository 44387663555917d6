import { describe, expect, it } from 'vitest';
import { allIds } from './all-ids.ts';
import { kindsByContext } from './by-context.ts';
import { createIdScanner } from './id-scanner.ts';

const scan = createIdScanner([...allIds, ...kindsByContext]);
const scoreOf = (text: string, type: string, region = 'XX'): number =>
  Math.max(0, ...scan(text, region).flatMap((one) => (one.type === type ? [one.score] : [])));

/** Published specimens, or numbers from the registers' documentation, each with a word that names it. */
const specimens: readonly (readonly [type: string, cue: string, value: string])[] = [
  ['us_ssn', 'SSN', '536-22-1234'],
  ['us_ein', 'EIN', '12-3456789'],
  ['us_npi', 'NPI', '1234567893'],
  ['us_dea', 'DEA number', 'AB1234563'],
  ['us_medicare', 'Medicare', '1EG4-TE5-MK73'],
  ['ca_sin', 'SIN', '130 692 544'],
  ['mx_curp', 'CURP', 'BOXW310820HNERXN09'],
  ['mx_rfc', 'RFC', 'GODE561231GR8'],
  ['br_cpf', 'CPF', '529.982.247-25'],
  ['br_cnpj', 'CNPJ', '11.222.333/0001-81'],
  ['ar_cuit', 'CUIT', '20-12345678-6'],
  ['cl_rut', 'RUT', '12.345.678-5'],
  ['ec_cedula', 'cédula', '1714307103'],
  ['pe_ruc', 'RUC', '20512333797'],
  ['do_cedula', 'cédula', '001-1391820-5'],
  ['uk_nhs', 'NHS number', '943 476 5919'],
  ['uk_nino', 'NINO', 'AB 12 34 56 C'],
  ['uk_utr', 'UTR', '1955839661'],
  ['uk_driving_licence', 'driving licence', 'MORGA657054SM9IJ'],
  ['uk_sort_code', 'sort code', '12-34-56'],
  ['ie_pps', 'PPS', '6433435F'],
  ['de_tax_id', 'Steuer-ID', '86095742719'],
  ['de_id_card', 'Personalausweis', 'T220001293'],
  ['de_social_security', 'Rentenversicherung', '15070649C103'],
  ['at_svnr', 'SVNR', '1237 010180'],
  ['ch_ahv', 'AHV', '756.9217.0769.85'],
  ['fr_nir', 'NIR', '255081416802538'],
  ['fr_siren', 'SIREN', '552 100 554'],
  ['fr_siret', 'SIRET', '73282932000074'],
  ['nl_bsn', 'BSN', '111222333'],
  ['be_nrn', 'rijksregister', '85.07.30-033.28'],
  ['es_dni', 'DNI', '12345678Z'],
  ['es_nie', 'NIE', 'X1234567L'],
  ['es_cif', 'CIF', 'A13585625'],
  ['it_fiscal_code', 'codice fiscale', 'RSSMRA85T10A562S'],
  ['it_vat', 'partita IVA', '00743110157'],
  ['pt_nif', 'NIF', '501964843'],
  ['gr_afm', 'AFM', '094259216'],
  ['gr_amka', 'AMKA', '01013099997'],
  ['se_personnummer', 'personnummer', '811218-9876'],
  ['fi_hetu', 'hetu', '131052-308T'],
  ['dk_cpr', 'CPR', '211062-5629'],
  ['no_fnr', 'fødselsnummer', '15108695088'],
  ['is_kennitala', 'kennitala', '120174-3399'],
  ['pl_pesel', 'PESEL', '44051401359'],
  ['pl_nip', 'NIP', '856-734-62-15'],
  ['pl_regon', 'REGON', '192598184'],
  ['pl_id_card', 'dowód', 'ABA300000'],
  ['cz_rodne_cislo', 'rodné číslo', '710319/2745'],
  ['ro_cnp', 'CNP', '1630615123457'],
  ['bg_egn', 'EGN', '7523169263'],
  ['hu_taj', 'TAJ', '111 111 110'],
  ['hr_oib', 'OIB', '33392005961'],
  ['jmbg', 'JMBG', '0101006500006'],
  ['ee_isikukood', 'isikukood', '37605030299'],
  ['lt_asmens_kodas', 'asmens kodas', '38703181745'],
  ['ru_snils', 'СНИЛС', '112-233-445 95'],
  ['ru_inn', 'ИНН', '500100732259'],
  ['ua_ipn', 'РНОКПП', '1759013776'],
  ['eu_vat', 'VAT', 'DE136695976'],
  ['eu_vat', 'VAT', 'BE0428759497'],
  ['eu_vat', 'VAT', 'DK13585628'],
  ['eu_vat', 'VAT', 'FI20774740'],
  ['eu_vat', 'VAT', 'HU12892312'],
  ['eu_vat', 'VAT', 'LU15027442'],
  ['eu_vat', 'VAT', 'SI50223054'],
  ['in_aadhaar', 'Aadhaar', '2341 2341 2346'],
  ['in_pan', 'PAN', 'ABCPE1234F'],
  ['in_gstin', 'GSTIN', '27AAPFU0939F1ZV'],
  ['in_voter_id', 'voter id', 'ABC1234567'],
  ['au_tfn', 'TFN', '123 456 782'],
  ['au_abn', 'ABN', '51 824 753 556'],
  ['au_acn', 'ACN', '004 085 616'],
  ['au_medicare', 'Medicare', '2123 45670 1'],
  ['nz_ird', 'IRD', '49-091-850'],
  ['sg_nric', 'NRIC', 'S1234567D'],
  ['jp_my_number', 'My Number', '6214 9832 0257'],
  ['kr_rrn', '주민', '800101-1234567'],
  ['cn_resident_id', '身份证', '360426199101010071'],
  ['hk_id', 'HKID', 'G123456(A)'],
  ['tw_id', '身分證', 'A123456789'],
  ['th_id', 'Thai id', '1-2345-45678-78-1'],
  ['tr_kimlik', 'TCKN', '10000000146'],
  ['il_id', 'teudat zehut', '039337423'],
  ['za_id', 'South African ID', '8001015009087'],
  ['ng_nin', 'NIN', '12345678901'],
  ['pk_cnic', 'CNIC', '35202-1234567-1'],
  ['my_nric', 'MyKad', '800101-14-5566'],
  ['id_nik', 'NIK', '3171011501800001'],
  ['passport', 'passport no', 'C01X00T47'],
  ['passport', 'Passport', 'AB1234567'],
  ['us_driver_license', "driver's license", 'D1234567'],
  ['bank_account', 'account number', '000123456789'],
  ['vehicle_vin', 'VIN', '1M8GDM9AXKP042788'],
  ['device_imei', 'IMEI', '49-015420-323751-8'],
  ['bic', 'BIC', 'DEUTDEFF500'],
  ['postal_code', 'zip code', '90210'],
  ['postal_code', 'postcode', 'SW1A 1AA'],
];

/** Kinds without check digits, or whose register assigns numbers that fail the old check. */
const unchecked = new Set(
  'us_ssn us_ein us_medicare mx_rfc uk_nino uk_driving_licence uk_sort_code in_pan dk_cpr in_voter_id kr_rrn ng_nin pk_cnic my_nric id_nik passport us_driver_license bank_account vehicle_vin bic postal_code'.split(
    ' ',
  ),
);

describe('a specimen', () => {
  it.each(specimens)('of %s is found behind %s: %s', (type, cue, value) => {
    const text = `${cue}: ${value}, thanks`;
    const [entity] = scan(text, 'XX').filter((one) => one.type === type && one.score >= 0.5);
    expect(entity && text.slice(entity.start, entity.end)).toBe(value);
  });

  /** Some checks map two remainders to one digit, or exclude a digit that counts cards: at most a sixth goes undetected. */
  it.each(specimens.filter(([type]) => !unchecked.has(type)))(
    'of %s with one changed digit is detected: %s %s',
    (type, cue, value) => {
      const changed = Array.from(value).flatMap((sign, place) =>
        /\d/.test(sign)
          ? [1, 2, 3, 4, 5, 6, 7, 8, 9].map(
              (step) => value.slice(0, place) + ((Number(sign) + step) % 10) + value.slice(place + 1),
            )
          : [],
      );
      const unseen = changed.filter((wrong) => scoreOf(`${cue}: ${wrong}, thanks`, type) > 0);
      expect(unseen.length / changed.length).toBeLessThanOrEqual(1 / 6);
    },
  );
});

describe('the context', () => {
  it('decides about a number whose digits say little', () => {
    expect(scoreOf('The BSN is 111222333.', 'nl_bsn')).toBeGreaterThan(0.9);
    expect(scoreOf('The sum is 111222333.', 'nl_bsn')).toBeLessThan(0.5);
  });

  it('may mention a national number without its kind', () => {
    expect(scoreOf('national id 44051401359', 'pl_pesel')).toBeGreaterThanOrEqual(0.5);
    expect(scoreOf('value 44051401359', 'pl_pesel')).toBeLessThan(0.5);
  });

  it('of a region lifts its own numbers, and no others', () => {
    const text = 'value 44051401359';
    expect(scoreOf(text, 'pl_pesel', 'PL')).toBeGreaterThanOrEqual(0.5);
    expect(scoreOf(text, 'pl_pesel', 'US')).toBeLessThan(0.5);
  });

  it('must leave the number free of adjacent digits, letters or decimals', () => {
    for (const text of [
      'SSN 1536-22-1234',
      'SSN 536-22-12345',
      'SSN 536-22-1234-7',
      'SSN x536-22-1234',
      'SSN 536-22-1234.5',
    ]) {
      expect(scoreOf(text, 'us_ssn')).toBe(0);
    }
    expect(scoreOf('SSN:536-22-1234.', 'us_ssn')).toBeGreaterThan(0.9);
  });
});

it('every kind has a law or belongs to no single country', async () => {
  const { jurisdictionOf } = await import('../jurisdiction.ts');
  expect(allIds.filter(({ type }) => jurisdictionOf(type) === undefined)).toEqual([]);
});
