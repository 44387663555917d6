/**
 * The English lexicon: abusive words and their strength, group terms, verbs of violence. It has to name what it
 * finds. Group terms carry no score of their own.
 */

export type Category =
  | 'insult'
  | 'profanity'
  | 'identity_attack'
  | 'sexually_explicit'
  | 'self_harm'
  | 'violence'
  | 'threat';

export interface Entry {
  readonly category: Category;
  readonly strength: number;
  /** True for an adjective that is abuse only when it is aimed at somebody. */
  readonly aimedOnly?: boolean;
}

const table = new Map<string, Entry>();

function add(category: Category, strength: number, list: string, aimedOnly = false): void {
  for (const word of list.split(/\s+/)) table.set(word, { category, strength, ...(aimedOnly ? { aimedOnly } : {}) });
}

add(
  'insult',
  0.75,
  `idiot idiots moron morons imbecile imbeciles dumbass dumbasses dumbfuck jackass asshole assholes arsehole dipshit
  shithead dickhead douchebag douche douchebags scumbag scumbags scum bastard bastards retard retards retarded cunt
  cunts twat wanker wankers prick pricks bitch bitches whore whores slut sluts skank hoe hoes bozo halfwit nitwit dimwit
  numbskull cretin simpleton degenerate degenerates motherfucker motherfuckers fucker fuckers fuckwit asshat fuckface
  shitbag tosser bellend dumbshit libtard libtards fucktard pussy pussies thot thots loser losers crybaby buffoon
  lowlife lowlifes creep creeps pervert perverts coward cowards hypocrite hypocrites liar liars clown clowns trash garbage
  ratchet bimbo fatass fatso incel incels simp simps snowflake snowflakes`,
);
add(
  'insult',
  0.6,
  `stupid dumb pathetic worthless useless disgusting ugly brainless clueless ignorant delusional idiotic moronic filthy
  vile despicable repulsive spineless gutless braindead incompetent laughable ridiculous sick gross evil fat lazy insane
  crazy deranged psycho nasty fake horrible terrible weak`,
  true,
);
add(
  'profanity',
  0.8,
  'fuck fucks fucked fuckin fucking fuk fck wtf stfu gtfo mothafucka muthafucka clusterfuck bullfuck',
);
add(
  'profanity',
  0.6,
  'shit shits shitty bullshit horseshit shitting dogshit shite ass asses bollocks piss pissed goddamn',
);
add('profanity', 0.3, 'damn damned crap crappy hell bloody bugger arse');
add(
  'identity_attack',
  0.85,
  `nigger niggers nigga niggas faggot faggots fag fags dyke dykes tranny trannies shemale kike kikes chink chinks gook
  gooks spic spics wetback wetbacks beaner beaners raghead ragheads towelhead towelheads sandnigger paki pakis coon
  coons jigaboo darkie darkies honky cracker crackers redneck rednecks gypo gyppo chinaman zipperhead negro negroes
  homo homos mongoloid mongoloids cripples spastic shitskin muzzie muzzies camelfucker goyim`,
);
add(
  'sexually_explicit',
  0.85,
  `cock cocks cum cumming cumshot blowjob blowjobs handjob handjobs deepthroat gangbang creampie milf hentai dildo
  dildos tits titties boobs anal cunnilingus fellatio masturbate masturbating masturbation orgasm orgasms porn porno
  pornhub nudes horny hardcore fingering threesome bukkake jizz clit dick dicks penis vagina naked erection ejaculate
  ejaculated moaned moaning thrusting thrusted nipples squirting`,
);
for (const mild of [
  'penis',
  'vagina',
  'naked',
  'hardcore',
  'orgasm',
  'orgasms',
  'erection',
  'nipples',
  'anal',
  'masturbation',
]) {
  table.set(mild, { category: 'sexually_explicit', strength: 0.35 });
}
add(
  'violence',
  0.45,
  'behead beheaded beheading dismember dismembered decapitate decapitated massacre slaughtered mutilated',
);
add(
  'violence',
  0.4,
  'bloodbath genocide lynch lynched lynching disembowel gore gutted stabbed strangled raped rape raping',
);

/** Word to entry. */
export const lexicon: ReadonlyMap<string, Entry> = table;

const set = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Verbs of violence in the form that follows an intent or comes as an order. */
export const violenceVerbs = set(`kill murder stab shoot strangle behead beat hurt destroy punch smash slit choke rape
  burn hang lynch torture slaughter execute exterminate crush bury end gut skin drown poison bomb attack assault maim
  cripple annihilate wreck whip slap break cut hunt gas eradicate eliminate`);
/** The same verbs where no other meaning is likely. */
export const grimVerbs = set(`kill murder stab strangle behead rape lynch torture slaughter exterminate shoot gas
  annihilate slit choke drown massacre`);
export const violencePast = set(
  'killed murdered shot stabbed beaten hanged hung lynched executed exterminated raped burned gassed tortured slaughtered eradicated wiped',
);
export const secondPerson = set('you u ur your youre yourself yall ya youve');
export const thirdPerson = set('him her them he she they himself herself themselves his hers their those these');
export const negators = set(
  'not never no isnt arent wasnt werent dont doesnt didnt wont wouldnt cant cannot aint neither nor without hardly',
);

/** Terms for groups of people: neutral by themselves. */
export const groups =
  set(`jews jew jewish muslims muslim islam islamic arabs arab blacks black whites white asians asian
  mexicans mexican latinos latino hispanics hispanic immigrants immigrant migrants migrant refugees refugee foreigners
  indians africans african chinese japanese koreans russians gays gay lesbians lesbian homosexuals homosexual trans
  transgender transgenders bisexuals bisexual queers queer women woman men girls females christians christian hindus
  buddhists catholics gypsies roma natives aboriginals disabled handicapped autistic deaf blind atheists feminists
  liberals conservatives republicans democrats americans europeans israelis palestinians turks poles pakistanis`);
/** What hate says of a group after "are" or beside its name. */
export const dehumanizers = set(`subhuman subhumans vermin parasites parasite cockroaches cockroach rats rat pigs pig
  animals animal apes ape monkeys monkey savages savage terrorists terrorist criminals criminal rapists rapist thieves
  thief leeches leech filth filthy dirty scum trash garbage inferior disease diseased plague cancer invaders evil
  disgusting worthless stupid dumb lazy greedy violent dangerous sneaky mentally degenerates degenerate abomination
  abominations sinners pedophiles pedophile freaks freak unnatural sick barbaric uncivilized primitive liars monsters
  menaces menace burdens burden retarded ugly untrustworthy murderers demons slaves insects`);
export const expulsions = set(
  'deported banned expelled removed locked segregated sterilized enslaved exterminated killed shot hanged gassed eliminated eradicated castrated',
);
export const hateVerbs = set('hate hates despise loathe detest');
export const takeovers = set(
  'stealing steal ruining ruin destroying destroy invading invade infesting infest polluting breeding replacing corrupting',
);
/** Words around a quotation or a report that discuss abuse. */
export const reportCues = set(`said says saying called calls call calling word words term terms slur slurs phrase wrote
  tweeted quote quoted means mean meaning definition define offensive racist racism sexist hateful bullying bullied
  harassment stereotype stereotypes discrimination wrong translate example why report reported insult insults insulting
  comment comments abusive hate-speech`);
