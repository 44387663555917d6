/** Renders tokens for people: what they are good for, and who acts by them for whom. */
import { toPlainText } from '../../proof/report.ts';
import { renderFacts } from './table.ts';

type Answer = Readonly<Record<string, unknown>>;
type Fact = readonly [name: string, value: string];

/** The answer of an exchange. */
export function renderExchange(answer: Answer): string {
  return renderFacts([
    ...fact('token', answer['access_token']),
    ...fact('type', answer['token_type']),
    ...fact('seconds', answer['expires_in']),
    ...fact('scopes', answer['scope']),
    ...actors(answer['act']),
    ...fact('delegation', answer['grant_id']),
  ]);
}

/** What is known of a token. */
export function renderIntrospection(answer: Answer): string {
  const ends = answer['exp'];
  return renderFacts([
    ['active', answer['active'] === true ? 'yes' : 'no'],
    ...fact('for', answer['sub']),
    ...actors(answer['act']),
    ...fact('client', answer['client_id']),
    ...fact('resource', answer['aud']),
    ...fact('scopes', answer['scope']),
    ...fact('delegation', answer['grant_id']),
    ...fact('ends', typeof ends === 'number' ? new Date(ends * 1000).toISOString() : undefined),
  ]);
}

/** Lists the actors, the current one first. */
function actors(act: unknown, name = 'acting'): Fact[] {
  if (typeof act !== 'object' || act === null) return [];
  return [...fact(name, Reflect.get(act, 'sub')), ...actors(Reflect.get(act, 'act'), 'before')];
}

function fact(name: string, value: unknown): Fact[] {
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  return [[name, toPlainText(String(value), 8_192)]];
}
