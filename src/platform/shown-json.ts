/** JSON text that a terminal may be shown: what it might obey (C1 controls, direction marks) is escaped; the value is the same. */
export function toShownJson(json: string): string {
  return json.replaceAll(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => toEscape(character.charCodeAt(index))).join(''),
  );
}

function toEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
