/** Tells, from its words alone, whether the title of a test is a sentence. */

const auxiliaries = 'is are has have does do can cannot may must';

/** Verbs that are no nouns. They count in both forms: `it refuses`, `they refuse`. */
const verbs = `
accept accompany add admit advance affect affirm aggregate agree align allow appear append apply approve arrive assert attest
authenticate authorize avoid become begin belong bind bring cancel carry choose clash close combine come compare compile complete
confirm connect consider consist contain contradict converge convince continue cover create decide declare decode delete deliver
deny depend deploy describe destroy detect differ disable discard disconnect distinguish earn encode end enforce equal examine exceed
exclude exempt exist expire explain extend fail fetch fill finish fit follow forbid forget freeze gain get give go grow guess
happen hear hide hold identify ignore imitate include infer inspect interrupt invalidate invite join judge jump keep know lack
lead learn leave let lie listen locate lose make match mean meet merge miss narrow need negate notify observe occur offer omit
open overwrite parse pass permit persist predict prefer prevent prove protect publish put raise reach read reassemble receive
recognise redact refer refuse register reject relay remain remove renew represent require resolve restart restore restrict resume
retire return reveal revive revoke rewrap rewrite ruin run satisfy save say see seem send separate serve share shorten show
shuffle skip sort speak split stand start stay stop submit succeed suffice suggest survive suspend swap take tell throw tolerate
treat trust truncate try turn understand update validate verify violate vouch wait wake want warn weigh widen win withdraw
withhold withstand write`;

/** Verbs that are nouns too. They count in the third person, and in the plural as the first word or after a plural. */
const nounsToo = `
abort account act address announce answer ask attempt audit batch block bound break buffer bundle bypass cache call catch cause change
check claim clamp clear colour commit cost count crash cut default delay die double draw drop escape exchange exit export fall figure
filter find flow force forward guard handle hash import insert issue kill label lapse last lift limit link list live load lock log look
map mark mask measure move name note number order override page pair pause pin place plan point press print pull push quarantine race rank
rate record refresh release repeat replace replay reply report request reset rest result reuse review rise rotate round-trip
rule sample score seal set sign state store stream sum switch sync test time touch trace trap use value vary watch yield`;

/** A noun follows, or the verb of a clause that only says which one is meant. */
const beforeNoun =
  /(?<![\w-])(?:(?:that|which|who|whose|what) [\w-]+|(?:(?:a|an|any|as|at|by|for|from|in|its|no|of|on|our|the|their|to|with|without) )+(?!(?:is|are|has|have|do|does)\b)[\w-]+)/g;

/** Words that state no guarantee. */
const empty = /\b(should|works|correctly|properly|ok)\b/i;

/** Words that are written with a capital and are no identifier. */
const names = 'Azure Evidence Genoa Host Katz Keras Lambda Milan Newcombe Origin Python Revoked Wilson';

const listOf = (text: string): string[] => text.trim().split(/\s+/);
const thirdPerson = (verb: string): string => {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:[sxo]|[cs]h)$/.test(verb) ? `${verb}es` : `${verb}s`;
};
const anywhere = new Set(
  [auxiliaries, verbs].flatMap(listOf).concat([verbs, nounsToo].flatMap(listOf).map(thirdPerson)),
);
const afterPlural = new Set(listOf(nounsToo));
const capitalised = new Set(listOf(names));

function hasVerb(part: string): boolean {
  const words = part.replace(beforeNoun, '').match(/[A-Za-z][A-Za-z-]*/g) ?? [];
  return words.some((word, at) => anywhere.has(word) || (afterPlural.has(word) && /^$|s$/.test(words[at - 1] ?? '')));
}

/**
 * @param title of a test, as in the source: `%s` and `${key}` stand for an article and a noun
 * @param around the titles of the `describe` blocks around it, which vitest prints before it
 * @returns what is wrong with it, or undefined
 */
export function faultOf(title: string, around: readonly string[] = []): string | undefined {
  const parts = [...around, title];
  const [start = ''] = /^[\w’'.-]*/.exec(title) ?? [];
  if (title.endsWith('.') && !title.endsWith('..')) return 'ends with a full stop';
  if (/^(A|[A-Z][a-z]+)$/.test(start) && !capitalised.has(start)) return 'begins with a capital';
  if (empty.test(title)) return `states nothing by "${empty.exec(title)?.[0] ?? ''}"`;
  if (
    parts
      .join(' ')
      .replace(/%\w|\$[{\w]+/g, 'the value')
      .trim()
      .split(/\s+/).length < 3
  )
    return 'has fewer than three words';
  return parts.some(hasVerb) ? undefined : 'has no verb in the present tense';
}

/** How a call begins that gives a title, and the title as its first argument. A modifier may take arguments of its own. */
const calls = /^( *)(describe|it|test)\b((?:\.\w+)*)/gm;
const text = /(?:'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`|\w+),/;
const direct = new RegExp(String.raw`\(\s*${text.source}`, 'y');
const afterModifier = new RegExp(String.raw`\)\(\s*${text.source}`, 'g');

export interface Title {
  readonly title: string;
  readonly around: readonly string[];
}

/**
 * Reads the titles of a test file. The indentation of formatted code tells which `describe` is around a test. A title in a
 * variable reads as empty.
 */
export function titlesOf(code: string): Title[] {
  const open: { indent: number; title: string }[] = [];
  return [...code.matchAll(calls)].flatMap(
    ({ 0: call, 1: { length: indent } = '', 2: kind, 3: modifiers = '', index }) => {
      direct.lastIndex = index + call.length;
      afterModifier.lastIndex = index + call.length;
      const found = direct.exec(code) ?? (modifiers === '' ? null : afterModifier.exec(code));
      if (found === null) return [];
      const title = found[1] ?? found[2] ?? found[3] ?? '';
      while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
      const around = open.map((one) => one.title);
      if (kind === 'describe') open.push({ indent, title });
      return kind === 'describe' || title === '' ? [] : [{ title, around }];
    },
  );
}
