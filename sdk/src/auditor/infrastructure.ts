/** Precedence of infrastructure values (contract 2.11): environment > pod annotation > chain item > default. */
import { annotations } from '../contract/names.ts';
import type { Environment } from './environment.ts';

export interface InfrastructureLevels {
  readonly env: Environment;
  /** Pod annotations by full name; empty outside Kubernetes. */
  readonly annotations?: Readonly<Record<string, string | undefined>>;
  /** `env` of the chain item (2.9). */
  readonly manifest?: Readonly<Record<string, string | undefined>>;
  /** The known names with their hardcoded defaults. A name with an undefined default is left out unless a level sets it. */
  readonly defaults: Readonly<Record<string, string | undefined>>;
}

/** Gives the annotation of a variable: `FOO_BAR` ↔ `vendor.io/foo-bar` (2.12). */
export function annotationName(variable: string): string {
  return annotations.prefix + variable.toLowerCase().replaceAll('_', '-');
}

/** Resolves every name of `defaults` and `manifest`; an empty text counts as set. */
export function resolveInfrastructure(levels: InfrastructureLevels): Record<string, string> {
  const { env, annotations: pod = {}, manifest = {}, defaults } = levels;
  const names = new Set([...Object.keys(defaults), ...Object.keys(manifest)]);
  const entries: [string, string][] = [];
  for (const name of names) {
    const value = own(env, name) ?? own(pod, annotationName(name)) ?? own(manifest, name) ?? own(defaults, name);
    if (value !== undefined) entries.push([name, value]);
  }
  return Object.fromEntries(entries);
}

function own(level: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  return Object.hasOwn(level, name) ? level[name] : undefined;
}
