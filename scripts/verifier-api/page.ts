/**
 * A page of the reference: an introduction written by hand, the operations of a group, and their shapes. What stands between
 * `<!-- notes -->` and `<!-- /notes -->` in the section of an operation is written by hand too, and stays.
 */
import { endpointOf, type Operation } from '../../src/contract/api/operation.ts';
import type { RightsRow } from '../../src/verifier/base/access/rights-table.ts';
import type { Example } from './examples.ts';
import { printOperation, spell } from './operation.ts';
import { type Named, shapeTables } from './shapes.ts';

const begin = '<!-- operations, written by scripts/verifier-api.ts -->';

export interface ApiPage {
  readonly tag: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

export interface Facts {
  readonly rights: ReadonlyMap<string, RightsRow>;
  readonly examples: ReadonlyMap<string, Example>;
}

/** Gives the page again from what it is now; an empty text makes a new one. @throws Error for an operation without rights. */
export function printPage({ tag, description, operations }: ApiPage, facts: Facts, present: string): string {
  const named: Named = new Map();
  const sections = operations.map((operation) => {
    const endpoint = endpointOf(operation);
    const rights = facts.rights.get(endpoint);
    if (rights === undefined) throw new Error(`${endpoint} has no row in the table of rights`);
    const notes = readNotes(present, `${operation.method} ${spell(operation.path)}`);
    return printOperation({ operation, rights, example: facts.examples.get(endpoint), notes }, named);
  });
  const shapes = named.size === 0 ? [] : ['## Shapes', shapeTables(named)];
  const introduction = present.includes(begin)
    ? present.slice(0, present.indexOf(begin)).trim()
    : `# ${toTitle(tag)}\n\n${description}. All groups: [the API](../verifier-api.md).`;
  return `${[introduction, begin, '## Operations', ...sections, ...shapes].join('\n\n')}\n`;
}

const toTitle = (tag: string) => `${tag.charAt(0).toUpperCase()}${tag.slice(1).replaceAll('-', ' ')}`;

/** Gives the notes of an operation, named `METHOD /path`; empty if there are none. */
function readNotes(page: string, heading: string): string {
  const [, section = ''] = page.split(`\n### ${heading}\n`);
  const [own = ''] = section.split(/^### /m);
  return /<!-- notes -->\n(.*?)\n<!-- \/notes -->/s.exec(own)?.[1]?.trim() ?? '';
}
