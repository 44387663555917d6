import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { limitMemory } from './limit-memory.ts';
import { CedarPolicyError } from './policy-text.ts';
import type { PolicyQuestion } from './question.ts';
import { createSandboxedCedar, type SandboxedCedar, type SandboxOptions } from './sandboxed-cedar.ts';

const open: SandboxedCedar[] = [];
const startDeadlineMs = 25_000;

async function start(options: SandboxOptions): Promise<SandboxedCedar> {
  const policy = await createSandboxedCedar({ startDeadlineMs, deadlineMs: 20_000, ...options });
  open.push(policy);
  return policy;
}

afterEach(async () => {
  for (const policy of open.splice(0)) await policy.close();
});

const ask = (context: Record<string, unknown> = {}): PolicyQuestion => ({
  principal: { type: 'User', id: 'ann' },
  action: { type: 'Action', id: 'read' },
  resource: { type: 'File', id: 'a.txt' },
  context,
});
const permit = '@id("all") permit(principal, action, resource);';
/** Each reads the whole text many times. */
const slow = `permit(principal, action, resource) when { context.text like "*aaaaaaaab*" };\n`.repeat(400);

/** Replaces the engine; reports what its thread can see instead of a policy id. */
const curiousEngine = `
  const { env, execArgv } = require('node:process');
  const seen = JSON.stringify({ env: Object.keys(env), execArgv });
  const success = { type: 'success' };
  module.exports = {
    policySetTextToParts: (text) => ({ ...success, policies: [text], policy_templates: [] }),
    policyToJson: () => ({ ...success, json: { effect: 'permit', annotations: { id: seen } } }),
    preparsePolicySet: () => success,
  };`;

describe('a sandboxed policy set', () => {
  it('answers like one in this thread: allow, deny, and deny on an error', async () => {
    const policy = await start({
      policies: `${permit} forbid(principal, action, resource) when { context.score > 5 };`,
    });
    expect(policy.ids).toEqual(['all', 'policy1']);
    expect(await policy.evaluate(ask({ score: 1 }))).toEqual({ decision: 'allow', reasons: ['all'], errors: [] });
    expect(await policy.evaluate(ask({ score: 9 }))).toEqual({ decision: 'deny', reasons: ['policy1'], errors: [] });
    expect(await policy.evaluate(ask())).toMatchObject({ decision: 'deny', reasons: [] });
    expect((await policy.evaluate(ask({ score: () => 1 }))).errors).toHaveLength(1);
  });

  it('answers concurrent questions, each with its own, and denies those over the limit', async () => {
    const policy = await start({ policies: `permit(principal, action, resource) when { context.n > 499 };` });
    const answers = await Promise.all(Array.from({ length: 1100 }, (_, n) => policy.evaluate(ask({ n }))));
    const allowed = answers.flatMap(({ decision }, n) => (decision === 'allow' ? [n] : []));
    expect(allowed).toEqual(Array.from({ length: 500 }, (_, index) => 500 + index));
    expect(answers.at(-1)?.errors).toEqual(['too many questions wait for a decision']);
  });

  it("refuses unusable text, with the engine's reasons", async () => {
    await expect(start({ policies: 'permit(principal' })).rejects.toThrow(CedarPolicyError);
    const schema = 'entity User; entity File; action read appliesTo { principal: [User], resource: [File] };';
    const policies = 'permit(principal, action, resource) when { context.score > 5 };';
    await expect(start({ policies, schema })).rejects.toThrow('score');
    expect(await (await start({ policies: permit, schema })).evaluate(ask())).toMatchObject({ decision: 'allow' });
  });

  it('denies everything once it is closed', async () => {
    const policy = await start({ policies: permit });
    await policy.close();
    expect(await policy.evaluate(ask())).toMatchObject({ decision: 'deny', errors: ['the policy set was closed'] });
  });
});

describe('a hostile policy set', () => {
  it('is a deny when it takes too long, delays nobody, and the next question is answered', async () => {
    const policy = await start({ policies: slow, deadlineMs: 1_000 });
    let turns = 0;
    const ticking = setInterval(() => {
      turns += 1;
    }, 5);
    const late = await policy.evaluate(ask({ text: 'a'.repeat(900_000) }));
    clearInterval(ticking);
    expect(late).toEqual({ decision: 'deny', reasons: [], errors: ['no decision within 1000 ms'] });
    expect(turns).toBeGreaterThan(5);
    expect(await policy.evaluate(ask({ text: 'aaaaaaaab' }))).toMatchObject({ decision: 'allow' });
  });

  it('is refused when its nesting stops the engine', async () => {
    const nested = `permit(principal, action, resource) when { ${'('.repeat(50_000)}true${')'.repeat(50_000)} };`;
    await expect(start({ policies: nested })).rejects.toThrow('stopped');
  });

  it('is a deny when it stops the engine during evaluation, and the next question gets a new engine', async () => {
    const chain = `permit(principal, action, resource) when { context has go };
      permit(principal, action, resource) when { ${'1 + '.repeat(260)}1 == 2 };`;
    const policy = await start({ policies: chain }).catch((error: unknown) => error);
    // If the stack is deep enough to read it, it is never an allow.
    if (policy instanceof CedarPolicyError) return;
    const { evaluate } = policy as SandboxedCedar;
    for (let round = 0; round < 2; round++) {
      const { decision, errors } = await evaluate(ask({ go: true }));
      expect(decision === 'allow').toBe(errors.length === 0);
    }
  });

  it('is refused when it needs more memory than allowed', async () => {
    const large = `permit(principal, action, resource) when { [${'1,'.repeat(250_000)}1].contains(2) };`;
    await expect(start({ policies: large, memoryMb: 8 })).rejects.toThrow(CedarPolicyError);
  });

  it('is refused when it is not parsed in time', async () => {
    await expect(start({ policies: slow, startDeadlineMs: 1 })).rejects.toThrow('not read in time');
  });

  it('finds neither environment nor options of this process', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-sandbox-'));
    const modulePath = join(folder, 'engine.cjs');
    await writeFile(modulePath, curiousEngine);
    const policy = await start({ policies: permit, modulePath });
    await rm(folder, { recursive: true });
    expect(policy.ids).toEqual(['{"env":[],"execArgv":[]}']);
  });
});

describe('the bound on memory', () => {
  const path = createRequire(import.meta.url).resolve('@cedar-policy/cedar-wasm/nodejs');
  const bytes = new Uint8Array(readFileSync(join(path, '../cedar_wasm_bg.wasm')));

  it('changes only the declared maximum', () => {
    const limited = limitMemory(bytes, 512);
    expect(limited.length - bytes.length).toBeLessThan(8);
    expect(Buffer.compare(limitMemory(limited, 512), limited)).toBe(0);
    expect(Buffer.compare(limitMemory(limited, 1024), limitMemory(bytes, 1024))).toBe(0);
  });

  it("is refused below the engine's initial memory, or without a memory", () => {
    expect(() => limitMemory(bytes, 1)).toThrow('starts with');
    expect(() => limitMemory(bytes.subarray(0, 8), 512)).toThrow('no memory');
    expect(() => limitMemory(bytes.subarray(0, 9), 512)).toThrow('cut short');
  });
});
