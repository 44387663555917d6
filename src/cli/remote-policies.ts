/** Requests of commands about policies. */
import type { Scope } from '../contract/control/scope.ts';
import { AppError, isAppError } from '../platform/errors.ts';
import type { CommandIo } from './command.ts';
import { type NamedScope, present } from './control-options.ts';
import { withOperatorToken } from './operator-token.ts';
import type { ParsedArguments } from './options.ts';
import { readList } from './page.ts';
import { createResource, type Resource, resolveScope } from './remote-control.ts';
import { connectService } from './service.ts';
import {
  type EffectivePolicy,
  effectivePolicy,
  type Policy,
  type PolicyVersion,
  policy,
  policyPage,
  policyVersionPage,
  type Validation,
  validation,
} from './wire-policies.ts';
import { type Replay, replay } from './wire-replays.ts';

export interface PolicyCaller extends Resource<Policy> {
  resolve(scope: NamedScope): Promise<Scope>;
  /** Finds a policy by id, or by a unique name. @throws AppError `not_found`, or `invalid_request` for an ambiguous name */
  find(idOrName: string, scope?: NamedScope): Promise<Policy>;
  /** @throws AppError `not_found`. */
  version(policy: Policy, version: number): Promise<PolicyVersion>;
  validate(scope: Scope, text: string): Promise<Validation>;
  validateRecord(id: string, body: unknown): Promise<Validation>;
  effective(agentId: string): Promise<EffectivePolicy>;
  startReplay(id: string, body: unknown): Promise<Replay>;
  getReplay(id: string): Promise<Replay>;
  cancelReplay(id: string): Promise<Replay>;
}

const path = '/v1/policies';
/** Validation checks every scope of the policy. */
const checkTimeoutMs = 2 * 60_000;
const idForm = /^pol_[0-9A-Za-z-]+$/;

/** @throws UsageError */
export function connectPolicies(io: CommandIo, args: ParsedArguments): PolicyCaller {
  const service = connectService('verifier', io, args);
  const at = (id: string) => `${path}/${encodeURIComponent(id)}`;
  const isReplay = (value: unknown): value is Replay => replay.Check(value);
  const isValidation = (value: unknown): value is Validation => validation.Check(value);
  const records = createResource<Policy>(service, {
    ...{ path, noun: 'policy' },
    isOne: (value) => policy.Check(value),
    isPage: (value) => policyPage.Check(value),
  });
  return {
    ...records,
    resolve: (scope) => resolveScope(service, scope),
    async find(idOrName, scope) {
      const known = idForm.test(idOrName) ? await orUndefined(records.get(idOrName)) : undefined;
      if (known !== undefined) return known;
      if (!nameForm.test(idOrName)) throw noPolicy(idOrName);
      const query = { name: idOrName, level: scope?.level, scope_id: scope?.id };
      const { items } = await records.list(query, mostListed);
      return onlyOne(idOrName, items);
    },
    async version({ id, name, version: newest }, version) {
      if (version > newest) throw noVersion(name, version, newest);
      // They are listed newest first without gaps, and cannot be read one by one.
      const { items } = await readList(service, {
        ...{ path: `${at(id)}/versions`, query: {}, limit: newest - version + 1 },
        isPage: (value) => policyVersionPage.Check(value),
      });
      const found = items.find((item) => item.version === version);
      if (found === undefined) throw noVersion(name, version, newest);
      return found;
    },
    validate: (scope, text) =>
      service.json(
        { method: 'POST', path: `${path}/validate`, body: { scope, text }, timeoutMs: checkTimeoutMs },
        isValidation,
      ),
    validateRecord: (id, body) =>
      service.json({ method: 'POST', path: `${at(id)}/validate`, body, timeoutMs: checkTimeoutMs }, isValidation),
    effective: (agentId) =>
      service.json({ path: `${path}/effective`, query: { agent_id: agentId } }, (value) =>
        effectivePolicy.Check(value),
      ),
    startReplay: (id, body) =>
      service.json({ method: 'POST', path: `${at(id)}/replay`, body, timeoutMs: checkTimeoutMs }, isReplay),
    getReplay: (id) => service.json({ path: `${path}/replays/${encodeURIComponent(id)}` }, isReplay),
    cancelReplay: (id) =>
      service.json({ method: 'POST', path: `${path}/replays/${encodeURIComponent(id)}/cancel` }, isReplay),
  };
}

/** Gives a caller that may change this policy: a policy of a whole organisation needs the operator token. */
export async function connectForChange(
  io: CommandIo,
  args: ParsedArguments,
  level: Scope['level'],
): Promise<PolicyCaller> {
  return connectPolicies(level === 'org' ? await withOperatorToken(io, args, 'verifier') : io, args);
}

/** Gives version and reason in the form of state changes. */
export function toChangeBody(
  version: number | undefined,
  reason: string | undefined,
): Readonly<Record<string, unknown>> {
  return { ...present('version', version), ...present('reason', reason) };
}

const nameForm = /^[A-Za-z][A-Za-z0-9._-]{0,63}$/;
const mostListed = 20;

function onlyOne(name: string, items: readonly Policy[]): Policy {
  const [only, another] = items;
  if (only === undefined) throw noPolicy(name);
  if (another === undefined) return only;
  const places = items.map(({ id, scope }) => `${id} (${scope.level} ${scope.id})`).join(', ');
  const detail = `Several policies are named ${name}: choose by id from ${places}`;
  throw new AppError('invalid_request', detail, { detail });
}

function noPolicy(name: string): AppError {
  const detail = `There is no policy ${JSON.stringify(name)}`;
  return new AppError('not_found', detail, { detail });
}

function noVersion(name: string, version: number, newest: number): AppError {
  const detail = `The policy ${name} has no version ${version}: it has 1 to ${newest}`;
  return new AppError('not_found', detail, { detail });
}

async function orUndefined<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isAppError(error, 'not_found')) return undefined;
    throw error;
  }
}
