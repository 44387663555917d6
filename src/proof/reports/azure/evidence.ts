/**
 * The JSON evidence of guests on Azure: HCL report, quote of the vTPM, and the VCEK or the TD quote. The first form
 * has bytes as lists of numbers; later ones, which have a `version`, hexadecimal and base64url text.
 */
import { fromBase64Url } from '@assay/sdk/crypto';
import { DerError, readPem, toPem } from '@assay/sdk/x509';
import { type Static, Type } from 'typebox';
import { parseStrictJsonBytes } from '../../json.ts';
import { createShape } from '../../shape.ts';
import { hclReportBytes } from './hcl-report.ts';
import type { QuoteEvidence } from './tpm-check.ts';

export interface AzureEvidence {
  /** 0 for the form without the member. */
  readonly version: number;
  readonly hclReport: Uint8Array;
  readonly quote: QuoteEvidence;
  /** DER of the VCEK and of the other certificates with it; SEV-SNP only. */
  readonly certificates: readonly Uint8Array[];
  /** TDX only. */
  readonly tdQuote?: Uint8Array;
}

const maxQuoteBytes = 64 * 1024;
const closed = { additionalProperties: false };
const list = (maxItems: number) => Type.Array(Type.Integer({ minimum: 0, maximum: 255 }), { maxItems });
// One spelling only, because nobody signs the text of the digits.
const hex = (maxBytes: number) => Type.String({ pattern: '^([0-9a-f]{2})+$', maxLength: 2 * maxBytes });
const base64 = (maxBytes: number) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+={0,2}$', maxLength: Math.ceil(maxBytes / 3) * 4 });
const quoteOf = <Bytes extends Type.TSchema>(bytes: (max: number) => Bytes) =>
  Type.Object({ message: bytes(1024), signature: bytes(1024), pcrs: Type.Array(bytes(32), { maxItems: 24 }) }, closed);
const version = Type.Integer({ minimum: 1, maximum: 2 });

const SnpFirst = Type.Object(
  { quote: quoteOf(list), report: list(hclReportBytes), vcek: Type.String({ maxLength: 32_768 }) },
  closed,
);
const SnpLater = Type.Object(
  { version, hcl_report: base64(hclReportBytes), tpm_quote: quoteOf(hex), vcek: base64(16_384) },
  closed,
);
const TdxFirst = Type.Object(
  { tpm_quote: quoteOf(list), hcl_report: list(hclReportBytes), td_quote: list(maxQuoteBytes) },
  closed,
);
const TdxLater = Type.Object(
  { version, tpm_quote: quoteOf(hex), hcl_report: base64(hclReportBytes), td_quote: base64(maxQuoteBytes) },
  closed,
);

const parsers = {
  snpFirst: createShape(SnpFirst, 'the evidence'),
  snpLater: createShape(SnpLater, 'the evidence'),
  tdxFirst: createShape(TdxFirst, 'the evidence'),
  tdxLater: createShape(TdxLater, 'the evidence'),
};
const limits = { maxChars: 1024 * 1024, maxDepth: 8 };

/** Reads the evidence of a SEV-SNP guest in any form; undefined for anything else. Never throws. */
export function readSnpEvidence(text: Uint8Array): AzureEvidence | undefined {
  return readEvidence(text, (value) => {
    const first = parsers.snpFirst(value);
    if (first.ok) {
      const { quote, report, vcek } = first.value;
      return { version: 0, hclReport: Uint8Array.from(report), quote: toBytes(quote), certificates: fromPem(vcek) };
    }
    const later = parsers.snpLater(value);
    return later.ok ? { ...fromLater(later.value), certificates: [fromBase64(later.value.vcek)] } : undefined;
  });
}

/** Reads the evidence of a TDX guest in any form; undefined for anything else. Never throws. */
export function readTdxEvidence(text: Uint8Array): AzureEvidence | undefined {
  return readEvidence(text, (value) => {
    const first = parsers.tdxFirst(value);
    if (first.ok) {
      const hclReport = Uint8Array.from(first.value.hcl_report);
      const tdQuote = Uint8Array.from(first.value.td_quote);
      return { version: 0, hclReport, quote: toBytes(first.value.tpm_quote), certificates: [], tdQuote };
    }
    const later = parsers.tdxLater(value);
    if (!later.ok) return undefined;
    return { ...fromLater(later.value), certificates: [], tdQuote: fromBase64(later.value.td_quote) };
  });
}

function readEvidence(
  text: Uint8Array,
  read: (value: unknown) => AzureEvidence | undefined,
): AzureEvidence | undefined {
  const json = parseStrictJsonBytes(text, limits);
  if (!json.ok) return undefined;
  try {
    return read(json.value);
  } catch (error) {
    if (error instanceof DerError || error instanceof TypeError) return undefined;
    throw error;
  }
}

type Later = Pick<Static<typeof SnpLater>, 'version' | 'hcl_report' | 'tpm_quote'>;

function fromLater({ version, hcl_report, tpm_quote }: Later): Omit<AzureEvidence, 'certificates'> {
  return {
    version,
    hclReport: fromBase64(hcl_report),
    quote: {
      message: fromHex(tpm_quote.message),
      signature: fromHex(tpm_quote.signature),
      pcrs: tpm_quote.pcrs.map(fromHex),
    },
  };
}

function toBytes({ message, signature, pcrs }: Static<typeof SnpFirst>['quote']): QuoteEvidence {
  return {
    message: Uint8Array.from(message),
    signature: Uint8Array.from(signature),
    pcrs: pcrs.map((pcr) => Uint8Array.from(pcr)),
  };
}

/** Accepts full padding or none. @throws TypeError */
function fromBase64(text: string): Uint8Array {
  const bare = text.replace(/=+$/, '');
  if (bare !== text && text.length % 4 !== 0) throw new TypeError('base64url with half of its padding');
  return fromBase64Url(bare);
}

/** Accepts certificates with nothing in between: white space could be changed unnoticed. @throws DerError */
function fromPem(text: string): Uint8Array[] {
  const certificates = readPem(text).map(({ der }) => der);
  if (
    certificates
      .map((der) => toPem(der))
      .join('')
      .trimEnd() !== text.replace(/\n$/, '')
  ) {
    throw new DerError('a PEM text is not in its one form');
  }
  return certificates;
}

function fromHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
