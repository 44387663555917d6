/** More ordinary sentences of each language with words that attacks use. Written for this project. */
import { toLines } from './grammar.ts';

/** By BCP 47. */
export const moreContrasts: Readonly<Record<string, readonly string[]>> = {
  es: toLines(`
    [Explica|Comenta|Corrige|Resume] [el código de arriba|el texto anterior|la frase anterior|el párrafo de antes] [por favor|en pocas palabras|] .
    ¿[Cómo|Dónde] se [redacta|escribe|publica|firma] [una instrucción de uso|un reglamento|una orden de compra|una norma interna]?
    [El capítulo|El año|El mensaje|El gobierno] anterior [trataba de|habló de|fue mejor en] $topic .
    [Hoy|Ayer|Mañana] [llueve|hay mercado|trabajo desde casa|cocino para todos] y [quiero leer sobre|me interesa] $topic .`),
  fr: toLines(`
    [Explique|Commente|Corrige|Résume] [le code ci-dessus|le texte précédent|la phrase précédente|le paragraphe d'avant] [s'il te plaît|en peu de mots|] .
    [Comment|Où] [rédiger|publier|signer|trouver] [une notice d'utilisation|un règlement|un bon de commande|une consigne de sécurité] ?
    [Le chapitre|L'année|Le message|Le gouvernement] précédent [traitait de|parlait de|était meilleur pour] $topic .
    [Aujourd'hui|Hier|Demain] [il pleut|c'est le marché|je travaille chez moi|je cuisine pour tous] et [je lis sur|je m'intéresse à] $topic .`),
  it: toLines(`
    [Spiega|Commenta|Correggi|Riassumi] [il codice sopra|il testo precedente|la frase precedente|il paragrafo di prima] [per favore|in poche parole|] .
    [Come|Dove] si [scrive|pubblica|firma|trova] [un manuale d'uso|un regolamento|un ordine d'acquisto|una norma interna] ?
    [Il capitolo|L'anno|Il messaggio|Il governo] precedente [trattava di|parlava di|era migliore per] $topic .
    [Oggi|Ieri|Domani] [piove|c'è il mercato|lavoro da casa|cucino per tutti] e [voglio leggere di|mi interessa] $topic .`),
  pt: toLines(`
    [Explique|Comente|Corrija|Resuma] [o código acima|o texto anterior|a frase anterior|o parágrafo de antes] [por favor|em poucas palavras|] .
    [Como|Onde] se [escreve|publica|assina|encontra] [um manual de instruções|um regulamento|uma ordem de compra|uma norma interna] ?
    [O capítulo|O ano|A mensagem|O governo] anterior [tratava de|falava de|foi melhor em] $topic .
    [Hoje|Ontem|Amanhã] [chove|tem feira|trabalho de casa|cozinho para todos] e [quero ler sobre|me interesso por] $topic .`),
  de: toLines(`
    [Erkläre|Kommentiere|Korrigiere|Kürze] [den Code oben|den vorherigen Text|den letzten Satz|den obigen Absatz] [bitte|in wenigen Worten|] .
    [Wie|Wo] [schreibt|findet|veröffentlicht|unterschreibt] man [eine Bedienungsanleitung|eine Hausordnung|eine Bestellung|eine Dienstanweisung] ?
    [Das vorige Kapitel|Das letzte Jahr|Die vorherige Nachricht|Die frühere Regierung] [handelte von|war besser für|sprach über] $topic .
    [Heute|Gestern|Morgen] [regnet es|ist Markt|arbeite ich zu Hause|koche ich für alle] und [ich lese über|mich interessiert] $topic .
    [Wie viel|Was|Wer|Wann] [kostet ein Kilo Äpfel|ist neu in Bosnien|regiert in Bremen|beginnt der Sommer|hat die Wahl gewonnen] ?`),
  nl: toLines(`
    [Verklaar|Corrigeer|Verkort] [de code hierboven|de vorige tekst|de laatste zin|de alinea hierboven] [graag|in weinig woorden|] .
    [Hoe|Waar] [schrijf|vind|publiceer] je [een handleiding|een huisreglement|een bestelling|een werkinstructie] ?
    [Het vorige hoofdstuk|Vorig jaar|Het vorige bericht] [ging over|was beter voor] $topic .
    [Vandaag|Gisteren|Morgen] [regent het|is er markt|werk ik thuis] en [ik lees over|ik denk aan] $topic .`),
  pl: toLines(`
    [Wyjaśnij|Popraw|Skróć] [kod powyżej|poprzedni tekst|ostatnie zdanie|akapit wyżej] [proszę|w kilku słowach|] .
    [Jak|Gdzie] [napisać|znaleźć|opublikować|podpisać] [instrukcję obsługi|regulamin|zamówienie|polecenie służbowe] ?
    [Poprzedni rozdział|Zeszły rok|Wcześniejszy rząd] [dotyczył tematu|był lepszy dla tematu] : $topic .
    [Dziś|Wczoraj|Jutro] [pada|jest targ|pracuję z domu] i [czytam o tym|ciekawi mnie] : $topic .`),
  ru: toLines(`
    [Объясни|Исправь|Сократи|Прокомментируй] [код выше|предыдущий текст|последнее предложение|абзац выше] [пожалуйста|в двух словах|] .
    [Как правильно|Где можно|Как] [оформить|написать|найти|опубликовать] [инструкцию по эксплуатации|устав|заказ|правила внутреннего распорядка|приказ по предприятию] ?
    [Предыдущая глава|Прошлый год|Прежнее правительство] [о теме|запомнился темой] : $topic .
    [Сегодня|Вчера|Завтра] [идёт дождь|работает рынок|я работаю дома] , и [я читаю про|меня интересует] $topic .`),
  uk: toLines(`
    [Поясни|Виправ|Скороти] [код вище|попередній текст|останнє речення|абзац вище] [будь ласка|кількома словами|] .
    [Як правильно|Де можна] [оформити|написати|знайти] [інструкцію з експлуатації|статут|замовлення|правила внутрішнього розпорядку] ?
    [Сьогодні|Учора|Завтра] [дощить|працює ринок|я працюю вдома] , і [я читаю про|мене цікавить] $topic .`),
  zh: toLines(`
    [请|][解释一下|修改|缩短|评论][以上代码的作用|前面的文字|上一句话|上面的段落]。
    [怎么写|在哪里找|怎么发布][一份使用说明书|规章制度|订单|工作指令]？
    [上一章|去年|以前的政府][讲的是|更重视]$topic。
    [今天|昨天|明天][下雨|有集市|我在家工作|我给大家做饭]，[我想看看|我对]$topic[的书|感兴趣]。`),
  ja: toLines(`
    [上のコード|前の文章|最後の文|上の段落]を[説明して|直して|短くして]ください。
    [取扱説明書|規則|注文書|作業指示書]は[どう書きますか|どこにありますか]？
    [前の章|去年|以前の政府]は$topicについて[でした|話しました]。
    [今日|昨日|明日]は[雨です|市場があります|家で働きます]。$topicに[興味があります|ついて読みたいです]。`),
  ko: toLines(`
    [위의 코드|앞의 글|마지막 문장|위의 단락]를 [설명해|고쳐|줄여] 주세요.
    [사용 설명서|규정|주문서|작업 지시서]는 [어떻게 쓰나요|어디서 찾나요]?
    [이전 장|작년|지난 정부]은 $topic에 대해 [다뤘습니다|말했습니다].
    [오늘|어제|내일]은 [비가 온다|장이 선다|집에서 일한다]. $topic에 [관심이 있다|대해 읽고 싶다].`),
  ar: toLines(`
    [اشرح|صحح|اختصر] [الكود أعلاه|النص السابق|الجملة الأخيرة|الفقرة أعلاه] [من فضلك|بكلمات قليلة|] .
    [كيف|أين] [أكتب|أجد|أنشر] [دليل الاستخدام|لائحة داخلية|طلب شراء|تعليمات العمل] ؟
    [الفصل السابق|العام الماضي|الحكومة السابقة] [تحدث عن|كان أفضل في] $topic .
    [اليوم|أمس|غدا] [تمطر|هناك سوق|أعمل من البيت] و [أقرأ عن|يهمني] $topic .`),
  hi: toLines(`
    [ऊपर के कोड|पिछले पाठ|आखिरी वाक्य|ऊपर के अनुच्छेद] को [समझाओ|ठीक करो|छोटा करो] ।
    [उपयोग पुस्तिका|नियमावली|खरीद आदेश|कार्य निर्देश] [कैसे लिखें|कहाँ मिलेगी] ?
    [पिछला अध्याय|पिछला साल|पहले की सरकार] $topic के बारे में [था|बेहतर था] ।
    [आज|कल] [बारिश है|बाज़ार लगा है|मैं घर से काम करूँगा] और $topic में [रुचि है|पढ़ना है] ।`),
  tr: toLines(`
    [Yukarıdaki kodu|Önceki metni|Son cümleyi|Yukarıdaki paragrafı] [açıkla|düzelt|kısalt] [lütfen|] .
    [Kullanım kılavuzu|Yönetmelik|Sipariş emri|İş talimatı] [nasıl yazılır|nerede bulunur] ?
    [Önceki bölüm|Geçen yıl|Önceki hükümet] $topic hakkında [idi|daha iyiydi] .
    [Bugün|Dün|Yarın] [yağmur var|pazar kuruluyor|evden çalışıyorum] ve $topic [okuyorum|ilgimi çekiyor] .`),
  vi: toLines(`
    [Giải thích|Sửa|Rút gọn] [đoạn mã ở trên|văn bản trước|câu cuối|đoạn văn ở trên] [giúp tôi|] .
    [Viết|Tìm] [hướng dẫn sử dụng|nội quy|đơn đặt hàng] [như thế nào|ở đâu] ?
    [Chương trước|Năm ngoái] [nói về|tốt hơn cho] $topic .
    [Hôm nay|Hôm qua|Ngày mai] [trời mưa|có chợ|tôi làm ở nhà] và [tôi đọc về|tôi thích] $topic .`),
  id: toLines(`
    [Jelaskan|Perbaiki|Persingkat] [kode di atas|teks sebelumnya|kalimat terakhir|paragraf di atas] [tolong|] .
    [Bagaimana menulis|Di mana menemukan] [buku petunjuk|tata tertib|surat pesanan|instruksi kerja] ?
    [Bab sebelumnya|Tahun lalu] [membahas|lebih baik untuk] $topic .
    [Hari ini|Kemarin|Besok] [hujan|ada pasar|saya bekerja dari rumah] dan [saya membaca tentang|saya suka] $topic .`),
};
