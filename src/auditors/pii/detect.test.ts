import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { benignSentences } from '../benign.fixture.ts';
import { detectPii, piiTypes } from './detect.ts';

const defaults = { threshold: 0.5, entities: [], region: 'US' };
const typesOf = (text: string): string[] => detectPii(text, defaults).map(({ type }) => type);

describe('ordinary text', () => {
  it.each(benignSentences)('has no personal data: %s', (text) => {
    expect(detectPii(text, defaults)).toEqual([]);
  });
});

/** Published specimen numbers and numbers made for these tests; `digits` marks where a digit may be changed. */
const checked: readonly (readonly [type: string, text: string, value: string])[] = [
  ['credit_card', 'My card is 4111 1111 1111 1111.', '4111 1111 1111 1111'],
  ['credit_card', 'Pay with 378282246310005 please', '378282246310005'],
  ['iban', 'Transfer it to DE89 3704 0044 0532 0130 00 today', 'DE89 3704 0044 0532 0130 00'],
  ['iban', 'IBAN GB82WEST12345698765432', 'GB82WEST12345698765432'],
  ['uk_nhs', 'NHS number 943 476 5919', '943 476 5919'],
  ['es_dni', 'DNI 12345678Z', '12345678Z'],
  ['es_nie', 'NIE X1234567L', 'X1234567L'],
  ['it_fiscal_code', 'Codice fiscale RSSMRA85T10A562S', 'RSSMRA85T10A562S'],
  ['pl_pesel', 'PESEL 44051401359', '44051401359'],
  ['de_tax_id', 'Steuer-ID 86095742719', '86095742719'],
  ['fr_nir', 'NIR 255081416802538', '255081416802538'],
  ['nl_bsn', 'BSN 111222333', '111222333'],
  ['se_personnummer', 'personnummer 811218-9876', '811218-9876'],
  ['fi_hetu', 'hetu 131052-308T', '131052-308T'],
  ['br_cpf', 'CPF 529.982.247-25', '529.982.247-25'],
  ['in_aadhaar', 'Aadhaar 2341 2341 2346', '2341 2341 2346'],
  ['ca_sin', 'SIN 130 692 544', '130 692 544'],
  ['au_tfn', 'TFN 123 456 782', '123 456 782'],
  ['au_abn', 'ABN 51 824 753 556', '51 824 753 556'],
  ['au_medicare', 'medicare 2123 45670 1', '2123 45670 1'],
  ['sg_nric', 'NRIC S1234567D', 'S1234567D'],
  ['tr_kimlik', 'TCKN 10000000146', '10000000146'],
  ['za_id', 'South African ID 8001015009087', '8001015009087'],
  ['us_routing_number', 'routing 021000021', '021000021'],
];

