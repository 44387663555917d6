/** The texts for a person about waiting workflows and models: they must be clear without a manual. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAuthor } from '../../base/control/author.ts';
import type { NewApproval } from '../../delegation/approvals/ports.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { joinAs, type TestVisitor } from './test-visitor.ts';

let verifier: TestVerifier;
let rita: TestVisitor;
beforeAll(async () => {
  verifier = await openTestVerifier();
  rita = await joinAs(verifier, { email: 'rita@example.com', role: 'admin' });
}, 60_000);
afterAll(() => verifier.close());

const textOf = ({ text }: { text: string }) => text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

async function ask(request: Pick<NewApproval, 'kind' | 'action' | 'resource'>, by: string, title: string) {
  const { services } = verifier.verifier();
  const author = { ...createAuthor('default', by), isDeployment: false };
  const lines = [{ label: 'Run', value: 'wfr_1' }];
  const made = await services.db.transaction((tx) =>
    services.approvals.create(tx, author, { ...request, requested: {}, risk: 'medium', display: { title, lines } }),
  );
  return made.id;
}

it.each([
  ['workflow_step', 'To go on with a workflow', 'by a run of a workflow', 'on the path for a denial'],
  ['workflow_deploy', 'To deploy a workflow', 'Asked', 'running workflows do not change'],
  ['model_promotion', 'To promote a model', 'Asked', 'the alias moves to it automatically'],
] as const)(
  '%s explains the request, its author, and the effects of yes and no',
  async (kind, heading, who, effect) => {
    const by = kind === 'workflow_step' ? 'workflows' : 'operator';
    const id = await ask({ kind, action: 'look', resource: 'thing' }, by, 'May it be sent?');
    expect(textOf(await rita.open('/account/approvals'))).toContain(heading);
    const page = textOf(await rita.open(`/account/approvals/${id}`));
    for (const words of [heading, who, effect, 'May it be sent?', 'wfr_1', 'Your decision'])
      expect(page).toContain(words);
  },
);
