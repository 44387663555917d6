/** What a name in a policy means, for the hover. */
import type { PolicyCompletions } from '@assay/client';
import { policiesTexts } from '../../../texts/policies.ts';

export interface Described {
  readonly from: number;
  readonly to: number;
  readonly title: string;
  readonly text: string;
}

const texts = policiesTexts.kinds;
const names =
  /@\w+|Assay::Action::"[^"]*"|Assay::\w+|context\.claims\s+has\s+(?:\w+|"[^"]*")|context(?:\.\w+|\["[^"]*"\])+/g;

/** The name at a character of a line, with its description; undefined if there is none. */
export function describeName(line: string, at: number, completions: PolicyCompletions): Described | undefined {
  for (const { 0: name, index } of line.matchAll(names)) {
    const to = index + name.length;
    if (at < index || at > to) continue;
    const found = describe(name, completions);
    if (found !== undefined) return { from: index, to, ...found };
  }
  return undefined;
}

function describe(name: string, completions: PolicyCompletions): Pick<Described, 'title' | 'text'> | undefined {
  if (name.startsWith('@')) {
    const found = completions.annotations.find((one) => `@${one.name}` === name);
    if (found === undefined) return undefined;
    const values = found.values.length === 0 ? '' : `\n${found.values.join(', ')}`;
    return { title: name, text: `${found.description}${values}` };
  }
  if (name.startsWith('Assay::Action')) {
    const found = completions.actions.find((one) => one.name === name);
    return found && { title: name, text: texts.actionText(found.phases, found.principals, found.resources) };
  }
  if (name.startsWith('Assay::')) {
    const found = completions.entities.find((one) => one.name === name);
    return found && { title: name, text: found.attributes.map((one) => `${one.name}: ${one.type}`).join('\n') };
  }
  return describeContext(name, completions);
}

function describeContext(name: string, completions: PolicyCompletions): Pick<Described, 'title' | 'text'> | undefined {
  const path = name
    .replace(/\s+has\s+/, '.')
    .replaceAll(/\["([^"]*)"\]/g, '.$1')
    .replaceAll('"', '');
  const isOf = (whole: string) => path === whole || path.startsWith(`${whole}.`);
  const claim = completions.claims.find((one) => isOf(`context.claims.${one.name}`));
  if (claim !== undefined) {
    const { name: title, cedar_type: type, description, auditor, phases, may_be_absent: mayBeAbsent } = claim;
    return { title: `${title}: ${type}`, text: texts.claimText(description, auditor, phases, mayBeAbsent) };
  }
  const setting = completions.settings.find((one) => isOf(`context.settings.${one.name}`));
  if (setting !== undefined) {
    return { title: `${setting.name}: ${setting.cedar_type}`, text: texts.byDefault(JSON.stringify(setting.default)) };
  }
  const attribute = completions.context.find((one) => isOf(one.name));
  return attribute && { title: `${attribute.name}: ${attribute.type}`, text: attribute.description };
}
