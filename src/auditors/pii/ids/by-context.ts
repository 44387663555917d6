/** Numbers without a check that only the words around them identify: documents, accounts, postal codes. */
import { passesLuhn } from '../checksums.ts';
import { type IdKind, type IdRow, toKinds } from './id-kind.ts';

const isVaried = (value: string): boolean => /\d/.test(value) && !/^(.)\1+$/.test(value);

/** All forms of the given numbers of letters, digits, letters. */
function forms(lead: readonly number[], digits: readonly [number, number], tail: readonly number[]): string {
  const list: string[] = [];
  for (const before of lead) {
    for (let count = digits[0]; count <= digits[1]; count += 1) {
      for (const after of tail) list.push('A'.repeat(before) + '9'.repeat(count) + 'A'.repeat(after));
    }
  }
  return list.join('|');
}

const licenceCue =
  /\b(?:driver'?s?'? ?(?:license|licence|lic\b)|driving licen[cs]e|dl (?:number|no|#)|dl:|f[üu]hrerschein|permis de conduire|patente di guida|permiso de conducir|carnet de conducir|carteira de motorista|cnh\b|rijbewijs)/i;
const passportCue =
  /\b(?:passports?|reisepass|pasaporte|passeport|passaporto|passaporte|paspoort|paszport)|паспорт|护照|パスポート/i;
const accountCue =
  /\b(?:bank account|account (?:number|no\.?|#)|acct\.? ?(?:number|no\.?|#)?|checking account|savings account|kontonummer|konto-?nr|num[ée]ro de compte|n[úu]mero de cuenta|beneficiary account|a\/c)/i;
const postalCue =
  /(?<!\.)\b(?:zip|postal|post ?code|postleitzahl|plz|code postal|cp|c\.p\.|cap|c[óo]digo postal|cep|pin ?code|kod pocztowy)\b/i;
const isUkPostcode = (value: string): boolean =>
  /^(?:GIR0AA|(?:[A-PR-UWYZ]\d{1,2}|[A-PR-UWYZ][A-HK-Y]\d{1,2}|[A-PR-UWYZ]\d[A-HJKPSTUW]|[A-PR-UWYZ][A-HK-Y]\d[ABEHMNPRVWXY])\d[ABD-HJLNP-UW-Z]{2})$/.test(
    value,
  );
const isCanadianPostcode = (value: string): boolean =>
  /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/.test(value);
const bicCountries =
  /^.{4}(?:A[DELTUZ]|B[AEGHRY]|C[AHLNORYZ]|D[EK]|E[EGS]|F[IR]|G[BEIR]|H[KRU]|I[DELNST]|J[PO]|K[RWZ]|L[BITUV]|M[CDEKTUXY]|N[LOZ]|P[HKLT]|QA|R[OSU]|S[AEGIKM]|T[HRW]|U[AS]|V[AN]|ZA)/;

const vinWeights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const vinValues: Readonly<Record<string, number>> = Object.fromEntries(
  Array.from('ABCDEFGHJKLMNPRSTUVWXYZ', (sign, index) => [sign, Number('12345678123457923456789'[index])]),
);
/** ISO 3779, with the check character that North America requires. */
function isVin(value: string): boolean {
  if (!/^[A-HJ-NPR-Z0-9]{17}$/.test(value) || !/[A-Z]/.test(value)) return false;
  const sum = Array.from(value).reduce(
    (all, sign, index) => all + (vinValues[sign] ?? Number(sign)) * (vinWeights[index] ?? 0),
    0,
  );
  return value[8] === (sum % 11 === 10 ? 'X' : String(sum % 11));
}

const rows: readonly IdRow[] = [
  ['vehicle_vin', 'XX', 'X'.repeat(17), isVin, 0.45, 0.93, /\b(?:vin|vehicle|chassis)\b/i],
  [
    'vehicle_vin',
    'XX',
    'X'.repeat(17),
    (value) => /^[A-HJ-NPR-Z0-9]{17}$/.test(value) && isVaried(value),
    0,
    0.85,
    /\b(?:vin|vehicle id|chassis)\b/i,
  ],
  [
    'device_imei',
    'XX',
    '999999999999999|99-999999-999999-9|99 999999 999999 9',
    passesLuhn,
    0.2,
    0.92,
    /\b(?:imei|handset|device)\b/i,
  ],
  ['us_driver_license', 'US', forms([0, 1, 2, 3], [5, 14], [0, 1, 2]), isVaried, 0, 0.65, licenceCue],
  [
    'us_driver_license',
    'US',
    'A999~9999~9999|A999~999~99~999~9|A999~999~999|99~999~9999|A99~99~9999|A9999~99999~99999|A99A999999|9AAA999',
    isVaried,
    0,
    0.65,
    licenceCue,
  ],
  [
    'passport',
    'XX',
    `${forms([0], [7, 9], [0, 1])}|${forms([1, 2], [6, 8], [0])}|AAA999999|99AA99999|A99AA9999|A9A999999|AA9999999A`,
    isVaried,
    0,
    0.8,
    passportCue,
  ],
  [
    'passport',
    'DE',
    'XXXXXXXXX|XXXXXXXXXX',
    (value) => /^[CFGHJK][0-9CFGHJKLMNPRTVWXYZ]{8,9}$/.test(value) && isVaried(value),
    0,
    0.8,
    passportCue,
  ],
  [
    'bank_account',
    'XX',
    `${forms([0], [8, 17], [0])}|9999~9999~9999|999~999999~9|99~9999~9999999~99`,
    isVaried,
    0,
    0.6,
    accountCue,
  ],
  ['bic', 'XX', 'UUUUUUXX|UUUUUUXXXXX', (value) => bicCountries.test(value), 0, 0.8, /\b(?:bic|swift)\b/i],
  [
    'postal_code',
    'XX',
    '9999|99999|999999|99999-9999|A-9999|A-99999|9999 UU|9999UU|999 99|99-999|99999-999',
    (value) => !/^(?:19|20)\d\d$/.test(value),
    0,
    0.65,
    postalCue,
  ],
  [
    'postal_code',
    'GB',
    'A9 9AA|A99 9AA|AA9 9AA|AA99 9AA|A9A 9AA|AA9A 9AA|A99AA|A999AA|AA99AA|AA999AA|AA9A9AA',
    isUkPostcode,
    0.35,
    0.75,
    postalCue,
  ],
  ['postal_code', 'CA', 'A9A 9A9|A9A-9A9|A9A9A9', isCanadianPostcode, 0.4, 0.75, postalCue],
];

/** Numbers that only their context identifies. */
export const kindsByContext: readonly IdKind[] = toKinds(rows);
