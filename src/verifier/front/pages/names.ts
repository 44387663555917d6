/** Names for the ids on a page. People choose their own names, so each name comes with something that they did not choose. */

import type { AgentStatus } from '../../../contract/api/agents/states.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { People } from '../../identity/people/service.ts';
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

/** Looks up the ids of one page. */
export interface Names {
  /** Gives the agent; undefined if it was deleted. */
  agent(id: string): AgentCard | undefined;
  /** Shows a person by name and address, the built-in operators by their function, anybody else by id. */
  person(id: string): Html;
  /** Gives only the address, for a person who is already named on the page. */
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

/** The ids of a page. */
export interface Named {
  readonly agents: readonly (string | null)[];
  readonly people: readonly (string | null)[];
}

export type FindNames = (orgId: string, named: Named) => Promise<Names>;

/** Looks up the agents and people of a page, the agents' owners included. */
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
  local: 'an operator on the machine of the verifier',
  token: 'the holder of the access token',
  system: 'Assay itself',
  workflows: 'a run of a workflow',
};

function personText(id: string, person: PersonCard | undefined): Html {
  if (person !== undefined) return html`${foreign(person.name, 80)} <span class="muted">(${person.email})</span>`;
  return Object.hasOwn(builtIn, id) ? html`${builtIn[id]}` : foreignCode(id);
}

/** Shows e.g. `Billing bot`, and the id. */
export function agentText(card: AgentCard | undefined, id: string): Html {
  if (card === undefined) return html`an agent that is gone (${foreignCode(id)})`;
  // Most agents have no name but their id.
  if (card.name === id) return foreignCode(id);
  return html`<strong>${foreign(card.name)}</strong> ${foreignCode(id)}`;
}

/** Warns if an agent's name is misleading. */
export function nameWarning(card: AgentCard | undefined): Html | undefined {
  const warning = card === undefined ? undefined : warnOfName(card.name);
  return warning === undefined ? undefined : html`<p class="problem">${warning}</p>`;
}

/** Names the owners of an agent; says so if it has none. */
export function ownersText({ person }: Names, ownerIds: readonly string[]): Html {
  if (ownerIds.length === 0) return html`nobody: it cannot run until it has an owner`;
  return html`${ownerIds.map((id, index) => html`${index > 0 && ', '}${person(id)}`)}`;
}
