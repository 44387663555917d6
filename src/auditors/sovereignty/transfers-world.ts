/** Transfers out of countries outside Europe with well-known rules; people of any other country have no row. */
import type { Condition, Mechanism, TransferRule } from './transfer-rule.ts';

type Row = readonly [mechanism: Mechanism, source: string, validFrom: string, more?: Partial<TransferRule>];

const asked: { readonly requires: readonly Condition[] } = { requires: ['explicit_consent'] };
const business: { readonly requires: readonly Condition[] } = { requires: ['commercial_recipient'] };

const rows: Readonly<Record<string, readonly Row[]>> = {
  AR: [
    ...(['EEA', 'AD', 'CH', 'FO', 'GG', 'IM', 'JE', 'NZ', 'UY'] as const).map(
      (to): Row => ['adequacy', 'Disposition DNPDP 60-E/2016 Art. 3', '2016-11-18', { to: [to] }],
    ),
    ['adequacy', 'Disposition DNPDP 60-E/2016 Art. 3', '2016-11-18', { to: ['CA'], ...business }],
    ['adequacy', 'Resolution AAIP 34/2019', '2019-02-26', { to: ['GB'] }],
    ['scc', 'Disposition DNPDP 60-E/2016 Annexes I and II', '2016-11-18'],
    ['consent', 'Decree 1558/2001 Art. 12', '2001-12-03', asked],
  ],
  AU: [
    [
      'scc',
      'Privacy Act 1988, APP 8.1',
      '2014-03-12',
      { note: 'reasonable steps; the sender stays answerable (s. 16C)' },
    ],
    ['consent', 'Privacy Act 1988, APP 8.2(b)', '2014-03-12', asked],
  ],
  BR: [
    ['adequacy', 'LGPD Art. 33 I, Resolution CD/ANPD 32/2026', '2026-01-27', { to: ['EEA'] }],
    ['scc', 'LGPD Art. 33 II b, Resolution CD/ANPD 19/2024', '2024-08-23'],
    ['bcr', 'LGPD Art. 33 II c, Resolution CD/ANPD 19/2024', '2024-08-23'],
    ['consent', 'LGPD Art. 33 VIII', '2020-09-18', asked],
  ],
  CA: [
    [
      'scc',
      'PIPEDA Schedule 1, 4.1.3',
      '2004-01-01',
      { note: 'Quebec asks for an assessment besides (Act P-39.1 s. 17)' },
    ],
  ],
  CN: [
    ['security_assessment', 'PIPL Art. 38(1)(1), CAC Order 11', '2022-09-01'],
    ['scc', 'PIPL Art. 38(1)(3), CAC Order 13', '2023-06-01', { note: 'below the volumes that need an assessment' }],
    ['certification', 'PIPL Art. 38(1)(2), CAC and SAMR Order 20', '2026-01-01'],
  ],
  IN: [
    ['consent', 'SPDI Rules 2011, rule 7', '2011-04-11', { ...asked, validTo: '2027-05-13' }],
    ['none_needed', 'DPDP Act 2023 s. 16(1)', '2027-05-14', { note: 'no country is restricted so far' }],
  ],
  JP: [
    ['adequacy', 'APPI Art. 28(1), PPC Notification 1/2019', '2019-01-23', { to: ['EEA'] }],
    ['adequacy', 'APPI Art. 28(1), PPC Notification 1/2019', '2019-01-23', { to: ['GB'] }],
    ['scc', 'APPI Art. 28(1), Enforcement Rules Art. 16(i)', '2022-04-01'],
    ['bcr', 'APPI Art. 28(1), Enforcement Rules Art. 16(i)', '2022-04-01'],
    ['certification', 'APPI Art. 28(1), Enforcement Rules Art. 16(ii)', '2022-04-01', { note: 'APEC CBPR' }],
    ['consent', 'APPI Art. 28(1) and (2)', '2022-04-01', asked],
  ],
  KR: [
    ['adequacy', 'PIPA Art. 28-8(1)5, PIPC recognition of equivalence', '2025-09-16', { to: ['EEA'] }],
    ['certification', 'PIPA Art. 28-8(1)4', '2023-09-15'],
    ['consent', 'PIPA Art. 28-8(1)1', '2023-09-15', asked],
  ],
  NZ: [
    ['scc', 'Privacy Act 2020, IPP 12(1)(f)', '2020-12-01'],
    ['consent', 'Privacy Act 2020, IPP 12(1)(a)', '2020-12-01', asked],
  ],
  SG: [
    ['scc', 'PDPA s. 26, PDP Regulations 2021 reg. 11', '2021-02-01'],
    ['bcr', 'PDPA s. 26, PDP Regulations 2021 reg. 11', '2021-02-01'],
    ['certification', 'PDPA s. 26, PDP Regulations 2021 reg. 12', '2021-02-01', { note: 'APEC CBPR or PRP' }],
    ['consent', 'PDPA s. 26, PDP Regulations 2021 reg. 10', '2021-02-01', asked],
  ],
  TH: [
    ['scc', 'PDPA s. 29, notification of 25 December 2023', '2024-03-24'],
    ['bcr', 'PDPA s. 29, notification of 25 December 2023', '2024-03-24'],
    ['consent', 'PDPA s. 28(2)', '2022-06-01', asked],
  ],
  TR: [
    ['scc', 'KVKK Art. 9(4)(c) as amended by Law 7499', '2024-07-10'],
    ['bcr', 'KVKK Art. 9(4)(b) as amended by Law 7499', '2024-07-10'],
    ['consent', 'KVKK Art. 9(1) before Law 7499', '2016-10-07', { ...asked, validTo: '2024-08-31' }],
  ],
  US: [
    [
      ...([
        'none_needed',
        'no general federal statute; 28 CFR Part 202 for countries of concern',
        '2025-04-08',
      ] as const),
      { except: ['CN', 'HK', 'MO', 'CU', 'IR', 'KP', 'RU', 'VE'], note: 'sectoral and state law apart' },
    ],
  ],
  ZA: [
    ['scc', 'POPIA s. 72(1)(a)', '2021-07-01'],
    ['bcr', 'POPIA s. 72(1)(a)', '2021-07-01'],
    ['consent', 'POPIA s. 72(1)(b)', '2021-07-01', asked],
  ],
};

export const worldRules: readonly TransferRule[] = Object.entries(rows).flatMap(([from, list]) =>
  list.map(([mechanism, source, validFrom, more]): TransferRule => {
    const to = more?.to ?? 'any';
    const target = to === 'any' ? mechanism : to.join('-');
    return { id: `${from}-${target}`.toLowerCase(), from, to, mechanism, source, validFrom, ...more };
  }),
);
