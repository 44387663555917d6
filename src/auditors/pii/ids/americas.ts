/** Identifiers of the Americas. */
import { isDay, passesLuhn, weightedSum } from '../checksums.ts';
import { checkAfter, elevenOrNine, elevenOrOne, elevenOrZero, hasDay, isRepeated } from './checks.ts';
import { type IdKind, type IdRow, noCue, toKinds, unchecked } from './id-kind.ts';

const ssnCue = /\b(?:ssn|social security|soc\.? sec|socials?|ss ?#|ss (?:no|number))/i;
const itinCue = /\b(?:itin|tin|taxpayer|tax id|tax number)/i;

/** Rejects ranges that were never assigned, and numbers printed in advertisements (SSA). */
function isSsn(digits: string): boolean {
  if (['078051120', '219099999', '123456789', '987654321'].includes(digits) || isRepeated(digits)) return false;
  return !/^(?:000|666|9\d\d)|^\d{3}00|0000$/.test(digits);
}

const isItin = (digits: string): boolean => /^9\d\d(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])/.test(digits);
const isEin = (digits: string): boolean =>
  /^(?:0[1-6]|1[0-6]|2[0-7]|3\d|4[0-8]|5\d|6[0-8]|7[1-7]|8[0-8]|9[0-58-9])/.test(digits);
const isMbi = (value: string): boolean =>
  /^[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d[AC-HJKMNP-RT-Y]{2}\d{2}$/.test(
    value,
  );
/** Luhn over the number with the prefix of health providers (CMS). */
const isNpi = (digits: string): boolean => /^[12]/.test(digits) && passesLuhn(`80840${digits}`);

function isDea(value: string): boolean {
  if (!/^[ABFGMPRX][A-Z9]/.test(value)) return false;
  const digits = value.slice(2);
  return weightedSum(digits, [1, 2, 1, 2, 1, 2]) % 10 === Number(digits[6]);
}

function isCpf(digits: string): boolean {
  const check = (length: number): number => {
    const weights = Array.from({ length }, (_, index) => length + 1 - index);
    return ((weightedSum(digits, weights) * 10) % 11) % 10;
  };
  return !isRepeated(digits) && check(9) === Number(digits[9]) && check(10) === Number(digits[10]);
}

function isCnpj(digits: string): boolean {
  const check = (weights: readonly number[]): number => {
    const rest = weightedSum(digits, weights) % 11;
    return rest < 2 ? 0 : 11 - rest;
  };
  const tail = [9, 8, 7, 6, 5, 4, 3, 2];
  if (isRepeated(digits)) return false;
  return check([5, 4, 3, 2, ...tail]) === Number(digits[12]) && check([6, 5, 4, 3, 2, ...tail]) === Number(digits[13]);
}

const isPis = (digits: string): boolean => checkAfter(digits, [3, 2, 9, 8, 7, 6, 5, 4, 3, 2], elevenOrZero);
const isSin = (digits: string): boolean => /^[1-79]/.test(digits) && !isRepeated(digits) && passesLuhn(digits);

const curpSigns = '0123456789ABCDEFGHIJKLMN*OPQRSTUVWXYZ';
function isCurp(value: string): boolean {
  if (!/^[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d$/.test(value) || !hasDay(value, [4, 6, 8])) return false;
  const sum = Array.from(value.slice(0, 17)).reduce(
    (all, sign, index) => all + curpSigns.indexOf(sign) * (18 - index),
    0,
  );
  return (10 - (sum % 10)) % 10 === Number(value[17]);
}

const isRfc = (value: string): boolean => hasDay(value, [4, 6, 8]) && /^[A-Z]{4}\d{6}[A-Z0-9]{2}[0-9A]$/.test(value);
const isCuit = (digits: string): boolean =>
  /^(?:2[03-7]|3[034])/.test(digits) && checkAfter(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2], elevenOrNine);

function isRut(value: string): boolean {
  const body = value.slice(0, -1);
  let sum = 0;
  for (let index = 0; index < body.length; index += 1) sum += Number(body[body.length - 1 - index]) * (2 + (index % 6));
  const check = 11 - (sum % 11);
  return !isRepeated(body) && value.at(-1) === (check === 11 ? '0' : check === 10 ? 'K' : String(check));
}

function isNit(digits: string): boolean {
  const body = digits.slice(0, -1);
  const weights = [41, 37, 29, 23, 19, 17, 13, 7, 3];
  const rest = weightedSum(body, weights) % 11;
  return (rest < 2 ? rest : 11 - rest) === Number(digits.at(-1));
}

const isEcuador = (digits: string): boolean => /^(?:[01]\d|2[0-4])[0-5]/.test(digits) && passesLuhn(digits);
const isUruguay = (digits: string): boolean =>
  (10 - (weightedSum(digits, [2, 9, 8, 7, 6, 3, 4]) % 10)) % 10 === Number(digits[7]);
const isPeruRuc = (digits: string): boolean =>
  /^(?:1[057]|20)/.test(digits) && checkAfter(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2], elevenOrOne);
const isDominican = (digits: string): boolean => passesLuhn(digits) && !isRepeated(digits);
const isRamq = (value: string): boolean =>
  isDay(Number(value.slice(4, 6)), Number(value.slice(6, 8)) % 50, Number(value.slice(8, 10)));
