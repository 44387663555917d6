/** Describes shapes (JSON Schema) in words, with a table of members for each named one. */
import { cell } from './cell.ts';

export interface Shape {
  readonly $id?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Collects the named shapes that a page mentions. */
export type Named = Map<string, Shape>;

/** Gives the type of a value in words. */
export function typeOf(shape: Shape, named: Named): string {
  if (shape.$id !== undefined && hasMembers(shape)) {
    if (!named.has(shape.$id)) {
      named.set(shape.$id, shape);
      // Shapes inside it are named too.
      memberRows(shape, named);
    }
    return `[${shape.$id}](#${shape.$id.toLowerCase()})`;
  }
  if (shape.const !== undefined) return `\`${JSON.stringify(shape.const)}\``;
  if (shape.enum !== undefined) return shape.enum.map((one) => `\`${JSON.stringify(one)}\``).join(', ');
  const alternatives = shape.anyOf ?? shape.allOf;
  if (alternatives !== undefined) {
    const types = [...new Set(alternatives.map((one) => typeOf(one, named)))];
    return types.length > 12 ? `${types.slice(0, 12).join(', ')} …` : types.join(', ');
  }
  if (shape.type === 'array') return shape.items === undefined ? 'list' : `list of ${typeOf(shape.items, named)}`;
  const range = [shape.minimum, shape.maximum].some((bound) => bound !== undefined);
  if (range) return `${shape.type} (${shape.minimum ?? ''}…${shape.maximum ?? ''})`;
  return shape.type ?? 'any';
}

const hasMembers = ({ properties }: Shape) => Object.keys(properties ?? {}).length > 0;

/** Gives a row for each member: name, whether it is required, type, description. */
export function memberRows(shape: Shape, named: Named, prefix = ''): readonly string[] {
  const parts = shape.allOf ?? (shape.anyOf?.every(hasMembers) ? shape.anyOf : undefined);
  if (parts !== undefined && shape.properties === undefined) {
    return [...new Set(parts.flatMap((part) => memberRows(part, named, prefix)))];
  }
  return Object.entries(shape.properties ?? {}).flatMap(([name, member]) => {
    const isNeeded = shape.required?.includes(name) === true;
    const path = `${prefix}${name}`;
    const isInline = member.$id === undefined && hasMembers(member) && prefix.split('.').length < 3;
    const type = isInline ? 'object' : typeOf(member, named);
    const row = `| \`${path}\` | ${isNeeded ? 'yes' : ''} | ${cell(type)} | ${cell(member.description ?? '')} |`;
    return isInline ? [row, ...memberRows(member, named, `${path}.`)] : [row];
  });
}

/** Gives the tables of the named shapes, by name. */
export function shapeTables(named: Named): string {
  const names = [...named.keys()].sort();
  return names
    .map((name) => {
      const rows = memberRows(named.get(name) ?? {}, named);
      return [`### ${name}`, '', '| member | always | type | meaning |', '|---|---|---|---|', ...rows].join('\n');
    })
    .join('\n\n');
}
