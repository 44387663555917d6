/** Words of the model registry (platform model 10). */
import { maxBundleModels } from '../../control/config-bundle.ts';

/** What a version is made of: files that are looked through, or a model that somebody else serves. */
export const versionKinds = ['artifact', 'hosted'] as const;
export type VersionKind = (typeof versionKinds)[number];

export const versionStatuses = ['pending_registration', 'ready', 'failed'] as const;
export type VersionStatus = (typeof versionStatuses)[number];

/** What people said of a version. `deprecated` was approved before; `revoked` is final. */
export const reviews = ['unreviewed', 'approved', 'deprecated', 'revoked'] as const;
export type Review = (typeof reviews)[number];

/** How a name stands by which calls ask for a model. */
const modelStates = ['unregistered', ...reviews] as const;
export type ModelState = (typeof modelStates)[number];

/** What looking through a version came to. `not_applicable`: it has no files. */
export const verdicts = ['pending', 'clean', 'unsafe', 'unchecked', 'not_applicable'] as const;
export type Verdict = (typeof verdicts)[number];

export const fileStates = ['missing', 'clean', 'unsafe', 'unchecked'] as const;
export type FileState = (typeof fileStates)[number];

export const runKinds = ['upload', 'download'] as const;
export const runStatuses = ['running', 'passed', 'failed'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** The alias that says which version the model's own names mean at gateways. */
export const servedAlias = 'served';

/** Of an organisation: gateways hold all of them. */
export const maxServedNames: number = maxBundleModels;
