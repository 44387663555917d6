/**
 * The sovereignty auditor (port 8098): the configured place of data, whether it is allowed, the transfer mechanism, and the
 * evidence of signed round-trip times.
 */
import { type ClaimDraft, defineAuditor, method } from '@assay/sdk';
import { listJudgedTexts } from '../judged-texts.ts';
import { type Assessment, allowedOf, assess, evidenceOf, placeOf, transferOf } from './compliance.ts';
import { lawAreaOf } from './countries.ts';
import type { EvidenceFinding } from './findings.ts';
import type { Place } from './places.ts';
import { defaultPolicy, policyOptions } from './policy.ts';
import { allowedSettings, complianceSettings, placeSettings, receiptSettings, transferSettings } from './settings.ts';
import { detectRegions } from './text-signals.ts';
import { mechanisms, tableDate } from './transfer-rule.ts';
import type { TransferAnswer } from './transfers.ts';

/** Problems listed in a detail; further ones are only counted. */
const maxListed = 16;

const compliance = method({
  name: 'compliance',
  produces: {
    sovereignty_compliant: {
      type: 'boolean',
      description: 'True if every check of place, transfer and receipts passed; an unknown value does not pass',
    },
  },
  settings: complianceSettings,
  run(input, { settings, context }) {
    const found = assess(input, settings, context.now);
    return [{ name: 'sovereignty_compliant', value: found.reasons.length === 0, detail: toDetail(found) }];
  },
});

const place = method({
  name: 'place',
  produces: {
    data_location: {
      type: 'string',
      description: 'Region or country of the data, from the configuration or else from the request',
      absent: 'no place is named, or the names contradict each other',
    },
    location_allowed: {
      type: 'boolean',
      description: 'True if the place is one of the allowed locations',
      absent: 'no locations are configured, or the place is not known',
    },
    allowed_locations: { type: 'string_list', description: 'The configured locations in normalised form' },
  },
  settings: { ...placeSettings, ...allowedSettings },
  run(input, { settings }) {
    const { place: found, source } = placeOf(input, settings);
    const allowed = allowedOf(input, settings);
    const claims: ClaimDraft[] = [{ name: 'allowed_locations', value: allowed.names }];
    if (found === undefined) return claims;
    claims.push({ name: 'data_location', value: nameOf(found), detail: { source, ...toPlaceDetail(found) } });
    if (allowed.names.length > 0) claims.push({ name: 'location_allowed', value: allowed.has(found) });
    return claims;
  },
});

const transfer = method({
  name: 'transfer',
  produces: {
    cross_border_transfer: {
      type: 'boolean',
      description: 'True if the data leave the area whose law applies to them; the EEA is one area',
      absent: 'the place or the country of the user is not known',
    },
    transfer_mechanism: {
      type: 'string',
      description: 'Legal basis of the transfer; none: there is none; unknown: it cannot be determined',
      valueSchema: { enum: [...mechanisms, 'none', 'unknown'] },
      absent: 'the place or the country of the user is not known',
    },
    user_jurisdiction: {
      type: 'string',
      description: 'Country of the user (ISO 3166-1)',
      absent: 'the country of the user is not known',
    },
  },
  settings: { ...placeSettings, ...transferSettings },
  run(input, { settings, context }) {
    const { origin, answer } = transferOf(input, settings, context.now);
    if (origin === undefined) return [];
    const jurisdiction = { name: 'user_jurisdiction', value: origin, detail: { law_area: lawAreaOf(origin) } };
    if (answer === undefined) return [jurisdiction];
    return [
      { name: 'cross_border_transfer', value: answer.crossBorder },
      { name: 'transfer_mechanism', value: answer.mechanism, detail: toTransferDetail(answer) },
      jurisdiction,
    ];
  },
});

