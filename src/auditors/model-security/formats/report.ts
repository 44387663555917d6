// Collects the findings of one model file and makes the inspection; every format's inspector writes here.

import type { Finding, Inspection, InspectionContext } from '../finding.ts';
import { shortName, toInspection } from '../finding.ts';
import { type KnownVulnerabilityId, knownVulnerabilities } from './known-vulnerabilities.ts';

/** Details added to the rule's sentence. */
export interface Particulars {
  offset?: number;
  /** The layer class, operator or module at fault. */
  module?: string;
  /** Additional text: numbers and short names only, never content. */
  more?: string;
}

export interface Report {
  /** Adds a finding. A malformed or ambiguous structure makes the format invalid and the look incomplete. */
  add: (id: KnownVulnerabilityId, particulars?: Particulars) => void;
  /** Records that something could not be inspected. */
  leaveIncomplete: () => void;
  /** Adds the result of an inner inspection. */
  include: (inner: Inspection) => void;
  /** True once the format is known to be broken. */
  isInvalid: () => boolean;
  finish: (format: string, unsafeGlobals?: readonly string[]) => Inspection;
}

export function createReport(context: Pick<InspectionContext, 'limits' | 'path'>): Report {
  const findings: Finding[] = [];
  const innerGlobals: string[] = [];
  const places = new Set<string>();
  let cut = 0;
  let valid = true;
  let complete = true;

  function keep(finding: Finding): void {
    const seen = `${finding.id} ${finding.module ?? ''} ${finding.place.offset ?? ''} ${finding.note}`;
    if (places.has(seen)) return;
    if (findings.length < context.limits.maxFindings) {
      places.add(seen);
      findings.push(finding);
      return;
    }
    cut += 1;
    // INVARIANT: a full list never hides that the file is unsafe: the worst finding takes the place of a milder one.
    const milder = findings.findIndex((kept) => rank(kept) < rank(finding));
    if (milder >= 0) findings[milder] = finding;
  }

  return {
    add(id, particulars = {}) {
      const { severity, type, sentence } = knownVulnerabilities[id];
      const { offset, module, more } = particulars;
      const place = offset === undefined ? { path: context.path } : { path: context.path, offset };
      const note = more === undefined ? sentence : `${sentence} ${shortName(more)}`;
      if (type === 'malformed' || type === 'ambiguous') valid = false;
      if (type !== 'code_execution' && type !== 'file_access' && severity !== 'info') complete = false;
      keep({ id, severity, type, place, note, ...(module === undefined ? {} : { module: shortName(module) }) });
    },
    leaveIncomplete() {
      complete = false;
    },
    include(inner) {
      for (const finding of inner.findings) keep(finding);
      innerGlobals.push(...inner.unsafeGlobals);
      if (!inner.formatValid) valid = false;
      if (!inner.complete) complete = false;
    },
    isInvalid: () => !valid,
    finish(format, unsafeGlobals = []) {
      if (cut > 0) {
        const { severity, type, sentence } = knownVulnerabilities.format_findings_cut;
        findings.push({
          id: 'format_findings_cut',
          severity,
          type,
          place: { path: context.path },
          note: `${sentence} ${cut} more.`,
        });
      }
      const globals = [...innerGlobals, ...unsafeGlobals];
      return toInspection({ format, formatValid: valid, complete, findings, unsafeGlobals: globals });
    },
  };
}

const ranks = { info: 0, low: 1, medium: 2, high: 3, critical: 4 };

function rank(finding: Finding): number {
  return ranks[finding.severity];
}
