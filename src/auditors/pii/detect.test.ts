import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { benignSentences } from '../benign.fixture.ts';
import { detectPii } from './detect.ts';

const defaults = { threshold: 0.5, entities: [], region: 'US' };
const typesOf = (text: string): string[] => detectPii(text, defaults).map(({ type }) => type);

describe('ordinary text', () => {
  it.each(benignSentences)('holds no personal data: %s', (text) => {
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
      { numRuns: 500 },
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
  ])('%s: %s', (type, text, value) => {
    const found = detectPii(text, defaults).filter((one) => one.type === type);
    expect(found.map(({ start, end }) => text.slice(start, end))).toContain(value);
  });
});

describe('numbers that are none', () => {
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

  it('entities lie inside the text, in order, without overlap, whatever the text', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(...checked.map(([, text]) => text), 'a@b.example', '+1 415 555 2671 ', '10.1.1.1'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join(' ');
        let last = 0;
        for (const { start, end, score } of detectPii(text, defaults)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(score).toBeGreaterThanOrEqual(defaults.threshold);
          last = end;
        }
      }),
    );
  });
});
