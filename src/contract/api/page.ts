/** Lists of every API take `limit` and an opaque `cursor` and answer `{items, next_cursor, has_more}` in a stable order. */
import { type TSchema, Type } from 'typebox';

export const defaultLimit = 20;
export const maxLimit = 100;

/** Query members of every list. */
export const pageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxLimit, description: `default ${defaultLimit}` })),
  cursor: Type.Optional(Type.String({ maxLength: 64, description: 'next_cursor of the page before' })),
};

/** Query of a list without filters. */
export const PageQuerySchema = Type.Object(pageQuery, { additionalProperties: false });

/** The answer of a list; called `<Item>Page` in the OpenAPI document where its items have a name. */
export function PageSchema<T extends TSchema>(item: T) {
  const name: unknown = Reflect.get(item, '$id');
  return Type.Object(
    {
      items: Type.Array(item),
      next_cursor: Type.Union([Type.String(), Type.Null()]),
      has_more: Type.Boolean(),
    },
    typeof name === 'string' ? { $id: `${name}Page` } : {},
  );
}
