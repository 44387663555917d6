/** Countries by ISO 3166-1 alpha-2 code and the groups of them allowed in a list of places; as of early 2026. */

/** ISO 3166-1, with the reserved code EU for "somewhere in the Union" and EPO for the one organisation with its own decision. */
const codes = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
   CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
   GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
   KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
   MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
   SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
   UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW EU EPO`.split(/\s+/),
);

/** Codes that people use for others. */
const synonyms = new Map([
  ['UK', 'GB'],
  ['EL', 'GR'],
]);

/** Member states, their outermost regions (Art. 349 TFEU) and Åland, where Union law applies. */
const union = [
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU'],
  ...['LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK', 'AX', 'GF', 'GP', 'MF', 'MQ', 'RE', 'YT', 'EU'],
];
const fiveEyes = ['AU', 'CA', 'GB', 'NZ', 'US'];
const nineEyes = [...fiveEyes, 'DK', 'FR', 'NL', 'NO'];

/** Groups by name. Svalbard (SJ) and the overseas countries of Art. 198 TFEU are in neither EU nor EEA. */
export const groups: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    EU: union,
    EEA: [...union, 'IS', 'LI', 'NO'],
    EFTA: ['CH', 'IS', 'LI', 'NO'],
    DACH: ['AT', 'CH', 'DE'],
    BENELUX: ['BE', 'LU', 'NL'],
    NORDICS: ['AX', 'DK', 'FI', 'FO', 'GL', 'IS', 'NO', 'SE'],
    BALTICS: ['EE', 'LT', 'LV'],
    FIVE_EYES: fiveEyes,
    NINE_EYES: nineEyes,
    FOURTEEN_EYES: [...nineEyes, 'BE', 'DE', 'ES', 'IT', 'SE'],
    G7: ['CA', 'DE', 'FR', 'GB', 'IT', 'JP', 'US'],
    ASEAN: ['BN', 'ID', 'KH', 'LA', 'MM', 'MY', 'PH', 'SG', 'TH', 'TL', 'VN'],
    GCC: ['AE', 'BH', 'KW', 'OM', 'QA', 'SA'],
    MERCOSUR: ['AR', 'BO', 'BR', 'PY', 'UY'],
    USMCA: ['CA', 'MX', 'US'],
  }).map(([name, members]) => [name, new Set(members)] as const),
);

/** Gives the canonical code of a country; undefined if there is none. */
export function parseCountry(text: string): string | undefined {
  const upper = text.trim().toUpperCase();
  const code = synonyms.get(upper) ?? upper;
  return codes.has(code) ? code : undefined;
}

/** Gives the area whose law governs data of a country's people: the EEA is one area, every other country its own. */
export function lawAreaOf(country: string): string {
  return groups.get('EEA')?.has(country) === true ? 'EEA' : country;
}
