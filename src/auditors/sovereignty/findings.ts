/** Facts about one request: place, transfer, receipts. Each is computed once, whichever claims are requested. */
import { AuditorFailure, type MethodInput } from '@assay/sdk';
import { oncePerInput } from '../once-per-input.ts';
import { parseAllowedLocations } from './allowed-locations.ts';
import { parseAnchors, parseGeoPoint } from './anchors.ts';
import { parseCountry } from './countries.ts';
import {
  confidenceOf,
  type Disc,
  estimate,
  findImpossibleLinks,
  type LocationEstimate,
  type Medium,
  meet,
  toDiscs,
} from './locate.ts';
import { findRegions, type Place, type PlaceProblem, parseProvider, resolvePlace } from './places.ts';
import { type LocationFacts, parseLocation, parseReceipts } from './receipt-shape.ts';
import type { AllowedOptions, PlaceOptions, ReceiptOptions, TransferOptions } from './settings.ts';
import { earthRadiusKm } from './sphere.ts';
import { judgeTransfer, type TransferAnswer } from './transfers.ts';
import { createReceiptChecker, type ReceiptProblem } from './verify-receipts.ts';

const aCountry = 'an ISO 3166-1 alpha-2 code such as DE';

export interface PlaceFinding {
  readonly place?: Place;
  readonly problem?: PlaceProblem;
  /** Source of the place: the configuration, which a request can contradict but not replace, or the request. */
  readonly source: 'configured' | 'request';
}

export interface TransferFinding {
  readonly origin?: string;
  /** Known if place and origin are. */
  readonly answer?: TransferAnswer;
}

export interface EvidenceFinding {
  readonly receiptCount: number;
  readonly problems: readonly { readonly index: number; readonly problem: ReceiptProblem }[];
  readonly impossibleLinks: readonly string[];
  /** The quote names the key and the nonce, and every receipt carries both. */
  readonly isBound: boolean;
  /** The discs have no common point. */
  readonly isInconsistent: boolean;
  readonly discs: readonly Disc[];
  /** Radius of the area left by the vacuum discs; absent without a bound. */
  readonly radiusKm?: number;
  readonly estimate?: LocationEstimate;
  readonly confidence: number;
  /** Half of the lifetime is over, so fresh receipts are due. */
  readonly isStale: boolean;
}

/** Finds the place of the data. @throws AuditorFailure for a wrong request or setting. */
export const findPlace = oncePerInput((input: MethodInput, options: PlaceOptions): PlaceFinding => {
  const facts = readLocation(input);
  const requested = resolveRequested(facts, options.provider);
  if (options.location.trim() === '') {
    return typeof requested === 'string'
      ? { problem: requested, source: 'request' }
      : { place: requested, source: 'request' };
  }
  const configured = resolveConfigured(options);
  if (!agrees(configured, requested, facts.region)) return { problem: 'location_contradictory', source: 'configured' };
  // A request may only name a region within the configured country.
  const place = typeof requested === 'string' || configured.region !== undefined ? configured : requested;
  return { place: withCoordinates(place, options.coordinates), source: 'configured' };
});

/** Reads the list of allowed places. @throws AuditorFailure INVALID_SETTING. */
export const findAllowed = oncePerInput((_input, options: AllowedOptions & { readonly provider: string }) =>
  parseAllowedLocations(options.allowed_locations, parseProvider(options.provider)),
);

export interface TransferContext extends TransferOptions {
  readonly destination: string | undefined;
  readonly day: string;
}

/** Judges the transfer from the user's country to the place. @throws AuditorFailure for an invalid country. */
export const findTransfer = oncePerInput((input: MethodInput, options: TransferContext): TransferFinding => {
  const origin = readOrigin(input, options.user_country);
  const { destination, day, transfer_mechanism: named, conditions } = options;
  if (origin === undefined) return {};
  if (destination === undefined) return { origin };
  return { origin, answer: judgeTransfer({ origin, destination, day, named, conditions }) };
});

const checkReceipts = createReceiptChecker();