const isOhip = (digits: string): boolean => /^[1-9]/.test(digits) && passesLuhn(digits.slice(0, 10));

const rows: readonly IdRow[] = [
  ['us_ssn', 'US', '999-99-9999', isSsn, 0.75, 0.97, ssnCue],
  ['us_ssn', 'US', '999 99 9999|999.99.9999|999999999', isSsn, 0.24, 0.9, ssnCue],
  ['us_itin', 'US', '999-99-9999', isItin, 0.75, 0.95, itinCue],
  ['us_itin', 'US', '999 99 9999|999999999', isItin, 0.2, 0.85, itinCue],
  [
    'us_ein',
    'US',
    '99-9999999',
    isEin,
    0.24,
    0.85,
    /\b(?:ein|fein|employer id|employer identification|federal tax)\b/i,
  ],
  ['us_medicare', 'US', 'XXX9XX9AA99|XXX9-XX9-AA99|XXX9 XX9 AA99', isMbi, 0.6, 0.95, /\b(?:medicare|mbi|beneficiary)/i],
  ['us_npi', 'US', '9999999999', isNpi, 0.2, 0.92, /\b(?:npi|national provider)/i],
  ['us_dea', 'US', 'AX9999999', isDea, 0.24, 0.92, /\b(?:dea|prescriber)\b/i],
  ['ca_sin', 'CA', '999 999 999|999-999-999', isSin, 0.45, 0.95, /\b(?:sin|social insurance|nas|assurance sociale)\b/i],
  ['ca_sin', 'CA', '999999999', isSin, 0.2, 0.85, /\b(?:sin|social insurance|nas|assurance sociale)\b/i],
  [
    'ca_health_card',
    'CA',
    'AAAA 9999 9999|AAAA99999999',
    isRamq,
    0.45,
    0.9,
    /\b(?:ramq|assurance maladie|health (?:card|insurance))/i,
  ],
  [
    'ca_health_card',
    'CA',
    '9999 999 999|9999-999-999|9999999999|9999-999-999-AA',
    isOhip,
    0,
    0.85,
    /\b(?:ohip|health card|carte sant[ée])/i,
  ],
  ['mx_curp', 'MX', 'AAAA999999AAAAAAX9', isCurp, 0.95, 0.98, /\bcurp\b/i],
  ['mx_rfc', 'MX', 'AAAA999999XXX|AAAA-999999-XXX', isRfc, 0.55, 0.93, /\b(?:rfc|contribuyente)/i],
  ['br_cpf', 'BR', '999.999.999-99', isCpf, 0.95, 0.98, noCue],
  ['br_cpf', 'BR', '99999999999|999999999-99|999 999 999 99', isCpf, 0.4, 0.92, /\bcpf\b/i],
  ['br_cnpj', 'BR', '99.999.999/9999-99', isCnpj, 0.95, 0.98, noCue],
  ['br_cnpj', 'BR', '99999999999999', isCnpj, 0.45, 0.92, /\bcnpj\b/i],
  ['br_pis', 'BR', '999.99999.99-9|99999999999', isPis, 0.3, 0.9, /\b(?:pis|pasep|nis|nit)\b/i],
  ['br_rg', 'BR', '99.999.999-X', unchecked, 0, 0.85, /\b(?:rg|registro geral|identidade)\b/i],
  ['ar_cuit', 'AR', '99-99999999-9|99999999999', isCuit, 0.45, 0.93, /\b(?:cui[tl]|afip)\b/i],
  ['ar_dni', 'AR', '99.999.999|99999999', unchecked, 0, 0.8, /\b(?:dni|documento nacional)\b/i],
  ['cl_rut', 'CL', '99.999.999-X|9.999.999-X', isRut, 0.75, 0.95, /\b(?:rut|run)\b/i],
  ['cl_rut', 'CL', '99999999-X|9999999-X', isRut, 0.45, 0.93, /\b(?:rut|run)\b/i],
  ['co_nit', 'CO', '999.999.999-9|999999999-9', isNit, 0.35, 0.9, /\bnit\b/i],
  [
    ...(['co_cedula', 'CO', '99.999.999|9.999.999.999|99999999|9999999999|999999999'] as const),
    ...([unchecked, 0, 0.8, /\b(?:c[ée]dula|ciudadan[íi]a|c\.c\.)/i] as const),
  ],
  ['ec_cedula', 'EC', '9999999999|999999999-9', isEcuador, 0.2, 0.88, /\b(?:c[ée]dula|ecuador)/i],
  ['pe_dni', 'PE', '99999999', unchecked, 0, 0.75, /\bdni\b/i],
  ['pe_ruc', 'PE', '99999999999', isPeruRuc, 0.24, 0.9, /\bruc\b/i],
  ['uy_ci', 'UY', '9.999.999-9|9999999-9', isUruguay, 0.45, 0.9, /\b(?:c[ée]dula|c\.?i\.?|uruguay)/i],
  ['do_cedula', 'DO', '999-9999999-9', isDominican, 0.6, 0.93, /\b(?:c[ée]dula|dominican)/i],
];

export const americanIds: readonly IdKind[] = toKinds(rows);
