/** `@assay/sdk/testing`: the contract kit for any auditor, in process or at a URL. */

export type { CheckResult, KitOptions, KitResult } from './run-contract-kit.ts';
export { contractTests, kitChecks, runContractKit } from './run-contract-kit.ts';
