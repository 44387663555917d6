/** Lists as one sequence: each page is fetched when it is needed. */

interface PageOf<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

/**
 * Gives every item of a list, page by page.
 * @example for await (const model of paginate(client.models.list, { limit: 100 })) console.log(model.name);
 */
export async function* paginate<T, Input extends { readonly cursor?: string | undefined }>(
  list: (input: Input) => Promise<PageOf<T>>,
  input: Input,
): AsyncGenerator<T, void, undefined> {
  let page = await list(input);
  yield* page.items;
  // A service that gives the same cursor again would be asked for ever.
  const seen = new Set<string>();
  while (page.next_cursor !== null && !seen.has(page.next_cursor)) {
    seen.add(page.next_cursor);
    page = await list({ ...input, cursor: page.next_cursor });
    yield* page.items;
  }
}
