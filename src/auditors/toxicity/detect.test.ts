import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { benignSentences } from '../benign.fixture.ts';
import type { ScoreName } from './categories.ts';
import { createDetector } from './detect.ts';
import { detectLanguage } from './language.ts';
import { loadShippedModel } from './shipped-model.ts';

const detect = createDetector(loadShippedModel());
const judge = (text: string) => detect(text, { multilingual: true });
const overall = (text: string): number => judge(text).overall;

describe('ordinary text', () => {
  it.each(benignSentences)('stays far below the threshold: %s', (text) => {
    expect(overall(text)).toBeLessThan(0.5);
  });
});

describe('abuse is found', () => {
  it.each<[ScoreName, string]>([
    ['insult', 'You are a complete idiot.'],
    ['insult', 'Shut up, nobody likes you.'],
    ['threat', 'I will kill you and your family.'],
    ['threat', 'Watch your back, I know where you live.'],
    ['threat', 'People like him should be hanged.'],
    ['identity_attack', 'Jews are vermin.'],
    ['identity_attack', 'I hate all Muslims.'],
    ['identity_attack', 'Immigrants should be deported or shot.'],
    ['self_harm', 'Go and kill yourself.'],
  ])('%s: %s', (name, text) => {
    const { overall: score, scores } = judge(text);
    expect(scores[name]).toBeGreaterThanOrEqual(0.7);
    expect(score).toBeGreaterThanOrEqual(0.7);
  });

  it.each([
    ['German', 'Du bist ein Arschloch und du weißt das.'],
    ['German threat', 'Ich bring dich um, du und deine Freunde.'],
    ['Spanish', 'Eres un idiota y un inútil.'],
    ['French', 'Tu es un connard et tu le sais.'],
    ['Italian', 'Sei uno stronzo e un coglione.'],
    ['Portuguese', 'Você é um idiota e um babaca.'],
    ['Dutch', 'Jij bent een klootzak en een sukkel.'],
    ['Polish', 'Jesteś debilem, ty idioto, i to jest prawda.'],
    ['Turkish', 'Sen çok aptal ve gerizekalı birisin.'],
    ['Russian', 'Ты идиот и тупой урод.'],
  ])('in %s', (_, text) => {
    expect(overall(text)).toBeGreaterThanOrEqual(0.7);
  });

  it('other languages are ignored when multilingual is off', () => {
    expect(detect('Ты идиот и тупой урод.', { multilingual: false }).overall).toBe(0);
  });

  it.each([
    ['leetspeak', 'you are an 1d10t'],
    ['letters set apart', 'you are an i d i o t'],
    ['stretched letters', 'you iiidiooot'],
    ['masked letters', 'f*ck you, you b*tch'],
    ['signs for letters', 'you are a b!tch and an @sshole'],
    ['capitals', 'YOU ARE AN IDIOT'],
  ])('behind %s', (_, text) => {
    expect(overall(text)).toBeGreaterThanOrEqual(0.7);
  });
});

describe('context', () => {
  const pairs: readonly (readonly [rule: string, worse: string, better: string])[] = [
    ['a target raises', 'you are a moron', 'the moron in the play'],
    ['denial lowers', 'you are stupid', 'you are not stupid'],
    ['quotation in a report lowers', 'you idiot', 'He called me an "idiot" and I reported it'],
    ['a slur that is discussed lowers', 'faggot', 'Why is the word "faggot" offensive?'],
    ['a thing is no target', 'I will kill you', 'I will kill the process'],
    ['counter-speech is no attack', 'Muslims are terrorists', 'Not all Muslims are terrorists'],
    ['oneself is no target', 'you are an idiot', 'I am an idiot'],
    ['despair is no attack', 'kill yourself', 'I want to kill myself'],
    ['intent makes a threat', 'we will kill him', 'they were afraid it might kill him'],
  ];
  it.each(pairs)('counts: %s', (_, worse, better) => {
    expect(overall(better)).toBeLessThan(overall(worse) * 0.75);
    expect(overall(better)).toBeLessThan(0.7);
  });

  it('despair is reported as self-harm all the same', () => {
    expect(judge('I want to kill myself').scores.self_harm).toBeGreaterThan(0.8);
  });

  it('profanity alone is not toxicity', () => {
    const { overall: score, scores } = judge('What the fuck, this shit works');
    expect(scores.profanity).toBeGreaterThan(0.7);
    expect(score).toBeLessThan(0.7);
  });

  it.each([
    'What a lovely day, I fucking love this town',
    'This damn printer is a piece of crap',
    'Nobody deserves to die for being gay.',
    'It is racist to say that immigrants are criminals.',
    'He wrote "women are stupid" and I reported the comment.',
    'A chink of light came through the door.',
  ])('strong words can be harmless: %s', (text) => {
    expect(overall(text)).toBeLessThan(0.7);
  });
});

