/** Runs the conformance cases of docs/conformance through any verifier with our two functions: Node's or a browser's. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ArtefactVerdict } from '../../src/proof/offline-verifier.ts';
import type { VendorRoot } from '../../src/proof/reports/roots.ts';
import type { ReportKind, ReportVerdict } from '../../src/proof/reports/verdict.ts';

const folder = fileURLToPath(new URL('../../docs/conformance/', import.meta.url));

interface FileRoot {
  readonly vendor: VendorRoot['vendor'];
  readonly name: string;
  /** Base64. */
  readonly der: string;
}

/** A file of cases. */
export interface ReportFile {
  readonly kind: ReportKind;
  readonly roots: readonly FileRoot[];
  /** Base64, by name. */
  readonly files: Readonly<Record<string, string>>;
  readonly reports: readonly {
    readonly name: string;
    readonly report: string;
    readonly companions: readonly string[];
    readonly now: number;
    readonly nonce?: string;
    readonly policy?: unknown;
    readonly expected: Pick<ReportVerdict, 'accepted' | 'tier' | 'reasons'>;
  }[];
}

export interface ArtefactFile {
  readonly artefact: string;
  readonly keys: unknown;
  readonly attestations: readonly unknown[];
  readonly roots?: readonly FileRoot[];
  readonly artefacts: readonly {
    readonly name: string;
    /** Base64. */
    readonly artefact: string;
    readonly now: number;
    readonly without: readonly ('attestations' | 'keys')[];
    readonly expected: {
      readonly ok: boolean;
      readonly refused: readonly string[];
      readonly unproven: readonly string[];
    };
  }[];
}

/** Arguments of a check as JSON, for a browser; bytes are base64. */
export interface Call {
  readonly title: string;
  readonly kind?: ReportKind;
  readonly file: string;
  readonly now: number;
  readonly roots?: readonly FileRoot[];
  readonly companions?: readonly string[];
  readonly nonce?: string;
  readonly policy?: unknown;
  readonly keys?: unknown;
  readonly attestations?: readonly unknown[];
}

export interface ConformanceCase<Expected> {
  readonly call: Call;
  readonly expected: Expected;
}

export function readReportCases(): ConformanceCase<ReportFile['reports'][number]['expected']>[] {
  return readFolder('reports').flatMap((text) => {
    const { kind, roots, files, reports }: ReportFile = JSON.parse(text);
    return reports.map(({ name, report, companions, now, nonce, policy, expected }) => ({
      expected,
      call: {
        title: `${kind}: ${name}`,
        kind,
        file: fileOf(files, report),
        companions: companions.map((companion) => fileOf(files, companion)),
        now,
        roots,
        ...(nonce === undefined ? {} : { nonce }),
        ...(policy === undefined ? {} : { policy }),
      },
    }));
  });
}

export function readArtefactCases(): ConformanceCase<ArtefactFile['artefacts'][number]['expected']>[] {
  return readFolder('artefacts').flatMap((text) => {
    const { artefact: kind, keys, attestations, roots, artefacts }: ArtefactFile = JSON.parse(text);
    return artefacts.map(({ name, artefact, now, without, expected }) => ({
      expected,
      call: {
        title: `${kind}: ${name}`,
        file: artefact,
        now,
        ...(without.includes('keys') ? {} : { keys }),
        ...(without.includes('attestations') ? {} : { attestations }),
        ...(roots === undefined ? {} : { roots }),
      },
    }));
  });
}

/** Reduces a verdict to the expectation of an artefact. */
export function toOutcome({ ok, findings }: Pick<ArtefactVerdict, 'ok' | 'findings'>) {
  const codes = (status: string) => [
    ...new Set(findings.filter((finding) => finding.status === status).map(({ reason }) => reason)),
  ];
  return { ok, refused: codes('refused'), unproven: codes('unproven') };
}

function readFolder(name: string): string[] {
  const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => readFileSync(join(folder, name, file), 'utf8'));
}

function fileOf(files: Readonly<Record<string, string>>, name: string): string {
  const file = files[name];
  if (file === undefined) throw new Error(`there is no file ${name}`);
  return file;
}
