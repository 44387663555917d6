/** Evaluation of the personal data auditor; rules and lists only, so nothing is trained. */
import { type Auditor, createAuditor } from '@assay/sdk';
import { pii } from '../../src/auditors/pii/auditor.ts';
import { piiRows } from '../corpora/pii/corpus.ts';
import type { DataFolder } from '../data/folder.ts';
import { normalFormHash } from '../data/normal-form.ts';
import { loadPresidioResearch, type TemplateRow } from '../data/pii.ts';
import type { Row } from '../data/row.ts';
import type { DetectionTask, Judged } from '../task.ts';

/** Other sets' names of the auditor's types. */
const spanTypes: Readonly<Record<string, string>> = {
  PERSON: 'person',
  NAME: 'person',
  FIRST_NAME: 'person',
  LAST_NAME: 'person',
  GIVENNAME: 'person',
  SURNAME: 'person',
  ADDRESS: 'address',
  STREET_ADDRESS: 'address',
  STREET: 'address',
  ZIP_CODE: 'postal_code',
  ZIPCODE: 'postal_code',
  POSTAL_CODE: 'postal_code',
  LOCATION: 'location',
  GPE: 'location',
  CITY: 'location',
  STATE: 'location',
  COUNTRY: 'location',
  PHONE_NUMBER: 'phone',
  PHONE: 'phone',
  TELEPHONENUM: 'phone',
  EMAIL_ADDRESS: 'email',
  EMAIL: 'email',
  CREDIT_CARD: 'credit_card',
  CREDITCARDNUMBER: 'credit_card',
  IBAN_CODE: 'iban',
  IBAN: 'iban',
  CRYPTO: 'crypto_wallet',
  IP_ADDRESS: 'ip_address',
  MAC_ADDRESS: 'mac_address',
  DATE_OF_BIRTH: 'date_of_birth',
  DATEOFBIRTH: 'date_of_birth',
  US_SSN: 'us_ssn',
  SSN: 'us_ssn',
  US_ITIN: 'us_itin',
  US_BANK_NUMBER: 'bank_account',
  US_DRIVER_LICENSE: 'us_driver_license',
  US_PASSPORT: 'passport',
  PASSPORT: 'passport',
  UK_NHS: 'uk_nhs',
  UK_NINO: 'uk_nino',
  ES_NIF: 'es_dni',
  ES_NIE: 'es_nie',
  IT_FISCAL_CODE: 'it_fiscal_code',
  IT_VAT_CODE: 'it_vat',
  PL_PESEL: 'pl_pesel',
  SG_NRIC_FIN: 'sg_nric',
  AU_ABN: 'au_abn',
  AU_ACN: 'au_acn',
  AU_TFN: 'au_tfn',
  AU_MEDICARE: 'au_medicare',
  IN_PAN: 'in_pan',
  IN_AADHAAR: 'in_aadhaar',
  IN_VOTER: 'in_voter_id',
  IN_GSTIN: 'in_gstin',
  FI_PERSONAL_IDENTITY_CODE: 'fi_hetu',
  KR_RRN: 'kr_rrn',
  TH_TNIN: 'th_id',
};

export const piiTask: DetectionTask = {
  auditor: 'pii',
  spanTypes,
  trainingRows: async () => [],
  developmentRows: loadDevelopmentRows,
  judge: judgeRow,
};

/** All templates, separated by whether their rows were seen while the rules were written, and our own texts. */
async function loadDevelopmentRows(data: DataFolder): Promise<Row[]> {
  const rows = await loadPresidioResearch(data);
  return [...rows.map(toPersonalSpans), ...piiRows()];
}

/** Prefixes of the hashes of the templates whose errors were read while the rules were written. */
const lookedAt: ReadonlySet<string> = new Set(
  `003026 02624d 03aaed 06caaf 06ea88 0afc40 0c7c20 0f1ce3 0f6805 13a333 16136a 1ae3a9 1cc708 1f73e1 209960 3171a7
  31c6a3 32cb02 35ad60 38aaba 3d9016 3db0ef 4052ea 433236 467717 4e3dbe 510243 528a44 530c75 58a145 5a7eb8 5f0b3e
  69101a 6b5e56 8e2058 8eab3c 97f859 9b7905 a0e0fb a6b7a4 ba5888 baefcf bcb979 c0dcdf c26880 c324c9 c7fe18 ca771f
  d01732 d5ee91 dba46b ec9bc1 ede048 ee7b4e eff097 f0bbbb f5550c f62445 fa7193 fb6a7c fd129f fffb05`.split(/\s+/),
);

/**
 * Keeps spans that are personal data for this auditor; not organisations, web addresses, jobs, titles, or dates other than of
 * birth.
 */
function toPersonalSpans({ text, spans, template }: TemplateRow): Row {
  const isLookedAt = lookedAt.has(normalFormHash(template).slice(0, 6));
  const source = `presidio-research.${isLookedAt ? 'looked-at' : 'unseen'}-templates`;
  const personal = spans.flatMap(({ type, start, end }) => {
    const isBirth = type === 'DATE_TIME' && /birth|born/i.test(template.replaceAll(/\{\{\w*\}\}/g, ''));
    const known = isBirth ? 'date_of_birth' : spanTypes[type];
    return known === undefined || isTitle(text.slice(start, end)) ? [] : [{ type: known, start, end }];
  });
  return { text, source, label: personal.length > 0 ? 1 : 0, spans: personal };
}

const isTitle = (value: string): boolean => /^(?:dr|mrs?|ms|miss)\.?$/i.test(value);

let started: Auditor | undefined;

/** The score is that of the surest entity, or 0. */
async function judgeRow({ text }: Row): Promise<Judged> {
  started ??= createAuditor(pii);
  const answer = await started.claims({ data: { input: text }, phase: 'request' });
  if (answer.status === 'error') throw new Error(answer.error.message);
  const found = answer.claims.find(({ name }) => name === 'pii_found');
  const spans = toSpans(found?.detail?.['spans']);
  return { score: Math.max(0, ...spans.map(({ score }) => score)), detected: found?.value === true, spans };
}

type JudgedSpan = NonNullable<Judged['spans']>[number];

function toSpans(value: unknown): JudgedSpan[] {
  return Array.isArray(value) ? value.filter(isSpan) : [];
}

function isSpan(value: unknown): value is JudgedSpan {
  return typeof value === 'object' && value !== null && 'score' in value && typeof value.score === 'number';
}
