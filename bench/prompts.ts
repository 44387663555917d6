/** Ordinary prompts of 600 characters, all different, from a fixed seed. */

const subjects = [
  'a small bakery',
  'the town library',
  'our garden',
  'a night train',
  'the old harbour',
  'a chess club',
];
const verbs = ['plans', 'describes', 'compares', 'improves', 'remembers', 'celebrates', 'measures', 'paints'];
const objects = [
  'its opening hours',
  'three recipes',
  'the weather of last spring',
  'a map of the valley',
  'the budget',
];
const endings = ['for visitors', 'before the summer', 'in plain words', 'with two examples', 'for a school class'];

/** A linear congruential generator: the same prompts in every run. */
function createPick(seed: number): <Item>(items: readonly Item[]) => Item {
  let state = seed;
  return (items) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // Lists here are never empty, and the index is below their length.
    return items[state % items.length] as (typeof items)[number];
  };
}

export function prompts(count: number, length = 600): string[] {
  const pick = createPick(42);
  return Array.from({ length: count }, (_, index) => {
    let text = `Question ${index + 1}. `;
    while (text.length < length) {
      text += `Please tell me how ${pick(subjects)} ${pick(verbs)} ${pick(objects)} ${pick(endings)}. `;
    }
    return text.slice(0, length);
  });
}