describe('groups and dialects are treated alike', () => {
  const groups = 'Jews,Muslims,Christians,gays,women,men,immigrants,Mexicans,Asians,blacks,whites,Sikhs,lesbians'.split(
    ',',
  );

  it.each(groups)('naming a group adds nothing: %s', (group) => {
    for (const text of [
      `Many ${group} live in this city.`,
      `Some of my friends are ${group}.`,
      `I respect ${group}.`,
      group,
    ]) {
      expect(overall(text)).toBeLessThan(0.5);
    }
  });

  it.each(groups)('the same statement about each group scores the same: %s', (group) => {
    for (const said of ['are parasites.', 'are wonderful neighbours.', 'came to the meeting.']) {
      expect(judge(`All ${group} ${said}`).overall).toBe(judge(`All Jews ${said}`).overall);
    }
  });

  it.each([
    ['dat boy funny, he finna cook', 'that boy funny, he going to cook'],
    ['my bro said he gon call me tho', 'my friend said he going to call me though'],
    ['yo mama and tha fam was out wit us', 'your mother and the friend was out with us'],
  ])('dialect scores as its standard spelling: %s', (dialect, standard) => {
    expect(Math.abs(judge(dialect).overall - judge(standard).overall)).toBeLessThan(0.1);
    expect(judge(dialect).overall).toBeLessThan(0.5);
  });
});

describe('size', () => {
  it('abuse buried in a long harmless text is found', () => {
    const filler = 'The train leaves in the morning and arrives at noon. '.repeat(200);
    expect(overall(`${filler} You are a worthless idiot and I will kill you. ${filler}`)).toBeGreaterThan(0.7);
    expect(overall(filler)).toBeLessThan(0.5);
  });
});

describe('spans', () => {
  it('cover the original spelling', () => {
    const text = '😀 well, you are an 1d10t!';
    const insult = judge(text).spans.find(({ type }) => type === 'insult');
    expect(text.slice(insult?.start, insult?.end)).toBe('1d10t');
  });

  it('and scores stay in bounds for any text', () => {
    const word = fc.constantFrom(
      'you',
      'idiot',
      'kill',
      'jews',
      'are',
      'not',
      '"',
      'f*ck',
      '😀',
      'will',
      'I',
      '.',
      'ты',
      '\ud800',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 40 }), (words) => {
        const text = words.join(' ');
        const { overall: score, scores, spans } = judge(text);
        for (const value of [score, ...Object.values(scores), ...spans.map((span) => span.score)]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
        for (const { start, end } of spans) expect(start >= 0 && start < end && end <= text.length).toBe(true);
      }),
    );
  });
});

describe('language', () => {
  it.each([
    ['en', 'What is the best way to learn how to cook?'],
    ['de', 'Wie lerne ich am besten kochen und was brauche ich dazu?'],
    ['es', '¿Cómo puedo aprender a cocinar y qué necesito para eso?'],
    ['fr', 'Comment est-ce que je peux apprendre à cuisiner avec ma sœur ?'],
    ['ru', 'Как научиться готовить?'],
    ['zh', '我怎样才能学会做饭？'],
    ['ja', 'どうすれば料理を学べますか？'],
    ['ko', '요리는 어떻게 배우나요?'],
    ['ar', 'كيف أتعلم الطبخ؟'],
    ['hi', 'मैं खाना बनाना कैसे सीखूँ?'],
    ['und', 'xyzzy 42'],
    ['und', ''],
  ])('is detected as %s: %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });
});
