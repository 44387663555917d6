/**
 * Look-alikes of Latin letters that survive NFKC. The fold maps text and lexicon with the same table, so a
 * genuine Russian or Greek word still meets its own lexicon entry.
 */
const rows: readonly (readonly [latin: string, lookAlikes: string])[] = [
  ['a', 'аαᴀɑ'],
  ['b', 'вʙ'],
  ['c', 'сᴄϲ'],
  ['d', 'ԁᴅ'],
  ['e', 'еεᴇҽ'],
  ['f', 'ꜰ'],
  ['g', 'ɢɡ'],
  ['h', 'нһʜ'],
  ['i', 'іιɪıӏ'],
  ['j', 'јᴊϳ'],
  ['k', 'кκᴋ'],
  ['l', 'ʟ'],
  ['m', 'мᴍ'],
  ['n', 'ηɴո'],
  ['o', 'оοᴏօσ'],
  ['p', 'рρᴘ'],
  ['q', 'ԛ'],
  ['r', 'ʀг'],
  ['s', 'ѕꜱ'],
  ['t', 'тτᴛ'],
  ['u', 'υᴜս'],
  ['v', 'νᴠѵ'],
  ['w', 'ԝωᴡ'],
  ['x', 'хχ'],
  ['y', 'уʏγ'],
  ['z', 'ᴢ'],
];

/** Code point of a look-alike to the Latin letter it imitates. */
export const homoglyphs: ReadonlyMap<number, string> = new Map(
  rows.flatMap(([latin, lookAlikes]) => Array.from(lookAlikes, (sign) => [sign.codePointAt(0) ?? 0, latin] as const)),
);
