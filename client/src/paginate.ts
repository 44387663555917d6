/** Lists as one sequence: each page is fetched when it is needed. */

interface PageOf<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

type List = (input: never) => Promise<PageOf<unknown>>;
type InputOf<L extends List> = NonNullable<Parameters<L>[0]>;
type ItemOf<L extends List> = Awaited<ReturnType<L>>['items'][number];

/**
 * Gives every item of a list, page by page.
 * @example for await (const model of paginate(client.models.list, { limit: 100 })) console.log(model.name);
 */
export async function* paginate<L extends List>(
  list: L,
  input: InputOf<L>,
): AsyncGenerator<ItemOf<L>, void, undefined> {
  // A list takes its own input with another cursor, and gives pages of its own items: that is how both types are made.
  const ask = list as unknown as (input: object) => Promise<PageOf<ItemOf<L>>>;
  let page = await ask(input);
  yield* page.items;
  // A service that gives the same cursor again would be asked for ever.
  const seen = new Set<string>();
  while (page.next_cursor !== null && !seen.has(page.next_cursor)) {
    seen.add(page.next_cursor);
    page = await ask(Object.assign({}, input, { cursor: page.next_cursor }));
    yield* page.items;
  }
}
