/** Tests of one unit, made from the source of a class, an escape or a dot. */
import type { UnitTest } from './syntax.ts';

const firstBeyondAscii = 0x80;

/** A test costs one step, whatever the class holds; ASCII characters are tested once and remembered. */
export function classTest(source: string, isUnicode: boolean, ignoresCase: boolean): UnitTest {
  const expression = new RegExp(`^(?:${source})$`, isUnicode ? 'u' : '');
  const test = (unit: number): boolean => {
    const sign = String.fromCodePoint(unit);
    return expression.test(sign) || (ignoresCase && otherCases(sign).some((other) => expression.test(other)));
  };
  // 0: not tested yet, 1: no, 2: yes.
  const known = new Uint8Array(firstBeyondAscii);
  return (unit) => {
    if (unit >= firstBeyondAscii) return test(unit);
    if (known[unit] === 0) known[unit] = test(unit) ? 2 : 1;
    return known[unit] === 2;
  };
}

/** Tests for one unit itself. */
export function unitTest(unit: number, ignoresCase: boolean): UnitTest {
  if (!ignoresCase) return (other) => other === unit;
  return (other) => other === unit || otherCases(String.fromCodePoint(other)).includes(String.fromCodePoint(unit));
}

/** The lower and the upper case, where they are one unit too. */
function otherCases(sign: string): readonly string[] {
  return [sign.toLowerCase(), sign.toUpperCase()].filter((other) => other.length === 1);
}
