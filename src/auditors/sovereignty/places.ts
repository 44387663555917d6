/** Reads the stated place of data: a country, or a region of a provider from the tables; ambiguous names stay unknown. */
import { cities } from './cities.ts';
import { parseCountry } from './countries.ts';
import { aws, azure, gcp, type RegionTable } from './regions-large.ts';
import { alibaba, hetzner, ibm, oci, ovh, scaleway } from './regions-more.ts';
import type { GeoPoint } from './sphere.ts';

/** A place of data. Without coordinates it can be allowed or not, but not checked by distances. */
export interface Place {
  readonly country: string;
  readonly region?: string;
  readonly provider?: string;
  readonly point?: GeoPoint;
}

/** Known names of a place; each may be missing. */
export interface PlaceNames {
  readonly country?: string | undefined;
  readonly region?: string | undefined;
  readonly provider?: string | undefined;
}

/** Why the names give no place. */
export type PlaceProblem = 'location_unknown' | 'location_ambiguous' | 'location_contradictory';

const providers: ReadonlyMap<string, RegionTable> = new Map(
  Object.entries({ aws, azure, gcp, oci, ibm, alibaba, hetzner, ovh, scaleway }),
);
const providerNames = new Map([
  ...[...providers.keys()].map((id) => [id, id] as const),
  ...['amazon', 'amazonwebservices'].map((name) => [name, 'aws'] as const),
  ...['microsoft', 'microsoftazure'].map((name) => [name, 'azure'] as const),
  ...['google', 'googlecloud'].map((name) => [name, 'gcp'] as const),
  ...['oracle', 'oraclecloud'].map((name) => [name, 'oci'] as const),
  ...['ibmcloud'].map((name) => [name, 'ibm'] as const),
  ...['alibabacloud', 'aliyun'].map((name) => [name, 'alibaba'] as const),
  ...['ovhcloud', 'hetznercloud'].map((name) => [name, name.replace('cloud', '')] as const),
]);

/** Ids of the providers whose regions are known. */
export const providerIds: readonly string[] = [...providers.keys()];

/** Every known region as a place. */
export const knownRegions: readonly Required<Place>[] = [...providers].flatMap(([provider, table]) =>
  Object.entries(table).map(([region, name]) => {
    const [country, lat, lon] = cities[name];
    return { country, region, provider, point: { lat, lon } };
  }),
);
const byRegion = new Map<string, Required<Place>[]>();
for (const place of knownRegions) byRegion.set(place.region, [...(byRegion.get(place.region) ?? []), place]);

/**
 * Resolves country, region and provider to a place.
 *
 * An unknown region is ignored beside a country. A country that is not the region's is a contradiction.
 */
export function resolvePlace({ country, region, provider }: PlaceNames): Place | PlaceProblem {
  const code = country === undefined ? undefined : parseCountry(country);
  if (country !== undefined && code === undefined) return 'location_unknown';
  const found = region === undefined ? [] : findRegions(region, provider);
  if (found.length === 0) return code === undefined ? 'location_unknown' : { country: code };
  const fitting = code === undefined ? found : found.filter((place) => place.country === code);
  const [first, ...others] = fitting;
  if (first === undefined) return 'location_contradictory';
  return others.every((other) => other.country === first.country) ? first : 'location_ambiguous';
}

/** Finds regions by id; an availability zone counts as its region, a display name as its id. */
export function findRegions(text: string, provider?: string): readonly Required<Place>[] {
  const given = text.trim().toLowerCase();
  const [prefix, rest] = given.includes(':') ? given.split(':', 2) : [provider, given];
  const owner = prefix === undefined || prefix === '' ? undefined : (parseProvider(prefix) ?? 'unknown');
  const name = (rest ?? '').replaceAll(' ', '');
  for (const id of [name, ...zoneParents(name)]) {
    const found = (byRegion.get(id) ?? []).filter((place) => owner === undefined || place.provider === owner);
    if (found.length > 0) return found;
  }
  return [];
}

/** Gives the id of a provider for any of its usual names; otherwise undefined. */
export function parseProvider(text: string): string | undefined {
  return providerNames.get(text.toLowerCase().replaceAll(/[\s._-]/g, ''));
}

/** `eu-central-1a` and `europe-west3-b` are zones, `fr-par-1` a zone of Scaleway, `gra11` a site of OVH. */
function zoneParents(name: string): string[] {
  return [/^([a-z-]+-\d+)[a-z]$/, /^([a-z-]+\d+)-[a-z]$/, /^([a-z]{2}-[a-z]{3})-\d$/, /^([a-z]{2,3})\d{1,2}$/]
    .map((form) => form.exec(name)?.[1])
    .filter((parent) => parent !== undefined);
}
