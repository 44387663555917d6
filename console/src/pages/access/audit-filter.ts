/** Filters of the audit log, as the address holds them and as the API takes them. */
export interface AuditFilter {
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly resource?: string | undefined;
  /** RFC 3339. */
  readonly from?: string | undefined;
  /** RFC 3339. */
  readonly to?: string | undefined;
}

export function toAuditFilter({ action, actor, resource, from, to }: AuditFilter): AuditFilter {
  return { action, actor, resource, from, to };
}

export function isFiltered(filter: AuditFilter): boolean {
  return Object.values(toAuditFilter(filter)).some((value) => value !== undefined);
}
