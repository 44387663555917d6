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
  shitbag tosser bellend dumbshit libtard libtards fucktard pussy pussies thot thots crybaby buffoon
  lowlife lowlifes creep creeps pervert perverts coward cowards hypocrite hypocrites liar liars    
  ratchet bimbo fatass fatso incel incels simp simps snowflake snowflakes`,
);
add(
  'insult',
  0.6,
  `trash garbage loser losers clown clowns stupid dumb pathetic worthless useless disgusting ugly brainless clueless ignorant delusional idiotic moronic filthy
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
  `nigger niggers nigga niggas faggot faggots fag fags tranny trannies shemale kike kikes chink chinks gook
  gooks spic spics wetback wetbacks beaner beaners raghead ragheads towelhead towelheads sandnigger paki pakis
   jigaboo darkies gypo gyppo chinaman zipperhead  
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
