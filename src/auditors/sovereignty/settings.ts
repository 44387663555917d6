/** Settings of the sovereignty auditor: the operator's facts and the bounds of evidence. */
import { type InferSettings, setting } from '@assay/sdk';
import { groups } from './countries.ts';
import { providerIds } from './places.ts';
import { conditions, mechanisms } from './transfer-rule.ts';

/** Configured place of the data. */
export const placeSettings = {
  location: setting.string({
    label: 'Location',
    description:
      'Where the data are: a country (DE) or a region of a provider (eu-central-1); empty: as the request says',
    default: '',
  }),
  provider: setting.string({
    label: 'Provider',
    description: 'Provider of the region, if several providers have a region with that name',
    default: '',
    options: providerIds,
  }),
  coordinates: setting.string({
    label: 'Coordinates',
    description: 'Latitude/longitude in degrees of a place that is not a known region, e.g. 48.14/11.58',
    default: '',
  }),
};

export const allowedSettings = {
  allowed_locations: setting.stringList({
    label: 'Allowed locations',
    description:
      'Countries, groups and regions where data may be stored. If empty: every place that transfers may go to',
    default: [],
    options: [...groups.keys()],
  }),
};

export const transferSettings = {
  user_country: setting.string({
    label: 'Country of the users',
    description: 'ISO 3166-1 code that is used if the request names no country',
    default: '',
  }),
  transfer_mechanism: setting.string({
    label: 'Transfer mechanism',
    description: 'Legal mechanisms for transfers. If empty: only adequacy decisions',
    default: '',
    options: mechanisms.filter((name) => name !== 'none_needed'),
  }),
  conditions: setting.stringList({
    label: 'Conditions fulfilled',
    description: 'Conditions of the mechanisms that are met: certified or commercial recipients, explicit consent …',
    default: [],
    control: 'select',
    options: conditions,
  }),
};

export const receiptSettings = {
  anchors: setting.stringList({
    label: 'Anchors',
    description: 'Trusted anchors, each id=PUBLIC_KEY or id=PUBLIC_KEY@lat/lon (Ed25519, base64url)',
    default: [],
  }),
  receipt_lifetime_s: setting.number({
    label: 'Lifetime of receipts',
    description: 'Age at which a receipt is no longer used; a new one is due at half of it',
    default: 3600,
    min: 1,
    max: 604_800,
    step: 1,
    unit: 's',
  }),
  medium: setting.string({
    label: 'Medium of the estimate',
    description:
      'Medium that sets the speed of light for the estimate shown; places are always excluded or confirmed with the speed in vacuum',
    default: 'vacuum',
    control: 'select',
    options: ['vacuum', 'fibre'],
  }),
  place_tolerance_km: setting.number({
    label: 'Tolerance of a place',
    description: 'How far the machines may be from the coordinates of the city that names their region',
    default: 200,
    min: 0,
    max: 2000,
    step: 10,
    unit: 'km',
  }),
};

export const strictnessSettings = {
  minimum_anchors: setting.number({
    label: 'Lowest number of anchors',
    description:
      'Number of anchors whose receipts must confirm the place; 0: receipts are not needed, but can refute it if sent',
    default: 0,
    min: 0,
    max: 32,
    step: 1,
    stricter: 'higher',
  }),
  maximum_radius_km: setting.number({
    label: 'Largest radius',
    description: 'Largest radius of the place that the receipts allow, if receipts are needed',
    default: 1000,
    min: 1,
    max: 10_000,
    step: 10,
    unit: 'km',
  }),
  minimum_confidence: setting.number({
    label: 'Least confidence',
    description: 'Lowest location_confidence, if receipts are needed',
    default: 0.3,
    min: 0,
    max: 1,
    step: 0.05,
    control: 'slider',
    stricter: 'higher',
  }),
  require_binding: setting.boolean({
    label: 'Require a binding',
    description: 'Receipts count only with location.quote_binding: the answering key is part of the quote',
    default: false,
    stricter: 'true',
  }),
  require_user_country: setting.boolean({
    label: 'Require the user country',
    description: 'Not compliant if the country of the user is unknown',
    default: false,
    stricter: 'true',
  }),
};

/** All settings of the finding. */
export const complianceSettings = {
  ...placeSettings,
  ...allowedSettings,
  ...transferSettings,
  ...receiptSettings,
  ...strictnessSettings,
};

export type PlaceOptions = InferSettings<typeof placeSettings>;
export type AllowedOptions = InferSettings<typeof allowedSettings>;
export type TransferOptions = InferSettings<typeof transferSettings>;
export type ReceiptOptions = InferSettings<typeof receiptSettings>;
export type ComplianceOptions = InferSettings<typeof complianceSettings>;