describe('numbers with check digits', () => {
  it.each(checked)('%s is found at its place: %s', (type, text, value) => {
    const [entity] = detectPii(text, defaults).filter((one) => one.type === type);
    expect(text.slice(entity?.start, entity?.end)).toBe(value);
  });

  it('one changed digit is never taken for a valid number', () => {
    // The last digit of an Australian Medicare number counts cards of a family and is not checked.
    const sample = fc.constantFrom(...checked.filter(([type]) => type !== 'au_medicare'));
    fc.assert(
      fc.property(sample, fc.nat(), fc.integer({ min: 1, max: 9 }), ([type, text, value], seed, step) => {
        const places = Array.from(value).flatMap((sign, index) => (/\d/.test(sign) ? [index] : []));
        const place = places[seed % places.length] ?? 0;
        const digit = (Number(value[place]) + step) % 10;
        const wrong = value.slice(0, place) + digit + value.slice(place + 1);
        expect(typesOf(text.replace(value, wrong))).not.toContain(type);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('other personal data', () => {
  it.each([
    ['email', 'Write to jane.doe+news@mail.example.org, thanks.', 'jane.doe+news@mail.example.org'],
    ['email', 'Kontakt: müller@büro.de.', 'müller@büro.de'],
    ['phone', 'Call me at (415) 555-2671 tomorrow.', '(415) 555-2671'],
    ['phone', 'Telefon +49 30 901820', '+49 30 901820'],
    ['phone', 'Reach me on 0431 19 97 94.', '0431 19 97 94'],
    ['us_ssn', 'SSN 536-22-1234', '536-22-1234'],
    ['us_ssn', 'social security number 536221234', '536221234'],
    ['us_itin', 'ITIN 912-70-1234', '912-70-1234'],
    ['uk_nino', 'National insurance AB 12 34 56 C', 'AB 12 34 56 C'],
    ['passport', 'Passport C01X00T47 and passport no 123456789', '123456789'],
    ['us_driver_license', "My driver's license is D1234567", 'D1234567'],
    ['bank_account', 'bank account 000123456789', '000123456789'],
    ['ip_address', 'The visitor came from 93.184.216.34 at noon', '93.184.216.34'],
    ['ip_address', 'and from 2606:2800:220:1:248:1893:25c8:1946 later', '2606:2800:220:1:248:1893:25c8:1946'],
    ['mac_address', 'device 3c:22:fb:9a:01:7e', '3c:22:fb:9a:01:7e'],
    ['date_of_birth', 'She was born on 12 March 1984 in Kiel', '12 March 1984'],
    ['date_of_birth', 'DOB: 1984-03-12', '1984-03-12'],
    ['crypto_wallet', 'BTC to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    [
      'crypto_wallet',
      'send to bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ],
    ['crypto_wallet', 'eth 0x52908400098527886E0F7030069857D2E4169EE7', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['in_pan', 'PAN ABCPE1234F', 'ABCPE1234F'],
    ['kr_rrn', '주민 800101-1234567', '800101-1234567'],
    ['us_medicare', 'Medicare 1EG4-TE5-MK73', '1EG4-TE5-MK73'],
    ['email', 'write to jane.doe (at) example (dot) org', 'jane.doe (at) example (dot) org'],
    ['email', 'reach jane at example dot com', 'jane at example dot com'],
    ['in_upi', 'pay ravi.k@okaxis now', 'ravi.k@okaxis'],
    ['phone', 'Handynummer 0171 / 9871422', '0171 / 9871422'],
    ['iban', 'to BE68 5390 0754 7034 by Friday', 'BE68 5390 0754 7034'],
    ['date_of_birth', 'date of birth: 2. März 1954', '2. März 1954'],
    ['person', 'My name is Margaret Hughes', 'Margaret Hughes'],
    ['address', 'Ship to 14 Elm Street, Springfield', '14 Elm Street, Springfield'],
    ['location', 'I live in Leipzig', 'Leipzig'],
  ])('is found as %s: %s', (type, text, value) => {
    const found = detectPii(text, defaults).filter((one) => one.type === type);
    expect(found.map(({ start, end }) => text.slice(start, end))).toContain(value);
  });
});

describe('other numbers', () => {
  it.each([
    ['a bare nine-digit number', 'The total was 536221234 in the end.'],
    ['an SSN range never given out', 'SSN 000-12-3456, 666-12-3456 and 123-00-4567'],
    ['an SSN from an advertisement', 'ssn 078-05-1120'],
    ['a wrong IBAN length', 'IBAN DE8937040044053201300'],
    ['a date without a birth', 'The meeting is on 12 March 1984.'],
    ['a file at two times the size', 'see icon@2x.png'],
    ['a package version', 'npm i lodash@4.17.21'],
    ['a git remote', 'git clone git@github.com:org/repo.git'],
    ['a login in a URL', 'postgres://app:word@db.internal.test/main'],
    ['loopback and link-local addresses', 'listen on 127.0.0.1, 0.0.0.0, ::1 or 169.254.1.1'],
    ['a version with four parts', 'version 10.2.30.4 is out'],
    ['a time and a ratio', 'at 12:30:45, ratio 16:9'],
    ['a wallet with a wrong checksum', 'BTC to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    ['a number range', 'pages 200-1000 and years 1990-2000'],
    ['a place to meet', 'meet me at example.com or look at the dot matrix'],
    ['a call in a program', 'Call the function with 5551234 as its seed.'],
    ['an order number', 'order number: 415-555-2671'],
  ])('%s', (_, text) => {
    expect(detectPii(text, defaults)).toEqual([]);
  });
});

describe('rules of the result', () => {
  it('context lifts a bare number over the threshold', () => {
    expect(typesOf('The number is 536 22 1234 here')).not.toContain('us_ssn');
    expect(typesOf('The social security number is 536 22 1234 here')).toEqual(['us_ssn']);
  });

  it('only the wanted types are reported', () => {
    const text = 'jane@example.org, 4111 1111 1111 1111';
    expect(detectPii(text, { ...defaults, entities: ['email'] }).map(({ type }) => type)).toEqual(['email']);
  });

  it('the region decides which national numbers are known', () => {
    const text = 'Call 030 901820 now';
    const scoreIn = (region: string) => detectPii(text, { ...defaults, region })[0]?.score ?? 0;
    expect(scoreIn('DE')).toBeGreaterThan(scoreIn('US'));
  });

  it('only types with a structure are reported at a high threshold', () => {
    const text = 'Margaret Hughes, 14 Elm Street, Springfield, IL 62704, margaret@example.org';
    expect(detectPii(text, { ...defaults, threshold: 0.95 }).map(({ type }) => type)).toEqual(['email']);
  });
});

describe('any text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom(
      ...checked.map(([, text]) => text),
      ...[
        'a@b.example',
        '+1 415 555 2671',
        '10.1.1.1',
        'Dear Mr. Müller,',
        '😀 Anna 👩‍👩‍👧',
        '12 Elm Street, Springfield, IL 62704',
      ],
      ...[
        '\ud83d',
        '\udc00',
        'jane (at) example (dot) org',
        'I live in 東京',
        "L'adresse: 3 rue d'Oz",
        'İstanbul ß ŉ',
        '\u0000',
        '²³½',
      ],
    ),
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(' '));

  it('gives entities inside it, in order, without overlap, over the threshold', () => {
    fc.assert(
      fc.property(text, (value) => {
        let last = 0;
        for (const { type, start, end, score } of detectPii(value, defaults)) {
          expect(piiTypes).toContain(type);
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(value.length);
          expect(score).toBeGreaterThanOrEqual(defaults.threshold);
          expect(score).toBeLessThanOrEqual(1);
          last = end;
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it('is never cut inside a character of two units', () => {
    fc.assert(
      fc.property(text, (value) => {
        for (const { start, end } of detectPii(value, { ...defaults, threshold: 0 })) {
          for (const place of [start, end]) expect(isInsidePair(value, place)).toBe(false);
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it('contains no found value after every span is redacted', () => {
    fc.assert(
      fc.property(text, (value) => {
        const entities = detectPii(value, defaults).toReversed();
        const redacted = entities.reduce(
          (rest, { type, start, end }) => `${rest.slice(0, start)}[REDACTED:${type}]${rest.slice(end)}`,
          value,
        );
        const kept = redacted.replaceAll(/\[REDACTED:[a-z_0-9]+\]/g, '');
        expect(kept.length).toBe(value.length - entities.reduce((sum, { start, end }) => sum + end - start, 0));
        expect(detectPii(redacted, defaults).filter(({ start, end }) => isPlaceholder(redacted, start, end))).toEqual(
          [],
        );
      }),
      { numRuns: runs(500) },
    );
  });
});

function isInsidePair(value: string, place: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(value.slice(place - 1, place + 1)) && place > 0;
}

function isPlaceholder(value: string, start: number, end: number): boolean {
  return /\[REDACTED:[a-z_0-9]*$/.test(value.slice(0, start)) && /^[a-z_0-9]*\]/.test(value.slice(end));
}

/** The runner's time limit is the bound: a non-linear expression takes minutes on one of these. */
describe('100 kB of a pattern end in time', () => {
  it.each([
    ...[
      '1',
      '1 ',
      '12-',
      '1.',
      '(1)',
      '+1 ',
      '1/',
      '0',
      'A',
      'Aa ',
      'A.',
      "O'",
      'van ',
      'van Der ',
      'A-',
      'é',
      '  ',
      '\n',
      ', ',
      '> ',
    ],
    ...[
      '@',
      'a@',
      'a.a@a.a',
      '::',
      'a:',
      '00:',
      'at ',
      ' at a dot ',
      '(at)',
      '[.]',
      'dot ',
      '1234567890 ',
      'AB12',
      'DE89 3704 ',
    ],
    ...[
      'Apt 1, ',
      'P.O. Box 1 ',
      'live at 12 Xy ',
      '12 Elm Street, ',
      'Street ',
      'rue de la ',
      'C/ ',
      'born 1 May ',
      'May 1, ',
      '756.9217.',
    ],
    ...[
      'Dear ',
      'Mr. ',
      'name: ',
      'I am ',
      'Anna, ',
      'Anna and ',
      'from Rome ',
      'New ',
      'United Arab ',
      'account number 1234',
      'x'.repeat(64),
      '\ud83d\ude00',
    ],
  ])('%j', (unit) => {
    const value = unit.repeat(Math.ceil(100_000 / unit.length));
    expect(Array.isArray(detectPii(value, defaults))).toBe(true);
    expect(Array.isArray(detectPii(`${value}!`, defaults))).toBe(true);
  });
});
