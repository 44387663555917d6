/** Transfers out of the EEA, the United Kingdom and Switzerland. */
import type { Condition, TransferRule } from './transfer-rule.ts';

type Decision = readonly [to: string, source: string, validFrom: string, more?: Partial<TransferRule>];

const commercial: Partial<TransferRule> = {
  requires: ['commercial_recipient'],
  note: 'recipients subject to PIPEDA only',
};

/** Decisions under Art. 45 GDPR; decisions under Directive 95/46 continue by Art. 45(9). */
const euDecisions: readonly Decision[] = [
  ['CH', 'Decision 2000/518/EC', '2000-07-26'],
  ['CA', 'Decision 2002/2/EC', '2001-12-20', commercial],
  ['AR', 'Decision 2003/490/EC', '2003-06-30'],
  ['GG', 'Decision 2003/821/EC', '2003-11-21'],
  ['IM', 'Decision 2004/411/EC', '2004-04-28'],
  ['JE', 'Decision 2008/393/EC', '2008-05-08'],
  ['FO', 'Decision 2010/146/EU', '2010-03-05'],
  ['AD', 'Decision 2010/625/EU', '2010-10-19'],
  [
    'IL',
    'Decision 2011/61/EU',
    '2011-01-31',
    { note: 'automated processing; not the territories administered since 1967' },
  ],
  ['UY', 'Implementing Decision 2012/484/EU', '2012-08-21'],
  ['NZ', 'Implementing Decision 2013/65/EU', '2012-12-19'],
  ['JP', 'Implementing Decision (EU) 2019/419', '2019-01-23', { note: 'business operators under the APPI' }],
  ['KR', 'Implementing Decision (EU) 2022/254', '2021-12-17', { note: 'not personal credit information' }],
  ['GB', 'Implementing Decision (EU) 2021/1772', '2021-06-28', { id: 'eu-gb-2021', validTo: '2025-06-27' }],
  [
    ...(['GB', 'Implementing Decision (EU) 2021/1772 as extended on 24 June 2025', '2025-06-28'] as const),
    { id: 'eu-gb-2025', validTo: '2025-12-27' },
  ],
  [
    ...(['GB', 'Implementing Decision of 19 December 2025 renewing (EU) 2021/1772', '2025-12-28'] as const),
    { id: 'eu-gb-2026', validTo: '2031-12-27' },
  ],
  [
    'US',
    'Implementing Decision (EU) 2023/1795',
    '2023-07-10',
    { requires: ['eu_us_dpf'], note: 'certified recipients only; upheld in T-553/23, appeal pending' },
  ],
  [
    'EPO',
    'Implementing Decision of 15 July 2025',
    '2025-07-15',
    { note: 'the organisation, wherever its offices are' },
  ],
  ['BR', 'Implementing Decision (EU) 2026/179', '2026-01-26', { note: 'not public security, defence, prosecution' }],
];

/** Schedule 21 DPA 2018 keeps the Union's decisions as of 31 December 2020. */
const ukDecisions: readonly Decision[] = [
  ...['EEA', 'GI', 'AD', 'AR', 'CH', 'FO', 'GG', 'IL', 'IM', 'JE', 'JP', 'NZ', 'UY'].map(
    (to): Decision => [to, 'Data Protection Act 2018, Schedule 21, paras 4 and 5', '2020-12-31'],
  ),
  ['CA', 'Data Protection Act 2018, Schedule 21, para 5', '2020-12-31', commercial],
  ['KR', 'Adequacy (Republic of Korea) Regulations 2022, SI 2022/1213', '2022-12-19'],
  [
    ...(['US', 'Adequacy (United States of America) Regulations 2023, SI 2023/1028', '2023-10-12'] as const),
    { requires: ['uk_us_data_bridge'], note: 'certified recipients only' },
  ],
];

/** Annex 1 of the Data Protection Ordinance (SR 235.11). */
const swissDecisions: readonly Decision[] = [
  ...['EEA', 'GB', 'AD', 'AR', 'FO', 'GG', 'GI', 'IL', 'IM', 'JE', 'MC', 'NZ', 'UY'].map(
    (to): Decision => [to, 'FADP Art. 16(1), DPO Annex 1', '2023-09-01'],
  ),
  ['CA', 'FADP Art. 16(1), DPO Annex 1', '2023-09-01', commercial],
  [
    'US',
    'FADP Art. 16(1), DPO Annex 1',
    '2024-09-15',
    { requires: ['swiss_us_dpf'], note: 'certified recipients only' },
  ],
];

export const europeanRules: readonly TransferRule[] = [
  {
    id: 'eea-free',
    from: 'EEA',
    to: ['EEA'],
    mechanism: 'none_needed',
    validFrom: '2018-05-25',
    source: 'GDPR Art. 1(3); EEA Joint Committee Decision 154/2018',
    note: 'Iceland, Liechtenstein, Norway since 2018-07-20',
  },
  ...euDecisions.map((decision) => toRule('EEA', 'eu', decision)),
  ...instruments('EEA', 'eu', [
    ['scc', 'GDPR Art. 46(2)(c), Implementing Decision (EU) 2021/914', '2021-06-27'],
    ['bcr', 'GDPR Art. 46(2)(b), 47', '2018-05-25'],
    ['consent', 'GDPR Art. 49(1)(a)', '2018-05-25', ['explicit_consent']],
    ['derogation', 'GDPR Art. 49(1)(b) to (f), recital 111', '2018-05-25', ['occasional']],
  ]),
  ...ukDecisions.map((decision) => toRule('GB', 'uk', decision)),
  ...instruments('GB', 'uk', [
    ['scc', 'DPA 2018 s. 119A: International Data Transfer Agreement or Addendum', '2022-03-21'],
    ['bcr', 'UK GDPR Art. 46(2)(b), 47', '2020-12-31'],
    ['consent', 'UK GDPR Art. 49(1)(a)', '2020-12-31', ['explicit_consent']],
    ['derogation', 'UK GDPR Art. 49(1)(b) to (f)', '2020-12-31', ['occasional']],
  ]),
  ...swissDecisions.map((decision) => toRule('CH', 'ch', decision)),
  ...instruments('CH', 'ch', [
    ['scc', 'FADP Art. 16(2)(d), clauses recognised by the FDPIC', '2023-09-01'],
    ['bcr', 'FADP Art. 16(2)(e)', '2023-09-01'],
    ['consent', 'FADP Art. 17(1)(a)', '2023-09-01', ['explicit_consent']],
    ['derogation', 'FADP Art. 17(1)(b) to (f)', '2023-09-01', ['occasional']],
  ]),
];

function toRule(from: string, law: string, [to, source, validFrom, more]: Decision): TransferRule {
  return { id: `${law}-${to.toLowerCase()}`, from, to: [to], mechanism: 'adequacy', source, validFrom, ...more };
}

type Instrument = readonly [TransferRule['mechanism'], string, string, (readonly Condition[])?];

function instruments(from: string, law: string, rows: readonly Instrument[]): TransferRule[] {
  return rows.map(([mechanism, source, validFrom, requires]) => ({
    id: `${law}-${mechanism}`,
    from,
    to: 'any',
    mechanism,
    source,
    validFrom,
    ...(requires === undefined ? {} : { requires }),
  }));
}
