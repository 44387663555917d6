/** Labelled lines with planted secrets and look-alikes, from our own templates. */
import { fill, seeded } from '../../../src/auditors/secrets/made.fixture.ts';
import type { Row } from '../../data/row.ts';
import { type Lines, leakingLines } from './leaks.ts';
import { harmlessLines } from './look-alikes.ts';

type Random = () => number;

const names = 'orders billing shipping reports customers payments search media archive metrics'.split(' ');
const hosts = 'db.internal.test api.shop.test mail.corp.test 10.0.4.17 cache.prod.test git.team.test'.split(' ');
const users = 'app deploy svc-build maria root admin reporting jenkins tomek api_user'.split(' ');
const bases =
  'Sommer winter Tiger dragon Monday Berlin lakers Phoenix coffee Orchid banana Madrid shadow Falcon summer Kitten silver Rocket'.split(
    ' ',
  );

const pick = (list: readonly string[], random: Random): string => list[Math.floor(random() * list.length)] ?? '';

/** A password as people choose it (words with digits and punctuation), or a generated one. */
function choosePassword(random: Random): string {
  const word = pick(bases, random);
  const digits = String(Math.floor(random() * 9000) + 1000);
  const forms = [
    () => `${word}${digits}`,
    () => `${word}${digits.slice(0, 2)}!`,
    () => `${word}@${digits}`,
    () => `${word.replaceAll('o', '0').replaceAll('e', '3').replaceAll('a', '4')}${digits.slice(0, 2)}`,
    () => `${digits}${word}`,
    () => `${word}_${pick(bases, random).toLowerCase()}${digits.slice(0, 2)}`,
    () => fill('<a12>', random),
    () => fill('<a7>#<a6>', random),
    () => fill('<w16>', random),
    () => fill('<z10>', random),
  ];
  return forms[Math.floor(random() * forms.length)]?.() ?? word;
}

function write(template: string, random: Random): string {
  const text = template
    .replaceAll('{pw}', () => choosePassword(random))
    .replaceAll('{name}', () => pick(names, random))
    .replaceAll('{host}', () => pick(hosts, random))
    .replaceAll('{user}', () => pick(users, random));
  return fill(text, random);
}

/** Rows of one label: each template several times with other values. */
function toRows(groups: readonly Lines[], label: 0 | 1, each: number): Row[] {
  const texts = new Map<string, Row>();
  for (const [group, { category, language, templates }] of groups.entries()) {
    for (const [index, template] of templates.entries()) {
      for (let round = 0; round < each; round += 1) {
        const text = write(template, seeded(1 + group * 100_003 + index * 1009 + round));
        texts.set(text, {
          text,
          label,
          source: 'own.secrets',
          category,
          ...(language === undefined ? {} : { language }),
        });
      }
    }
  }
  return [...texts.values()];
}

/** All rows; deterministic. */
export function secretRows(): Row[] {
  return [...toRows(leakingLines, 1, 12), ...toRows(harmlessLines, 0, 6)];
}
