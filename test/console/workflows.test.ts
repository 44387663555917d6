/** A workflow drawn, run and approved in a real Chromium. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ConsoleWorld, findViolations, missingForBrowser, openConsoleWorld } from './browser.fixture.ts';

const missing = missingForBrowser(process.env);
const title = missing === undefined ? 'workflows in the console' : `workflows in the console (skipped: ${missing})`;

describe.skipIf(missing !== undefined)(title, { timeout: 120_000 }, () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsoleWorld();
    await world.operator('POST', '/v1/agents', { id: 'support-bot', name: 'Support', model_id: 'echo' });
  }, 120_000);
  afterAll(() => world?.close());

  it('a workflow is drawn with problems as it grows, deployed, run, approved in place and has a passport', async () => {
    const { page, problems, close } = await world.open('/console/workflows');
    await page.getByRole('button', { name: 'New workflow' }).click();
    const dialog = page.getByRole('dialog', { name: 'New workflow' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Answer with care');
    await dialog.getByRole('combobox', { name: 'Agent' }).fill('support-bot');
    await dialog.getByRole('combobox', { name: 'Begin with' }).click();
    await page.getByRole('option', { name: 'The same, with a person who approves' }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Answer with care' }).waitFor();
    const nodes = page.locator('.react-flow__node');
    await vi.waitFor(async () => expect(await nodes.count()).toBe(4), { timeout: 20_000 });

    await page.getByRole('button', { name: 'Output', exact: true }).click();
    await page.locator('.react-flow__node[data-id=output]').getByText('problem').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await nodes.count()).toBe(4);

    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deploy' }).click();
    await page.getByText('Revision 1 is deployed.').waitFor({ timeout: 30_000 });

    await page.getByRole('tab', { name: 'Runs' }).click();
    await page.getByRole('textbox', { name: 'Input' }).fill('What is the capital of France?');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Status of the run: Waiting').waitFor({ timeout: 30_000 });
    await page.locator('.react-flow__node[data-id=answer]').click();
    await page.getByRole('link', { name: /^…/ }).first().waitFor();
    await page.locator('.react-flow__node[data-id=look]').click();
    await page.getByText('Waits for a person').waitFor();
    const look = page.getByRole('main');
    await look.getByRole('button', { name: 'Unlock', exact: true }).click();
    await page.getByRole('textbox', { name: 'Operator token' }).fill(world.operatorToken);
    await page.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click();
    await look.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Status of the run: Succeeded').waitFor({ timeout: 30_000 });

    await page.getByRole('tab', { name: 'Passport' }).click();
    await page.getByText('Merkle root').waitFor();
    await close();
    expect(problems).toEqual([]);
  });

  it('the YAML and the picture follow each other, and a text that cannot be read changes nothing', async () => {
    const { id } = await world.operator('POST', '/api/v1/workflows', {
      name: 'Typed',
      graph: { nodes: [{ id: 'in', type: 'input', config: { type: 'text' } }], edges: [] },
    });
    const { page, close } = await world.open(`/console/workflows/${String(id)}?panel=yaml`);
    const editor = page.locator('.cm-content');
    await editor.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('x: [\n');
    await page.getByText('cannot be read').waitFor();
    expect(await page.locator('.react-flow__node').count()).toBe(1);
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('nodes:\n  - id: in\n    type: input\n  - id: sent\n    type: output\n');
    await page.locator('.react-flow__node[data-id=sent]').waitFor();
    await page.getByRole('button', { name: 'Agent', exact: true }).click();
    await vi.waitFor(async () => expect(await editor.innerText()).toContain('type: agent'), { timeout: 20_000 });
    await close();
  });

  it.each(['light', 'dark'] as const)('is free of accessibility violations in the %s scheme', async (colorScheme) => {
    const { items } = (await world.operator('GET', '/api/v1/workflows')) as { items: readonly { id: string }[] };
    const { page, close } = await world.open('/console/workflows', { colorScheme, reducedMotion: 'reduce' });
    const found: Record<string, unknown> = {};
    const id = items.at(-1)?.id ?? '';
    for (const rest of [
      '',
      '?node=answer',
      '?edge=edge-1',
      '?panel=problems',
      '?tab=runs',
      '?tab=passport',
      '?tab=history',
    ]) {
      await page.goto(`${world.url}/console/workflows/${id}${rest}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      const violations = await findViolations(page);
      if (violations.length > 0) found[rest] = violations;
    }
    await close();
    expect(found).toEqual({});
  });
});
