/** What a publisher signs of a release (docs/registries.md), for whoever signs and whoever checks. */

/** `typ` of the JWS (RFC 7515) over a release. */
export const releaseType = 'release+jwt';

/** All that an auditor's release is and never changes. */
export interface AuditorRelease {
  readonly name: string;
  readonly version: string;
  readonly image: string;
  readonly labels: {
    readonly auditor?: 'true' | undefined;
    readonly schema_version: string;
    readonly phase: string;
    readonly interfaces: string;
  };
  readonly vocabulary_digest: string;
  readonly category: string;
}

/** What is signed of an auditor's release; the label that marks an auditor is always among the labels. */
export function toAuditorReleaseDocument(release: AuditorRelease): Readonly<Record<string, unknown>> {
  const { name, version, image, vocabulary_digest, category } = release;
  const { schema_version, phase, interfaces } = release.labels;
  const labels = { auditor: 'true', schema_version, phase, interfaces };
  return { name, version, image, labels, vocabulary_digest, category };
}
