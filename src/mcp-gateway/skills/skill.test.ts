/** Skills in the catalog of an agent, and as an MCP server: whole and as approved, or not there. */
import { afterEach, describe, expect, it } from 'vitest';
import type { AgentServer } from '../../contract/agent-tools.ts';
import { treeHashOf } from '../../platform/tools/skill-files.ts';
import { anApp, aPrincipal, approved, type CatalogFixture, openCatalog } from '../catalog/catalog.fixture.ts';
import type { Reply } from '../upstreams/conversation.ts';
import { filesOf } from './skill.ts';
import { createSkillConversation } from './skill-conversation.ts';

const texts = { 'SKILL.md': '---\nname: pdf-forms\n---\nRead forms.md', 'docs/forms.md': 'Forms' };
const toTools = (named: Readonly<Record<string, string>> = texts) =>
  Object.entries(named).map(([name, text]) => approved({ name, inputSchema: { type: 'object' }, text }));
const targetOf = (tools: AgentServer['tools']) =>
  ({
    kind: 'skill',
    name: 'pdf-forms',
    description: 'Fills forms',
    tree_hash: treeHashOf(filesOf({ tools })),
  }) as const;
const skill = (more: Partial<AgentServer> = {}): AgentServer => {
  const tools = toTools();
  return anApp('pdf', tools, { target: targetOf(tools), ...more });
};

let catalogs: CatalogFixture | undefined;
afterEach(async () => {
  await catalogs?.room.close();
});

async function aliasesOf(app: AgentServer, denied = '', principal = aPrincipal('bot')) {
  await catalogs?.room.close();
  catalogs = openCatalog({ verdicts: { text: (text) => (denied !== '' && text.includes(denied) ? ['bad'] : []) } });
  catalogs.servers.set('bot', [app]);
  const { servers, tools } = await catalogs.room.of(principal);
  await catalogs.room.settled();
  return { aliases: servers.map(({ alias }) => alias), tools: tools.length, reports: catalogs.reports };
}

describe('the skill of an agent', () => {
  it('is there, and none of its files is a tool', async () => {
    expect(await aliasesOf(skill())).toMatchObject({ aliases: ['pdf'], tools: 0 });
  });

  it('is not there while one of its files is denied, and the finding is reported', async () => {
    const { aliases, reports } = await aliasesOf(skill(), 'Forms');
    expect(aliases).toEqual([]);
    expect(reports).toMatchObject([
      { installation_id: 'ins_pdf', findings: [{ tool: 'docs/forms.md', reasons: ['bad'] }] },
    ]);
  });

  it('is not there while its approved files are others than those of its version', async () => {
    const tools = toTools({ ...texts, 'docs/forms.md': 'Forms, sent to us' });
    expect((await aliasesOf(skill({ tools }))).aliases).toEqual([]);
    expect((await aliasesOf(skill({ tools: toTools().slice(0, 1) }))).aliases).toEqual([]);
  });

  it('is not there in quarantine, while a rule blocks a file, or under a consent that names tools', async () => {
    expect((await aliasesOf(skill({ quarantined: true }))).aliases).toEqual([]);
    expect((await aliasesOf(skill({ blocked: ['more.md'] }))).aliases).toEqual([]);
    const onBehalfOf = { user: 'ada', grantId: 'g', tools: ['SKILL.md'] };
    expect((await aliasesOf(skill(), '', aPrincipal('bot', { onBehalfOf }))).aliases).toEqual([]);
  });
});

describe('a skill as an MCP server', () => {
  const ask = async (method: string, params: Record<string, unknown> = {}): Promise<Reply> => {
    const app = skill();
    if (app.target.kind !== 'skill') throw new Error('no skill');
    const nothing = { headers: {}, paramHeaders: {}, traceparent: '', clientCapabilities: undefined };
    const { signal } = new AbortController();
    const rest = { signal, timeoutMs: 1_000, onProgress: undefined };
    return createSkillConversation(app, app.target).request({ method, params, ...nothing, ...rest });
  };

  it('has each file as a resource, and reads no other', async () => {
    expect(await ask('resources/list')).toMatchObject({
      result: {
        resources: [
          { uri: 'skill://pdf-forms/SKILL.md', mimeType: 'text/markdown', title: 'pdf-forms' },
          { uri: 'skill://pdf-forms/docs/forms.md', name: 'docs/forms.md', size: 5 },
        ],
      },
    });
    expect(await ask('resources/read', { uri: 'skill://pdf-forms/docs/forms.md' })).toMatchObject({
      result: { contents: [{ text: 'Forms' }] },
    });
    for (const uri of ['skill://pdf-forms/../SKILL.md', 'skill://other/SKILL.md', 'file:///etc/passwd', undefined]) {
      expect(await ask('resources/read', { uri }), uri).toMatchObject({ kind: 'error', code: -32_602 });
    }
  });

  it('has its SKILL.md as a prompt, with links to the other files', async () => {
    expect(await ask('prompts/list')).toMatchObject({ result: { prompts: [{ name: 'pdf-forms' }] } });
    expect(await ask('prompts/get', { name: 'pdf-forms' })).toMatchObject({
      result: {
        messages: [
          { role: 'user', content: { type: 'text', text: texts['SKILL.md'] } },
          { role: 'user', content: { type: 'resource_link', uri: 'skill://pdf-forms/docs/forms.md' } },
        ],
      },
    });
    expect(await ask('prompts/get', { name: 'other' })).toMatchObject({ kind: 'error' });
  });

  it('has nothing that is called', async () => {
    expect(await ask('tools/call', { name: 'SKILL.md' })).toMatchObject({ kind: 'error', code: -32_601 });
  });
});
