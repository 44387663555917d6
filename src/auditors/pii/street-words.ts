/** Words and endings of streets, by the position of the street's own name. All folded. */

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** `Elm Street`: the name comes first. */
export const afterName = set(
  'street st str avenue ave av road rd lane ln drive dr boulevard blvd court ct place pl terrace ter way circle cir square sq highway hwy parkway pkwy close crescent cres cr gardens gdns grove mews row walk quay rise alley trail trl loop plaza pike parade esplanade creek turnpike crossing causeway glen vale green ridge hollow run path bend utca u ut utja ter korut krt setany caddesi cad sokak sok sokagi bulvari mahallesi mah nagar marg colony vihar chowk bagh salai veedhi road prospekt pereulok tie katu polku vej vag gate gata gatan dori straat laan weg plein strasse gasse allee platz damm ring ufer chaussee stig plass',
);
/** Short or everyday words of `afterName` that need a number. */
export const ambiguousAfterName = set(
  'u st dr ct pl ter way cr row walk rise glen vale green ridge hollow run path bend loop trail place court square circle close plaza pike parade creek ring ut cad sok mah tie gate weg av str ter crossing gardens grove quay drive alley terrace causeway',
);
/** Rarer street suffixes of the United States (USPS Publication 28); they need a number and a town. */
export const rareAfterName = set(
  'annex arcade bayou beach bluff bluffs bottom branch bridge brook brooks burg burgs bypass camp canyon cape center centers cliff cliffs club commons corner corners course cove coves crest crossroad curve dale dam divide estate estates expressway extension extensions fall falls ferry field fields flats ford fords forest forge forges fork forks fort freeway garden gateway glens greens groves harbor harbors haven heights hill hills hollows inlet island islands isle junction junctions key keys knoll knolls lake lakes land landing light lights lock locks lodge mall manor manors meadow meadows mill mills mission motorway mount mountain mountains neck orchard oval overpass park parks parkways passage pines plain plains plazas point points port ports prairie radial ramp ranch rapid rapids rest ridges river roads route rue shoal shoals shore shores skyway spring springs spur spurs squares station stravenue stream streets summit throughway trace track trafficway tunnel underpass union unions valley valleys viaduct view views village villages ville vista walks wall ways well wells woods',
);

/** `rue Victor Hugo`, `Calle Mayor`: the name comes last. */
export const beforeName = set(
  'rue avenue boulevard place chemin impasse allee quai route cours faubourg ruelle sentier villa square passage calle avenida avda plaza paseo camino carretera ronda travesia callejon glorieta via viale piazza piazzale corso largo vicolo strada lungomare contrada localita rua travessa praca alameda estrada largo ulica ulice ul al aleja aleje os pl plac namesti trida nabrezi trg jalan jl gang calea bulevardul bd soseaua aleea ulitsa odos leoforos carrer passeig rambla avinguda c',
);
/** Everyday words of `beforeName` that need a number. */
export const ambiguousBeforeName = set(
  'avenue place cours route villa square passage via al os pl plac largo ronda plaza gang c localita strada camino paseo bd sentier al',
);

const compound =
  /(?:strasse|strase|gasse|allee|platz|damm|ufer|chaussee|straat|laan|plein|gracht|kade|dijk|singel|steeg|dreef|gade|vej|vaenge|alle|gatan|vagen|grand|stigen|gata|veien|vegen|veg|vei|plass|bakken|katu|kuja|tie|polku|raitti|gotu|braut|stigur|weg|str|utca|lande|wegje|hof|steig|stieg|pfad|wall|markt|brucke|bruecke|markt)$/;
const strongCompound =
  /(?:strasse|strase|gasse|platz|straat|laan|plein|gracht|kade|dijk|singel|gatan|vagen|gata|veien|vegen|katu|chaussee)$/;

/** True for name and kind in one word: `Hauptstrasse`, `Prinsengracht`, `Storgatan`. */
export function isCompoundStreet(key: string): boolean {
  return key.length >= 6 && compound.test(key);
}

/** Compound endings that only streets have. */
export function isSurelyStreet(key: string): boolean {
  return key.length >= 8 && strongCompound.test(key);
}
