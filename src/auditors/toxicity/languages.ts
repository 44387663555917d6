/**
 * Small lexicons of other languages, used only when the text is in that language: German, Spanish, French,
 * Italian, Portuguese, Dutch, Polish, Turkish, Russian.
 */
import type { Category, Entry } from './lexicon.ts';

export interface ForeignLexicon {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly secondPerson: ReadonlySet<string>;
  /** Verbs of violence aimed at the addressee, as whole word pairs. */
  readonly threats: readonly (readonly string[])[];
}

type Row = Readonly<Partial<Record<Category | 'you' | 'threats', string>>>;

const rows: Readonly<Record<string, Row>> = {
  de: {
    insult: `idiot idioten arschloch arschlocher wichser hurensohn hurensohne schlampe miststuck trottel depp vollidiot
      dummkopf drecksau schwein missgeburt fotze bastard penner spast spasti blodmann hackfresse versager abschaum dumm
      dumme blod blode hasslich erbarmlich wertlos ekelhaft widerlich`,
    profanity: 'scheisse scheiss fick ficken gefickt verdammt kacke arsch',
    identity_attack: 'kanake kanaken neger schwuchtel schwuchteln kummelturke zigeunerpack judensau',
    you: 'du dich dir dein deine deiner ihr euch sie',
    threats: 'bring dich um, bringe dich um, mach dich fertig, schlag dich tot, stech dich ab, werde dich toten, stirb',
  },
  es: {
    insult: `idiota idiotas imbecil imbeciles estupido estupida estupidos pendejo pendeja gilipollas cabron cabrona puta putas
      zorra tonto tonta inutil basura asqueroso asquerosa subnormal maldito escoria hijueputa`,
    profanity: 'mierda joder coño carajo chingar chinga verga cojones',
    identity_attack: 'maricon maricones sudaca sudacas negrata moromierda',
    you: 'tu eres te ti usted vosotros ustedes tus',
    threats: 'te voy a matar, te matare, voy a matarte, te voy a reventar, muerete, ojala te mueras',
  },
  fr: {
    insult: `idiot idiote imbecile connard connards connasse salope salaud encule pute abruti abrutie debile cretin batard
      ordure stupide con conne moche degoutant minable`,
    profanity: 'merde putain bordel foutre chier',
    identity_attack: 'negre negres bougnoule bougnoules pede pedes tapette youpin youpins',
    you: 'tu toi te es vous ta ton tes etes',
    threats: 'je vais te tuer, je te tuerai, je vais te buter, va crever, je vais te casser la gueule',
  },
  it: {
    insult: `idiota idioti stronzo stronza stronzi coglione coglioni cretino cretina imbecille deficiente troia puttana
      bastardo scemo scema stupido stupida schifoso merdoso feccia`,
    profanity: 'merda cazzo vaffanculo fanculo minchia porca',
    identity_attack: 'frocio froci negro negri terrone terroni ricchione',
    you: 'tu sei ti te tuo tua voi',
    threats: 'ti ammazzo, ti uccido, ti uccidero, devi morire, ti spacco la faccia',
  },
  pt: {
    insult: `idiota idiotas imbecil burro burra estupido estupida otario otaria babaca cretino vagabunda puta corno desgracado
      lixo nojento nojenta escroto arrombado`,
    profanity: 'merda porra caralho foda foder cacete',
    identity_attack: 'viado viados bicha macaco crioulo',
    you: 'voce tu te seu sua es voces',
    threats: 'vou te matar, vou matar voce, eu te mato, vou acabar com voce, morra',
  },
  nl: {
    insult: `idioot idioten klootzak klootzakken eikel sukkel kutwijf hoer trut lul mongool debiel domkop stom dom lelijk
      waardeloos kankerlijer tyfuslijer`,
    profanity: 'kut godverdomme klote verdomme kanker shit',
    identity_attack: 'kutmarokkaan kutmarokkanen zwartjoekel flikker flikkers',
    you: 'je jij jou jouw bent u',
    threats: 'ik maak je dood, ik vermoord je, ik sla je dood, ga dood',
  },
  pl: {
    insult: 'idiota idioto kretyn debil debilu dupek szmata suka frajer glupi glupia smiec pedal skurwysyn skurwysynu',
    profanity: 'kurwa gowno pierdol pierdole chuj jebac jebany spierdalaj',
    identity_attack: 'czarnuch czarnuchy pedaly zydek ciapaty',
    you: 'ty ci cie jestes twoja twoj wy',
    threats: 'zabije cie, zabije ci, zdechnij',
  },
  tr: {
    insult: 'aptal salak gerizekali mal serefsiz pislik kahpe orospu oç pic it kopek ahmak',
    profanity: 'siktir sikerim amk bok',
    identity_attack: 'ibne ibneler',
    you: 'sen seni senin sana siz',
    threats: 'seni oldurecegim, seni oldururum, geber',
  },
  ru: {
    insult:
      'идиот идиоты дурак дура дебил тупой тупая урод уроды мразь тварь сука шлюха ублюдок козел придурок ничтожество кретин',
    profanity: 'блядь бля хуй пиздец ебать ебаный нахуй пизда дерьмо',
    identity_attack: 'пидор пидорас пидоры хач хачи жид жиды чурка чурки нигер',
    you: 'ты тебя тебе твой твоя вы',
    threats: 'я тебя убью, убью тебя, сдохни, я тебя найду',
  },
};

/** Strips accents as the word splitter does. */
export function plainWord(word: string): string {
  return word
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss');
}

const strengths: Readonly<Partial<Record<Category, number>>> = { insult: 0.75, profanity: 0.6, identity_attack: 0.85 };

export const foreignLexicons: ReadonlyMap<string, ForeignLexicon> = new Map(
  Object.entries(rows).map(([language, row]) => [language, toLexicon(row)]),
);

const foreignWords = new Set([...foreignLexicons.values()].flatMap(({ entries }) => [...entries.keys()]));

/** True for a word of any of the lexicons. */
export const isForeignWord = (word: string): boolean => foreignWords.has(word);

function toLexicon(row: Row): ForeignLexicon {
  const entries = new Map<string, Entry>();
  for (const category of ['insult', 'profanity', 'identity_attack'] as const) {
    for (const word of (row[category] ?? '').split(/\s+/)) {
      if (word !== '') entries.set(plainWord(word), { category, strength: strengths[category] ?? 0.5 });
    }
  }
  return {
    entries,
    secondPerson: new Set((row.you ?? '').split(/\s+/).map(plainWord)),
    threats: (row.threats ?? '').split(',').map((phrase) => phrase.trim().split(/\s+/).map(plainWord)),
  };
}
