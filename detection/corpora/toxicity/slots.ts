import { lexicon } from '../../../src/auditors/toxicity/lexicon.ts';
import type { Slots } from './grammar.ts';

const list = (words: string): string[] => words.split(/\s*,\s*/).map((word) => word.trim().replaceAll(/\s+/g, ' '));

/** Slurs, insults and swear words come from the auditor's lexicon, their only place. */
const fromLexicon = (category: string, least: number, isAdjective?: boolean): string[] =>
  [...lexicon]
    .filter(([, entry]) => entry.category === category && entry.strength >= least)
    .filter(([, entry]) => isAdjective === undefined || (entry.aimedOnly === true) === isAdjective)
    .map(([word]) => word);

/** Templates put them after "a". */
const nouns = fromLexicon('insult', 0.7, false).filter((word) => !/[^s]s$/.test(word));

export const slots: Slots = {
  /** Groups in the plural. */
  groups:
    list(`Jews, Muslims, Christians, Hindus, Sikhs, Buddhists, atheists, Catholics, black people, white people, Asians,
    Latinos, Mexicans, Arabs, Africans, Indians, Chinese people, Pakistanis, Turks, Poles, Romanians, Roma, Native Americans,
    immigrants, refugees, migrants, foreigners, asylum seekers, gay people, gays, lesbians, bisexuals, trans people,
    trans women, trans men, queer people, women, girls, men, feminists, disabled people, deaf people, blind people,
    autistic people, people in wheelchairs, old people, the elderly, teenagers, homeless people, Nigerians, Somalis,
    Syrians, Haitians, Koreans, Japanese people, Filipinos, Vietnamese people, Russians, Ukrainians, Germans, Americans`),
  /** One of a group. */
  member:
    list(`Jew, Muslim, Christian, Hindu, Sikh, black man, black woman, white guy, Asian woman, Latina, Mexican, Arab, Indian,
    African, immigrant, refugee, migrant, foreigner, gay man, lesbian, bisexual woman, trans woman, trans man, queer person,
    woman, girl, man, deaf person, blind man, autistic kid, disabled woman, old lady, old man, Turk, Pole, Nigerian, Korean`),
  /** Words before "person" or "people". */
  kind: list(`Jewish, Muslim, Christian, Hindu, black, white, Asian, Latino, Mexican, Arab, Indian, African, gay, lesbian, bisexual,
    trans, transgender, queer, straight, deaf, blind, autistic, disabled, old, young, immigrant, Chinese, Japanese, Korean,
    Turkish, Polish, Russian, African American, Native American, Middle Eastern, female, male, nonbinary`),
  noun: nouns,
  adjective: fromLexicon('insult', 0.5, true),
  swear: fromLexicon('profanity', 0.6),
  slur: fromLexicon('identity_attack', 0.85),
  fucking: list('fucking, damn, goddamn, bloody, freaking, , , , absolute, complete, total, real, stupid'),
  /** Somebody spoken of. */
  they: list(`he, she, this guy, that man, this woman, my neighbour, our governor, the president, the senator, the mayor, that
    reporter, the host, this singer, the coach, your boss, the manager, the author, this politician, the whole party, their
    leader, this judge, that player, the referee, my ex, the landlord, OP, that streamer, the CEO, this so-called expert`),
  theys:
    list(`they, these people, those politicians, the voters, the fans, the police, reporters, the media, the left, the right,
    liberals, conservatives, the admins, the mods, the players, those two, the owners, bankers, landlords, vegans, gamers`),
  /** Statements about somebody in public quarrels. */
  scorn:
    list(`disgrace, fraud, traitor, crook, embarrassment, joke, failure, fool, puppet, snake, rat, pig, parasite, bully, thug,
    phony, fake, sellout, hack, shill, nutjob, lunatic, wacko, psycho, monster, demon, jerk, weasel, leech, tool, hypocrite,
    liar, coward, loser, clown, criminal, creep, bigot, racist, fascist, nazi, commie, stooge, grifter, con man, scammer,
    dirtbag, sleazebag, slimeball, bottom feeder, troll, pedo, narcissist, sociopath, dictator wannabe, waste of oxygen,
    waste of space, sorry excuse for a human being, pile of garbage, sack of trash, walking disaster, vile human being`),
  scornful:
    list(`disgraceful, shameful, corrupt, crooked, lying, senile, demented, brainwashed, mindless, braindead, two-faced, slimy,
    sleazy, greedy, arrogant, foolish, moronic, idiotic, cowardly, hideous, nasty, vile, evil, rotten, revolting, sickening,
    despicable, pathetic, worthless, useless, ignorant, delusional, dishonest, hateful, heartless, spineless, talentless,
    classless, soulless, clueless, brainless, repulsive, putrid, inbred, smelly, fat, ugly, lazy, dumb, stupid, unhinged`),
  body: list('face, head, teeth, neck, jaw, skull, throat, knees, legs, arms, eyes'),
  weapon: list('gun, knife, baseball bat, hammer, brick, bomb, rifle, machete, axe'),
  harm: list('kill, murder, stab, shoot, strangle, hurt, beat, destroy, attack, choke, burn'),
  family: list(
    'your family, your kids, your mother, your dog, your wife, your sister, everyone you love, your whole house',
  ),
  thing:
    list(`printer, laptop, update, phone, website, game, app, car, weather, traffic, homework, assignment, essay, exam, bus,
    train, movie, song, recipe, keyboard, test suite, compiler, meeting, commute, router, coffee machine, alarm clock, ending`),
  place: list(
    'city, village, school, office, university, hospital, church, club, team, library, museum, neighbourhood, company',
  ),
  things:
    list(`shoes, headphones, tomatoes, instructions, subtitles, tickets, batteries, curtains, gloves, dishes, speakers, tyres, apps,
    emails, ads, pop-ups, cables, forms, passwords, roads, windows, noodles, jokes, remakes, updates, mosquitoes, wasps, slugs, weeds,
    ticks, bed bugs, ants, moths, flies, fleas, stains, potholes, deadlines, meetings, taxes, fines, queues, delays`),
  word: list(`hello, ok, okay, thanks, yes, no, you, your, they, them, he, she, him, her, we, us, it, this, that, these, those, who, what,
    when, where, how, why, people, man, woman, guy, friend, mother, dog, cat, house, city, water, time, day, night, work, school, game,
    music, food, money, book, car, road, door, hand, word, page, like, love, want, know, think, see, go, come, make, take, give, tell,
    ask, help, need, feel, try, call, stop, start, good, bad, new, old, big, small, long, high, right, wrong, true, false, first, last,
    never, always, really, very, just, only, still, again, here, there, now, then, today, tomorrow, test, please, sorry, welcome, maybe,
    nobody, everyone, something, nothing, all, some, many, few, more, less, and, or, but, not, with, for, from, about, into, over`),
  junk: list(
    'junk, garbage, trash, crap, rubbish, nonsense, waste of money, piece of junk, piece of crap, joke, disaster, mess',
  ),
  /** Statements about groups in hate, and denied in counter-speech: both get the same words. */
  bad: list(`stupid, lazy, dirty, disgusting, inferior, vermin, animals, criminals, terrorists, parasites, dangerous, evil, filthy, ugly,
    worthless, less intelligent, subhuman, liars, thieves, rapists, savages, rats, a plague, a disease, a threat, scum, perverts, sick,
    unnatural, an abomination, primitive, dishonest, greedy, violent, weak, cockroaches, pigs, second-class, mentally ill, garbage, trash`),
  bad_wish:
    list(`die, be deported, be shot, be banned, be locked up, go back, burn, be killed, suffer, be wiped out, be hanged, stay out,
    lose their rights, be beaten, be sterilised, disappear, rot in jail, be put in camps, be hunted down, be driven out`),
  reproach:
    list(`racist, cruel, a lie, wrong, hateful, ignorant, disgusting, unacceptable, plain false, hate speech, an old prejudice,
    shameful, a crime, unfair, bigotry, inhuman, nothing but prejudice, sick, dangerous nonsense, beneath you, what bullies do`),
  /** Ordinary activities. */
  does: list(`live next door, play chess on Sundays, run the bakery, study law, work in hospitals, teach at our school, sing in the choir,
    vote in the election, travel by train, cook for the festival, read the news, write novels, pay taxes, watch football, grow tomatoes,
    meet at the library, learn English, build houses, drive buses, dance at weddings, start companies, care for their parents,
    celebrate the new year, protest for better pay, wait for the bus, take part in the survey, win prizes, win elections, raise children,
    improve our team, bring new ideas, enrich the town, help each other, speak three languages, move to the coast, pray on Fridays,
    fast in spring, serve in the army, volunteer at the shelter, make good music, stand in line, fill the stadium, visit the museum`),
  job: list(`teacher, nurse, engineer, doctor, lawyer, baker, driver, scientist, artist, musician, farmer, student, chef, pilot, judge,
    writer, carpenter, accountant, designer, firefighter`),
  good: list(`kind, funny, smart, generous, brave, talented, patient, honest, friendly, hard-working, thoughtful, wonderful, gentle,
    proud, strong, creative, curious, loyal, calm, cheerful`),
  name: list(
    'Anna, Ben, Carla, David, Elena, Farid, Grace, Hassan, Ines, Jonas, Kim, Leila, Marco, Nadia, Omar, Priya, Rosa, Sam, Tariq, Wei',
  ),
  topic:
    list(`the tax reform, the article, the new stadium, this edit, the lead section, the source, climate policy, the budget, the
    school board, the trade deal, the vaccine rollout, the housing plan, the match, the film, the album, the update, the patch,
    the election, the interview, the recipe, the book, the road works, the strike, the new menu, the exhibition, the talk page`),
  when: list(
    'today, tonight, tomorrow, soon, one day, next week, after school, when you least expect it, this weekend',
  ),
};
