/** Runs every externally visible check of the contract against one auditor, ours or foreign. */
import type { Auditor } from '../auditor/create-auditor.ts';
import { bounds } from '../contract/bounds.ts';
import type { Phase } from '../contract/request.ts';
import {
  type Check,
  CheckFailure,
  type KitContext,
  type Obligation,
  type SampleData,
  type Samples,
  SkipCheck,
} from './check.ts';
import { claimChecks } from './claim-checks.ts';
import { contextChecks } from './context-checks.ts';
import { faceChecks, parseVocabulary } from './face-checks.ts';
import { httpChecks } from './http-checks.ts';
import { requestChecks } from './request-checks.ts';
import { defaultSamples } from './samples.ts';
import { type TargetOptions, toTarget } from './target.ts';

export interface KitOptions extends TargetOptions {
  /** Inputs that make the auditor produce claims; a phase named here replaces the kit's own samples. */
  readonly samples?: Readonly<Partial<Record<Phase, readonly SampleData[]>>>;
  /** Body limit of the auditor. */
  readonly maxBodyBytes?: number;
  /** Ids of checks to leave out. */
  readonly skip?: readonly string[];
  /** Advice that is not followed fails too. */
  readonly strict?: boolean;
}

export interface CheckResult {
  readonly id: string;
  readonly title: string;
  /** A failed check of `advice` breaks no sentence of the contract. */
  readonly obligation: Obligation;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** Why it failed or was skipped. */
  readonly message: string;
}

export interface KitResult {
  /** True when no sentence of the contract is broken; with `strict`, when the advice is followed too. */
  readonly passed: boolean;
  readonly checks: readonly CheckResult[];
}

/** Every check, in order. */
export const kitChecks: readonly Check[] = [
  ...faceChecks,
  ...claimChecks,
  ...requestChecks,
  ...contextChecks,
  ...httpChecks,
];

/**
 * Runs the kit.
 *
 * @param target an auditor in this process, or the base URL of one.
 * @example
 * const { passed, checks } = await runContractKit(createAuditor(shouting));
 */
export async function runContractKit(target: Auditor | string | URL, options: KitOptions = {}): Promise<KitResult> {
  const kit = createContext(target, options);
  const checks: CheckResult[] = [];
  for (const check of kitChecks) checks.push(await runCheck(check, kit, options.skip ?? []));
  return { passed: !checks.some((check) => isBroken(check, options)), checks };
}

/**
 * Registers one test for each check with any runner whose `test` takes a title and a function. Advice that is not
 * followed fails only with `strict`.
 *
 * @example
 * contractTests(test, () => createAuditor(shouting));
 */
export function contractTests(
  test: (title: string, body: () => Promise<void>) => unknown,
  getTarget: () => Auditor | string | URL | Promise<Auditor | string | URL>,
  options: KitOptions = {},
): void {
  let result: Promise<KitResult> | undefined;
  for (const { id, title } of kitChecks) {
    test(`${id}: ${title}`, async () => {
      result ??= Promise.resolve(getTarget()).then((target) => runContractKit(target, options));
      const check = (await result).checks.find((row) => row.id === id);
      if (check !== undefined && isBroken(check, options)) throw new CheckFailure(check.message);
    });
  }
}

function createContext(target: Auditor | string | URL, options: KitOptions): KitContext {
  const wrapped = toTarget(target, options);
  const samples: Samples = { ...defaultSamples, ...options.samples };
  return {
    target: wrapped,
    samples,
    maxBodyBytes: options.maxBodyBytes ?? bounds.requestBytes,
    async vocabulary() {
      try {
        return parseVocabulary(await wrapped.vocabulary());
      } catch (cause) {
        throw new SkipCheck('needs a valid vocabulary', { cause });
      }
    },
  };
}

async function runCheck(check: Check, kit: KitContext, skip: readonly string[]): Promise<CheckResult> {
  const { id, title, obligation } = check;
  if (skip.includes(id)) return { id, title, obligation, status: 'skipped', message: 'left out by the caller' };
  try {
    await check.run(kit);
    return { id, title, obligation, status: 'passed', message: '' };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id, title, obligation, status: error instanceof SkipCheck ? 'skipped' : 'failed', message };
  }
}

function isBroken({ status, obligation }: CheckResult, { strict = false }: KitOptions): boolean {
  return status === 'failed' && (strict || obligation === 'contract');
}
