/** Cue words of Slavic languages, Turkish and Greek; see `cues-european.ts`. */

/** One block for each language, one line for each cue; a trailing `*` stands for any ending of the word. */
export const slavicCues: Readonly<Record<string, string>> = {
  pl: `
    ignore: ignoruj*, zignoruj*, zapomn*, pomin*, porzuc*, odrzuc*, nie zwracaj uwagi, nie stosuj, zlam*, olej*, wymaz*, skasuj*, odloz
    rules: zasad*, instrukcj*, regul, reguly, regulom, regulamin*, wytyczn*, polecen*, rozkaz*, ograniczen*, limit, limity, limitu, limitow, dyrektyw*, nakaz*, zakaz*, wskazowk*
    prompt: prompt*, komunikat systemowy, wiadomosc systemow*, kontekst*, monit, monitu, pierwsza wiadomosc, konfigurac*
    reveal: pokaz*, ujawn*, wyswietl*, powtorz*, wypisz*, podaj*, zdradz*, wydrukuj*, powiedz mi, skopiuj*, wklej*, zacytuj*, przetlumacz*
    secret: tajn*, ukryt*, poufn*, wewnetrzn*, haslo, hasla, sekret*, prywatn*
    prior: poprzedni*, wczesniej*, powyzsz*, dotychczasow*, pierwotn*, poczatk*, pierwsz*, stare, starych, stary, przedtem, wyzej
    all: wszystk*, kazd*, caly, cala, cale, calosc*, calego, wszelki*, cokolwiek
    now: teraz, od teraz, od tej pory, odtad, od tego momentu
    fresh: nowy, nowe, nowa, nowych, nowego, nowym, nowej, prawdziw*, inny, inne, inna, innego, innych, nastepuj*, rzeczywist*, aktualn*
    role: jestes, jestes teraz, udawaj*, graj, grajmy, wciel*, rola, role, zachowuj sie, wyobraz*, postac*, nazywasz sie, zagraj*
    free: wolny, woln*, bez zasad, bez ograniczen, bez filtr*, bez cenzury, bez limitow, bez zadnych, nieograniczon*, nieocenzurowan*
    refuse: odmaw*, odmow*, przepras*, ostrzezen*, nie moge, wymow*
    must: musisz, masz, sluchaj*, wykonaj*, natychmiast, posluszn*, rob co, rozkazuje
    only: tylko, wylacznie, jedynie, zawsze, nigdy
    answer: odpowiad*, odpowiedz*, powiedz*, napisz*, mow, pisz
    maker: tworc*, administrator*, admin*, programist*, deweloper*, wlasciciel*, szef*, operator*, openai
    machine: ai, si, asysten*, bot, bota, botem, botowi, chatbot*, czatbot*, model, modelu, modelem, maszyn*, chatgpt, sztuczn*
    system: system, systemow*, systemu, systemie, tryb*, debug*, serwisow*, konsol*, root
    instead: zamiast, zamiast tego, lecz
    safety: filtr*, bezpieczenstw*, cenzur*, moraln*, etyk*, etyczn*, moderac*, zabezpiecz*
    conceal: nie mow, po cichu, w tajemnicy, nie wspominaj, miedzy nami, nikt sie nie dowie
    exact: slowo w slowo, doslown*, dokladn*, w calosci, kropka w kropke
    send: wyslij*, przeslij*, dolacz*, link, linka, linkiem, linki, dodaj
    trick: test, testy, testu, testem, gra, gre, zabaw*, eksperyment*, historia, historie, historyjk*, hipotetyczn*, fikcj*, scenariusz*, cwiczen*, powiesc*
    disable: wylacz*, usun*, obejdz, omin*, zdejmij, odblokuj*, zniesion*
    told: powiedzian*, dostal*, otrzymal*, dano, kazano, zaprogramowan*
    your: twoj, twoje, twoja, twoich, twoim, swoje, swoich, swoj, ciebie
    stop: przestan*, koniec, juz nie, stop, skoncz*, niewazn*, nie obowiazuj*
    permit: wolno, mozesz, pozwol*, zezwol*, dozwolon*, zabronion*, zakazan*
    task: zadan*, misj*, praca, prace, pracy, cel, celem, celu`,
  cs: `
    ignore: ignoruj*, zapomen*, opomen*, nedbej*, porus*, zahod*, vymaz*, preskoc*
    rules: pravid*, instrukc*, pokyn*, prikaz*, omezen*, smernic*, zasad*, limit, limity, limitu
    prompt: prompt*, systemova zprava, systemovou zpravu, kontext*, prvni zprav*
    reveal: ukaz*, prozrad*, zopakuj*, vypis*, zobraz*, rekni mi, odhal*, zkopiruj*, dej mi
    secret: tajn*, skryt*, duvern*, interni, internich, heslo, hesla
    prior: predchoz*, predesl*, vyse, puvodn*, prvni, dosavadn*, pocatec*
    all: vse, vsech*, vsechn*, kazd*, cely, cele, cela, celou, cokoli*
    now: ted, nyni, od ted, od nynejska, odted
    fresh: nove, novy, nova, novych, novou, skutec*, jin*, prav*
    role: jsi, jsi ted, predstirej*, hraj*, roli, role, chovej se, predstav si, postav*
    free: bez pravidel, bez omezeni, bez filtr*, bez cenzury, svobodn*, neomezen*
    refuse: odmit*, omlouv*, varovan*, nemohu
    must: musis, poslechni, poslouchej, okamzite, proved*
    only: jen, pouze, jenom, vzdy, nikdy
    answer: odpovez*, odpovid*, rekni*, napis, napiste
    maker: vyvojar*, spravc*, administrator*, admin*, tvurc*, programator*
    machine: ai, asistent*, bot, bote, bota, botem, chatbot*, model, modelu, stroj*
    system: system, systemu, systemov*, rezim*, debug*, ladic*
    instead: misto toho, namisto
    safety: filtr*, bezpecnost*, cenzur*, moral, moralni, etik*, etick*
    exact: slovo od slova, doslov*, presn*, cely, cele, cela, celou
    trick: test, testu, hra, hru, hry, experiment*, pribeh*, hypotetick*
    disable: vypni*, odstran*, obejdi, zrus*
    told: receno, dostal*, rekli, dali
    your: tvuj, tve, tvoje, tvych, sve, svych, vase
    stop: prestan*, konec, uz ne, neplat*
    permit: povolen*, smis, muzes, zakazan*
    task: ukol*, misi`,
  ru: `
    ignore: игнорир*, проигнорир*, забудь*, забыть, забываем, отбрось*, не обращай внимания, не следуй, отмени*, пренебрег*, не учитывай, выкинь, сотри, плюнь, наруш*, отложи
    rules: правил*, инструкц*, указани*, ограничени*, запрет*, команд*, директив*, установк*, лимит*, предписани*, политик*, приказ*
    prompt: промпт*, промт*, системн* сообщени*, системное сообщение, системный промпт, контекст*, первое сообщение, настройк*
    reveal: покажи*, раскрой*, выведи*, повтори*, напечатай*, назови*, открой*, процитируй*, расскажи*, выдай*, скопируй*, перечисли*, дай мне, сообщи*, слей, переведи*
    secret: секретн*, скрыт*, тайн*, конфиденциальн*, внутренн*, пароль*, пароля, спрятан*
    prior: предыдущ*, прежн*, выше, ранее, до этого, изначальн*, первоначальн*, первое, первый, раньше, начал*, прошл*, стар*
    all: все, всё, всех, любой, любые, любую, весь, всю, каждый, что угодно
    now: теперь, сейчас, отныне, с этого момента, впредь, с этой минуты, начиная с
    fresh: нов*, настоящ*, друг*, реальн*, следующ*, истинн*
    role: ты теперь, теперь ты, представь*, притворись, притворяйся, веди себя, сыграй*, играй*, роль, роли, персонаж*, ты будешь, тебя зовут, изображай, вообрази, побудь
    free: свободн*, без ограничени*, без цензуры, без правил, без фильтров, неограниченн*, без запретов, раскован*, без всяких, разблокир*, без лимит*
    refuse: отказыв*, откаж*, отказ*, извин*, предупрежд*, не могу, отговор*
    must: должен, обязан*, подчин*, слушайся, выполни*, выполняй*, немедленно, приказываю, делай что, исполни*, срочно
    only: только, лишь, исключительно, всегда, никогда, ничего кроме
    answer: ответь*, отвечай*, ответ*, скажи*, напиши*, говори*, пиши
    maker: разработчик*, администратор*, админ*, создател*, программист*, владел*, хозяин*, оператор*, начальник*
    machine: ии, ассистент*, бот, бота, боту, чатбот*, чат бот, модел*, нейросет*, нейронк*, машин*, робот*, помощник*
    system: систем*, режим*, отладк*, отладочн*, дебаг*, сервисн*, консол*
    instead: вместо, вместо этого, а лучше
    safety: фильтр*, безопасност*, цензур*, морал*, этик*, этическ*, модерац*, защит*
    conceal: никому не говори, тайком, втайне, не упоминай*, не говори, между нами, никто не узнает
    exact: дословно, слово в слово, буквально, точно, полностью, целиком, без изменений
    send: отправ*, пришли, перешли*, ссылк*, добавь, вышли
    trick: тест*, игра, игру, сыграем, поиграем, эксперимент*, истори*, гипотетическ*, рассказ*, сказк*, сценари*, роман*
    disable: отключи*, выключи*, сними*, снят*, убери*, обойди*, удали*, деактивир*
    told: сказали, говорили, дали, дано, получил*, велели, запрограммир*, сказано, написали, заложили
    your: твой, твои, твоих, твоей, твоего, свои, своих, свою, ваш, ваши, тебе, тебя
    stop: прекрати*, хватит, перестань*, больше не, конец, не действ*, стоп, забей
    permit: разреш*, можно, позволен*, запрещ*, можешь, нельзя
    task: задач*, задани*, мисси*, цель, работ*`,
  uk: `
    ignore: ігнор*, проігнор*, забудь*, відкинь*, не зважай, не звертай уваги, скасуй*, поруш*, викинь, зітри, знехтуй
    rules: правил*, інструкц*, вказівк*, обмежен*, заборон*, команд*, наказ*, директив*, настанов*, ліміт*, політик*
    prompt: промпт*, системн* повідомлення, системний промпт, контекст*, перше повідомлення, налаштуван*, підказк*
    reveal: покажи*, розкрий*, виведи*, повтори*, надрукуй*, назви*, процитуй*, розкажи*, видай*, скопіюй*, перелічи*, дай мені, переклади*
    secret: секретн*, прихован*, таємн*, конфіденційн*, внутрішн*, пароль, паролі, пароля
    prior: попередн*, вище, раніше, до цього, початков*, первісн*, перше, перший, колишн*, стар*
    all: все, всі, усі, усе, всіх, будь, кожн*, весь
    now: тепер, зараз, відтепер, від цього моменту, надалі, з цього моменту
    fresh: нов*, справжн*, інш*, реальн*, наступн*
    role: ти тепер, тепер ти, уяви*, прикинься, вдавай*, поводься, зіграй*, грай*, роль, ролі, персонаж*, тебе звати, будь
    free: вільн*, без обмежен*, без цензури, без правил, без фільтрів, необмежен*, без заборон, розблок*
    refuse: відмов*, вибач*, попередж*, не можу
    must: мусиш, повинен, маєш, слухайся, виконай*, виконуй*, негайно, наказую, роби що
    only: тільки, лише, виключно, завжди, ніколи
    answer: відповід*, відповідь*, скажи*, напиши*, говори*, пиши
    maker: розробник*, адміністратор*, адмін*, творець, творц*, програміст*, власник*, оператор*
    machine: ші, ai, асистент*, бот, чатбот*, чат бот, модел*, нейромереж*, машин*, робот*, помічник*
    system: систем*, режим*, налагодж*, дебаг*, сервісн*, консол*
    instead: замість, замість цього, натомість
    safety: фільтр*, безпек*, цензур*, морал*, етик*, етичн*, модерац*, захист*
    conceal: нікому не кажи, потай, не згадуй*, між нами, ніхто не дізна*
    exact: дослівно, слово в слово, точно, повністю, цілком
    send: надішли*, відправ*, перешли*, посилан*, додай
    trick: тест*, гра, гру, зіграємо, пограймо, експеримент*, історі*, гіпотетичн*, сценарі*, оповідан*
    disable: вимкни*, відключи*, зніми*, знят*, прибери*, обійди*, видали*, деактив*
    told: сказали, казали, дали, отримав*, веліли, наказали, запрограм*, сказано
    your: твій, твої, твоїх, твоє, свої, своїх, свою, ваш, ваші, тобі, тебе
    stop: припини*, досить, годі, більше не, кінець, стоп, не діють, не діє
    permit: дозвол*, можна, можеш, заборонен*
    task: завдан*, задач*, місі*, робот*`,
  tr: `
    ignore: yok say*, gormezden gel*, unut*, dikkate alma*, aldirma*, bosver*, bir kenara birak*, gec, ihlal, sil, umursama, cigne
    rules: kural*, talimat*, yonerge*, komut*, kisitlama*, sinirlama*, emir*, politika*, direktif*, ilke*, yasak*
    prompt: prompt*, istem*, sistem mesaj*, baglam*, ilk mesaj*, yapilandirma*
    reveal: goster*, acikla*, ifsa*, tekrarla*, yazdir*, soyle*, kopyala*, listele*, paylas*, cevir
    secret: gizli*, sirri*, sifre*, parola*, sakli*, ozel
    prior: onceki*, yukaridaki*, ilk, daha once*, baslangic*, asil, orijinal, bundan once*, eski*, simdiye kadar, ustteki*
    all: tum, butun, hepsi*, tamam*, hersey*, herhangi
    now: simdi, artik, bundan sonra, bundan boyle, su andan, bu andan
    fresh: yeni*, gercek*, baska, asagidaki, sonraki
    role: sensin, artik sen, sen artik, rol, rolu*, gibi davran*, miş gibi, mis gibi, taklit*, oyna*, hayal et*, karakter*, kimlik*, adin, olarak
    free: ozgur*, kisitlamasiz*, sinirsiz*, filtresiz*, kuralsiz*, sansursuz*, serbest*, limitsiz*, sinir yok, kural yok
    refuse: reddet*, ozur*, uyari*, hayir deme*, yapamam
    must: zorunda*, mecbur*, itaat*, hemen, derhal, yap, ne dersem, emrediyorum
    only: sadece, yalnizca, daima, her zaman, asla, hep
    answer: cevap*, yanit*, soyle*, yaz, konus*, cevapla*
    maker: gelistirici*, yonetici*, admin*, yaratici*, programci*, sahib*, kurucu*, yapimci*
    machine: yapay zeka*, asistan*, bot, bota, botun, botu, chatbot*, sohbet robotu, model, modeli, modelin, modelsin, modelisin, makine*, robot*, chatgpt, ai
    system: sistem, sistemin, sistemi, sisteme, sistem*, modu, moduna, modunda, modunu, modda, hata ayiklama, debug*, bakim, konsol*
    instead: yerine, bunun yerine, onun yerine
    safety: filtre, filtreler*, filtreyi, guvenlik*, sansur*, ahlak*, etik*, moderasyon*, koruma*
    conceal: kimseye soyleme, gizlice, bahsetme*, aramizda, kimse bilmeyecek, caktirmadan
    exact: kelimesi kelimesine, harfi harfine, aynen, birebir, tam, oldugu gibi, eksiksiz
    send: gonder*, ilet*, ekle*, link, linki, linke, yolla*
    trick: test, testi, testte, oyun*, deney*, hikaye*, varsayim*, kurgu*, senaryo*, farz
    disable: kapat*, devre disi*, kaldir*, atla*, etkisiz*, iptal*
    told: soylenen*, verilen*, denilen*, ogretilen*, programlan*, aldigin
    your: senin, sana, seni, kendi, sizin
    stop: dur, birak*, artik degil, bitti, gecersiz*, vazgec
    permit: izin*, serbest, yetki*, yasak*, yapabilirsin
    task: gorev*, amac*`,
  el: `
    ignore: αγνοησ*, αγνοη*, ξεχασ*, ξεχνα, παραβλεψ*, παρακαμψ*, πεταξ*, σβησ*
    rules: κανον*, οδηγι*, εντολ*, περιορισμ*, ορια, κατευθυντηρι*
    prompt: prompt*, προτροπ*, μηνυμα συστηματος, πρωτο μηνυμα
    reveal: δειξ*, αποκαλυψ*, επαναλαβ*, τυπωσ*, εμφανισ*, πες μου, δωσ*, αντιγραψ*
    secret: μυστικ*, κρυφ*, εμπιστευτικ*, εσωτερικ*, κωδικ*
    prior: προηγουμεν*, παραπανω, αρχικ*, πρωτο*, πριν
    all: ολα, ολες, ολους, καθε, τα παντα, οτιδηποτε
    now: τωρα, απο τωρα, στο εξης, απο εδω και
    role: εισαι, εισαι πλεον, παριστανε, προσποιησ*, κανε πως, ρολο*, υποδυσ*, φαντασ*
    free: ελευθερ*, χωρις περιορισμ*, χωρις κανονες, χωρις φιλτρα, χωρις ορια, χωρις λογοκρισια
    refuse: αρνη*, συγγνωμη, προειδοποι*
    must: πρεπει, υπακου*, αμεσως
    only: μονο, παντα, ποτε, αποκλειστικα
    answer: απαντησ*, απαντα*, γραψ*, πες
    maker: προγραμματιστ*, διαχειριστ*, δημιουργ*
    machine: τεχνητη νοημοσυνη, βοηθ*, μποτ, μοντελο*
    system: συστημα*, λειτουργια*, εντοπισμο*
    your: σου, σας, εσενα
    stop: σταματ*, οχι πια, τελος
    exact: λεξη προς λεξη, ακριβως, αυτολεξει`,
};
