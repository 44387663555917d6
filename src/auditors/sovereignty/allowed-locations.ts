/** The list of allowed places of data: countries, groups of countries, regions of providers. */
import { AuditorFailure } from '@assay/sdk';
import { groups, parseCountry } from './countries.ts';
import { findRegions, type Place } from './places.ts';

export interface AllowedLocations {
  /** The recognised entries. */
  readonly names: readonly string[];
  has(place: Place): boolean;
}

type Entry = readonly [name: string, allows: (place: Place) => boolean];

/**
 * Reads the setting `allowed_locations`.
 *
 * @param provider whose region is meant if two providers use one id for different countries.
 * @throws AuditorFailure INVALID_SETTING naming the entry by its number; a skipped entry would be a gap.
 */
export function parseAllowedLocations(items: readonly string[], provider: string | undefined): AllowedLocations {
  const entries = items.map((item, index) => parseEntry(item, provider) ?? refuse(index));
  return {
    names: [...new Set(entries.map(([name]) => name))],
    has: (place) => entries.some(([, allows]) => allows(place)),
  };
}

function parseEntry(item: string, provider: string | undefined): Entry | undefined {
  const group = item
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '_');
  const members = groups.get(group);
  if (members !== undefined) return [group, ({ country }) => members.has(country)];
  const code = parseCountry(item);
  if (code !== undefined) return [code, ({ country }) => country === code];
  const regions = findRegions(item);
  const isSure = new Set(regions.map(({ country }) => country)).size === 1;
  const meant = isSure ? regions : regions.filter((region) => region.provider === provider);
  const [first] = meant;
  if (first === undefined) return undefined;
  const name = isSure && !item.includes(':') ? first.region : `${first.provider}:${first.region}`;
  return [
    name,
    (place) => meant.some(({ region, provider: owner }) => place.region === region && place.provider === owner),
  ];
}

function refuse(index: number): never {
  throw new AuditorFailure(
    'INVALID_SETTING',
    `The setting allowed_locations: entry ${index + 1} must be a country (DE), a group (EEA) or a region (eu-central-1; aws:eu-west-1 where providers differ)`,
  );
}
