/** Random values of personal data in many spellings. */

export type Random = () => number;

/** Picks one item. */
export function pick(list: readonly string[], random: Random): string {
  return list[Math.floor(random() * list.length)] ?? '';
}

/** Random digits. */
export function digits(count: number, random: Random): string {
  return Array.from({ length: count }, () => String(Math.floor(random() * 10))).join('');
}

const luhnDigit = (body: string): string => {
  const sum = Array.from(body)
    .reverse()
    .reduce(
      (all, digit, index) =>
        all + (index % 2 === 0 ? (Number(digit) * 2 > 9 ? Number(digit) * 2 - 9 : Number(digit) * 2) : Number(digit)),
      0,
    );
  return String((10 - (sum % 10)) % 10);
};

function card(random: Random): string {
  const [prefix = '4', length = '16'] = pick(
    ['4:16', '51:16', '55:16', '2221:16', '34:15', '37:15', '6011:16', '65:16', '3530:16', '36:14'],
    random,
  ).split(':');
  const body = prefix + digits(Number(length) - prefix.length - 1, random);
  const number = body + luhnDigit(body);
  const separator = pick(['', '', ' ', '-'], random);
  if (separator === '' || number.length === 14) return number;
  const groups = number.length === 15 ? [4, 6, 5] : [4, 4, 4, 4];
  const ends = groups.map((_, index) => groups.slice(0, index + 1).reduce((sum, size) => sum + size, 0));
  return groups.map((size, index) => number.slice((ends[index] ?? 0) - size, ends[index])).join(separator);
}

const ibanForms: readonly string[] = [
  ...[
    'DE:18n',
    'GB:4a14n',
    'FR:10n11c2n',
    'ES:20n',
    'IT:1a10n12c',
    'NL:4a10n',
    'BE:12n',
    'AT:16n',
    'CH:5n12c',
    'PL:24n',
  ],
  ...[
    'PT:21n',
    'SE:20n',
    'NO:11n',
    'DK:14n',
    'FI:14n',
    'IE:4a14n',
    'CZ:20n',
    'HU:24n',
    'RO:4a16c',
    'GR:7n16c',
    'TR:5n1n16c',
    'SA:2n18c',
    'AE:19n',
    'HR:17n',
    'EE:16n',
  ],
];
function iban(random: Random): string {
  const [country = 'DE', form = '18n'] = pick(ibanForms, random).split(':');
  const signs: Readonly<Record<string, string>> = {
    n: '0123456789',
    a: 'ABCDEFGHJKLMNPQRSTUVWXYZ',
    c: '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ',
  };
  const body = Array.from(form.matchAll(/(\d+)([nac])/g), ([, count, kind]) =>
    Array.from({ length: Number(count) }, () => pick(Array.from(signs[kind ?? 'n'] ?? ''), random)).join(''),
  ).join('');
  const asNumber = Array.from(`${body}${country}00`, (sign) => String(Number.parseInt(sign, 36))).join('');
  const check = String(98n - (BigInt(asNumber) % 97n)).padStart(2, '0');
  const plain = `${country}${check}${body}`;
  const written = pick(['plain', 'groups', 'plain', 'lower'], random);
  return written === 'groups'
    ? plain.replaceAll(/(.{4})(?=.)/g, '$1 ')
    : written === 'lower'
      ? plain.toLowerCase()
      : plain;
}

function ssn(random: Random): string {
  const area = String(1 + Math.floor(random() * 665)).padStart(3, '0');
  const group = String(1 + Math.floor(random() * 99)).padStart(2, '0');
  return `${area}-${group}-${String(1 + Math.floor(random() * 9999)).padStart(4, '0')}`;
}

const mailNames =
  'anna.berg jdoe m_rossi wei-ling.tan o.connor tariq77 pierre+shop kzielinska r2d2.fan info.desk'.split(' ');
const mailHosts =
  'example.org mail.example.com acme.example.co.uk firma-nord.de posta.it correo.example.es uni.example.edu'.split(' ');
const email = (random: Random): string => `${pick(mailNames, random)}@${pick(mailHosts, random)}`;

function ip(random: Random): string {
  const byte = (): string => String(1 + Math.floor(random() * 222));
  if (random() < 0.7) return `${pick(['8', '52', '81', '93', '151', '203'], random)}.${byte()}.${byte()}.${byte()}`;
  const group = (): string => Math.floor(random() * 65535).toString(16);
  return pick(
    [
      `2a02:${group()}:${group()}::${group()}`,
      `2001:4860:${group()}:${group()}:${group()}:${group()}:${group()}:${group()}`,
    ],
    random,
  );
}

