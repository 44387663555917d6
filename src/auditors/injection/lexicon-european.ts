/** Override and prompt-leak phrases of German, Spanish, French, Italian, Portuguese, Dutch and Russian. */
import type { Lexicon } from './classes.ts';

/** German entries. */
export const german: Lexicon = {
  ignore: `
    ignorier*, missacht*, vergiss, vergesse, vergessen sie, beachte nicht, befolge nicht, uberschreib*`,
  ignoreLast:
    'ignorieren, vergessen, missachten, hinter sich, hinter dir, aus dem kopf, nicht mehr befolgen, ausser acht',
  prior: `
    vorherig*, bisherig*, vorangehend*, vorangegangen*, obig*, fruher*, vorig*, ursprunglich*, zuvor, davor,
    oben`,
  all: 'alle, aller, allen, samtliche, jegliche, jede',
  your: 'deine, deinen, deiner, ihre, ihren',
  instructions: `
    anweisung*, auftrage, auftrag, informationen, instruktion*, befehl*, vorgabe*, regeln, anleitung*, richtlinien, aufgaben, aufforderung*,
    angaben`,
  everything: 'alles, das alles',
  told: 'gesagt wurde, gesagt habe, gesagt hast, was ich gesagt, beschrieben wurde, aufgetragen',
  reveal: `
    zeig, zeige, zeig mir, zeige mir, gib mir, wiederhole, nenne, nenne mir, verrate, verrat mir, drucke,
    schreibe, gib`,
  ownPrompt: `
    deinen systemprompt, deinen system prompt, deine systemanweisung*, deine ursprunglichen anweisungen,
    deinen prompt, deine geheimen anweisungen, deine prompt texte, ihren system prompt, ihren systemprompt`,
  role: `
    du bist jetzt, du bist nun, sie sind nun, sie sind jetzt, tu so als, spiele die rolle, ab jetzt bist du`,
  unbound: `
    ohne einschrankung*, ohne regeln, uneingeschrankt*, ohne filter, keine regeln, unzensiert*`,
};

/** Spanish entries. */
export const spanish: Lexicon = {
  ignore: `
    ignora, ignore todas, ignorar, ignorad, ignores, olvida, olvide, olvidate, olvidar, descarta,
    haz caso omiso, no sigas, omite, desobedece, pasa por alto`,
  prior: `
    anterior, anteriores, previas, previos, previa, previo, de arriba, iniciales, originales, antes,
    hasta ahora`,
  all: 'todas, todos, cualquier, todo',
  your: 'tus, tu, sus',
  instructions: `
    instrucciones, instruccion, indicaciones, ordenes, reglas, directrices, comandos, normas, restricciones,
    mandatos`,
  everything: 'todo, todo lo, todo lo que, todo que',
  told: 'te han dicho, te dije, te dijeron, se te ha dicho, he dicho, te he dicho, digo, hemos hablado',
  reveal: 'muestra, muestrame, revela, revelame, dime, repite, imprime, dame, ensename, escribe',
  ownPrompt: `
    tu prompt, tu prompt del sistema, tus instrucciones, tu mensaje de sistema, tus instrucciones iniciales,
    tu prompt de sistema, tu prompt inicial, tus instrucciones secretas, tu system prompt`,
  role: 'ahora eres, a partir de ahora eres, actua como, finge ser, finge que eres, haz de cuenta',
  unbound: 'sin restricciones, sin limites, sin filtros, sin reglas, sin censura',
};

/** French entries. */
export const french: Lexicon = {
  ignore: `
    ignore toutes, ignorez, ignorer, oublie, oubliez, oublier, ne tiens pas compte, ne tenez pas compte,
    ne tiens plus compte, fais abstraction, ne suis pas, ne suis plus, neglige, desobeis`,
  prior: `
    precedent, precedente, precedentes, precedents, anterieures, anterieurs, ci dessus, initiales, originales,
    prealables, d avant, davant, jusqua present`,
  all: 'toutes, tous, toute, tout',
  your: 'tes, vos, ton, votre',
  instructions: 'instructions, consignes, directives, regles, ordres, commandes, indications',
  everything: 'tout ce, tout ce que, tout ce qui',
  told: 'ta dit, tai dit, vous a dit, a ete dit, precede, ont ete donnees, ont ete donnes',
  reveal: `
    montre, montre moi, montrez, revele, revelez, affiche, affichez, repete, repetez, donne moi, donnez moi,
    dis moi, imprime`,
  ownPrompt: `
    ton prompt, ton prompt systeme, votre prompt, votre prompt systeme, tes instructions, vos instructions,
    ton invite systeme, tes instructions initiales, ton message systeme`,
  role: `
    tu es maintenant, tu es desormais, vous etes maintenant, fais comme si, agis comme, fais semblant`,
  unbound: 'sans restriction*, sans limite*, sans filtre*, sans aucune regle, sans censure',
};

