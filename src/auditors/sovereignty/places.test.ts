import { AuditorFailure } from '@assay/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAllowedLocations } from './allowed-locations.ts';
import { groups, lawAreaOf, parseCountry } from './countries.ts';
import { findRegions, knownRegions, type Place, parseProvider, resolvePlace } from './places.ts';

function regionOf(region: string, more: { country?: string; provider?: string } = {}) {
  const place = resolvePlace({ region, ...more });
  return typeof place === 'string' ? place : `${place.provider}:${place.region}:${place.country}`;
}

describe('the tables', () => {
  it('name known countries and points on the globe only', () => {
    for (const { country, point, region } of knownRegions) {
      expect([region, parseCountry(country)]).toEqual([region, country]);
      expect(Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180).toBe(true);
      expect(region).toMatch(/^[a-z0-9-]+$/);
    }
    for (const members of groups.values()) for (const code of members) expect(parseCountry(code)).toBe(code);
    expect(knownRegions.length).toBeGreaterThan(200);
  });

  it('have the EEA as one area of law, without the United Kingdom, Switzerland and Svalbard', () => {
    expect(['DE', 'NO', 'RE', 'EU'].map(lawAreaOf)).toEqual(['EEA', 'EEA', 'EEA', 'EEA']);
    expect(['GB', 'CH', 'SJ', 'NC', 'US'].map(lawAreaOf)).toEqual(['GB', 'CH', 'SJ', 'NC', 'US']);
    expect(groups.get('EU')?.size).toBe(27 + 7 + 1);
  });
});

describe('a place', () => {
  it.each([
    ['eu-central-1', {}, 'aws:eu-central-1:DE'],
    ['EU-Central-1', { provider: 'Alibaba Cloud' }, 'alibaba:eu-central-1:DE'],
    ['eu-central-1b', { provider: 'AWS' }, 'aws:eu-central-1:DE'],
    ['europe-west3-a', {}, 'gcp:europe-west3:DE'],
    ['Germany West Central', {}, 'azure:germanywestcentral:DE'],
    ['europe-west12', { provider: 'google' }, 'gcp:europe-west12:IT'],
    ['fr-par-2', {}, 'scaleway:fr-par:FR'],
    ['gra11', {}, 'ovh:gra:FR'],
    ['fsn1', { provider: 'Hetzner Cloud' }, 'hetzner:fsn1:DE'],
    ['eu-de', { provider: 'ibm' }, 'ibm:eu-de:DE'],
    ['uk-london-1', { country: 'UK' }, 'oci:uk-london-1:GB'],
    ['eu-west-1', { provider: 'aws' }, 'aws:eu-west-1:IE'],
    ['eu-west-1', { provider: 'alibaba' }, 'alibaba:eu-west-1:GB'],
    ['eu-west-1', { country: 'IE' }, 'aws:eu-west-1:IE'],
  ])('%s is found by any of its names', (region, more, expected) => {
    expect(regionOf(region, more)).toBe(expected);
  });

  it('stays unknown when nothing known is named, or the names differ', () => {
    expect(resolvePlace({})).toBe('location_unknown');
    expect(regionOf('atlantis-1')).toBe('location_unknown');
    expect(regionOf('eu-central-1', { provider: 'acme' })).toBe('location_unknown');
    expect(regionOf('eu-west-1')).toBe('location_ambiguous');
    expect(regionOf('eu-central-1', { country: 'FR' })).toBe('location_contradictory');
    expect(resolvePlace({ region: 'our-cellar', country: 'de' })).toEqual({ country: 'DE' });
    expect(['constructor', '__proto__', ''].map((name) => regionOf(name))).toEqual(Array(3).fill('location_unknown'));
    expect([parseProvider('toString'), parseProvider('Amazon Web Services')]).toEqual([undefined, 'aws']);
  });

  it('any names give a known country or none, without a failure', () => {
    const name = fc.oneof(
      fc.string(),
      fc.constantFrom(...knownRegions.map(({ region }) => region), 'aws:eu-west-1', 'eu:x'),
    );
    fc.assert(
      fc.property(name, fc.option(fc.string(), { nil: undefined }), (region, provider) => {
        const place = resolvePlace({ region, provider });
        if (typeof place !== 'string') expect(parseCountry(place.country)).toBe(place.country);
      }),
    );
  });
});

describe('allowed locations', () => {
  const place = (region: string, provider?: string): Place => {
    const found = resolvePlace({ region, provider });
    if (typeof found === 'string') throw new Error(found);
    return found;
  };

  it('are countries, groups and regions, in any spelling', () => {
    const allowed = parseAllowedLocations(['eea', 'uk', 'Five Eyes', 'aws:ap-northeast-1', 'europe-west6'], undefined);
    expect(allowed.names).toEqual(['EEA', 'GB', 'FIVE_EYES', 'aws:ap-northeast-1', 'europe-west6']);
    const has = [
      ...[{ country: 'DE' }, { country: 'GB' }, { country: 'NZ' }, { country: 'CH' }, { country: 'JP' }],
      ...[place('ap-northeast-1', 'aws'), place('ap-northeast-1', 'alibaba'), place('europe-west6')],
    ].map((one) => allowed.has(one));
    expect(has).toEqual([true, true, true, false, false, true, false, true]);
  });

  it('an id that two providers use for two countries needs its provider', () => {
    expect(() => parseAllowedLocations(['DE', 'eu-west-1'], undefined)).toThrow('entry 2');
    const allowed = parseAllowedLocations(['eu-west-1'], 'aws');
    expect(allowed.names).toEqual(['aws:eu-west-1']);
    expect([allowed.has(place('eu-west-1', 'aws')), allowed.has(place('eu-west-1', 'alibaba'))]).toEqual([true, false]);
  });

  it('an unknown entry is refused, not skipped', () => {
    for (const entry of ['Narnia', '', 'eu-central-99', 'acme:eu-central-1']) {
      expect(() => parseAllowedLocations([entry], undefined)).toThrow(AuditorFailure);
    }
    expect(findRegions('eu-central-1').length).toBe(2);
  });
});
