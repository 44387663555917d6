/** Who stands behind an id, for a person to read: everybody chooses their own name, so what they did not choose is with it. */

import type { AgentStatus } from '../../contract/api/agents/states.ts';
import type { Db } from '../../platform/db/db.ts';
import type { People } from '../people/service.ts';
import { foreign, foreignCode, warnOfName } from './foreign-text.ts';
import { type Html, html } from './html.ts';

/** An agent as the pages name it. */
export interface AgentCard {
  readonly id: string;
  readonly name: string;
  readonly purpose: string;
  readonly status: AgentStatus;
  readonly ownerIds: readonly string[];
}

export interface PersonCard {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** What the ids of one page mean. */
export interface Names {
  /** Undefined for an agent that is gone. */
  agent(id: string): AgentCard | undefined;
  /** A person by name and address; the built-in operators by what they are; anybody else by the id. */
  person(id: string): Html;
  /** The same in short, where somebody was named before. */
  email(id: string): string | undefined;
}

export interface AgentReader {
  find(
    db: Db,
    orgId: string,
    id: string,
  ): Promise<{ readonly name: string; readonly purpose: string; readonly status: AgentStatus } | undefined>;
  findAccess(orgId: string, id: string): Promise<{ readonly owners: readonly string[] } | undefined>;
}

export interface NamesDeps {
  readonly db: Db;
  readonly people: Pick<People, 'findMany'>;
  readonly agents: AgentReader;
}

/** Ids that a page is about. */
export interface Named {
  readonly agents: readonly (string | null)[];
  readonly people: readonly (string | null)[];
}

export type FindNames = (orgId: string, named: Named) => Promise<Names>;

/** Looks up what a page names, its agents' owners included. */
export function createFindNames({ db, people, agents }: NamesDeps): FindNames {
  const findAgent = async (orgId: string, id: string): Promise<AgentCard | undefined> => {
    const agent = await agents.find(db, orgId, id);
    if (agent === undefined) return undefined;
    const { name, purpose, status } = agent;
    const ownerIds = (await agents.findAccess(orgId, id))?.owners ?? [];
    return { id, name, purpose, status, ownerIds };
  };
  return async (orgId, named) => {
    const cards = new Map<string, AgentCard>();
    for (const id of distinct(named.agents)) {
      const card = await findAgent(orgId, id);
      if (card !== undefined) cards.set(id, card);
    }
    const owners = [...cards.values()].flatMap(({ ownerIds }) => ownerIds);
    const ids = distinct([...named.people, ...owners]).filter((id) => id.startsWith('usr_'));
    const found = ids.length === 0 ? [] : await people.findMany(db, ids);
    const persons = new Map(found.map((person): [string, PersonCard] => [person.id, person]));
    return {
      agent: (id) => cards.get(id),
      person: (id) => personText(id, persons.get(id)),
      email: (id) => persons.get(id)?.email,
    };
  };
}

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id): id is string => id !== null))];
}

const builtIn: Readonly<Record<string, string>> = {
  operator: 'the operator of this deployment',
  local: 'an operator at the machine of the verifier',
  token: 'the holder of the access token',
  system: 'Assay itself',
  workflows: 'a run of a workflow',
};

function personText(id: string, person: PersonCard | undefined): Html {
  if (person !== undefined) return html`${foreign(person.name, 80)} <span class="muted">(${person.email})</span>`;
  return Object.hasOwn(builtIn, id) ? html`${builtIn[id]}` : foreignCode(id);
}

/** `Billing bot`, and the id. */
export function agentText(card: AgentCard | undefined, id: string): Html {
  if (card === undefined) return html`an agent that is gone (${foreignCode(id)})`;
  // Most agents were given no other name.
  if (card.name === id) return foreignCode(id);
  return html`<strong>${foreign(card.name)}</strong> ${foreignCode(id)}`;
}

/** What somebody should know before they go by the name. */
export function nameWarning(card: AgentCard | undefined): Html | undefined {
  const warning = card === undefined ? undefined : warnOfName(card.name);
  return warning === undefined ? undefined : html`<p class="problem">${warning}</p>`;
}

/** Everybody who owns it; without any nobody answers for it. */
export function ownersText({ person }: Names, ownerIds: readonly string[]): Html {
  if (ownerIds.length === 0) return html`nobody: it cannot run until somebody takes it over`;
  return html`${ownerIds.map((id, index) => html`${index > 0 && ', '}${person(id)}`)}`;
}
