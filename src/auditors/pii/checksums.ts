/** Check digits of personal identifiers; each function takes only digits and is true if the check is valid. */

/** ISO/IEC 7812 (Luhn). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digitAt(digits, digits.length - 1 - index);
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

export function digitAt(digits: string, index: number): number {
  return digits.charCodeAt(index) - 48;
}

/** ISO 7064 mod 97-10 over an IBAN with its first four characters moved to the end. */
export function passesIbanCheck(iban: string): boolean {
  const moved = iban.slice(4) + iban.slice(0, 4);
  let remainder = 0;
  for (const sign of moved) {
    const value = Number.parseInt(sign, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** Sum of digits times weights; digits without a weight are ignored. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < weights.length && index < digits.length; index += 1) {
    sum += (weights[index] ?? 0) * digitAt(digits, index);
  }
  return sum;
}

const dihedral = [
  ...['0123456789', '1234067895', '2340178956', '3401289567', '4012395678'],
  ...['5987604321', '6598710432', '7659821043', '8765932104', '9876543210'],
];
const permutation = [
  ...['0123456789', '1576283094', '5803796142', '8916043527'],
  ...['9453126870', '4286573901', '2793806415', '7046913258'],
];

/** Verhoeff (Aadhaar). */
export function passesVerhoeff(digits: string): boolean {
  let check = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const permuted = Number(permutation[index % 8]?.[digit]);
    check = Number(dihedral[check]?.[permuted]);
  }
  return check === 0;
}

/** ISO 7064 mod 11,10 (German tax number). */
export function passesMod1110(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, -1)) {
    const sum = (Number(digit) + product) % 10;
    product = ((sum === 0 ? 10 : sum) * 2) % 11;
  }
  const check = 11 - product;
  return (check === 10 ? 0 : check) === Number(digits.at(-1));
}

/** True for an existing day; a two-digit year may be of either century. */
export function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, isLeap || year < 100 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (days[month - 1] ?? 0);
}
