/** Shortens answers for readers: long texts and lists are cut, and so is everything that is nested deeply. */

const longestText = 100;
const longestList = 300;
const deepest = 4;
const most = 16;

/** Gives the value with `…` for what was left out. */
export function shorten(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  const size = JSON.stringify(value).length;
  if (depth > deepest && size > longestText) return '…';
  if (Array.isArray(value)) return shortenList(value, size, depth);
  const members = Object.entries(value).map(([name, member]) => [name, shorten(member, depth + 1)] as const);
  if (depth === 0 || members.length <= most || size < 800) return Object.fromEntries(members);
  return { ...Object.fromEntries(members.slice(0, most)), '…': '…' };
}

function shortenList(list: readonly unknown[], size: number, depth: number): unknown {
  if (list.length < 2 || size <= longestList) return list.map((item) => shorten(item, depth + 1));
  return [shorten(list[0], depth + 1), `… ${list.length - 1} more`];
}
