/** Words around a name that tell whose it is. All folded. */

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Titles before a name; not part of its span. */
export const titles = set(
  'mr mrs ms miss mx dr prof professor sir madam dame lord lady rev reverend father sister brother judge justice sergeant sgt captain capt major colonel lieutenant lt officer detective inspector president senator minister governor mayor king queen prince princess pope saint doctor nurse coach aunt auntie uncle grandma grandpa herr frau fraulein monsieur madame mademoiselle mme mlle maitre senor senora senorita sr sra srta don dona signor signora signorina sig dott dottoressa ing avv senhor senhora pan pani mevrouw meneer mijnheer bay hanim shri shrimati smt kumari ustad sheikh imam rabbi comrade mister missus',
);

/** Words followed by a name, directly or after `is`. */
export const introductions = set(
  'named called name names surname dear hi hello hey hallo ola hola bonjour ciao liebe lieber cher chere caro cara estimado estimada querido querida beste geachte regards sincerely yours cheers thanks thx signed attn attention recipient sender beneficiary patient customer client employee contact guardian author by mum dad mom husband wife son daughter brother sister cousin friend neighbour neighbor colleague boss manager nephew niece fiance fiancee partner girlfriend boyfriend nombre nom nome naam nachname vorname imie imię isim adi navn namn nimi llamo appelle chiamo chamo heisse',
);

/** Verbs and nouns used with persons, before or after a name. */
export const personVerbs = set(
  'said says say asked asks told tells replied replies answered wrote writes shouted shouts whispered explained explains argued thinks thought believes believed knows knew wants wanted likes liked loves loved hates hated lives lived works worked moved married met meets called calls phoned emailed texted visited went goes came comes left arrived felt feels smiled laughed cried died retired turned listed sang sings plays played speaks speaking spoke talks talking talked resigned joined decided agreed refused promised admitted confirmed invited bought sold gave took born aged whose who whom suffers complained complains presented diagnosed earns earned ordered orders paid owes has had is was will would can could should does did gets got made makes reported signed appeared performed composed sent sends forgot remembers started studied studies teaches taught killed arrested hired fired won',
);

/** Words before the name of somebody who did or received something. */
export const personBefore = set(
  'with by and meet met called call told tell ask asked asking contact contacted featuring features starring directed produced written sung between remember remind invite email mail phone text visit see saw know knew knows including like love loves hate thank congratulate named said says shouted yelled whispered answered replied heard met hired fired married about unlike against ex-',
);

/** Words that make a run of capitalised words an organisation, a product or a work. */
export const organisationWords = set(
  'inc incorporated ltd limited llc llp plc corp corporation co company companies gmbh ag kg se sa srl spa bv nv ab oy as aps pty group holding holdings partners associates solutions systems services technologies technology tech software labs laboratories industries enterprises international global university college school institute academy hospital clinic bank trust foundation association society club orchestra band church council committee commission department ministry agency office bureau museum theatre theater library airport station hotel restaurant cafe bar store shop supermarket magazine times news press post journal daily weekly media network channel radio records studio studios pictures entertainment productions festival conference award awards prize cup league championship tournament team fc united city park bridge river lake mount mountain sea ocean island islands bay beach valley forest airport tower building center centre square hall stadium street road avenue lane drive boulevard court plaza insurance capital ventures consulting consultants airlines airways motors foods pharmaceuticals pharma energy electric oil gas steel mining logistics security insights analytics data app pro max plus os framework library engine server database theorem equation law effect principle syndrome disease algorithm distribution method test scale index model protocol act treaty agreement convention war battle revolution empire dynasty era age century party movement army navy force forces',
);

/** Prepositions that stand before places. */
export const placePrepositions = set(
  'in at near into throughout across around outside inside via towards en a nach aus im',
);
/** Words that tie a place to a person; the place follows within three words. */
export const placeTies = set(
  'live lives lived living reside resides resided residing resident born raised grew moved move moving relocated relocating relocate originally based located hometown home city town country traveling travelling travel travelled traveled trip flew flying arrived arriving arrive visiting visited visit coming staying stayed stay returned return address nationality citizen wohne wohnt wohnhaft lebe lebt komme stamme geboren vivo vive nacido nacida nacio soy habite habito vivo abito nato nata vengo moro mora nasci woon woont geboren mieszkam mieszka ville city ciudad citta stadt ort',
);
