/** Restrictions of all our pods: no root, nothing writable but a scratch folder, no rights, no token of the cluster. */
import type { IContainer, IPodSpec } from 'kubernetes-models/v1';

/** One pod with one container that serves HTTP on one port. */
export interface PodParts {
  readonly container: IContainer;
  /** The writable folder of the container; everything else is read-only. */
  readonly scratch: string;
  /** User of the container; the image's own user, which must not be root, if absent. */
  readonly user?: number;
}

/** A pod that is confined as far as Kubernetes can (its `restricted` profile). */
export function toConfinedPod({ container, scratch, user }: PodParts): IPodSpec {
  return {
    automountServiceAccountToken: false,
    // Variables of other services would be read as settings.
    enableServiceLinks: false,
    securityContext: {
      runAsNonRoot: true,
      ...(user === undefined ? {} : { runAsUser: user, runAsGroup: user, fsGroup: user }),
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        ...container,
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        volumeMounts: [{ name: 'scratch', mountPath: scratch }],
      },
    ],
    volumes: [{ name: 'scratch', emptyDir: {} }],
  };
}
