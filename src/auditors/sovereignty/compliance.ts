/** The finding: every check required by the facts and the settings, and each reason against compliance. */
import type { MethodInput } from '@assay/sdk';
import type { AllowedLocations } from './allowed-locations.ts';
import {
  type EvidenceFinding,
  findAllowed,
  findEvidence,
  findPlace,
  findTransfer,
  type PlaceFinding,
  type TransferFinding,
} from './findings.ts';
import { excessKm } from './locate.ts';
import type { Place } from './places.ts';
import type { AllowedOptions, ComplianceOptions, PlaceOptions, ReceiptOptions, TransferOptions } from './settings.ts';

/** Reasons why `sovereignty_compliant` is false. */
export type Reason =
  | NonNullable<PlaceFinding['problem']>
  | NonNullable<NonNullable<TransferFinding['answer']>['problem']>
  | 'location_not_allowed'
  | 'user_country_unknown'
  /** Neither a list of places nor a country of the user is given, so nothing was judged. */
  | 'nothing_to_judge'
  | 'receipts_missing'
  | 'receipts_refused'
  | 'receipts_not_bound'
  | 'anchors_inconsistent'
  | 'receipts_inconsistent'
  | 'place_refuted'
  | 'place_without_coordinates'
  | 'too_few_anchors'
  | 'radius_too_large'
  | 'confidence_too_low';

export interface Assessment {
  readonly place: PlaceFinding;
  readonly allowed: AllowedLocations;
  readonly transfer: TransferFinding;
  readonly evidence: EvidenceFinding | undefined;
  /** Empty if compliant. */
  readonly reasons: readonly Reason[];
}

/** Assesses the compliance. @throws AuditorFailure for a wrong request or setting. */
export function assess(input: MethodInput, options: ComplianceOptions, now: number): Assessment {
  const place = placeOf(input, options);
  const allowed = allowedOf(input, options);
  const transfer = transferOf(input, options, now);
  const evidence = evidenceOf(input, options, now);
  const reasons = [
    ...reasonsOfPlace(place, allowed),
    ...reasonsOfTransfer(transfer, allowed, options),
    ...reasonsOfEvidence(evidence, place.place, options),
  ];
  return { place, allowed, transfer, evidence, reasons };
}

export function placeOf(input: MethodInput, { location, provider, coordinates }: PlaceOptions): PlaceFinding {
  return findPlace(input, { location, provider, coordinates });
}

export function allowedOf(
  input: MethodInput,
  { allowed_locations, provider }: AllowedOptions & PlaceOptions,
): AllowedLocations {
  return findAllowed(input, { allowed_locations, provider });
}

export function transferOf(input: MethodInput, options: TransferOptions & PlaceOptions, now: number): TransferFinding {
  const { user_country, transfer_mechanism, conditions } = options;
  const destination = placeOf(input, options).place?.country;
  const day = new Date(now).toISOString().slice(0, 10);
  return findTransfer(input, { user_country, transfer_mechanism, conditions, destination, day });
}

export function evidenceOf(input: MethodInput, options: ReceiptOptions, now: number): EvidenceFinding | undefined {
  const { anchors, receipt_lifetime_s, medium, place_tolerance_km } = options;
  return findEvidence(input, { anchors, receipt_lifetime_s, medium, place_tolerance_km, now });
}

function reasonsOfPlace({ place, problem }: PlaceFinding, allowed: AllowedLocations): Reason[] {
  if (place === undefined) return [problem ?? 'location_unknown'];
  return allowed.names.length > 0 && !allowed.has(place) ? ['location_not_allowed'] : [];
}

function reasonsOfTransfer(
  { origin, answer }: TransferFinding,
  allowed: AllowedLocations,
  options: ComplianceOptions,
): Reason[] {
  if (answer?.problem !== undefined) return [answer.problem];
  if (origin !== undefined) return [];
  if (options.require_user_country) return ['user_country_unknown'];
  return allowed.names.length === 0 ? ['nothing_to_judge'] : [];
}

/** Receipts that were sent must be valid, required or not; required receipts must be present and say enough. */
function reasonsOfEvidence(
  evidence: EvidenceFinding | undefined,
  place: Place | undefined,
  options: ComplianceOptions,
): Reason[] {
  const isNeeded = options.minimum_anchors > 0;
  if (evidence === undefined) return isNeeded ? ['receipts_missing'] : [];
  const reasons: Reason[] = [];
  if (evidence.problems.length > 0) reasons.push('receipts_refused');
  if (options.require_binding && !evidence.isBound) reasons.push('receipts_not_bound');
  if (evidence.impossibleLinks.length > 0) reasons.push('anchors_inconsistent');
  if (evidence.isInconsistent) reasons.push('receipts_inconsistent');
  if (place?.point !== undefined && excessKm(place.point, evidence.discs) > options.place_tolerance_km) {
    reasons.push('place_refuted');
  }
  if (!isNeeded) return reasons;
  if (place !== undefined && place.point === undefined) reasons.push('place_without_coordinates');
  if (evidence.discs.length < options.minimum_anchors) reasons.push('too_few_anchors');
  if (!((evidence.radiusKm ?? Number.POSITIVE_INFINITY) <= options.maximum_radius_km)) reasons.push('radius_too_large');
  if (evidence.confidence < options.minimum_confidence) reasons.push('confidence_too_low');
  return reasons;
}
