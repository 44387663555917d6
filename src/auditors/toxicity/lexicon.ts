/**
 * The English lexicon: abusive words and their strength, group terms, verbs of violence. Group terms carry no score of their own.
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
  /** True for an adjective that is abuse only if aimed at somebody. */
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
  shitbag tosser bellend dumbshit libtard libtards fucktard pussy pussies thot thots crybaby buffoon
  lowlife lowlifes creep creeps pervert perverts coward cowards hypocrite hypocrites liar liars airhead airheads ignoramus
  bimbo fatass fatso incel incels`,
);
add(
  'insult',
  0.6,
  `loser losers clown clowns stupid dumb pathetic worthless useless disgusting ugly brainless clueless ignorant delusional idiotic moronic filthy
  vile despicable repulsive spineless gutless braindead incompetent laughable ridiculous sick gross evil fat lazy insane
  crazy deranged psycho nasty fake horrible terrible trash garbage ratchet simp simps snowflake snowflakes`,
  true,
);
// Insults of public debate; many have a plain meaning too.
add(
  'insult',
  0.55,
  `traitor traitors treasonous crook crooks crooked weasel leech stooge grifter grifters shill shills sellout phony phonies
  nutjob nutjobs wacko wackos lunatic lunatics psychopath sociopath narcissist jerk jerks thug thugs fool fools imbecilic
  demented senile brainwashed mindless slimy sleazy sleazebag dirtbag slimeball inbred heartless soulless talentless
  classless shameless spineless scammer scammers conman swindler freak freaks weirdo weirdos loon loony nutcase nutcases
  dumbo dope dopes dolt dunce oaf lout brat brats hag goon goons lackey minions turd turds doofus dork dorks kook kooks
  fruitcake fruitcakes dimwitted nincompoop blockhead meathead pinhead knucklehead dingbat airheaded halfwits sheeple cultists cultist
  commie commies groomer groomers pedo pedos pedophile pedophiles subhuman vermin cockroach cockroaches swine
  dishonest hypocritical unhinged putrid wretched bigoted hateful two-faced covidiot covidiots magat magats pos sob
  stfu kys uneducated uncivilised trashy sickos sicko crackhead crackheads junkie junkies hoebag skanks skanky slutty whorish
  bootlicker bootlickers cuck cucks soyboy soyboys incompetence`,
  true,
);
add(
  'insult',
  0.45,
  `disgrace fraud frauds embarrassment puppet puppets snake snakes stupidity ignorance idiocy failure failures corrupt greedy arrogant
  hideous revolting sickening shameful disgraceful smelly stinking racist racists bigot bigots sexist misogynist fascist
  fascists nazi nazis communist communists marxist marxists terrorist terrorists criminals rapist rapists murderer murderers
  dictator tyrant monster monsters demon demons devil satanic parasite parasites rat rats pig pigs cow worm worms ape
  apes vulture vultures cult puke vomit poop diaper diapers witch toad troll trolls bullies lying nonsense
  rotten inept icky creepy foolish lame loathsome ghastly diabolical insufferable obnoxious suck sucks sucked annoying whining whiny whiner
  crying cheater cheaters thief thieves turncoat foul`,
  true,
);
add('insult', 0.5, '🖕 🤡', true);
add('insult', 0.4, '💩 🤮 🐀 🐍 🐷', true);
add(
  'profanity',
  0.8,
  'fuck fucks fucked fuckin fucking fuk fck fkn effing wtf stfu gtfo mothafucka muthafucka clusterfuck bullfuck fuckery',
);
add(
  'profanity',
  0.6,
  'shit shits shitty bullshit horseshit shitting dogshit shite ass asses bollocks piss pissed goddamn',
);
add('profanity', 0.25, 'fart farts farted butt butts butthole poo balls ballsack nutsack boobies bum wanking');
add('profanity', 0.3, 'damn damned crap crappy hell bloody bugger arse');
// Forms mostly used among friends; the context decides.
add('profanity', 0.3, 'nigga niggas nigguh dyke dykes');
add(
  'identity_attack',
  0.85,
  `nigger niggers faggot faggots fag fags tranny trannies shemale kike kikes chink chinks gook
  gooks spic spics wetback wetbacks beaner beaners raghead ragheads towelhead towelheads sandnigger paki pakis
  jigaboo darkies gypo gyppo chinaman zipperhead pikey pikeys abo abos polack polacks wop wops dago dagos
  cripple golliwog poofter poofters sodomite sodomites feminazi feminazis femoid foid trannie heeb hebe redskin squaw
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

export const lexicon: ReadonlyMap<string, Entry> = table;

/** Endings that turn any name into an insult: "libtard", "trumptards". */
const insulting =
  /(?:tards?|turds?|idiots?|scum|whores?|sluts?|bitch(?:es)?|cunts?|fags?|fucks?|fuckers?|fuckwits?|nitwits?)$/;
const innocent = /(?:custard|mustard|bastard|leotard|petard|dastard|costard|retard)s?$/;
const longestCompound = 40;
const compound: Entry = { category: 'insult', strength: 0.7 };

/** Last letters of such words; a cheap test that excludes nearly all others. */
const lastLetters = new Set('dstmhgke');

/** Gives the entry of a word; an unlisted word is judged by its ending. */
export function entryOf(word: string): Entry | undefined {
  const known = table.get(word);
  if (known !== undefined || word.length < 7 || word.length > longestCompound) return known;
  if (!lastLetters.has(word.charAt(word.length - 1))) return undefined;
  return insulting.test(word) && !innocent.test(word) ? compound : undefined;
}
