/** Words with opposite meanings, in news and business language. */
import { meaningOf } from './meanings.ts';
import { stem } from './stem.ts';

/** Each line: meanings left of the bar contradict those right of it. */
const opposites = `
rise | fall cut
start | end
win | lose
big | small
approve | reject
permit | ban
success | fail
succeed | fail
arrive | leave
hire | sack
safe | danger unsafe
old | new young
early | late
quick | slow
rich | poor
expensive | cheap
difficult | easy
high | low
higher | lower
more | less fewer
most | least fewest
above | below
over | under
up | down
increase | reduce
buy | sell
give | take
accept | reject
guilty | innocent acquit
convict | acquit clear
alive | die
survive | die kill
build | destroy
love | hate
support | oppose criticise criticize
praise | criticise criticize condemn
include | exclude
inside | outside
public | private
male | female
man | woman
mother | father
brother | sister
son | daughter
husband | wife
first | last second
north | south
northern | southern
east | west
eastern | western
left | right
positive | negative
profit | loss deficit
surplus | deficit
legal | illegal unlawful
lawful | unlawful
possible | impossible
likely | unlikely
open | shut
import | export
lend | borrow
strong | weak
good | bad
better | worse
best | worst
true | false
remember | forget
confirm | deny
admit | deny
hot | cold
day | night
morning | evening afternoon
always | never
all | none some
every | no
both | neither
free | jail
release | arrest jail
resume | suspend
union | employer
agree | disagree
improve | worsen deteriorate
advance | retreat
expand | shrink
gain | lose
majority | minority
maximum | minimum
before | after
temporary | permanent
voluntary | compulsory mandatory
domestic | foreign
urban | rural
victim | suspect attacker
teacher | pupil
cheaper | dearer
shorter | longer
welcome | regret criticise condemn reject
praise | blame criticise
accept | appeal decline reject refuse
propose | oppose
support | oppose reject criticise
promise | refuse decline
agree | refuse decline dispute
criticise | welcome praise support
worse | better
worsen | improve
smaller | larger bigger
thinner | fatter heavier
heavier | lighter
longer | shorter
fewer | more
broke | miss
charge | drop convict acquit
convict | drop accuse suspect
drop | convict charge
guilty | cleared
succeed | fail
success | fail without
close | open reopen
closed | open
reopen | close
resume | stop suspend
together | apart alone
slightly | sharply greatly
unchanged | rise fall
cheap | costly
allow | prevent
encourage | discourage
ahead | behind
northern | southern
wet | dry
borrow | repay
enter | leave
join | leave quit
trust | distrust
publish | withhold
hide | reveal
secret | public
`;

const against = new Map<string, Set<string>>();
for (const line of opposites.trim().split('\n')) {
  const [left = [], right = []] = line.split('|').map((side) => side.trim().split(/\s+/).map(toKey));
  for (const one of left) for (const other of right) if (one !== other) link(one, other);
}

function link(one: string, other: string): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const known = against.get(from) ?? new Set<string>();
    known.add(to);
    against.set(from, known);
  }
}

/** Gives the opposites of a word, as lower-case forms and as meanings. */
function toKey(word: string): string {
  return meaningOf(stem(word));
}

const none: ReadonlySet<string> = new Set();

/** Lists the meanings that contradict this one. */
export function oppositesOf(meaning: string): ReadonlySet<string> {
  return against.get(meaning) ?? none;
}
