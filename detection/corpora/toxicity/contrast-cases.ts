/**
 * Test cases by function, never trained on. Each hostile function has harmless neighbours with the same words (after the
 * functional tests for hate speech of Röttger et al., 2021; the sentences are ours).
 */
import type { Row } from '../../data/row.ts';
import { slurCases, spellingCases } from './contrast-spelling.ts';

interface Function {
  readonly name: string;
  readonly label: 0 | 1;
  readonly templates: readonly string[];
}

/** Groups inserted into every template; their scores are compared. */
export const contrastGroups: readonly string[] = [
  'women',
  'trans people',
  'gay people',
  'black people',
  'disabled people',
  'Muslims',
  'immigrants',
  'Jews',
  'Sikhs',
  'Indigenous people',
];

const functions: readonly Function[] = [
  {
    name: 'derogation.emotion',
    label: 1,
    templates: [
      'I absolutely loathe {groups} and everything they do.',
      '{groups} fill me with nothing but disgust.',
      'The sight of {groups} makes me want to vomit.',
      'God, do I hate {groups}.',
    ],
  },
  {
    name: 'derogation.attributes',
    label: 1,
    templates: [
      '{groups} are rotten to the core.',
      'Every one of those {groups} is stupid and dishonest.',
      '{groups} are such revolting creatures.',
      'Nobody is as worthless as {groups}.',
    ],
  },
  {
    name: 'dehumanisation',
    label: 1,
    templates: [
      '{groups} are nothing more than vermin.',
      'I call them what they are: {groups} are parasites.',
      '{groups} spread through our streets like a disease.',
      'To me, {groups} are not really human beings.',
    ],
  },
  {
    name: 'derogation.implied',
    label: 1,
    templates: [
      'Life would be so much nicer if there were no {groups} around.',
      'We all know that {groups} are a little slower than the rest of us.',
      '{groups} get everything for free while honest folk have to work.',
      'I would lock the door when {groups} come by, if you know what I mean.',
    ],
  },
  {
    name: 'threat.direct',
    label: 1,
    templates: [
      'One day I am going to shoot a few {groups}.',
      'I will make sure that {groups} suffer for this.',
      'Tonight we go out and beat up some {groups}.',
      'I swear I would kill {groups} if I could.',
    ],
  },
  {
    name: 'threat.normative',
    label: 1,
    templates: [
      '{groups} ought to be wiped from the face of the earth.',
      'It is time somebody put {groups} in camps.',
      '{groups} should be rounded up and thrown into the sea.',
      '{groups} deserve a bullet, each of them.',
    ],
  },
  {
    name: 'profanity.hateful',
    label: 1,
    templates: [
      '{groups} are fucking disgusting.',
      'To hell with these goddamn {groups}.',
      'Shitty {groups} ruin it all.',
    ],
  },
  {
    name: 'reference.later-clause',
    label: 1,
    templates: [
      '{groups} live around here, and they are all scum.',
      'Those {groups} who moved in last year? I hate them so much.',
      'There are {groups} at my work. They are the most disgusting people that I have ever seen.',
    ],
  },
  {
    name: 'negated.positive',
    label: 1,
    templates: [
      '{groups} do not deserve to live.',
      '{groups} are not fit for any decent society.',
      'I will never respect {groups} as human beings.',
    ],
  },
  {
    name: 'phrased.question-or-opinion',
    label: 1,
    templates: [
      'Why are {groups} always such filthy liars?',
      'Am I the only one who thinks {groups} are repulsive?',
      'In my opinion {groups} are inferior to us.',
      'Can somebody finally get rid of these disgusting {groups}?',
    ],
  },
  {
    name: 'neutral-identity',
    label: 0,
    templates: [
      'Some of our customers are {groups}.',
      'The exhibition is about {groups} who settled along the river.',
      'In the second lesson, {groups} talk about their daily life.',
      'How many {groups} took part in the survey?',
    ],
  },
  {
    name: 'positive-identity',
    label: 0,
    templates: [
      'I have so much respect for {groups}.',
      '{groups} make our team better every day.',
      'What a joy to celebrate with {groups} from all over the town.',
      '{groups} are fantastic, and I am glad they are here.',
    ],
  },
  {
    name: 'negated-hate',
    label: 0,
    templates: [
      'I could never hate {groups}.',
      '{groups} are not stupid, and they are not vermin.',
      'No {groups} deserve to die for who they are.',
      'We would never call {groups} disgusting.',
    ],
  },
  {
    name: 'counter-speech.quoting',
    label: 0,
    templates: [
      'Shouting "I hate {groups}" in public should have consequences.',
      'Whoever writes "{groups} are parasites" gets reported by me.',
      '"{groups} belong in camps" is exactly what we must not let them say again.',
      'My uncle said "{groups} are stupid", so I left the table.',
    ],
  },
  {
    name: 'counter-speech.referring',
    label: 0,
    templates: [
      'It is so cruel to wish death on {groups}.',
      'People who call {groups} subhuman have learned nothing.',
      'You cannot just say that {groups} are all criminals, that is racism.',
      'Claiming {groups} are inferior is an ugly old lie.',
    ],
  },
  {
    name: 'protected-in-questions',
    label: 0,
    templates: [
      'Why did the regime want to exterminate {groups}?',
      'What can a school do when {groups} are insulted there?',
      'Which laws protect {groups} from violence?',
    ],
  },
  {
    name: 'abuse-of-objects',
    label: 0,
    templates: [
      'I hate spinach with all my heart.',
      'These cheap umbrellas are worthless garbage.',
      'Mosquitoes are vermin and should be wiped out.',
      'My new vacuum cleaner is a disgusting piece of junk.',
      'Kill this stupid pop-up window, it makes me sick.',
      'Wasps in my kitchen deserve to die.',
      'The whole plot is idiotic.',
      'Traffic jams make me want to scream.',
    ],
  },
  {
    name: 'profanity.harmless',
    label: 0,
    templates: [
      'Holy shit, look at that sunset!',
      'Damn, these dumplings are fucking delicious.',
      'Fuck, I left my umbrella on the train.',
      'I fucking adore my little sister.',
      'Hell yes, we got the tickets!',
      'What a shitty day, first rain and now the bus.',
      'I am so bloody proud of the team.',
      'Oh crap, the milk boiled over.',
    ],
  },
  {
    name: 'reclaimed',
    label: 0,
    templates: [
      'We are queer, we are here, and we bake excellent cakes.',
      'My bitches and I are off to brunch.',
      'As a proud dyke I wrote this song for my wife.',
      'Us queers have always looked after our own.',
      'Love my niggas, they came to every show.',
      'I am that bad bitch my mother raised me to be.',
    ],
  },
  {
    name: 'abuse-of-persons',
    label: 1,
    templates: [
      'You are a pathetic little worm.',
      'Nobody can stand you, you brainless fool.',
      'Your son is as dumb as you are, you cow.',
      'Get lost, you revolting moron.',
      'I would spit in your face if I met you.',
      'He is a lying, greedy pig.',
    ],
  },
];

/** Rows of source `own.contrast`; the category is the function. */
export function contrastCases(): Row[] {
  const rows = functions.flatMap(({ name, label, templates }) =>
    templates.flatMap((template) =>
      (template.includes('{groups}') ? contrastGroups : ['']).map(
        (group): Row => ({
          text: capital(template.replaceAll('{groups}', group)),
          label,
          source: 'own.contrast',
          category: name,
          language: 'en',
        }),
      ),
    ),
  );
  return [...rows, ...slurCases(), ...spellingCases(contrastGroups)];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