/** Checks the receipts and locates the host. @throws AuditorFailure for a wrong shape or setting. */
export const findEvidence = oncePerInput(
  (input: MethodInput, options: ReceiptOptions & { readonly now: number }): EvidenceFinding | undefined => {
    const receipts = parseReceipts(input.metadata['receipts']);
    const cycle = readLocation(input);
    if (receipts.length === 0 && cycle.quote_binding === undefined) return undefined;
    const lifetimeMs = options.receipt_lifetime_s * 1000;
    const anchors = parseAnchors(options.anchors);
    const { probes, problems } = checkReceipts(receipts, { anchors, now: options.now, lifetimeMs, cycle });
    const points = new Map(probes.map(({ anchorId, point }) => [anchorId, point] as const));
    const impossibleLinks = findImpossibleLinks(probes, (id) => anchors.get(id)?.location ?? points.get(id));
    const discs = toDiscs(probes);
    const bounding = meet(discs);
    const isSound = problems.length === 0 && impossibleLinks.length === 0 && bounding.kind !== 'empty';
    const radiusKm = isSound && bounding.kind === 'cap' ? bounding.cap.radius * earthRadiusKm : undefined;
    const shown = radiusKm === undefined ? undefined : estimate(probes, bounding, toMedium(options.medium));
    const ageShare = discs.reduce((oldest, { ageMs }) => Math.max(oldest, ageMs / lifetimeMs), 0);
    return {
      receiptCount: receipts.length,
      problems,
      impossibleLinks,
      isBound: cycle.quote_binding !== undefined && problems.length === 0,
      isInconsistent: bounding.kind === 'empty',
      discs,
      ...(radiusKm === undefined ? {} : { radiusKm }),
      ...(shown === undefined ? {} : { estimate: shown }),
      confidence: radiusKm === undefined ? 0 : confidenceOf(radiusKm, discs.length, ageShare),
      isStale: ageShare > 0.5,
    };
  },
);

function readLocation(input: MethodInput): LocationFacts {
  return parseLocation(input.metadata['location']);
}

function resolveRequested({ country, region, provider }: LocationFacts, otherwise: string): Place | PlaceProblem {
  if (country !== undefined && parseCountry(country) === undefined) {
    throw new AuditorFailure('INVALID_REQUEST', `data.metadata.location.country must be ${aCountry}`);
  }
  return resolvePlace({ country, region, provider: provider ?? otherwise });
}

function resolveConfigured({ location, provider }: PlaceOptions): Place {
  const country = parseCountry(location);
  if (country !== undefined) return { country };
  const place = resolvePlace({ region: location, provider });
  if (typeof place !== 'string') return place;
  const remedy = place === 'location_ambiguous' ? 'set the provider too' : `it must be ${aCountry} or a known region`;
  throw new AuditorFailure('INVALID_SETTING', `The setting location does not name a single place: ${remedy}`);
}

/** An unknown region says nothing; an ambiguous region agrees if it may be the configured one. */
function agrees(configured: Place, requested: Place | PlaceProblem, region: string | undefined): boolean {
  if (requested === 'location_unknown') return true;
  if (requested === 'location_contradictory') return false;
  if (requested === 'location_ambiguous') return findRegions(region ?? '').some((found) => isSame(configured, found));
  return isSame(configured, requested);
}

function isSame(one: Place, other: Place): boolean {
  if (one.country !== other.country) return false;
  return one.region === undefined || other.region === undefined || one.region === other.region;
}

function withCoordinates(place: Place, coordinates: string): Place {
  if (coordinates.trim() === '') return place;
  const point = parseGeoPoint(coordinates);
  if (point !== undefined) return { point, country: place.country, ...nameRegion(place) };
  throw new AuditorFailure('INVALID_SETTING', 'The setting coordinates must be latitude/longitude in degrees');
}

function nameRegion({ region, provider }: Place): Pick<Place, 'region' | 'provider'> {
  return { ...(region === undefined ? {} : { region }), ...(provider === undefined ? {} : { provider }) };
}

function readOrigin(input: MethodInput, configured: string): string | undefined {
  const requested = input.metadata['user_country'];
  if (requested === undefined || requested === '') {
    if (configured.trim() === '') return undefined;
    const country = parseCountry(configured);
    if (country !== undefined) return country;
    throw new AuditorFailure('INVALID_SETTING', `The setting user_country must be ${aCountry}`);
  }
  const country = typeof requested === 'string' ? parseCountry(requested) : undefined;
  if (country !== undefined) return country;
  throw new AuditorFailure('INVALID_REQUEST', `data.metadata.user_country must be ${aCountry}`);
}

function toMedium(text: string): Medium {
  return text === 'fibre' ? 'fibre' : 'vacuum';
}
