/**
 * Claim instances of a caller of /v1/evaluate (contract 2.3, 2.11). Their claims are recorded and answered, and no
 * policy reads them. INVARIANT: an instance never takes the name of a claim that a policy may read.
 */
import type { ClaimInstance, ClaimsRequest, NamedInstance } from '@assay/sdk/contract';
import { AppError } from '../../platform/errors.ts';
import { expectClaims, type MemberPlan } from './collect.ts';
import { layOverrides, settleInstances } from './member-settings.ts';

const maxInstances = 64;

/** Checks instances over the whole chain; one without `produces` gets the one claim that is meant. @throws AppError */
export function parseCallerInstances(
  instances: readonly ClaimInstance[],
  plans: readonly MemberPlan[],
): NamedInstance[] {
  if (instances.length > maxInstances) throw refuse(`are more than ${maxInstances}`, '');
  const ids = new Set<string>();
  return instances.map((instance, index) => {
    const { instance_id: id } = instance;
    const at = `/${index}`;
    if (ids.has(id)) throw refuse(`has the instance_id of an earlier entry`, at);
    ids.add(id);
    if (isTaken(id, plans)) throw refuse('has an instance_id that names a claim of the chain', at);
    return { ...instance, produces: instance.produces ?? [findMeant(instance, plans, at)] };
  });
}

/** Adds a caller's instances to what a member is asked; the same plan where none is about its claims. */
export function withCallerInstances(
  plan: MemberPlan,
  { claim_instances: instances = [], detection_overrides: asks }: NonNullable<ClaimsRequest['vendor_context']>,
): MemberPlan {
  const { member, settings, neededClaims } = plan;
  const { vocabulary } = member;
  const names = vocabulary?.vocabulary.map(({ name }) => name) ?? [];
  const asked = instances.flatMap(({ produces = [], ...rest }): NamedInstance[] =>
    produces.some((name) => names.includes(name)) ? [{ ...rest, produces }] : [],
  );
  if (vocabulary === undefined || asked.length === 0) return plan;
  // With an instance, a method answers under instance names only: the claims that policies read keep their own.
  const kept = (neededClaims ?? names)
    .filter((name) => names.includes(name))
    .map((name) => ({ instance_id: name, produces: [name], settings: {} }));
  // The claims that policies read keep the values that count for this request, the caller's stricter ones among them.
  const own =
    plan.instances.length > 0 ? plan.instances : settleInstances(kept, layOverrides(settings?.overrides, asks));
  const all = [...own, ...asked];
  return {
    ...plan,
    skip: false,
    instances: all,
    ...(neededClaims === undefined
      ? {}
      : { neededClaims: [...neededClaims, ...asked.map(({ instance_id: id }) => id)] }),
    expected: expectClaims(vocabulary, all),
  };
}

/** True where the instance's claims could pass for claims of the chain or of a policy's instance. */
function isTaken(id: string, plans: readonly MemberPlan[]): boolean {
  return plans.some(({ expected, member }) => {
    const names = member.vocabulary?.vocabulary.map(({ name }) => `${id}.${name}`) ?? [];
    return [id, ...names].some((name) => expected.entries.has(name));
  });
}

/** Without `produces` the settings tell which claim is meant, if only one has them. */
function findMeant({ settings = {} }: ClaimInstance, plans: readonly MemberPlan[], at: string): string {
  const keys = Object.keys(settings);
  const fitting = plans
    .flatMap(({ member }) => member.vocabulary?.vocabulary ?? [])
    .filter((entry) => keys.every((key) => entry.settings.some((setting) => setting.key === key)))
    .map(({ name }) => name);
  const [only, ...more] = [...new Set(fitting)];
  if (only !== undefined && more.length === 0) return only;
  throw refuse('must name its claims in produces, because its settings fit no single claim', at);
}

function refuse(what: string, at: string): AppError {
  return new AppError('invalid_request', `claim_instances: ${what}`, {
    detail: `vendor_context.claim_instances${at.replace('/', ' ')} ${what}.`,
    errors: [{ pointer: `/vendor_context/claim_instances${at}`, message: what }],
  });
}
