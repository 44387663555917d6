/** Every vendor-prefixed wire name of the contract (2.1, 2.10, 2.12, 2.13), in one place so that a vendor can rename them. */
export const labels = {
  auditor: 'io.vendor.auditor',
  schemaVersion: 'io.vendor.schema_version',
  phase: 'io.vendor.phase',
  interfaces: 'io.vendor.interfaces',
} as const;

export const annotations = {
  prefix: 'vendor.io/',
  auditors: 'vendor.io/auditors',
  auditMode: 'vendor.io/audit-mode',
  skipAudit: 'vendor.io/skip-audit',
  secured: 'vendor.io/secured',
} as const;

export const manifests = {
  apiVersion: 'vendor.io/v1alpha1',
  workspaceKind: 'VendorWorkspace',
  environmentKind: 'VendorEnvironment',
} as const;

export const environmentNames = {
  port: 'PORT',
  vendorAuditorId: 'VENDOR_AUDITOR_ID',
  auditorId: 'AUDITOR_ID',
  sessionId: 'VENDOR_SESSION_ID',
  auditorToken: 'AUDITOR_TOKEN',
} as const;

/** Contract version declared in the image label (9.1). */
export const contractVersion = '2.0';
/** Version an auditor reports when it names none (9.2). */
export const defaultAuditorVersion = '1.0.0';
/** Session recorded when the caller names none (2.13). */
export const defaultSessionId = 'demo-session';
/** Port of the contract's container (4.1 rule 1). */
export const containerPort = 8080;
/** Port the SDK listens on when `PORT` is unset (4.1 rule 1). */
export const sdkPort = 8090;
