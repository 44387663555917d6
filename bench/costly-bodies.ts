/** Chat requests in the shapes that cost a gateway most to read. */
import { prompts } from './prompts.ts';

const list = <Item>(size: number, toItem: (at: number) => Item): Item[] =>
  Array.from({ length: size }, (_, at) => toItem(at));
const user = { role: 'user', content: 'Hello' };
const chat = (messages: readonly unknown[], rest: object = {}): string =>
  JSON.stringify({ model: 'bench', messages, ...rest });
const sentence = 'Looks up when the reading room is open and who may use it. ';

/** Bodies by shape. Some exceed a bound: refusing them must not delay other requests either. */
export function costlyBodies(): Readonly<Record<string, string>> {
  const [text = ''] = prompts(1, 1024 * 1024);
  return {
    mebibyte: chat([{ role: 'user', content: text }]),
    tool_results: chat(list(4_900, (at) => ({ role: 'tool', tool_call_id: `call_${at}`, content: sentence }))),
    too_many_results: chat(list(9_000, (at) => ({ role: 'tool', tool_call_id: `call_${at}`, content: sentence }))),
    empty_tool_results: chat([user, ...list(40_000, () => ({ role: 'tool', tool_call_id: 'same', content: '' }))]),
    tool_definitions: chat([user], {
      tools: list(6_900, (at) => ({
        type: 'function',
        function: { name: `f${at}`, description: sentence, parameters: {} },
      })),
    }),
    deep: chat([user], { extra: list(800, () => JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`)) }),
    members: chat([user], { extra: Object.fromEntries(list(49_000, (at) => [`m${at}`, 'x'])) }),
    // Just small enough to be judged on the main thread.
    thirty_kibibytes: chat([{ role: 'user', content: text.slice(0, 30 * 1024) }]),
    numbers: chat([user], { extra: list(390_000, (at) => at % 10) }),
  };
}
