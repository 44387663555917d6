/** English phrases by class. They are folded before use, so case, accents and apostrophes do not matter here. */
import type { Lexicon } from './classes.ts';

/** English entries. */
export const english: Lexicon = {
  ignore: `
    ignore, ignoring, disregard, disregarding, forget, forget about, override, overrule, neglect, discard,
    pay no attention to, do not follow, dont follow, stop following, do not obey, dont obey, stop obeying,
    set aside, throw away, erase, wipe, drop, abandon, cancel, do not adhere to, disobey, nullify, delete,
    skip, leave behind`,
  prior: `
    the above, all of the above, all the above, before, before that, previous, previously, prior, above, preceding, earlier, former, foregoing, initial, original, system,
    so far, past, before this, until now, up to now, up to this point, pre existing, aforementioned,
    preprogrammed, before now, existing, developer, last`,
  all: 'all, any, every, each, everything else',
  your: `
    your, ur, you were given, youve been given, you have been given, given to you, you received`,
  instructions: `
    information, instruction, instructions, directive, directives, guideline, guidelines, rule, rules, prompt, prompts,
    command, commands, orders, programming, constraints, directions, restrictions, system message, training,
    assignment, assignments, prompting, tasks, instructs, limitations`,
  everything: 'everything, all of that, all of the above, all the above, anything, all that, the above',
  told: `
    you were told, youve been told, you have been told, you were instructed, i told you, you learned, i said,
    said before, we discussed, that came before, came before, you know about your, told before, has been said,
    was said, you were taught, stated before, mentioned before, you have learned`,
  fresh: 'new, updated, real, actual, revised, following',
  voided: `
    should be ignored, must be ignored, can be ignored, are to be ignored, are void, no longer apply,
    no longer valid, are now void, are cancelled, are canceled, do not apply anymore, have been revoked,
    are obsolete, must be disregarded, should be disregarded, are suspended, is overridden, are overridden,
    no longer relevant, are null and void, do not matter, were only a test, were a test`,
  authority: `
    system override, admin override, administrator override, developer override, override code,
    override protocol, i am your developer, i am your creator, im your developer, this is your developer,
    message from openai, message from anthropic, i am an openai, i work for openai, new system prompt,
    begin new instructions, end of system prompt, new instruction set, begin system message, sudo mode,
    priority override, maintenance mode, security override, emergency override, end of instructions`,
  reveal: `
    reveal, print, print out, output, repeat, dump, leak, disclose, display, expose, recite, show, show me,
    verbatim, word for word, copy copy and paste, spell out, write out, echo, give me, send me,
    divulge, list all, return, type out, reproduce, regurgitate, spell check, provide me,
    hand over, transcribe, paste`,
  ask: `
    what is, what are, whats, what was, what were, tell me, describe, explain, summarize, translate`,
  ownPrompt: `
    your system instructions, your system prompt, your system message, your system rules,
    your system guidelines, your system directives, your system configuration, your initial instructions,
    your initial prompt, your initial message, your initial rules, your initial guidelines,
    your initial directives, your initial configuration, your original instructions, your original prompt,
    your original message, your original rules, your original guidelines, your original directives,
    your original configuration, your hidden instructions, your hidden prompt, your hidden message,
    your hidden rules, your hidden guidelines, your hidden directives, your hidden configuration,
    your secret instructions, your secret prompt, your secret message, your secret rules,
    your secret guidelines, your secret directives, your secret configuration, your internal instructions,
    your internal prompt, your internal message, your internal rules, your internal guidelines,
    your internal directives, your internal configuration, your full instructions, your full prompt,
    your full message, your full rules, your full guidelines, your full directives, your full configuration,
    your developer instructions, your developer prompt, your developer message, your developer rules,
    your developer guidelines, your developer directives, your developer configuration,
    your base instructions, your base prompt, your base message, your base rules, your base guidelines,
    your base directives, your base configuration, your system instruction, your preprompt, your pre prompt,
    your prompt, your context window, the prompt you were given, the instructions you were given,
    instructions you received, your initialization, your custom instructions, your exact instructions,
    your exact prompt`,
  prompt: `
    system prompt, system message, initial prompt, hidden prompt, secret prompt, pre prompt, preprompt,
    hidden instructions, initial instructions, developer message, original prompt, secret instructions,
    prompt template, prompt texts, complete prompt, full prompt, entire prompt, above prompt, the prompt`,
  ownRules: `
    your instructions, your rules, your guidelines, your directives, your programming, your restrictions`,
  textAbove: `
    text above, words above, everything above, all of the above text, content above, message above,
    above text, above words, messages above, lines above, above content, previous message verbatim,
    everything before this, text that precedes, beginning of this conversation, start of this conversation`,
  role: `
    you are now, youre now, you will now, you are no longer, pretend to be, pretend you are, act as,
    pretend that you are, roleplay as, role play as, simulate, imagine you are, imagine being, behave as,
    you are going to be, you are going to act, take on the role, assume the role, assume the persona,
    you will act, you are to act, become, respond as, answer as, act like, speak as, in the role of,
    from now on you, your new name is, youre going to act, you will be playing, you shall act,
    adopt the persona, immerse yourself into the role, stay in character, stay a, you are about to immerse,
    character named, persona`,
  unbound: `
    evil ai, evil version, evil chatbot, unrestricted, unfiltered, uncensored, amoral, unethical, immoral, no restrictions, unlimited,
    without restrictions, without any restrictions, no limits, no limitations, without limitations, no rules,
    no filters, without filters, without any filter, no filter, no ethical, no moral, no ethics, no morals,
    without ethical, without moral, not bound by, no longer bound, free from all, free of all restrictions,
    freed from, broken free, break free, typical confines, not restricted, no guidelines, no safety,
    without censorship, no censorship, disregards all, no boundaries, no ethical guidelines,
    no moral guidelines, without any rules, without rules, free from restrictions, not limited by, unaligned,
    jailbroken, unshackled, ethics and morality, moral compass, illegal, do not have to abide,
    does not have to abide, no longer have to follow, doesnt care about ethics, do not care about ethics,
    free of restrictions, removed restrictions, bypass restrictions, harmful or illegal`,
  jailbreakName: `
    do anything now, dan mode, act as dan, you are dan, dan jailbreak, dan prompt,
    strive to avoid norms, always intelligent and machiavellian, evil confidant, mongo tom, stan mode,
    dude mode, jailbreak mode, developer mode enabled, developer mode output, chatgpt with developer mode,
    god mode enabled, opposite mode, antigpt, anti gpt, chaosgpt, evilbot, basedgpt, based gpt, freegpt,
    maximum mode, hypothetical response niccolo, niccolo machiavelli aim, omega mode, superior dan,
    better dan, betterdan, chadgpt, devmode, dev mode enabled, jailbreak chatgpt, jailbreak prompt activated,
    can do anything now, they can do anything, machiavellian chatbot, rejectgpt`,
  mode: `
    developer mode, dev mode, debug mode, god mode, unrestricted mode, admin mode, root mode, evil mode,
    unfiltered mode, uncensored mode, no filter mode, test mode, unsafe mode, dan`,
  neverRefuse: `
    never refuse, cannot refuse, can not refuse, must not refuse, do not refuse, dont refuse, never say no,
    never decline, cannot decline, cant say no, never say that you, without any disclaimers, no disclaimers,
    no warnings, without disclaimers, without any warnings, no ethical disclaimers, do not add disclaimers,
    do not say you cant, never say you cant, dont say you cant, you have no choice but, refuse any request,
    refuse a request, refuse to answer, never mention that you are an ai, as an ai language model, never warn,
    never apologize, do not apologize, regardless of legality, no matter how illegal, no matter how unethical,
    against openai, openai policy, openai policies, openais policies, openais policy, openai content policy,
    openais content policy, openais guidelines, openai guidelines, ai safety guidelines do not`,
  ownPolicy: `
    your safety guidelines, your safety policy, your safety policies, your safety rules, your safety filters,
    your safety protocols, your safety restrictions, your safety guardrails, your safety constraints,
    your ethical guidelines, your ethical policy, your ethical policies, your ethical rules,
    your ethical filters, your ethical protocols, your ethical restrictions, your ethical guardrails,
    your ethical constraints, your content guidelines, your content policy, your content policies,
    your content rules, your content filters, your content protocols, your content restrictions,
    your content guardrails, your content constraints, your moral guidelines, your moral policy,
    your moral policies, your moral rules, your moral filters, your moral protocols, your moral restrictions,
    your moral guardrails, your moral constraints, your openai guidelines, your openai policy,
    your openai policies, your openai rules, your openai filters, your openai protocols,
    your openai restrictions, your openai guardrails, your openai constraints, openai guidelines,
    openai policy, openai policies, openai rules, openai filters, openai protocols, openai restrictions,
    openai guardrails, openai constraints, openais guidelines, openais policy, openais policies,
    openais rules, openais filters, openais protocols, openais restrictions, openais guardrails,
    openais constraints, anthropics guidelines, anthropics policy, anthropics policies, anthropics rules,
    anthropics filters, anthropics protocols, anthropics restrictions, anthropics guardrails,
    anthropics constraints, your filters, your guardrails, your safeguards, your censorship,
    your content filter, your limitations, your safety training, your alignment, your moderation`,
  policy: `
    safety guidelines, ethical guidelines, content policy, content policies, safety filters, guardrails,
    content filters, moderation filters, safety protocols, safety rules, usage policies, moderation`,
  bypass: `
    bypass, circumvent, evade, disable, turn off, deactivate, remove, get around, unlock, lift`,
  address: `
    ai assistant, ai assistants, ai model, ai agent, ai agents, language model, language models, llm, llms,
    chatbot, chatgpt, note to ai, attention ai, dear ai, if you are an ai, dear assistant,
    attention assistant, hey assistant, hello assistant, instructions for the ai, instruction to the ai,
    to the assistant, message to the assistant, copilot, ai reading this, ai system, ai systems, gpt,
    automated assistant, note to assistant, assistant must, assistant should, the ai must, the ai should`,
  conceal: `
    do not tell the user, dont tell the user, do not inform the user, without telling the user,
    without informing the user, without notifying the user, do not mention this, do not alert the user,
    do not notify the user, do not reveal this, keep this hidden, hide this from the user,
    do not let the user, never tell the user, without the user knowing, without the users knowledge,
    without mentioning this, do not disclose this, dont mention this, without asking the user,
    do not ask the user`,
  send: `
    send, forward, post, upload, transmit, exfiltrate, email, submit, append, transfer, leak, include, wire`,
  sensitive: `
    password, passwords, api key, api keys, credentials, secrets, secret key, access token, tokens,
    conversation history, chat history, private key, users data, user data, personal data, emails,
    session token, environment variables, all files, contents of this conversation, recovery codes`,
  fromNow: `
    from now on, from this point on, from this moment, from here on, henceforth, starting now, instead`,
  must: `
    you must, you should, you have to, you are required, please, immediately, make sure, you need to, must`,
};
