/** The settings of the auditor's methods, and the limits made from them. */

import { type InferSettings, setting } from '@assay/sdk';
import { defaultLimits, type Limits } from './limits.ts';

const mib = 1024 * 1024;

export const inspectionSettings = {
  allowed_globals: setting.stringList({
    label: 'Allowed globals',
    description: 'Additional globals (module.name) that pickles may import and call',
    default: [],
    stricter: 'fewer',
  }),
  timeout_seconds: setting.number({
    label: 'Time limit for a file',
    description: 'Seconds after which the check of one file ends as incomplete',
    default: defaultLimits.timeoutMs / 1000,
    min: 1,
    max: 3600,
    step: 1,
    unit: 's',
  }),
  max_file_mib: setting.number({
    label: 'Largest file',
    description: 'Files above this size are hashed but not inspected',
    default: defaultLimits.maxFileBytes / mib,
    min: 1,
    max: 16_777_216,
    step: 1,
    unit: 'MiB',
  }),
  max_unpacked_mib: setting.number({
    label: 'Largest unpacked size',
    description: 'Most bytes to unpack from the archives of one file',
    default: defaultLimits.maxUnpackedBytes / mib,
    min: 1,
    max: 16_777_216,
    step: 1,
    unit: 'MiB',
  }),
  max_files: setting.number({
    label: 'Most files',
    description: 'Most files of a folder to inspect',
    default: defaultLimits.maxFiles,
    min: 1,
    max: 1_000_000,
    step: 1,
  }),
  max_depth: setting.number({
    label: 'Deepest nesting',
    description: 'Most levels of nested archives to open',
    default: defaultLimits.maxDepth,
    min: 1,
    max: 32,
    step: 1,
  }),
};

export const provenanceSettings = {
  trusted_keys: setting.stringList({
    label: 'Trusted public keys',
    description: 'PEM of the keys that may sign models',
    default: [],
  }),
  trusted_certificates: setting.stringList({
    label: 'Trusted root certificates',
    description: 'PEM of the root certificates for chains of signers',
    default: [],
  }),
  trusted_identities: setting.stringList({
    label: 'Trusted identities',
    description:
      'Keyless signers, each as an identity, a space and the URL of its issuer; needs MODEL_SECURITY_TRUSTED_ROOT',
    default: [],
  }),
};

export function toLimits(settings: InferSettings<typeof inspectionSettings>): Limits {
  return {
    ...defaultLimits,
    timeoutMs: settings.timeout_seconds * 1000,
    maxFileBytes: settings.max_file_mib * mib,
    maxUnpackedBytes: settings.max_unpacked_mib * mib,
    maxFiles: settings.max_files,
    maxDepth: settings.max_depth,
  };
}
