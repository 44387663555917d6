/** Check digits that more than one country's identifiers use; each takes a value without separators. */
import { digitAt, isDay, weightedSum } from '../checksums.ts';

/** True for one repeated digit, which no register assigns. */
export function isRepeated(digits: string): boolean {
  for (let index = 1; index < digits.length; index += 1) {
    if (digits.charCodeAt(index) !== digits.charCodeAt(0)) return false;
  }
  return true;
}

/** True if the weighted sum modulo `modulus`, changed by `map`, equals the digit after the weighted ones. */
export function checkAfter(digits: string, weights: readonly number[], map: (sum: number) => number): boolean {
  return map(weightedSum(digits, weights)) === digitAt(digits, weights.length) && !isRepeated(digits);
}

/** 11 minus the remainder modulo 11, with the given results for 10 and 11. */
function elevenMinus(ten: number, eleven: number): (sum: number) => number {
  return (sum) => {
    const check = 11 - (sum % 11);
    return check === 10 ? ten : check === 11 ? eleven : check;
  };
}

/** True if the digits at the places of year, month and day form a day; a two-digit year may be of any century. */
export function hasDay(
  digits: string,
  [year, month, day]: readonly [number, number, number],
  monthModulo = 100,
): boolean {
  const at = (place: number): number => Number(digits.slice(place, place + 2));
  return isDay(at(year), at(month) % monthModulo, at(day));
}

/** ISO 7064 mod 11-2, as in Chinese resident numbers; the last character may be X. */
export function passesMod112(value: string): boolean {
  let product = 0;
  for (const sign of value.slice(0, -1)) product = ((product + Number(sign)) * 2) % 11;
  const check = (12 - product) % 11;
  return value.at(-1) === (check === 10 ? 'X' : String(check));
}

/** Value of a character in base 36. */
export function base36(sign: string | undefined): number {
  return Number.parseInt(sign ?? '', 36);
}

/** Weights repeated over letters and digits in base 36, modulo 10 (machine-readable documents). */
export function documentCheck(value: string, weights: readonly number[]): number {
  return (
    Array.from(value).reduce((sum, sign, index) => sum + base36(sign) * (weights[index % weights.length] ?? 0), 0) % 10
  );
}

/** Remainder of a long row of digits. */
export function restOf(digits: string, modulus: number): number {
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % modulus;
  return rest;
}

/** 11 minus the remainder modulo 11; 10 is never assigned and 11 counts as 0. */
export const elevenNoTen = elevenMinus(-1, 0);
/** 11 minus the remainder modulo 11; 10 and 11 count as 0. */
export const elevenOrZero = elevenMinus(0, 0);
/** 11 minus the remainder modulo 11; 10 counts as 9 and 11 as 0. */
export const elevenOrNine = elevenMinus(9, 0);
/** 11 minus the remainder modulo 11; 10 counts as 0 and 11 as 1. */
export const elevenOrOne = elevenMinus(0, 1);
/** 11 minus the remainder modulo 11; 10 stays and 11 counts as 0. */
export const elevenKeepTen = elevenMinus(10, 0);
/** 11 minus the remainder modulo 11; 10 counts as 0 and 11 is never assigned. */
export const elevenNoEleven = elevenMinus(0, -1);
