/** `@assay/sdk/testing`: the contract kit that any auditor can be run against, in process or at a URL. */

export type { CheckResult, KitOptions, KitResult } from './run-contract-kit.ts';
export { contractTests, kitChecks, runContractKit } from './run-contract-kit.ts';
