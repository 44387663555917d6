/** The result of a scan as SARIF 2.1.0 (OASIS), for code scanning services and editors. */

import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ModelScan, scanRules } from '../../model-scan.ts';

type Finding = ModelScan['findings'][number];

const levels = { critical: 'error', high: 'error', medium: 'warning', low: 'note', info: 'note' } as const;
/** Scores that code scanning services sort by (CVSS-like). */
const scores = { critical: '9.5', high: '8.0', medium: '5.0', low: '2.0', info: '0.0' } as const;

/** Creates the log of one run. */
export function toSarif(files: readonly ModelScan[], version: string | undefined): unknown {
  const ids = [...new Set(files.flatMap(({ findings }) => findings.map(({ id }) => id)))].sort();
  const indexes = new Map(ids.map((id, index) => [id, index]));
  const driver = {
    name: 'assay',
    ...(version === undefined ? {} : { semanticVersion: version }),
    rules: ids.map(toRule),
  };
  const results = files.flatMap((file) =>
    file.findings.map((finding) => toResult(file, finding, indexes.get(finding.id) ?? 0)),
  );
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: files.every(({ status }) => status !== 'unchecked') }],
        artifacts: files.map((file) => ({
          location: { uri: toUri(file.path) },
          length: file.size,
          ...(file.sha256 === undefined ? {} : { hashes: { 'sha-256': file.sha256 } }),
        })),
        results,
      },
    ],
  };
}

function toRule(id: string) {
  const known = scanRules[id];
  const severity = known?.severity ?? 'medium';
  const tags = ['security', ...(known?.cwe === undefined ? [] : [`external/cwe/${known.cwe.toLowerCase()}`])];
  return {
    id,
    shortDescription: { text: known?.sentence ?? id },
    defaultConfiguration: { level: levels[severity] },
    properties: { tags, 'security-severity': scores[severity] },
  };
}

function toResult(file: ModelScan, finding: Finding, ruleIndex: number) {
  const { id, severity, place, module, note } = finding;
  const text = module === undefined ? note : `${note} (${module})`;
  const artifactLocation = { uri: toUri(file.path) };
  // An offset inside a member is not an offset in the file.
  const isFile = place.path === '';
  const region = isFile && place.offset !== undefined ? { region: { byteOffset: place.offset } } : {};
  const logicalLocations = isFile ? {} : { logicalLocations: [toMember(place)] };
  return {
    ruleId: id,
    ruleIndex,
    level: levels[severity],
    message: { text },
    locations: [{ physicalLocation: { artifactLocation, ...region }, ...logicalLocations }],
  };
}

function toMember({ path, offset }: Finding['place']) {
  const name = { fullyQualifiedName: path, kind: 'member' };
  return offset === undefined ? name : { ...name, properties: { byteOffset: offset } };
}

/** Relative paths stay relative: services resolve them against the repository. */
function toUri(path: string): string {
  if (isAbsolute(path)) return pathToFileURL(path).href;
  return path
    .replace(/^(?:\.\/)+/, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
}
