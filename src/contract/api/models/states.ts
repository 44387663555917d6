/** Constants of the model registry. */
import { maxBundleModels } from '../../control/config-bundle.ts';

/** Kinds of versions: scanned files, or a model that somebody else serves. */
export const versionKinds = ['artifact', 'hosted'] as const;
export type VersionKind = (typeof versionKinds)[number];

export const versionStatuses = ['pending_registration', 'ready', 'failed'] as const;
export type VersionStatus = (typeof versionStatuses)[number];

/** Review states of a version. `deprecated` was approved before; `revoked` is final. */
export const reviews = ['unreviewed', 'approved', 'deprecated', 'revoked'] as const;
export type Review = (typeof reviews)[number];

/** Registry state of a name that calls use for a model. */
const modelStates = ['unregistered', ...reviews] as const;
export type ModelState = (typeof modelStates)[number];

/** Results of scanning a version. `not_applicable`: it has no files. */
export const verdicts = ['pending', 'clean', 'unsafe', 'unchecked', 'not_applicable'] as const;
export type Verdict = (typeof verdicts)[number];

export const fileStates = ['missing', 'clean', 'unsafe', 'unchecked'] as const;
export type FileState = (typeof fileStates)[number];

export const runKinds = ['upload', 'download'] as const;
export const runStatuses = ['running', 'passed', 'failed'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** The alias of the version that the model's own names mean at gateways. */
export const servedAlias = 'served';

/** Most served names of one organisation. Gateways hold all of them. */
export const maxServedNames: number = maxBundleModels;