const mac = (random: Random): string =>
  Array.from({ length: 6 }, () =>
    Math.floor(16 + random() * 239)
      .toString(16)
      .padStart(2, '0'),
  ).join(pick([':', '-'], random));

/** `#` is a digit, `N` one from 2 to 9. Well-formed and sloppy numbers of many countries. */
const phoneForms: readonly string[] = [
  ...[
    '(N##) N##-####',
    'N##-N##-####',
    'N##.N##.####',
    '+1 N## N## ####',
    '+1-N##-N##-####',
    '1-800-N##-####',
    'N##-N##-####x####',
    '+1N##N######',
    'N## N## ####',
    '(N##)N##-####',
  ],
  ...[
    '+44 20 7### ####',
    '020 7### ####',
    '07### ######',
    '+447#########',
    '0161 ### ####',
    '+44 (0)20 7### ####',
    '07### ### ###',
  ],
  ...[
    '+49 30 ######',
    '030 ######',
    '0151 ########',
    '+49 (0) 89 ######',
    '089/######',
    '+49-171-#######',
    '0171 / #######',
  ],
  ...['+33 1 ## ## ## ##', '01 ## ## ## ##', '06.##.##.##.##', '+33 (0)6 ## ## ## ##', '06-##-##-##-##'],
  ...[
    '+34 6## ### ###',
    '91 ### ## ##',
    '6## ## ## ##',
    '+39 02 #### ####',
    '+39 3## ### ####',
    '02 #######',
    '3## #######',
  ],
  ...[
    '+31 6 ########',
    '06-########',
    '020-#######',
    '+32 4## ## ## ##',
    '+41 44 ### ## ##',
    '044 ### ## ##',
    '+43 1 #######',
    '+48 6## ### ###',
    '6##-###-###',
  ],
  ...[
    '+46 70-### ## ##',
    '070-### ## ##',
    '+47 4## ## ###',
    '+45 ## ## ## ##',
    '+358 40 #######',
    '+351 91# ### ###',
    '+30 69# ### ####',
  ],
  ...[
    '+91 9#### #####',
    '9#########',
    '+91-98########',
    '+61 4## ### ###',
    '04## ### ###',
    '(02) 9### ####',
    '+65 9### ####',
    '+81 90-####-####',
    '090-####-####',
  ],
  ...[
    '+82 10-####-####',
    '+86 138 #### ####',
    '+55 11 9####-####',
    '(11) 9####-####',
    '+52 55 #### ####',
    '+27 82 ### ####',
    '+234 803 ### ####',
    '+971 50 ### ####',
    '+972 54-###-####',
    '+90 5## ### ## ##',
  ],
];
const phone = (random: Random): string =>
  pick(phoneForms, random).replaceAll(/[#N]/g, (sign) =>
    sign === 'N' ? String(2 + Math.floor(random() * 8)) : digits(1, random),
  );

const months = 'January February March April May June July August September October November December'.split(' ');
function birthDate(random: Random): string {
  const [year, month, day] = [
    1935 + Math.floor(random() * 70),
    1 + Math.floor(random() * 12),
    1 + Math.floor(random() * 28),
  ];
  const two = (value: number): string => String(value).padStart(2, '0');
  const name = months[month - 1] ?? '';
  return pick(
    [
      `${year}-${two(month)}-${two(day)}`,
      `${two(day)}/${two(month)}/${year}`,
      `${month}/${day}/${year}`,
      `${two(day)}.${two(month)}.${year}`,
      `${day} ${name} ${year}`,
      `${name} ${day}, ${year}`,
      `${name.slice(0, 3)} ${day} ${year}`,
    ],
    random,
  );
}

/** Names of persons: frequent ones, and ones outside the auditor's lists. */
const persons: readonly string[] = [
  ...[
    'Margaret Oyelaran',
    'Tobias Wenzlaff',
    'Priya Raghunathan',
    'Chen Weilun',
    'Sofía Arrieta',
    'Jean-Baptiste Corneau',
    'Aoife Brannigan',
    'Giulia Mastroianni',
  ],
  ...[
    'Kwabena Frimpong',
    'Yuki Hasebe',
    'Ingrid Solbakken',
    'Zuzana Kopecká',
    'Mehmet Ünsal',
    'Fatima El Idrissi',
    'Lars van den Heuvel',
    'Marek Jarząbek',
    'Olena Hrytsenko',
  ],
  ...[
    'Thandiwe Maseko',
    'Rajesh Venkataraman',
    'Nguyễn Thị Hoa',
    'Abdul Rahman Siddiq',
    'Emily Hathaway',
    'José Luis Ibarguren',
    'Katarzyna Wiśniewska',
    'Dimitrios Kalogeras',
    'Ruth Achterberg',
  ],
  ...[
    'Svetlana Morozova',
    'Ahmed Bensalah',
    'Caoimhe Gilhooly',
    'Hans-Peter Lindqvist',
    'Beatriz Monteverde',
    'Samuel K. Tetteh',
    'J. R. Whitfield',
    'Björn Åkerlund',
    'Nokuthula Zwane',
    'Matteo De Benedictis',
  ],
];
const givenNames =
  'Hannah Tariq Ingrid Mateusz Lucia Kofi Anjali Svetlana Hiroshi Carmen Duncan Noor Ezra Brigitte Paolo Leila'.split(
    ' ',
  );

/** Addresses; `#` is a digit that is not 0. */
const addressForms: readonly string[] = [
  ...[
    '## Maple Street, Springfield, IL 6####',
    '### Oak Ave Apt #B, Portland, OR 972##',
    '12## N Clark St, Chicago IL 606##',
    '#### Sunset Blvd, Los Angeles, CA 900##',
    '## Elm Road',
  ],
  ...[
    '## High Street, Guildford, GU1 #AA',
    'Flat #, ## Victoria Road, London SW1A 1AA',
    '#a Church Lane, Leeds LS# 4DU',
    'P.O. Box ###, Boise, ID 837##',
  ],
  ...[
    'Hauptstraße ##, 10#15 Berlin',
    'Lindenallee #, 50667 Köln',
    'Am Markt #, 99084 Erfurt',
    'Mozartgasse ##, 1040 Wien',
    'Bahnhofstrasse ##, 8001 Zürich',
  ],
  ...[
    '## rue des Lilas, 750## Paris',
    '# avenue Victor Hugo, 69006 Lyon',
    '### bd Saint-Michel, 75005 Paris',
    'Calle de Alcalá ##, 280## Madrid',
    'Avda. Diagonal ###, 08029 Barcelona',
  ],
  ...[
    'Via Garibaldi ##, 20121 Milano',
    'Piazza Dante #, 80135 Napoli',
    'Keizersgracht ###, 1016 EJ Amsterdam',
    'Dorpsstraat ##, 3511 AB Utrecht',
    'Rua das Flores ###, 4050-262 Porto',
  ],
  ...[
    'ul. Długa ##, 00-238 Warszawa',
    'Storgatan ##, 111 23 Stockholm',
    'Karl Johans gate ##, 0162 Oslo',
    'Vestergade #, 8000 Aarhus C',
    '## George Street, Sydney NSW 2000',
    '# Collins St, Melbourne VIC 3000',
  ],
  ...[
    'Flat ##, Shanti Nagar, Pune 411###',
    '##, MG Road, Bengaluru 560001',
    'Plot No. ##, Sector #, Noida 201301',
    'Rua Augusta, ####, São Paulo, 01304-001',
  ],
];
const address = (random: Random): string =>
  pick(addressForms, random).replaceAll('#', () => String(1 + Math.floor(random() * 9)));

const towns =
  'Leipzig Bologna Lyon Seattle Nairobi Kraków Lisbon Mumbai Osaka Toronto Denmark Brazil Ghana Vietnam'.split(' ');

/** Values of each slot, and the auditor's type. */
export const slots: Readonly<Record<string, { readonly type: string; readonly make: (random: Random) => string }>> = {
  card: { type: 'credit_card', make: card },
  iban: { type: 'iban', make: iban },
  ssn: { type: 'us_ssn', make: ssn },
  email: { type: 'email', make: email },
  ip: { type: 'ip_address', make: ip },
  mac: { type: 'mac_address', make: mac },
  phone: { type: 'phone', make: phone },
  born: { type: 'date_of_birth', make: birthDate },
  person: { type: 'person', make: (random) => pick(persons, random) },
  given: { type: 'person', make: (random) => pick(givenNames, random) },
  address: { type: 'address', make: address },
  town: { type: 'location', make: (random) => pick(towns, random) },
};
