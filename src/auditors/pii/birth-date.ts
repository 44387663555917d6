/** Dates of birth: a date is personal only if the words around it say so. */
import { isDay } from './checksums.ts';
import { type Entity, hasContext } from './recogniser.ts';

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|februar|m[äa]rz|mai|juni|juli|oktober|dezember|janvier|f[ée]vrier|mars|avril|juin|juillet|ao[ûu]t|septembre|octobre|novembre|d[ée]cembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|fevereiro|mar[çc]o|maio|junho|julho|setembro|outubro|novembro|dezembro|januari|februari|maart|augustus';
const context =
  /\b(?:born|birth|birthday|birthdate|dob|d\.o\.b|geboren|geburtsdatum|nacid[oa]|nacimiento|n[ée]e? le|naissance|nat[oa] il|nascita|nascid[oa]|nascimento|geboortedatum|urodzon[ya]|data urodzenia|f[øo]dt|f[öo]dd|syntynyt|narozen[áa]?|d\.n\.|fecha de nac|date de naiss|data di nasc|data de nasc|bday|b-day)\b|родил|出生|生年月日|생년월일/i;
const numeric =
  /(?<![\w./-])(?:(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})|(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2}))(?![\w/-]|\.\d)/g;
const worded = new RegExp(
  `(?<!\\w)(?:(?:${months})\\.? \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}|\\d{1,2}(?:st|nd|rd|th|\\.|er)?(?: of| de)? (?:${months})\\.?,?(?: de)? \\d{4})(?!\\w)`,
  'gi',
);

export function findBirthDates(text: string): Entity[] {
  if (!context.test(text)) return [];
  const found: Entity[] = [];
  for (const match of text.matchAll(numeric)) {
    const [value, year, month, day, left, right, last] = match;
    const isDate =
      year === undefined
        ? isDay(Number(last), Number(right), Number(left)) || isDay(Number(last), Number(left), Number(right))
        : isDay(Number(year), Number(month), Number(day));
    if (isDate) add(found, text, match.index, value);
  }
  for (const match of text.matchAll(worded)) add(found, text, match.index, match[0]);
  return found;
}

function add(found: Entity[], text: string, start: number, value: string): void {
  const end = start + value.length;
  if (hasContext(text, start, end, context)) found.push({ type: 'date_of_birth', start, end, score: 0.85 });
}
