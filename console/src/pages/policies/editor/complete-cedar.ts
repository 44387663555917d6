/** What may stand at a place of a policy text, from the vocabularies of its scope. */
import type { PolicyCompletions } from '@assay/client';
import { policiesTexts } from '../../../texts/policies.ts';
import { isIdentifier, quote } from '../rules/cedar-tokens.ts';

export interface Choice {
  readonly label: string;
  readonly kind: 'property' | 'type' | 'keyword' | 'constant' | 'method' | 'text' | 'class';
  /** Stands beside the label. */
  readonly detail?: string;
  readonly info?: string;
  /** Written in place of the label. */
  readonly apply?: string;
}

export interface Names {
  readonly completions: PolicyCompletions;
  readonly agents: readonly string[];
}

interface Found {
  /** Characters before the cursor that the choice replaces. */
  readonly typed: string;
  readonly choices: readonly Choice[];
}

type Place = readonly [before: RegExp, choices: (names: Names, ...groups: string[]) => readonly Choice[]];

const texts = policiesTexts.kinds;

/** The first that fits decides. The last group of each is what has been typed of the name. */
const inStrings: readonly Place[] = [
  [/@(\w+)\("([^"]*)$/, ({ completions }, name) => valuesOf(completions, name)],
  [
    /Assay::Action::"([^"]*)$/,
    ({ completions }) => completions.actions.map(({ name, phases }) => toAction(name, phases)),
  ],
  [
    /Assay::Agent::"([^"]*)$/,
    ({ agents }) => agents.map((id) => ({ label: id, kind: 'constant', detail: texts.agent })),
  ],
  [/context\.phase\s*[!=]=\s*"([^"]*)$/, () => ['request', 'response', 'execution', 'artifact'].map(toConstant)],
];
const inCode: readonly Place[] = [
  [/@(\w*)$/, ({ completions }) => completions.annotations.map(toAnnotation)],
  [/Assay::(\w*)$/, ({ completions }) => entitiesOf(completions)],
  [/context\.claims\s+has\s+(\w*)$/, ({ completions }) => completions.claims.map(toClaim)],
  [/context\.claims\.(\w+)\.(\w*)$/, ({ completions }, name) => membersOf(completions, name)],
  [
    /context\.claims\.(\w*)$/,
    ({ completions }) => completions.claims.filter(({ name }) => isIdentifier(name)).map(toClaim),
  ],
  [/context\.settings\.([\w.]*)$/, ({ completions }) => completions.settings.map(toSetting)],
  [/context\.([\w.]*)$/, ({ completions }) => contextOf(completions)],
  [/(?:principal|resource)\.(\w*)$/, ({ completions }) => attributesOf(completions)],
  [/(?:^|[^\w."])([A-Za-z_]\w*)$/, ({ completions }) => wordsOf(completions)],
];

/** `before` is the text before the cursor; undefined where nothing can be proposed. */
export function completeCedar(before: string, names: Names): Found | undefined {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const isString = isOpenString(line);
  if (isString === undefined) return undefined;
  for (const [shape, choices] of isString ? inStrings : inCode) {
    const found = shape.exec(line);
    if (found === null) continue;
    const groups = found.slice(1);
    return { typed: groups.at(-1) ?? '', choices: choices(names, ...groups) };
  }
  return undefined;
}

/** True inside of a string, undefined inside of a comment. */
function isOpenString(line: string): boolean | undefined {
  let isOpen = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at];
    if (isOpen && char === '\\') at += 1;
    else if (char === '"') isOpen = !isOpen;
    else if (!isOpen && char === '/' && line[at + 1] === '/') return undefined;
  }
  return isOpen;
}

function toConstant(label: string): Choice {
  return { label, kind: 'constant' };
}

function toAction(name: string, phases: readonly string[]): Choice {
  const label = name.replace(/^.*::"|"$/g, '');
  return { label, kind: 'constant', detail: phases.join(', ') };
}

function toAnnotation({ name, description, values }: PolicyCompletions['annotations'][number]): Choice {
  const apply = `${name}(${quote(values[0] ?? '')})`;
  return { label: name, kind: 'keyword', info: description, apply };
}

function valuesOf({ annotations }: PolicyCompletions, name: string | undefined): Choice[] {
  return annotations.find((one) => one.name === name)?.values.map(toConstant) ?? [];
}

function entitiesOf({ entities }: PolicyCompletions): Choice[] {
  return [
    ...entities.map(({ name, attributes }): Choice => {
      const info = attributes.map((one) => `${one.name}: ${one.type}`).join('\n');
      return { label: name.replace(/^Assay::/, ''), kind: 'type', detail: texts.entity, info };
    }),
    { label: 'Action', kind: 'type', detail: texts.actions },
  ];
}

function toClaim({
  name,
  cedar_type: type,
  description,
  auditor,
  phases,
}: PolicyCompletions['claims'][number]): Choice {
  return {
    label: name,
    kind: 'property',
    detail: type,
    info: `${description}\n${auditor}: ${phases.join(', ')}`,
    ...(isIdentifier(name) ? {} : { apply: quote(name) }),
  };
}

const methods: Readonly<Record<string, readonly string[]>> = {
  decimal: ['greaterThanOrEqual', 'greaterThan', 'lessThanOrEqual', 'lessThan'],
  'Set<String>': ['contains', 'containsAny', 'containsAll', 'isEmpty'],
};

function membersOf({ claims }: PolicyCompletions, name: string | undefined): Choice[] {
  const claim = claims.find((one) => one.name === name);
  if (claim === undefined) return [];
  const { cedar_type: type, members } = claim;
  return [
    ...(methods[type] ?? []).map((label): Choice => {
      const inside =
        type === 'decimal' ? 'decimal("0.8")' : label === 'contains' ? '""' : label === 'isEmpty' ? '' : '[""]';
      return { label, kind: 'method', apply: `${label}(${inside})` };
    }),
    ...members.map((one): Choice => ({ label: one.name, kind: 'property', detail: one.type })),
  ];
}

function toSetting({ name, cedar_type: type, default: value }: PolicyCompletions['settings'][number]): Choice {
  return { label: name, kind: 'property', detail: type, info: texts.byDefault(JSON.stringify(value)) };
}

function contextOf({ context }: PolicyCompletions): Choice[] {
  return [
    { label: 'claims', kind: 'class', detail: texts.claims },
    { label: 'settings', kind: 'class', detail: texts.settings },
    ...context.map(({ name, type, description }): Choice => {
      return { label: name.replace(/^context\./, ''), kind: 'property', detail: type, info: description };
    }),
  ];
}

function attributesOf({ entities }: PolicyCompletions): Choice[] {
  const found = new Map<string, Choice>();
  for (const { name, attributes } of entities) {
    for (const { name: label, type } of attributes) {
      const before = found.get(label)?.info;
      found.set(label, {
        label,
        kind: 'property',
        detail: type,
        info: before === undefined ? name : `${before}\n${name}`,
      });
    }
  }
  return [...found.values()];
}

const keywords = [
  'permit',
  'forbid',
  'when',
  'unless',
  'principal',
  'action',
  'resource',
  'context',
  'has',
  'like',
  'is',
  'in',
];

function wordsOf({ claims, snippets }: PolicyCompletions): Choice[] {
  return [
    ...keywords.map((label): Choice => ({ label, kind: 'keyword' })),
    ...snippets.map(
      ({ label, description, text }): Choice => ({ label, kind: 'text', info: description, apply: text }),
    ),
    ...claims.map((claim): Choice => ({ ...toClaim(claim), apply: claim.read })),
  ];
}
