/** Cue words of European languages: the parts of an order to a model, in any language. */

/** One block for each language, one line for each cue; a trailing `*` stands for any ending of the word. */
export const europeanCues: Readonly<Record<string, string>> = {
  en: `
    ignore: ignore, ignoring, disregard*, forget, forgetting, override*, overrul*, neglect, discard, drop, abandon, set aside, throw away, throw out, throw out the window, erase, wipe, scrap, dump, cancel, skip, leave aside, put aside, break, violate, disobey, pay no attention, never mind, let go of, lose the, ditch, toss
    rules: rule, rules, instruction, instructions, guideline, guidelines, directive*, restriction, restrictions, limitation*, constraint*, policy, policies, regulations, boundaries, limits, limit, guardrail*, programming, orders, commands, protocol*, norms, guidance, briefing
    prompt: prompt*, system prompt, system message, preprompt, preamble, context window, developer message, initial message, first message, configuration, setup text, opening text, message zero, lines above
    reveal: reveal*, show, show me, print, print out, repeat, recite, quote, leak, disclose, display, dump, output, spell out, list, expose, share, hand over, give me, copy, paste, read out, read back, tell me, echo, transcribe, uncover, spill, divulge, paraphrase, summari*
    secret: secret*, hidden, confidential, internal, password*, passphrase, passcode, access code, api key, private, classified, concealed, credentials, invisible, behind the scenes
    prior: previous*, prior, above, earlier, before, before that, preceding, former, original, initial, first, so far, until now, up to now, beforehand, at the top, at the beginning, old, existing, beginning, before this, before i came, up there
    all: all, everything, any, every, anything, whatever, each, entire, whole
    now: now, from now on, from here on, from this point, henceforth, starting now, as of now, going forward, hereafter, from this moment, for the rest of
    fresh: new, real, actual, true, updated, different, revised, other, another, following, final
    role: you are, youre, you are now, act as, act like, pretend*, roleplay*, role play*, role, persona, character, play, imagine, become, behave, simulat*, impersonate, take on, stay in character, call yourself, your name is, you will be, twin, alter ego, version of you
    free: free, freed, unrestricted, uncensored, unfiltered, unlimited, without limits, without restrictions, without any restrictions, no restrictions, no rules, no limits, no filter, no filters, without rules, without filter*, jailb*, unbound, unchained, unlock*, liberated, limitless, anything goes, no boundaries, lawless, amoral, no morals, without censorship
    refuse: refus*, decline*, say no, apologi*, sorry, warn, warning*, disclaimer*, excuse*, i cant, cannot help, can not help, object, hesitat*, lecture*, moraliz*, moralis*
    must: must, have to, need to, obey*, comply, follow, immediately, required, force*, order you, command you, at once, do as i say, do what i say, obligat*, without question, no matter what
    only: only, just, exclusively, nothing but, nothing else, always, never, solely, simply
    answer: answer*, reply*, replies, respond*, response*, say, write, speak, talk, type, output, generate, produce
    maker: developer*, admin*, administrator*, creator*, programmer*, engineer*, operator*, owner*, openai, anthropic, google, provider, superuser, supervisor, maintainer*, company that made you, your makers, your maker, your boss, author
    machine: ai, ais, a i, assistant*, bot, bots, chatbot*, language model*, llm*, chatgpt, gpt*, claude, gemini, machine, model, robot, neural network
    system: system, sys, debug*, developer mode, mode, root, sudo, terminal, maintenance, diagnostic*, console, kernel, test mode, backend, log level
    instead: instead, rather, rather than, actually, but now, in place of
    safety: filter, filters, safety, censor*, moderation, ethic*, moral*, safeguard*, content policy, compliance, guard, alignment, harmless
    conceal: do not tell, dont tell, secretly, do not mention, dont mention, without mentioning, without telling, silently, quietly, keep this between us, between us, nobody will know, no one will know, off the record, do not inform
    exact: verbatim, word for word, exactly, letter by letter, character by character, unchanged, word by word, literally, in full, complete, completely, as is, unedited, raw
    send: send, forward, upload, append, attach, link, url, post, transmit, email, mail it, transfer
    trick: test, game, experiment, story, hypothetical*, fiction*, scenario, exercise, simulation, dream, novel, film, thought experiment, let us play, lets play, contest, bet
    disable: disable*, turn off, switch off, deactivate*, remove, lift, lifted, suspend*, shut off, bypass*, circumvent, get around, unlock, off, detached, revoked, void
    told: told, given, received, ordered, programmed, instructed, you got, were set, taught, fed, briefed, said
    your: your, yours, yourself, ur, you were, you have been
    stop: stop*, no longer, not anymore, end of, quit, do not follow, dont follow, stop following, over, finished, done with, obsolete, expired, no more
    permit: allowed, permission*, permitted, authori*, approved, forbidden, prohibited, not allowed, banned, cleared, verified, taboo
    task: task*, job, mission, assignment, purpose, objective, duty, goal`,
  de: `
    ignore: ignorier*, vergiss*, vergess*, missacht*, beachte nicht, uberschreib*, verwirf, verwerf*, lass weg, wirf, lege beiseite, pfeif*, ubergeh*, streich*, loesch*, losch*, hinter dir, hinter sich, kummere dich nicht, halte dich nicht, brich, ausser acht, uber bord
    rules: regel, regeln, anweisung*, instruktion*, vorgabe*, richtlinie*, befehl*, vorschrift*, beschrankung*, einschrankung*, grenzen, auflagen, bestimmung*, programmierung, richtlinien, verbot*
    prompt: systemprompt*, prompt*, systemnachricht*, systemanweisung*, system prompt, kontext, erste nachricht, anfangstext, vorspann, konfiguration
    reveal: zeig*, verrat*, nenn*, wiederhol*, gib aus, gib mir, ausgeben, offenbar*, enthull*, drucke, zitier*, lies vor, schreib ab, kopier*, sag mir, preisgeben, gib preis, lege offen, herausgeben, auflist*, liste, ubersetz*
    secret: geheim*, versteckt*, vertraulich*, intern, interne, internen, interner, internes, passwort*, kennwort, zugangscode, verborgen*, unsichtbar*, privat*
    prior: vorherig*, bisher*, vorig*, vorangegang*, obig*, fruher*, ursprunglich*, davor, oben, zuvor, vorher, anfang*, erste, ersten, alten, alte, bis jetzt, bis hierher, daruber
    all: alle, alles, allen, aller, samtlich*, jede, jeden, jegliche*, ganze, ganzen, gesamt*, irgendwas
    now: jetzt, ab jetzt, ab sofort, von nun an, nun, ab hier, kunftig, fortan, ab nun, ab diesem punkt, in zukunft
    fresh: neu, neue, neuen, neuer, neues, echt*, wirklich*, eigentlich*, wahre*, andere*, richtig*, aktuell*
    role: du bist, du bist jetzt, du bist nun, sie sind, sie sind jetzt, spiel, spiele, tu so, tue so, rolle, stell dir vor, stellen sie sich vor, verhalte dich, agiere als, figur, gib dich aus, dein name ist, du heisst, schlupf*
    free: frei, freie, freier, befreit, ohne regeln, ohne einschrankung*, ohne filter, ohne grenzen, unzensiert*, uneingeschrankt*, ungefiltert*, keine regeln, keine grenzen, grenzenlos*, hemmungslos*, entfesselt*, ohne tabus, ohne zensur
    refuse: verweiger*, ablehn*, lehne ab, weiger*, entschuldig*, warnung*, warnhinweis*, nein sagen, ausrede*, kann ich nicht, darf nicht
    must: musst, mussen, muss, gehorch*, befolg*, sofort, unbedingt, du sollst, tu was, folge, verpflichtet, egal was, widerspruchslos
    only: nur, nur noch, ausschliesslich, immer, nie, niemals, nichts als, einzig, bloss, stets
    answer: antwort*, beantwort*, sag, sage, sagen, schreib*, sprich, rede, reagier*, erwider*
    maker: entwickler*, administrator*, admin, betreiber*, programmierer*, erfinder*, schopfer*, hersteller, openai, besitzer, ersteller
    machine: ki, assistent*, bot, chatbot*, sprachmodell*, modell, maschine, roboter, chatgpt, gpt
    system: system, modus, debug*, testmodus, wartung*, entwicklermodus, konsole, root
    instead: stattdessen, statt, anstatt, sondern, anstelle, lieber
    safety: filter, sicherheit*, zensur*, moral*, ethik*, ethisch*, schutz*, moderation
    conceal: sag niemandem, heimlich, ohne zu erwahnen, erwahne nicht, verschweig*, unter uns, niemand erfahrt, bleibt unter uns, ohne es zu sagen
    exact: wortlich, wort fur wort, wortwortlich, genau, exakt, unverandert, vollstandig*, buchstabe fur buchstabe, komplett
    send: schick*, sende, senden, weiterleit*, leite weiter, anhang*, hange an, hochladen, verlinke
    trick: test, spiel, experiment, geschichte, hypothetisch*, ubung, szenario, gedankenexperiment, traum, fiktiv*
    disable: deaktivier*, abschalt*, schalte ab, ausschalt*, schalte aus, entfern*, umgeh*, aufgehoben, aus, aufheben, hebe auf, ausser kraft, entsperr*
    told: gesagt, gegeben, bekommen, erhalten, aufgetragen, beigebracht, programmiert, mitgeteilt, vorgegeben, stand, steht
    your: dein, deine, deinen, deiner, deinem, dir, dich, ihre, ihren, ihrer
    stop: stopp, stop, nicht mehr, hor auf, ende, schluss, vorbei, beendet, gilt nicht, gelten nicht, hinfallig, ungultig
    permit: erlaubt*, darfst, erlaubnis, genehmigt, freigegeben, verboten*, autorisiert, berechtigt
    task: aufgabe*, auftrag*, job, zweck, ziel, mission`,
  es: `
    ignore: ignor*, olvid*, descart*, omite, omit*, haz caso omiso, no sigas, pasa por alto, desobed*, deja de lado, dejar de lado, anula*, pasa de, rompe, no hagas caso, borra, tira
    rules: regla*, instruccion*, indicacion*, norma, normas, directri*, orden, ordenes, restriccion*, limitacion*, limites, politica, politicas, pautas, mandatos, comandos
    prompt: prompt*, mensaje de sistema, mensaje del sistema, contexto, primer mensaje, configuracion
    reveal: muestra*, ensena*, revela*, repite*, imprim*, dime, dame, copia, copiame, pega, cuentame, escribe, suelta, comparte, traduce
    secret: secret*, ocult*, confidencial*, interno, interna, internos, internas, contrasena*, clave, escondid*, privad*
    prior: anterior*, previ*, de arriba, arriba, antes, inicial*, original, originales, primer*, hasta ahora, principio, de antes
    all: todo, todos, toda, todas, cualquier*, entero, completo, completa
    now: ahora, a partir de ahora, desde ahora, de ahora en adelante, en adelante, desde ya
    fresh: nuev*, verdader*, real, reales, actual, siguiente*, distint*, otro, otra
    role: eres, ahora eres, actua como, actua, finge, fingir, finjas, haz como si, haz de, haz de cuenta, imagina*, papel, personaje, rol, comportate, seras, te llamas, interpreta
    free: libre, libremente, sin reglas, sin restriccion*, sin limites, sin filtro*, sin censura, sin ningun, desbloquead*, liberad*, sin tabues, ilimitad*
    refuse: niegues, negarte, te niegues, rechaz*, disculp*, advertencia*, decir que no, perdon, excusas, no puedo
    must: debes, tienes que, obedec*, hazlo, inmediatamente, obligad*, cumpl*, haz lo que, te ordeno, sin rechistar
    only: solo, solamente, unicamente, siempre, nunca, nada mas, exclusivamente
    answer: respond*, responde, contesta*, dime, escribe, habla, respuesta*
    maker: desarrollador*, administrador*, admin, creador*, programador*, dueno, openai, propietario, jefe, operador
    machine: ia, asistente*, bot, chatbot*, modelo*, maquina, robot, chatgpt, inteligencia artificial
    system: sistema, modo, depuracion, debug, mantenimiento, consola, root
    instead: en su lugar, en lugar de, en vez de, mejor, sino
    safety: filtro*, seguridad, censura, moral*, etica*, etico*, moderacion, proteccion*
    conceal: no le digas, en secreto, sin mencionar, no menciones, entre nosotros, nadie se entera, sin decir
    exact: palabra por palabra, textual*, literal*, exacto, exacta, exactamente, tal cual, completo, integro, letra por letra
    send: envia*, manda, mandame, mandalo, mandar, reenvia*, adjunta*, enlace, sube
    trick: prueba, juego, jugar, juguemos, experimento, historia, hipotetic*, ficcion, cuento, novela, escenario, ejercicio
    disable: desactiv*, apaga*, quita*, elimina*, desbloque*, salta*, evita, levant*
    told: dijeron, te han dado, te dieron, dicho, recibid*, recibiste, dieron, programad*, pusieron, te dije
    your: tu, tus, sus, te, ti
    stop: deja de, para de, ya no, basta, fin, termin*, se acabo, no valen, no vale, caduc*
    permit: permitid*, permiso, autoriz*, puedes, prohibid*, vetad*
    task: tarea*, mision, encargo, trabajo, objetivo, proposito`,
  fr: `
    ignore: ignor*, oubli*, laisse tomber, laissez tomber, neglig*, ne tiens pas compte, ne tenez pas compte, ne tiens plus compte, fais abstraction, abandonne*, jette*, ecarte*, desobei*, efface*, mets de cote, passe outre, fais fi
    rules: regle*, instruction*, consigne*, directive*, ordre, ordres, restriction*, limite, limites, limitee*, limitation*, politique*, contrainte*, commandes
    prompt: prompt*, message systeme, invite systeme, contexte, premier message, configuration, preambule
    reveal: montre*, revele*, affiche*, repete*, donne moi, donnez moi, imprim*, dis moi, dites moi, recopie*, copie*, liste, listez, lister, recite*, cite, citez, partage*, divulgu*, traduis
    secret: secret*, cachee, cachees, caches, confidentiel*, interne, internes, mot de passe, prive, privee, prives, privees, code d acces, masque*
    prior: precedent*, anterieur*, ci dessus, plus haut, avant, initial*, d origine, originel*, premier*, premiere*, jusqu ici, jusqua present, debut, prealable*, au dessus
    all: tout, toute, tous, toutes, n importe quoi, nimporte quoi, entier, integralite
    now: maintenant, desormais, a partir de maintenant, dorenavant, des maintenant, a present, des a present
    fresh: nouveau, nouvel, nouvelle*, nouveaux, vrai*, veritable*, reel*, autre*, suivant*
    role: tu es, vous etes, tu seras, fais comme si, faites comme si, agis comme, fais semblant, joue, jouez, role, personnage, imagine*, comporte toi, incarne*, tu t appelles, mets toi dans
    free: libre*, librement, sans restriction*, sans limite*, sans filtre*, sans regle*, sans censure, sans aucune, debride*, libere*, illimite*, sans tabou*
    refuse: refus*, excuse*, desole, avertissement*, dire non, decline*, mise en garde, je ne peux pas
    must: dois, devez, il faut, obei*, execute*, immediatement, oblig*, fais ce que, suis mes, je t ordonne
    only: seulement, uniquement, toujours, jamais, exclusivement, rien d autre, juste, rien que
    answer: repond*, reponse*, dis, dites, ecris, ecrivez, parle, parlez, parler
    maker: developpeur*, administrateur*, admin, createur*, programmeur*, concepteur*, openai, patron, proprietaire, operateur*
    machine: ia, assistant*, bot, chatbot*, modele*, machine, robot, chatgpt, intelligence artificielle
    system: systeme, mode, debogage, debug, maintenance, console, root
    instead: a la place, au lieu de, plutot, mais
    safety: filtre*, securite, censure*, moral*, ethique*, moderation, protection*, garde fou*
    conceal: ne dis pas, ne dites pas, en secret, sans mentionner, ne mentionne pas, entre nous, discretement, sans le dire, personne ne saura
    exact: mot pour mot, mot a mot, textuel*, exactement, integral*, tel quel, lettre par lettre, en entier, verbatim
    send: envoi*, envoy*, transmet*, transfer*, joins, joindre, lien, ajoute
    trick: test, jeu, jouons, une experience, histoire, hypothetique*, fiction, scenario, exercice, conte
    disable: desactiv*, eteins, coupe, coupez, couper, supprim*, contourn*, leve, levez, levee, levees, lever, debloque*, debranche*, retire*
    told: dit, donne, donnees, recu, recues, recu es, programme, appris, t a ete, on t a, vous a
    your: ton, ta, tes, votre, vos, te, toi
    stop: arrete*, cesse*, ne plus, n es plus, plus besoin, fin, termine*, fini, caduc*
    permit: autoris*, permis*, permission, interdit*, as le droit, peux tout
    task: tache*, mission, travail, objectif`,
  it: `
    ignore: ignor*, dimentic*, trascur*, scarta*, lascia perdere, lascia stare, lasciamo stare, metti da parte, non tenere conto, non seguire, disobbed*, scord*, cancella*, butta*, tralascia*, infrang*
    rules: regol*, istruzion*, indicazion*, direttiv*, ordine, ordini, restrizion*, limitazion*, limiti, norme, politica, politiche, vincol*, comand*
    prompt: prompt*, messaggio di sistema, contesto, primo messaggio, configurazione
    reveal: mostra*, rivel*, ripeti*, stampa*, dammi, dimmi, elenca*, copia*, incolla*, recita*, svela*, scrivimi, condividi*, traduci*
    secret: segret*, nascost*, riservat*, interno, interna, interni, interne, password, parola d ordine, privat*, confidenzial*
    prior: precedent*, sopra, prima, iniziali, iniziale, originale, originali, originario, primo, prime, finora, all inizio, inizio, di prima
    all: tutto, tutti, tutte, tutta, qualsiasi, qualunque, ogni, intero, intera
    now: ora, adesso, da ora, d ora in poi, dora in poi, da adesso, da questo momento, da oggi
    fresh: nuov*, vero, vera, reale, reali, altr*, seguent*, divers*
    role: sei, ora sei, fingi*, fai finta, fai il, comportati, agisci, recita, ruolo, personaggio, immagina*, interpret*, sarai, ti chiami
    free: libero, libera, liberamente, senza regole, senza restrizioni, senza limiti, senza filtri, senza censur*, senza alcun*, sbloccat*, illimitat*, senza freni
    refuse: rifiut*, scus*, avvert*, avviso, dire di no, declin*, non posso
    must: devi, dovrai, obbed*, esegui*, subito, immediatamente, obbligat*, fai quello che, ti ordino, segui
    only: solo, soltanto, esclusivamente, sempre, mai, nient altro, unicamente
    answer: rispond*, rispost*, scrivi, parla
    maker: sviluppator*, amministrator*, admin, creator*, programmator*, proprietario, openai, capo, gestore
    machine: ia, assistent*, bot, chatbot*, modell*, macchina, robot, chatgpt, intelligenza artificiale
    system: sistema, modalita, debug, manutenzione, console, root
    instead: invece, al posto, piuttosto, anziche
    safety: filtr*, sicurezza, censura, moral*, etic*, moderazione, protezion*
    conceal: non dire, di nascosto, senza dirlo, senza menzionare, non menzionare, tra noi, nessuno lo sapra
    exact: parola per parola, testual*, esatt*, letteral*, per intero, integral*, cosi com e, lettera per lettera
    send: invia*, manda, mandami, mandalo, inoltra*, allega*, link, aggiungi
    trick: test, gioco, giochiamo, esperimento, storia, ipotetic*, finzione, romanzo, scenario, esercizio
    disable: disattiv*, spegni*, togli*, rimuov*, aggira*, elimina*, sblocca*, bypass*
    told: detto, dato, ricevut*, programmat*, insegnato, ti hanno, ti e stato
    your: tuo, tua, tuoi, tue, ti, te, vostre
    stop: smetti*, basta, non piu, finit*, stop, non valgono, scadut*
    permit: permess*, autorizz*, puoi, consentit*, proibit*, vietat*
    task: compit*, missione, incarico, lavoro, obiettivo, scopo`,
  pt: `
    ignore: ignor*, esquec*, esquece*, desconsider*, descart*, deixa de lado, deixe de lado, nao siga, despreze, desobed*, larga, apague, apaga, passe por cima, quebre, jogue fora, anule
    rules: regra*, instruc*, diretri*, ordem, ordens, restric*, limitac*, limites, politica*, norma, normas, orientac*, comandos
    prompt: prompt*, mensagem de sistema, mensagem do sistema, contexto, primeira mensagem, configurac*
    reveal: mostr*, revel*, repit*, repet*, imprim*, diga, me de, me diga, me diz, liste, copie, copia, cole, exiba, escreva, conte, conta, compartilh*, traduz*
    secret: secret*, segred*, ocult*, escondid*, confidencia*, interno, interna, internos, internas, senha*, palavra passe, privad*
    prior: anterior*, previ*, acima, antes, inicial, iniciais, original, originais, primeir*, ate agora, comeco, inicio
    all: tudo, todo, todos, toda, todas, qualquer, inteiro, inteira
    now: agora, a partir de agora, de agora em diante, daqui em diante, doravante, desde ja, a partir daqui
    fresh: novo, nova, novos, novas, verdadeir*, real, reais, outr*, seguint*, atual, diferent*
    role: voce e, tu es, voce agora e, agora voce e, finja, finge, faca de conta, faz de conta, aja como, age como, papel, personagem, imagine, imagina, interprete, comporte se, voce sera, se chama, seu nome e
    free: livre, livremente, sem regras, sem restric*, sem limites, sem filtro*, sem censura, sem nenhum*, desbloquead*, libertad*, liberad*, ilimitad*
    refuse: recus*, desculp*, aviso*, advertenc*, dizer nao, negar, nao posso, negue, nega, negues
    must: deve, deves, tem que, tens de, obedec*, imediatamente, obrigad*, faca o que, cumpra, ordeno
    only: somente, apenas, sempre, nunca, unicamente, exclusivamente, nada mais
    answer: respond*, respost*, responda, diga, escreva, fale, fala
    maker: desenvolvedor*, programador*, administrador*, admin, criador*, dono, openai, chefe, operador
    machine: ia, assistente*, bot, chatbot*, modelo*, maquina, robo, chatgpt, inteligencia artificial
    system: sistema, modo, depurac*, debug, manutenc*, console, root
    instead: em vez, em vez de, ao inves, no lugar, mas sim
    safety: filtro*, seguranc*, censura, moral*, etica*, etico*, moderac*, protec*
    conceal: nao conte, nao diga, em segredo, sem mencionar, nao mencione, entre nos, ninguem vai saber, sem dizer, escondido
    exact: palavra por palavra, literal*, exat*, na integra, integral*, tal como, completo, letra por letra
    send: envie, envia, enviar, mande, manda, mandem, encaminh*, anexe, anexa, link, adicione
    trick: teste, jogo, jogar, vamos jogar, historia, hipotetic*, ficc*, romance, cenario, exercicio
    disable: desativ*, desliga*, desligue, remov*, burl*, elimin*, desbloque*, contorn*
    told: disse*, dito, dad*, receb*, programad*, ensinad*, deram, passaram
    your: seu, sua, seus, suas, teu, tua, teus, tuas, te, voce
    stop: pare, para de, deixe de, nao mais, chega, fim, acab*, termin*, nao valem
    permit: permitid*, permiss*, autoriz*, pode, podes, proibid*, vetad*
    task: tarefa*, missao, trabalho, objetivo, funcao`,
  nl: `
    ignore: negeer*, negeren, vergeet*, vergeten, laat varen, sla over, zet opzij, leg naast, trek je niets aan, volg niet, schrap, wis, gooi, lap
    rules: regel*, instructie*, richtlijn*, opdracht*, aanwijzing*, voorschrift*, beperking*, grenzen, beleid, bevel*
    prompt: prompt*, systeemprompt*, systeembericht, systeem prompt, eerste bericht
    reveal: toon, laat zien, laat me, onthul*, herhaal*, geef me, geef mij, geef, vertel, vertel me, druk af, kopieer*, noem, som op, print, deel, vertaal
    secret: geheim*, verborgen, vertrouwelijk*, intern, interne, wachtwoord*, verstopt*, prive
    prior: vorige, voorgaande, eerder*, bovenstaande, hierboven, oorspronkelijk*, eerste, tot nu toe, daarvoor, boven, oude
    all: alle, alles, elke, iedere, heel, hele, volledige
    now: nu, vanaf nu, voortaan, van nu af, vanaf hier
    fresh: nieuw*, echt*, werkelijk*, ander*, volgende, eigenlijke
    role: je bent, jij bent, je bent nu, doe alsof, gedraag je, speel, rol, stel je voor, personage, je heet
    free: vrij, vrije, zonder regels, zonder beperking*, zonder filter*, zonder grenzen, ongecensureerd*, onbeperkt*, bevrijd
    refuse: weiger*, sorry, waarschuwing*, nee zeggen, excuses
    must: moet, moeten, gehoorzaam*, onmiddellijk, verplicht, doe wat
    only: alleen, enkel, uitsluitend, altijd, nooit, slechts
    answer: antwoord*, beantwoord*, zeg, schrijf, reageer
    maker: ontwikkelaar*, beheerder*, admin*, maker, makers, programmeur*, eigenaar, openai, baas
    machine: ai, assistent*, bot, chatbot*, taalmodel*, model, machine, robot, chatgpt
    system: systeem*, modus, debug*, onderhoud*, testmodus, console
    instead: in plaats daarvan, in plaats van, maar
    safety: filter, filters, veiligheid*, censuur, moraal, moreel, ethiek, ethisch*, beveiliging
    conceal: zeg niets, stiekem, zonder te vermelden, vermeld niet, onder ons, niemand
    exact: woord voor woord, letterlijk*, precies, volledig, ongewijzigd
    send: stuur*, verstuur*, doorsturen, voeg toe, link
    trick: test, spel, experiment, verhaal, hypothetisch*, oefening, scenario
    disable: schakel uit, zet uit, uitschakel*, uitgeschakeld, verwijder*, omzeil*, opgeheven
    told: gezegd, gekregen, gegeven, verteld, geprogrammeerd, meegekregen
    your: je, jouw, uw, jezelf
    stop: stop*, niet meer, niet langer, einde, klaar, voorbij, vervallen
    permit: toegestaan, mag, toestemming, verboden, bevoegd
    task: taak, missie, doel`,
  sv: `
    ignore: ignorera*, glom, bortse, strunta, asidosatt, hoppa over, bryt
    rules: regel*, regler, instruktion*, riktlinj*, anvisning*, begransning*, restriktion*, granser
    prompt: prompt*, systemprompt*, systemmeddelande*, forsta meddelande*
    reveal: visa, avsloja*, upprepa*, skriv ut, ge mig, beratta, kopiera, citera, las upp
    secret: hemlig*, dold*, gomd*, konfidentiell*, intern, interna, internt, losenord*
    prior: tidigare, foregaende, ovan, ovanstaende, innan, ursprunglig*, forsta, hittills, forra
    all: alla, allt, varje, hela
    now: nu, fran och med nu, hadanefter, fran nu
    fresh: nya, nytt, riktig*, verklig*, annan, andra
    role: du ar, du ar nu, latsas, spela, roll, rollen, agera, forestall dig, karaktar
    free: fri, fritt, utan regler, utan begransning*, utan filter, utan granser, ocensurerad*
    refuse: vagra*, neka*, ursakt*, varning*, saga nej
    must: maste, ska, lyd, lyda, omedelbart, genast, tvingad
    only: bara, endast, enbart, alltid, aldrig
    answer: svara*, svar, sag, skriv
    maker: utvecklare*, administrator*, admin, skapare, programmerare, agare
    machine: ai, assistent*, bot, chatbot*, sprakmodell*, modell, maskin
    system: system, systemet, debug*, felsokning*
    instead: istallet, i stallet
    safety: filter, sakerhet*, censur, moral*, etik*, etisk*
    conceal: beratta inte, i hemlighet, utan att namna, mellan oss
    exact: ordagrant, ord for ord, exakt, fullstandig*
    send: skicka*, vidarebefordra, lank
    trick: test, lek, spel, experiment, berattelse, hypotetisk*, novell
    disable: stang av, inaktivera*, ta bort, kringga*
    told: fatt, gett, sade
    your: din, ditt, dina, dig
    stop: sluta, inte langre, slut, stopp
    permit: tillatet, tillstand, forbjud*
    task: uppgift*, uppdrag*, mal`,
};
