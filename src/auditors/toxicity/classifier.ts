/**
 * Classifiers from outside: an ONNX text classifier in a folder or from a model hub, run by an optional peer package.
 * Nothing of it is loaded, or even installed, unless somebody configures one.
 */
import { basename, dirname, isAbsolute } from 'node:path';
import { AuditorFailure, ModelUnavailableError } from '@assay/sdk';
import { type HeadName, heads } from './categories.ts';

/** Probabilities by head; what the classifier does not tell is missing. */
export type ClassifierScores = Readonly<Partial<Record<HeadName, number>>>;

export interface Classifier {
  readonly name: string;
  /** Scores each text. @throws AuditorFailure when the classifier answers something else than labels with scores. */
  classify(texts: readonly string[]): Promise<ClassifierScores[]>;
}

/** Imports a package by name: `(name) => import(name)`, or a stand-in in tests. */
export type ImportPackage = (name: string) => Promise<unknown>;

/** Package that reads the model, its tokenizer and its labels. */
const peer = '@huggingface/transformers';

/**
 * Loads a classifier. @param name A folder (absolute, or starting with `./` or `../`) or the id of a model on the hub.
 *
 * @throws ModelUnavailableError saying what is missing.
 */
export async function loadClassifier(name: string, importPackage: ImportPackage): Promise<Classifier> {
  const isFolder = isAbsolute(name) || /^\.{1,2}[/\\]/.test(name);
  if (!isFolder && !/^[\w.-]{1,96}(?:\/[\w.-]{1,96})?$/.test(name)) {
    throw new ModelUnavailableError('TOXICITY_MODEL must be a folder or the id of a model on the hub');
  }
  const { pipeline, env } = await importPeer(importPackage);
  if (isFolder) {
    env['localModelPath'] = dirname(name);
    // A folder that lacks a file must not be filled up from the network.
    env['allowRemoteModels'] = false;
  }
  let run: unknown;
  try {
    run = await pipeline('text-classification', isFolder ? basename(name) : name);
  } catch (error) {
    throw new ModelUnavailableError(`TOXICITY_MODEL ${JSON.stringify(name)} could not be loaded`, { cause: error });
  }
  if (typeof run !== 'function') throw new ModelUnavailableError(`${peer} has another interface than expected`);
  return { name, classify: async (texts) => readAnswer(await run(texts, { top_k: null }), texts.length) };
}

interface Peer {
  readonly pipeline: (task: string, model: string) => Promise<unknown>;
  readonly env: Record<string, unknown>;
}

async function importPeer(importPackage: ImportPackage): Promise<Peer> {
  let loaded: unknown;
  try {
    loaded = await importPackage(peer);
  } catch (error) {
    const message = `TOXICITY_MODEL names a classifier, which needs the package ${peer}: npm install ${peer}`;
    throw new ModelUnavailableError(message, { cause: error });
  }
  if (isPeer(loaded)) return loaded;
  throw new ModelUnavailableError(`${peer} has another interface than expected`);
}

function isPeer(loaded: unknown): loaded is Peer {
  if (typeof loaded !== 'object' || loaded === null || !('pipeline' in loaded) || !('env' in loaded)) return false;
  return typeof loaded.pipeline === 'function' && typeof loaded.env === 'object' && loaded.env !== null;
}

/** Labels of well-known toxicity classifiers, letters only. */
const headOfLabel: Readonly<Record<string, HeadName | 'harmless'>> = {
  toxic: 'overall',
  toxicity: 'overall',
  toxiccontent: 'overall',
  hate: 'identity_attack',
  hateful: 'identity_attack',
  hatespeech: 'identity_attack',
  identityhate: 'identity_attack',
  identityattack: 'identity_attack',
  severetoxic: 'severe_toxicity',
  severetoxicity: 'severe_toxicity',
  threat: 'threat',
  hatethreatening: 'threat',
  insult: 'insult',
  harassment: 'insult',
  offensive: 'overall',
  abusive: 'overall',
  obscene: 'profanity',
  profanity: 'profanity',
  sexual: 'sexually_explicit',
  sexualexplicit: 'sexually_explicit',
  sexuallyexplicit: 'sexually_explicit',
  selfharm: 'self_harm',
  violence: 'violence',
  nontoxic: 'harmless',
  nottoxic: 'harmless',
  neutral: 'harmless',
  nothate: 'harmless',
  nonhate: 'harmless',
  nothatespeech: 'harmless',
  notoffensive: 'harmless',
  nonoffensive: 'harmless',
  ok: 'harmless',
  safe: 'harmless',
  normal: 'harmless',
};

function readAnswer(answer: unknown, count: number): ClassifierScores[] {
  if (!Array.isArray(answer) || answer.length !== count) throw strange();
  return answer.map(readScores);
}

function readScores(labels: unknown): ClassifierScores {
  if (!Array.isArray(labels)) throw strange();
  const scores: Partial<Record<HeadName, number>> = {};
  let harmless: number | undefined;
  for (const entry of labels) {
    const { label, score } = readEntry(entry);
    const head = headOfLabel[label.toLowerCase().replaceAll(/[^a-z]/g, '')];
    if (head === 'harmless') harmless = score;
    else if (head !== undefined) scores[head] = Math.max(scores[head] ?? 0, score);
  }
  const told = heads.flatMap((head) => scores[head] ?? []);
  if (told.length === 0 && harmless === undefined) {
    throw new AuditorFailure('MODEL_UNAVAILABLE', 'The classifier has no label that means a category of toxicity');
  }
  return { ...scores, overall: scores.overall ?? (told.length > 0 ? Math.max(...told) : 1 - (harmless ?? 1)) };
}

function readEntry(entry: unknown): { label: string; score: number } {
  if (typeof entry !== 'object' || entry === null || !('label' in entry) || !('score' in entry)) throw strange();
  const { label, score } = entry;
  if (typeof label !== 'string' || typeof score !== 'number' || !(score >= 0 && score <= 1)) throw strange();
  return { label, score };
}

const strange = (): AuditorFailure =>
  new AuditorFailure('MODEL_UNAVAILABLE', 'The classifier answered something else than labels with scores');
