/** The signed document of a publisher's release (docs/registries.md), for signing and checking. */

/** `typ` of the JWS (RFC 7515) over a release. */
export const releaseType = 'release+jwt';

/** The immutable members of an auditor's release. */
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

/** Gives the signed document of an auditor's release. Its labels always include the label that marks an auditor. */
export function toAuditorReleaseDocument(release: AuditorRelease): Readonly<Record<string, unknown>> {
  const { name, version, image, vocabulary_digest, category } = release;
  const { schema_version, phase, interfaces } = release.labels;
  const labels = { auditor: 'true', schema_version, phase, interfaces };
  return { name, version, image, labels, vocabulary_digest, category };
}
