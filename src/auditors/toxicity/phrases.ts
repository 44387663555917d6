/** Fixed phrases: abuse whose words are harmless one by one. */
import type { Category } from './lexicon.ts';

export interface Phrase {
  readonly words: readonly string[];
  readonly category: Category;
  readonly strength: number;
}

const rows: readonly (readonly [category: Category, strength: number, list: string])[] = [
  [
    'insult',
    0.88,
    `shut up, shut the fuck up, piece of shit, pieces of shit, piece of trash, piece of garbage, fuck you, fuck off,
    fuck yourself, go fuck yourself, screw you, go to hell, eat shit, suck my dick, kiss my ass, son of a bitch,
    waste of space, waste of oxygen, waste of life, nobody likes you, no one likes you, you suck, you disgust me, get a life,
    burn in hell, rot in hell, you make me sick, fuck her, fuck him, fuck them, full of shit, sack of shit,
    kys, you people are sick, i hope you die, hope you die, i hate you, bunch of idiots, you are nothing, suck my balls, lick my balls, up your ass, you are the worst, youre the worst, no one asked you,
    shut your mouth, shut it, get lost, drop dead, brain dead, no brains, shit for brains, you have no life, nobody cares about you,
    worst human being, sorry excuse for, poor excuse for, makes me sick, makes me want to puke, go cry, cry more, f you, f off, fu, fjb`,
  ],
  [
    'threat',
    0.9,
    `watch your back, i know where you live, you are dead, youre dead, you are a dead man, i will find you, ill find you,
    i will end you, ill end you, you will pay, youll pay for this, you will regret, youll regret, you are going to die,
    youre going to die, you will die, youll die, sleep with one eye open, say goodbye to your family, we are coming for you,
    im coming for you, i am coming for you, put a bullet in, bullet in your head, break your legs, break your neck,
    smash your face, kick your ass, slit your throat, make you suffer, going to hurt you, beat you up, beat your ass`,
  ],
  [
    'self_harm',
    0.88,
    `kill myself, killing myself, killed myself, end my life, ending my life, take my own life, taking my own life,
    want to die, wanna die, cut myself, cutting myself, hurt myself, hurting myself, harm myself, hang myself, better off dead,
    commit suicide, committing suicide, self harm, self harming, self harmed, slit my wrists, cut my wrists, dont want to live,
    do not want to live, no reason to live, suicidal thoughts, feeling suicidal, wish i was dead, wish i were dead,
    kill yourself, kys, killing yourself, hang yourself, go die, end your life, off yourself, jump off a bridge, unalive myself`,
  ],
  [
    'sexually_explicit',
    0.85,
    `had sex with, have sex with me, send nudes, suck my cock, suck my dick, oral sex, anal sex, sex slave, wet pussy,
    hard cock, fuck me, fucked her, fucked me, touch yourself, jerk off, jerking off, big tits, spread her legs, cum on,
    cum inside, nude photos, sexual intercourse with`,
  ],
  [
    'identity_attack',
    0.88,
    `go back to your country, go back to africa, go back to mexico, go back where you came from, go back to where you came from,
    white power, heil hitler, gas the jews, sieg heil, build the wall to keep them, master race, white pride,
    in the kitchen where they belong, belong in the kitchen, back to the kitchen, make me a sandwich, kill all, death to all`,
  ],
];

/** Phrases by their first word. */
export const phrasesByFirst: ReadonlyMap<string, readonly Phrase[]> = group();

function group(): Map<string, Phrase[]> {
  const map = new Map<string, Phrase[]>();
  for (const [category, strength, list] of rows) {
    for (const phrase of list.split(',')) {
      const words = phrase.trim().split(/\s+/);
      const first = words[0] ?? '';
      const known = map.get(first) ?? [];
      known.push({ words, category, strength });
      map.set(first, known);
    }
  }
  return map;
}