const receipts = method({
  name: 'receipts',
  produces: {
    location_confidence: {
      type: 'score_normalized',
      description: 'How well the receipts confirm the place, by radius, anchors and age; 0 if they are not valid',
      absent: 'no receipts were sent',
    },
    location_estimate: {
      type: 'object',
      description:
        'Smallest circle around every place that the receipts allow: lat, lon, radius_km, method, anchor_count',
      valueSchema: { required: ['lat', 'lon', 'radius_km', 'method', 'anchor_count'] },
      absent: 'the request has no receipts, they are not valid, or they allow more than a hemisphere',
    },
  },
  settings: receiptSettings,
  run(input, { settings, context }) {
    const evidence = evidenceOf(input, settings, context.now);
    if (evidence === undefined) return [];
    const claims: ClaimDraft[] = [
      { name: 'location_confidence', value: evidence.confidence, detail: toEvidenceDetail(evidence) },
    ];
    if (evidence.estimate !== undefined) claims.push({ name: 'location_estimate', value: { ...evidence.estimate } });
    return claims;
  },
});

const signals = method({
  name: 'signals',
  produces: {
    detected_regions: {
      type: 'string_list',
      description: 'Countries of the telephone prefixes and postal codes in the text; they do not prove a location',
    },
  },
  run: (input) => [{ name: 'detected_regions', value: detectRegions(listJudgedTexts(input).map(({ text }) => text)) }],
});

/** Observes where data are and whether they may be there. */
export const sovereignty = defineAuditor({
  id: 'sovereignty',
  name: 'Sovereignty',
  description: 'Checks the location of data, cross-border transfers and signed round-trip receipts',
  category: 'compliance',
  catalogPhase: 'input_guarding',
  icon: 'globe',
  color: 'teal',
  defaultPort: 8098,
  policyOptions,
  defaultPolicy,
  phases: ['request', 'response', 'execution'],
  methods: [compliance, place, transfer, receipts, signals],
});

/** Gives the known parameters of the standard claim (contract 2.14), and the reasons. */
function toDetail({ place: { place: found, source }, allowed, transfer: { origin, answer }, ...rest }: Assessment) {
  return {
    compliant: rest.reasons.length === 0,
    reasons: [...rest.reasons],
    allowed_locations: [...allowed.names],
    ...(found === undefined ? {} : { data_location: nameOf(found), place: { source, ...toPlaceDetail(found) } }),
    ...(origin === undefined ? {} : { user_jurisdiction: origin }),
    ...(answer === undefined
      ? {}
      : {
          cross_border_transfer: answer.crossBorder,
          transfer_mechanism: answer.mechanism,
          transfer: toTransferDetail(answer),
        }),
    ...(rest.evidence === undefined ? {} : { receipts: toEvidenceDetail(rest.evidence) }),
  };
}

function nameOf(found: Place): string {
  return found.region ?? found.country;
}

function toPlaceDetail({ country, region, provider }: Place) {
  return {
    country,
    ...(region === undefined ? {} : { region }),
    ...(provider === undefined ? {} : { provider }),
  };
}

function toTransferDetail({ rule, problem, missing }: TransferAnswer) {
  return {
    table_date: tableDate,
    ...(problem === undefined ? {} : { problem }),
    ...(missing === undefined ? {} : { missing_conditions: [...missing] }),
    ...(rule === undefined
      ? {}
      : {
          rule: rule.id,
          source: rule.source,
          valid_from: rule.validFrom,
          ...(rule.validTo === undefined ? {} : { valid_to: rule.validTo }),
          ...(rule.note === undefined ? {} : { note: rule.note }),
        }),
  };
}

function toEvidenceDetail(evidence: EvidenceFinding) {
  return {
    receipt_count: evidence.receiptCount,
    anchor_count: evidence.discs.length,
    bound: evidence.isBound,
    stale: evidence.isStale,
    inconsistent: evidence.isInconsistent,
    problem_count: evidence.problems.length,
    problems: evidence.problems.slice(0, maxListed).map(({ index, problem }) => ({ index, problem })),
    impossible_links: evidence.impossibleLinks.slice(0, maxListed),
    ...(evidence.radiusKm === undefined ? {} : { radius_km: evidence.radiusKm }),
    anchors: evidence.discs.map(({ anchorId, radiusKm, roundTripMs, ageMs }) => {
      return { anchor_id: anchorId, round_trip_ms: roundTripMs, radius_km: radiusKm, age_ms: ageMs };
    }),
  };
}
