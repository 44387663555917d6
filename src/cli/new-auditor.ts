/** Creates the files of a new auditor from the template: pure from name and values to texts. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { containerPort, contractVersion, labels } from '@assay/sdk/contract';
import { UsageError } from './options.ts';

export interface NewAuditor {
  readonly name: string;
  /** Dependency of the package on the SDK: a version range or `file:` path. */
  readonly sdk: string;
}

export interface NewFile {
  readonly path: string;
  readonly text: string;
}

const templateFolder = new URL('./templates/auditor/', import.meta.url);

/** Names of the template folder. Dot files are stored without the dot, because tools would obey them. */
const templateFiles: readonly (readonly [template: string, path: string])[] = [
  ['auditor.ts.template', 'auditor.ts'],
  ['auditor.test.ts.template', 'auditor.test.ts'],
  ['server.ts.template', 'server.ts'],
  ['package.json.template', 'package.json'],
  ['tsconfig.json.template', 'tsconfig.json'],
  ['Dockerfile.template', 'Dockerfile'],
  ['README.md.template', 'README.md'],
  ['chain.yaml.template', 'chain.yaml'],
  ['rule.cedar.template', '{{name}}.cedar'],
  ['gitignore.template', '.gitignore'],
  ['dockerignore.template', '.dockerignore'],
];

/** The phases that the template's auditor declares. */
const phases = 'request,response';
const maxNameLength = 40;

/** @throws UsageError for a name that cannot be an auditor id, a folder and the beginning of a claim name */
export function assertAuditorName(name: string): void {
  if (name.length <= maxNameLength && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return;
  throw new UsageError(
    `NAME must be lower-case words joined by hyphens, at most ${maxNameLength} characters, as in "trade-secrets".`,
  );
}

/** Gives the files of a new auditor. */
export function makeAuditorFiles(auditor: NewAuditor): Promise<NewFile[]> {
  const values = toValues(auditor);
  return Promise.all(
    templateFiles.map(async ([template, path]) => ({
      path: fill(path, values),
      text: fill(await readFile(new URL(template, templateFolder), 'utf8'), values),
    })),
  );
}

function toValues({ name, sdk }: NewAuditor): Readonly<Record<string, string>> {
  const claim = name.replaceAll('-', '_');
  const words = name.replaceAll('-', ' ');
  return {
    name,
    claim,
    variable: claim.toUpperCase(),
    title: `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
    sdk: JSON.stringify(sdk),
    labels: toLabelLines(),
    containerPort: String(containerPort),
    port: String(portOf(name)),
  };
}

/** Ports of new auditors: outside 8080 to 8400, where the services and auditors of Assay are. */
const firstPort = 8700;
const portCount = 200;

/** Gives the port of a new auditor, from its name alone: two auditors on one machine rarely share one. */
export function portOf(name: string): number {
  return firstPort + (createHash('sha256').update(name).digest().readUInt32BE() % portCount);
}

function toLabelLines(): string {
  const values = {
    [labels.auditor]: 'true',
    [labels.schemaVersion]: contractVersion,
    [labels.phase]: phases,
    [labels.interfaces]: 'health,claims,vocabulary',
  };
  return Object.entries(values)
    .map(([name, value]) => `LABEL ${name}="${value}"`)
    .join('\n');
}

function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`the template names ${key}, which has no value`);
    return value;
  });
}
