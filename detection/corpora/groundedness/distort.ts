/**
 * Distorts the meaning of a sentence and keeps nearly all words: another title, another unit, done for planned, all for some, the
 * opposite.
 */
import type { Change, Maker } from './perturb.ts';

type Pair = readonly [from: RegExp, to: string];

/** Applies one of the suitable changes. */
function oneOf(pairs: readonly Pair[]): Change {
  return (sentence, { random }) => {
    const fitting = pairs.filter(([from]) => from.test(sentence));
    const [from, to] = fitting[Math.floor(random() * fitting.length)] ?? [];
    return from === undefined || to === undefined ? undefined : sentence.replace(from, to);
  };
}

const otherUnit = oneOf([
  [/(?<=\d |(?:two|three|four|five|six|seven|eight|nine|ten) )minutes\b/, 'hours'],
  [/(?<=\d |(?:two|three|four|five|six|seven|eight|nine|ten) )hours\b/, 'days'],
  [/(?<=\d |(?:two|three|four|five|six|seven|eight|nine|ten) )days\b/, 'months'],
  [/(?<=\d |(?:two|three|four|five|six|seven|eight|nine|ten) )weeks\b/, 'months'],
  [/(?<=\d |(?:two|three|four|five|six|seven|eight|nine|ten) )months\b/, 'weeks'],
  [/(?<=\d |(?:two|three|four|five|six|seven|eight|nine|ten) )years\b/, 'months'],
  [/(?<=\d )kilomet(?:re|er)s\b/, 'metres'],
  [/(?<=\d )met(?:re|er)s\b/, 'kilometres'],
  [/(?<=\d )miles\b/, 'feet'],
  [/(?<=\d )percent\b/, 'million'],
  [/(?<=\d )million\b/, 'billion'],
  [/(?<=\d )tonnes\b/, 'kilograms'],
]);

const titles =
  'mayor director professor chairwoman minister captain coach founder spokesman engineer lawyer governor secretary curator inspector owner designer treasurer'.split(
    ' ',
  );
const titleBesideName = new RegExp(`\\b(?:${titles.join('|')})(?=,? (?:Dr |Prof )?[A-Z])`, 'i');

const otherTitle: Change = (sentence, { random }) => {
  const found = titleBesideName.exec(sentence)?.[0];
  const title = titles.filter((one) => one !== found?.toLowerCase())[Math.floor(random() * (titles.length - 1))];
  if (found === undefined || title === undefined) return undefined;
  const isCapital = found !== found.toLowerCase();
  return sentence.replace(found, isCapital ? title.charAt(0).toUpperCase() + title.slice(1) : title);
};

const done = oneOf([
  [/\bwill be\b/, 'has been'],
  [/\bwill not be\b/, 'was not'],
  [/\bis to be\b/, 'has been'],
  [/\bare to be\b/, 'have been'],
  [/\b(?:could|may|might|should) be\b/, 'was'],
  [/\b(?:plans|hopes|wants|intends|expects) to be\b/, 'has been'],
  [/\bis (?:expected|due|likely) to be\b/, 'was'],
  [/\bare (?:expected|due|likely) to be\b/, 'were'],
  [/\bwill (?=(?:open|close|publish|replace|visit|receive|start|launch|offer)\b)/, 'has already been able to '],
  [/\bwould be\b/, 'had been'],
]);

const everything = oneOf([
  [/\b(?:Some|Most|Many|Several|A few) of the\b/, 'All of the'],
  [/\b(?:some|most|many|several|a few) of the\b/, 'all of the'],
  [/\b(?:Some|Most|Many|Several|A few)\b/, 'All'],
  [/\b(?:some|most|many|several|a few) (?=\p{Ll}+s\b)/u, 'all '],
  [/\b(?:nearly|almost|about) half\b/, 'all'],
  [/\bhalf of\b/, 'all of'],
  [/\bone of the (?=\p{Ll}+est\b)/u, 'the '],
  [/\b(?:\d+|two|three|four|five|six) of the\b/, 'none of the'],
  [/\bvoted\b/, 'voted, unanimously,'],
  [/\bpart of the\b/, 'the entire'],
]);

/** Word pairs that replace each other in both directions. */
const turned =
  `rose:fell gained:lost welcomed:regretted accepted:rejected approved:refused supported:opposed praised:criticised
opened:closed won:lost increased:decreased more:less more:fewer higher:lower better:worse began:ended bought:sold confirmed:denied
agreed:refused above:below before:after early:late larger:smaller longer:shorter first:last promised:refused improved:worsened
succeeded:failed allowed:banned arrived:left cheaper:dearer oldest:newest north:south east:west left:joined with:without
largest:smallest proposed:opposed stronger:weaker public:private many:few`
    .split(/\s+/)
    .map((pair) => pair.split(':'));

const opposite = oneOf(
  turned.flatMap(([left = '', right = '']): Pair[] => [
    [new RegExp(`\\b${left}\\b`), right],
    [new RegExp(`\\b${right}\\b`), left],
  ]),
);

/** Kinds of sentences that contradict their source. */
export const distortions: readonly Maker[] = [
  { kind: 'unit', label: 1, share: 0.3, change: otherUnit },
  { kind: 'title', label: 1, share: 0.5, change: otherTitle },
  { kind: 'done', label: 1, share: 0.5, change: done },
  { kind: 'quantifier', label: 1, share: 0.5, change: everything },
  { kind: 'opposite', label: 1, share: 0.25, change: opposite },
];
