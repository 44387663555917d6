/** Classes of English words for the signals: one bit each, looked up once per word. */
import { ageAndKind, groupTerms, people } from './groups.ts';
import { lexicon } from './lexicon.ts';
import { phrasesByFirst } from './phrases.ts';

const classes = {
  // Verbs of violence in the form that follows an intent or comes as an order.
  violenceVerb: `kill murder stab shoot strangle behead beat hurt destroy punch smash slit choke rape burn hang lynch
    torture slaughter execute exterminate crush bury end gut skin drown poison bomb attack assault maim
    cripple annihilate wreck whip slap break cut hunt gas eradicate eliminate`,
  // Verbs of violence with rarely another meaning.
  grimVerb: `kill murder stab strangle behead rape lynch torture slaughter exterminate shoot gas annihilate slit
    choke drown massacre`,
  violencePast: `killed murdered shot stabbed beaten hanged hung lynched executed exterminated raped burned gassed
    tortured slaughtered eradicated wiped`,
  you: 'you u ur your youre yourself yall ya youve',
  third: 'him her them he she they himself herself themselves his hers their those these',
  negator: `not never no isnt arent wasnt werent dont doesnt didnt wont wouldnt cant cannot aint neither nor without
    hardly`,
  group: groupTerms,
  softGroup: ageAndKind,
  people,
  // Words of hate about a group, after "are" or beside its name.
  dehumanizer: `subhuman subhumans vermin parasites parasite cockroaches cockroach rats rat pigs pig animals animal apes
    ape monkeys monkey savages savage terrorists terrorist criminals criminal rapists rapist thieves thief
    leeches leech filth filthy dirty scum trash garbage inferior disease diseased plague cancer invaders
    evil disgusting worthless stupid dumb lazy greedy sneaky degenerates
    degenerate abomination abominations sinners pedophiles pedophile freaks freak unnatural barbaric
    uncivilized primitive liars monsters menaces menace burdens burden retarded ugly untrustworthy murderers
    demons slaves insects`,
  expulsion: `deported banned expelled removed locked segregated sterilized enslaved exterminated killed shot hanged
    gassed eliminated eradicated castrated`,
  hateVerb: 'hate hates despise loathe detest',
  takeover: `stealing steal ruining ruin destroying destroy invading invade infesting infest polluting breeding
    replacing corrupting`,
  // Words of a quotation or report that discuss abuse.
  report: `said says saying called calls call calling word words term terms slur slurs phrase wrote tweeted quote
    quoted means mean meaning definition define offensive racist racism sexist hateful bullying bullied
    harassment stereotype stereotypes discrimination wrong translate example why report reported insult
    insults insulting comment comments abusive hate-speech`,
  // Words of speech, and words that condemn it.
  speech: `say saying says said call calls calling called claim claims claiming claimed think thinks believe believes believing
    tell tells told write writes writing wrote shout shouting pretend pretending wish wishing treat treating`,
  reproach: `lie lies racism racist wrong cruel false unacceptable hateful hatred prejudice stereotype bigotry bigots bigot ignorant
    ashamed shame shameful crime unfair inhuman apologise apologize reported blocked offensive disproved refuted`,
  // Next to these, swearing is joy.
  praise: `amazing awesome great good love loved adore funny hilarious brilliant beautiful delicious cool cute best proud legend
    genius talented happy sweet nice perfect epic incredible impressive gorgeous fantastic wonderful sick dope`,
  copula: 'are is r were be all being',
  obligation: 'should must deserve deserves need needs ought gonna',
  person: `he she they him her them hes shes theyre this guy man woman people person who whos those these all bunch
    such his`,
  contempt: 'filthy dirty fucking disgusting stupid damn dumb goddamn lazy',
  owner: 'our my this the your',
  filler: 'all the every those these each fucking of some a another',
  other: 'him her them everyone everybody people himself someone',
} as const;

type WordClass = keyof typeof classes;

/** One bit per class; `entry` and `phrase` mark words of the lexicon and first words of phrases. */
export const bit = toBits();

/** Maps a word to the bits of its classes. */
export const wordBits: ReadonlyMap<string, number> = toTable();

function toBits(): Readonly<Record<WordClass | 'entry' | 'phrase', number>> {
  const names = Object.keys(classes) as WordClass[];
  const bits = Object.fromEntries(names.map((name, index) => [name, 1 << (index + 2)])) as Record<WordClass, number>;
  return { entry: 1, phrase: 2, ...bits };
}

function toTable(): Map<string, number> {
  const table = new Map<string, number>();
  const add = (word: string, bits: number): void => {
    table.set(word, (table.get(word) ?? 0) | bits);
  };
  for (const name of Object.keys(classes) as WordClass[]) {
    for (const word of classes[name].trim().split(/\s+/)) add(word, bit[name]);
  }
  for (const word of lexicon.keys()) add(word, bit.entry);
  for (const word of phrasesByFirst.keys()) add(word, bit.phrase);
  return table;
}
