/** Policies in Cedar that fail closed. The engine is an optional peer, `@cedar-policy/cedar-wasm`. */
export type { CedarEngine } from './cedar-engine.ts';
export { type CedarPolicy, type CedarPolicyOptions, createCedarPolicy, type PolicyDecision } from './cedar-policy.ts';
export { CedarPolicyError, policyBounds } from './policy-text.ts';
export { type PolicyQuestion, questionBounds } from './question.ts';
export { createSandboxedCedar, type SandboxedCedar, type SandboxOptions } from './sandboxed-cedar.ts';
