/** Evidence for a name from the form of a word: endings, particles, initials. */

const surnameEnding =
  /(?:ov|ev|ova|eva|yov|sky|skiy|skyi|ski|ska|skii|cki|cka|wicz|vich|vych|vic|vcic|ovic|evic|enko|chuk|czyk|czak|iak|yan|yants|shvili|adze|oglu|zade|poulos|opoulou|idis|akis|akos|ides|dottir|sson|sdotter|gaard|qvist|kvist|strom|gren|lund|berg|borg|burg|feld|thal|bauer|mann|meyer|meier|maier|schmidt|stein|inen|aho|niemi|maki|ellis|etti|elli|ello|ini|ucci|acci|occhi|azzi|izzi|esco|escu|eanu|ez|quez|iguez|ino|ardi|aldi|oldi|eiro|eira|aes|oes|inho|ington|worth|shaw|field|wood|well|ford|house|stone|ridge|combe|croft|thorpe|bottom|bury|kowski|kova|kovic|nen|moto|mura|yama|kawa|saki|zaki|ishi|uchi|tani|shima|akul|wala|wal|swamy|murthy|nathan|appa|waite|bekova|bekov|aliyev|ullin|eddine|ullah|allah|zadeh|pour|nejad|sma|stra|huis|veld|hoven|bakker|kamp|beek|borough|sdottir)$/;

/** Lower-case words inside a name. */
export const particles: ReadonlySet<string> = new Set(
  'van von der den de di da do dos das del della des du la le el al bin ibn bint ben ter ten zu zum zur af av y e san st vom vander'.split(
    ' ',
  ),
);

/** True for an ending of family names; `key` is folded. */
export function endsLikeSurname(key: string): boolean {
  return (key.length >= 5 && surnameEnding.test(key)) || /^(?:mc|mac|o['’]|d['’]|fitz|al-|el-)[a-z]{3,}$/.test(key);
}

/** True for a form that is rarely a name: `-tion`, `-ness`, `-ing` and the like. */
export function endsLikeWord(key: string): boolean {
  return key.length >= 6 && wordEnding.test(key);
}

const wordEnding =
  /(?:tion|sion|ness|ment|ments|ship|ings?|ally|ably|able|ible|ous|ful|less|ism|ists?|ity|ities|ology|graphy|ware|ness|tions|ized|ised|izing|ated|ating|ance|ences?|ants|ents|ers|ies|ical|ously|ively|iness|hood|wards?|wise|like|proof|based|ics|ium|izes?|ship|ships|ung|keit|heit|schaft|ungen|cion|mente)$/;
