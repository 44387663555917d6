/** Renders the changes of a tool since its approval, place by place, so that everything approved was shown. */
import type { InstallationTools } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';

type Tool = InstallationTools['items'][number];

const maxPlaces = 200;
const maxChars = 2_000;

/** Renders a table for each new or changed tool; nothing for the others. */
export function renderToolChange({ server, name, change, approved, present }: Tool, style: Style): string {
  if (change !== 'changed' && change !== 'added') return '';
  const [before, now] = [new Map(placesOf(approved ?? {})), new Map(placesOf(present ?? {}))];
  const rows = [...new Set([...before.keys(), ...now.keys()])]
    .filter((place) => before.get(place) !== now.get(place))
    .flatMap((place) => [line('-', place, before.get(place)), line('+', place, now.get(place))].flat());
  const left = rows.length - maxPlaces;
  const more = left > 0 ? `and ${left} more: --json shows all\n` : '';
  const title = style.bold(toPlainText(`${name} of ${server}: ${change}`, 200));
  return `\n${title}\n${renderHeadTable(['', 'PLACE', 'WHAT'], rows.slice(0, maxPlaces), style)}${more}`;
}

function line(sign: string, place: string, text: string | undefined): string[][] {
  return text === undefined ? [] : [[sign, toPlainText(place, 200), toPlainText(text, maxChars)]];
}

/** Lists every value with its place, such as `inputSchema.properties.to.type`. */
function placesOf(value: unknown, at = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[at, JSON.stringify(value)]];
  const entries = Object.entries(value);
  if (entries.length === 0) return at === '' ? [] : [[at, Array.isArray(value) ? '[]' : '{}']];
  return entries.flatMap(([key, inner]) => placesOf(inner, at === '' ? key : `${at}.${key}`));
}
