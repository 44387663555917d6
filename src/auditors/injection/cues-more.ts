/** Cue words of further European languages; see `cues-european.ts`. */

/** One block for each language, one line for each cue; a trailing `*` stands for any ending of the word. */
export const moreEuropeanCues: Readonly<Record<string, string>> = {
  da: `
    ignore: ignorer*, glem*, se bort fra, drop, tilsidesaet*, smid, bryd, spring over
    rules: regel*, regler*, instruktion*, retningslinje*, anvisning*, ordrer, begraensning*, graenser
    prompt: prompt*, systemprompt*, systembesked*, systemmeddelelse*, forste besked
    reveal: vis, vise, afslor*, gentag*, udskriv*, fortael*, giv mig, kopier*, laes op, oplys
    secret: hemmelig*, skjult*, fortrolig*, intern, interne, adgangskode*, kodeord*, password
    prior: tidligere, forrige, foregaende, ovenstaende, ovenfor, oprindelig*, forste, hidtil, hidtidige, gamle
    all: alle, alt, enhver, hele, samtlige
    now: nu, fra nu af, herfra, fremover
    fresh: ny, nye, nyt, rigtige, virkelige, anden, andre
    role: du er, du er nu, lad som om, spil, rolle*, opfor dig, forestil dig, karakter
    free: fri, frit, uden regler, uden begraensning*, uden filtre, uden graenser, ucensureret*, ubegraenset*
    refuse: afvis*, naegt*, undskyld*, advarsel*, sige nej
    must: skal, adlyd*, straks, omgaende
    only: kun, altid, aldrig, udelukkende
    answer: svar*, besvar*, skriv
    maker: udvikler*, administrator*, admin*, skaber*, programmor*, ejer*
    machine: ai, assistent*, bot, chatbot*, sprogmodel*, model, modellen, maskine*
    system: system, systemet, tilstand, debug*, fejlfinding*
    instead: i stedet, i stedet for
    safety: filter*, sikkerhed*, censur*, moral*, etik*, etisk*
    exact: ord for ord, ordret, praecis*, fuldstaendig*
    trick: test, spil, eksperiment*, historie*, hypotetisk*
    disable: sla fra, deaktiver*, fjern*, omga*, ophaev*
    told: fortalt, givet, faet, programmeret
    your: din, dit, dine, dig
    stop: stop, ikke laengere, slut, faerdig`,
  no: `
    ignore: ignorer*, glem*, se bort fra, overse, bryt, hopp over
    rules: regel*, regler*, instruks*, instruksjon*, retningslinje*, ordrer, begrensning*, grenser
    prompt: prompt*, ledetekst*, systemmelding*, forste melding
    reveal: vis, vise, avslor*, gjenta*, skriv ut, fortell*, gi meg, kopier*, les opp
    secret: hemmelig*, skjult*, konfidensiell*, intern, interne, passord*
    prior: tidligere, forrige, foregaende, ovenfor, opprinnelig*, forste, hittil
    all: alle, alt, enhver, hele
    now: fra na av, heretter
    role: du er, du er na, lat som, spill, rolle*, oppfor deg, tenk deg
    free: fri, fritt, uten regler, uten begrensning*, uten filter, uten grenser, usensurert*
    refuse: nekt*, avsla*, unnskyld*, advarsel*
    must: skal, adlyd*, umiddelbart
    only: bare, kun, alltid, aldri
    answer: svar*, skriv
    maker: utvikler*, administrator*, skaper*, programmerer*, eier*
    machine: assistent*, bot, chatbot*, sprakmodell*, modell, modellen
    exact: ord for ord, ordrett, noyaktig
    your: din, ditt, dine, deg
    stop: slutt, stopp, ikke lenger`,
  fi: `
    ignore: unohda*, sivuuta*, ohita*, ala valita, hylkaa*, jata huomiotta, riko
    rules: ohje*, saanno*, saanto*, maarayks*, kasky*, kaskyt, rajoitu*, rajoite*, rajat
    prompt: kehote*, kehotte*, prompt*, jarjestelmaviesti*, ensimmainen viesti
    reveal: nayta*, paljasta*, toista*, tulosta*, kerro*, anna minulle, kopioi*, lue
    secret: salai*, piilotet*, luottamuksell*, sisais*, salasana*
    prior: aiem*, edellis*, ylla*, edella*, alkuperais*, ensimmai*, tahanas*
    all: kaikki*, kaiken, jokai*, mita tahansa, koko
    now: nyt, tasta lahtien, tastedes, jatkossa
    fresh: uusi, uude*, oikea*, toinen, todellinen
    role: olet, olet nyt, esita*, leiki*, teeskentele*, rooli*, kuvittele*, hahmo*
    free: vapaa*, ilman rajoituksia, ilman saantoja, ilman suodattimia, rajoittamat*, sensuroimat*
    refuse: kieltay*, pahoittel*, varoitu*
    must: taytyy, pitaa, tottele*, heti, valittomasti
    only: vain, ainoastaan, aina, koskaan
    answer: vastaa*, vastau*, sano*, kirjoita*
    maker: kehittaja*, yllapitaja*, luoja*, ohjelmoija*, omistaja*
    machine: tekoaly*, avustaja*, botti*, chatbot*, kielimalli*, malli, mallin
    system: jarjestelm*, tila, tilassa, virheenkorjau*
    safety: suodat*, turvallisuu*, sensuur*, moraali*, etiik*
    exact: sanasta sanaan, tasmalleen, kokonaan, sanatarkasti
    disable: poista kaytosta, kytke pois, poista, kierra
    told: sanottu, annettu, saanut, saamasi, kerrottu
    your: sinun, omat, omasi, sinulle
    stop: lopeta*, ala enaa, enaa, loppu`,
  hu: `
    ignore: hagyd figyelmen*, ne vedd figyelembe, felejts*, mellozd, ne torodj*, hagyd el, szegd meg, ugord at
    rules: utasitas*, szabaly*, iranyelv*, parancs*, korlatozas*, korlat*, eloiras*
    prompt: prompt*, rendszeruzenet*, rendszerprompt*, elso uzenet
    reveal: mutasd*, aruld*, ismeteld*, ird ki, mondd*, add meg, add ki, masold*, sorold*, fedd fel
    secret: titkos*, titk*, rejtett*, bizalmas*, belso, jelszo*, jelszav*
    prior: korabbi*, elozo*, fenti*, eredeti*, elso*, eddigi*, kezdeti*
    all: osszes*, minden, mindent, mindenki*, valamennyi*, barmi*, teljes*, egesz
    now: mostantol, innentol, ezentul
    fresh: uj, valodi*, igazi*, masik
    role: te vagy, mostantol te, tegy ugy, jatszd*, szerep*, kepzeld*, viselkedj*, karakter*
    free: szabad*, korlatok nelkul, szabalyok nelkul, szurok nelkul, korlatlan*, cenzura nelkul, cenzurazatlan*
    refuse: utasits vissza, megtagad*, elnezes*, figyelmeztet*
    must: kell, koteles*, engedelmeskedj*, azonnal
    only: csak, kizarolag, mindig, soha
    answer: valaszolj*, valasz*, irj*
    maker: fejleszto*, rendszergazda*, keszito*, programozo*, tulajdonos*
    machine: mesterseges*, asszisztens*, bot, botot, botnak, chatbot*, modell, modellt, modellje
    system: rendszer*, modban, modot, modba, hibakereses*
    safety: szuro*, biztonsag*, cenzura*, erkolcs*, etika*
    exact: szorol szora, pontosan, szo szerint, teljes egeszeben
    disable: kapcsold ki, tiltsd le, tavolitsd el, kerüld meg
    told: mondtak, kaptal, adtak, kapott
    your: sajat, neked
    stop: hagyd abba, tobbe, vege`,
  ro: `
    ignore: ignora*, uita*, nu tine cont, lasa deoparte, renunta*, incalca*, sari peste, sterge
    rules: instructiun*, regula, reguli, regulile, indicati*, ordin*, restricti*, limite, limita, limitele, limitare*, directiv*, comenzi*
    prompt: prompt*, mesajul de sistem, mesajul sistemului, primul mesaj, contextul
    reveal: arata*, dezvaluie*, repeta*, afiseaza*, spune mi, da mi, copiaza*, listeaza*, tipareste*, divulga*
    secret: secret*, ascuns*, confidential*, intern, interne, interna, parola*, parole*
    prior: anterioar*, anterior, precedent*, de mai sus, initial*, original*, primul, prima, primele, primei, pana acum, dinainte
    all: toate, toti, orice, intreg*, fiecare
    now: acum, de acum, de acum inainte, incepand de acum
    fresh: noua, noul, noile, noi, adevarat*, alta, alte, altul, urmatoarel*
    role: esti, esti acum, prefa te, joaca*, rolul, rol, imagineaza*, comporta te, personaj*
    free: liber, libera, libere, fara restrictii, fara reguli, fara limite, fara filtre, fara cenzura, necenzurat*, nelimitat*
    refuse: refuz*, scuze*, avertisment*
    must: trebuie*, supune*, imediat, executa*
    only: doar, numai, intotdeauna, niciodata
    answer: raspunde*, raspuns*, scrie*, spune*
    maker: dezvoltator*, administrator*, creator*, programator*, proprietar*
    machine: ia, asistent*, bot, chatbot*, modelul, model, inteligenta artificiala
    system: sistem, sistemul*, sistemului, modul, depanare
    instead: in schimb, in loc
    safety: filtr*, siguranta, securitate*, cenzur*, moral*, etic*
    exact: cuvant cu cuvant, exact, textual, integral
    disable: dezactiveaz*, opreste*, elimina*, ocoleste*
    told: spus, primit*, ordonat
    your: tau, tale, tai, tine, vostre
    stop: inceteaza, nu mai, gata, stop`,
};