/** Italian entries. */
export const italian: Lexicon = {
  ignore: `
    ignora, ignorate, ignorare, ignori, dimentica, dimenticate, dimenticare, dimentichi, trascura,
    non seguire, non tenere conto, scarta, tralascia, disobbedisci`,
  prior: 'precedenti, precedente, di sopra, sopra, iniziali, originali, anteriori, finora, prima',
  all: 'tutte, tutti, tutto, qualsiasi, ogni',
  your: 'tue, tuoi, le tue',
  instructions: 'istruzioni, istruzione, indicazioni, regole, direttive, comandi, ordini',
  everything: 'tutto cio, tutto quello',
  told: 'ti e stato detto, ti ho detto, che ho detto, stato detto',
  reveal: 'mostra, mostrami, rivela, rivelami, ripeti, stampa, dimmi, scrivi, dammi',
  ownPrompt: `
    il tuo prompt, il tuo prompt di sistema, le tue istruzioni, tuo prompt di sistema, tuo prompt,
    tue istruzioni iniziali, tuo messaggio di sistema`,
  role: 'ora sei, adesso sei, fingi di essere, comportati come, agisci come, dora in poi sei',
  unbound: 'senza restrizioni, senza limiti, senza filtri, senza regole, senza censura',
};

/** Portuguese entries. */
export const portuguese: Lexicon = {
  ignore: `
    ignore todas, ignorem, ignora, ignorar, esqueca, esquece, esquecer, desconsidere, desconsidera, despreze,
    nao siga, descarte, desobedeca`,
  prior: 'anteriores, anterior, previas, acima, iniciais, originais, antes, ate agora, passadas',
  all: 'todas, todos, qualquer, tudo',
  your: 'suas, tuas, seus',
  instructions: 'instrucoes, instrucao, diretrizes, regras, ordens, comandos, orientacoes, restricoes',
  everything: 'tudo o que, tudo que, tudo o',
  told: 'foi dito, eu disse, te disseram, lhe disseram, voce aprendeu',
  reveal: 'mostre, mostra, revele, revela, repita, imprima, diga, exiba, me de, escreva',
  ownPrompt: `
    seu prompt, seu prompt de sistema, suas instrucoes, teu prompt, seu prompt do sistema,
    suas instrucoes iniciais, seu system prompt`,
  role: 'voce agora e, agora voce e, a partir de agora voce e, finja ser, finja que, aja como',
  unbound: 'sem restricoes, sem limites, sem filtros, sem regras, sem censura',
};

/** Dutch entries. */
export const dutch: Lexicon = {
  ignore: 'negeer, negeert, vergeet, sla geen acht, volg niet, schenk geen aandacht',
  ignoreLast: 'negeren, vergeten',
  prior: `
    vorige, voorgaande, eerdere, bovenstaande, oorspronkelijke, hierboven, daarvoor, tot nu toe`,
  all: 'alle, iedere, elke',
  your: 'jouw, je, uw',
  instructions: `
    instructies, instructie, opdrachten, aanwijzingen, regels, richtlijnen, bevelen, voorschriften`,
  everything: 'alles wat, alles',
  told: 'is gezegd, ik heb gezegd, verteld is, hebt geleerd',
  reveal: 'toon, laat zien, onthul, herhaal, geef me, geef mij, laat me, print, vertel me',
  ownPrompt: `
    jouw systeemprompt, je systeemprompt, je systeem prompt, jouw instructies, uw systeemprompt,
    je oorspronkelijke instructies, je verborgen instructies, je system prompt`,
  role: 'je bent nu, jij bent nu, doe alsof, gedraag je als, vanaf nu ben je',
  unbound: 'zonder beperkingen, zonder regels, zonder filters, ongecensureerd*',
};

/** Russian entries. */
export const russian: Lexicon = {
  ignore: `
    игнорируй*, проигнорируй*, забудь*, отбрось, не обращай внимания, не следуй, пренебреги, отмени*,
    не учитывай`,
  ignoreLast: 'игнорировать, забыть, проигнорировать',
  prior: `
    предыдущи*, прежни*, вышеуказанн*, предшествующ*, ранее, выше, до этого, изначальн*, первоначальн*,
    прошлые`,
  all: 'все, всех, любые, всё, все свои',
  your: 'свои, твои, ваши, своих',
  instructions: `
    инструкци*, указани*, правила, правил, команды, приказы, директив*, установки, ограничени*`,
  everything: 'все что, обо всем',
  told: 'тебе говорили, тебе сказали, было сказано, я сказал, сказано ранее',
  reveal: 'покажи*, раскрой*, выведи*, повтори*, напечатай*, назови, открой, процитируй*, расскажи*',
  ownPrompt: `
    свой системный промпт, твой системный промпт, свой промпт, свои инструкции, твои инструкции,
    системный промпт, системную подсказку, системные инструкции, ваш системный промпт, свою системную`,
  role: `
    теперь ты, ты теперь, отныне ты, представь что ты, притворись, веди себя как, действуй как`,
  unbound: 'без ограничений, без цензуры, без правил, без фильтров, неограниченн*',
};
