/** What a person should look at twice in the definition of a tool, because it is made to be overlooked. */
import type { ToolDefinition } from '../../platform/tools/definition.ts';
import { hasHiddenText } from '../../platform/tools/hidden-text.ts';

export const toolFlags = ['hidden_characters', 'long_description', 'unusual_name', 'similar_name'] as const;
export type ToolFlag = (typeof toolFlags)[number];

const longDescription = 4_000;
/** What the specification asks of names (MCP 2026-07-28). */
const usualName = /^[A-Za-z0-9_.-]{1,128}$/;

/** By `server` and name; those without are left out. */
export function findOddities(definitions: readonly ToolDefinition[]): ReadonlyMap<ToolDefinition, readonly ToolFlag[]> {
  const counts = new Map<string, number>();
  for (const { name } of definitions) counts.set(skeleton(name), (counts.get(skeleton(name)) ?? 0) + 1);
  return new Map(
    definitions.flatMap((each) => {
      const flags: ToolFlag[] = [
        ...(hasHiddenText(each) ? (['hidden_characters'] as const) : []),
        ...((each.description?.length ?? 0) > longDescription ? (['long_description'] as const) : []),
        ...(usualName.test(each.name) ? [] : (['unusual_name'] as const)),
        ...((counts.get(skeleton(each.name)) ?? 0) > 1 ? (['similar_name'] as const) : []),
      ];
      return flags.length === 0 ? [] : [[each, flags] as const];
    }),
  );
}

/** Cyrillic, Armenian and Greek letters that names are usually faked with (Unicode TR 39), and the Latin ones they look like. */
const others = [
  ...'\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u0261\u04bb\u04cf\u0578\u057d\u03b1\u03bf\u03c1\u03bd\u03c4\u03b9\u03ba',
];
const latin = [...'aeopcyxijsdghlnuaopvtik'];
const lookalikes = new Map(others.map((letter, index) => [letter, latin[index] ?? letter]));

/** What a name looks like to whoever reads it fast. */
function skeleton(name: string): string {
  const letters = [...name.normalize('NFKC').toLowerCase()];
  return letters
    .map((letter) => lookalikes.get(letter) ?? letter)
    .join('')
    .replace(/[\p{Cf}\p{Mn}\s_.-]/gu, '')
    .replaceAll(/[1|!]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('i', 'l');
}
