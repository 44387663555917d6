/** Requests of commands about the lifecycle. */
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { createResource, type Resource } from './remote-control.ts';
import { connectService } from './service.ts';
import {
  type Evaluation,
  evaluation,
  type LifecyclePolicy,
  lifecyclePolicy,
  lifecyclePolicyPage,
} from './wire-lifecycle.ts';

/** @throws UsageError */
export function connectLifecyclePolicies(io: CommandIo, args: ParsedArguments): Resource<LifecyclePolicy> {
  return createResource(connectService('verifier', io, args), {
    ...{ path: '/v1/lifecycle/policies', noun: 'lifecycle policy' },
    isOne: (value) => lifecyclePolicy.Check(value),
    isPage: (value) => lifecyclePolicyPage.Check(value),
  });
}

/** One run, or a dry run. A run processes every agent and may take long. */
export function evaluateLifecycle(io: CommandIo, args: ParsedArguments, isDryRun: boolean): Promise<Evaluation> {
  const query = isDryRun ? { dry_run: 'true' } : {};
  const call = { method: 'POST', path: '/v1/lifecycle/evaluate', query, timeoutMs: 300_000 } as const;
  return connectService('verifier', io, args).json(call, (value) => evaluation.Check(value));
}
