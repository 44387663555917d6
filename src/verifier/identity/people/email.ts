/** Normalises e-mail addresses, so that a person has one form of each. */
import { domainToASCII } from 'node:url';
import { AppError } from '../../../platform/errors.ts';

const maxLength = 254;
/** A dot-atom in ASCII (RFC 5322 section 3.2.3): other scripts have letters that look like ASCII ones. */
const localForm = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}){0,31}$/;
const labelForm = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** A domain name ends in letters; one that ends in digits is an IP address. */
const topForm = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/** Gives the normalised form; undefined if the text is no address. */
export function tryNormalizeEmail(text: string): string | undefined {
  if (text.length > 2 * maxLength) return undefined;
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf('@');
  if (at < 1) return undefined;
  const local = toLowerAscii(trimmed.slice(0, at));
  const domain = domainToASCII(trimmed.slice(at + 1));
  const labels = domain.split('.');
  const isDomain =
    labels.length >= 2 && labels.every((label) => labelForm.test(label)) && topForm.test(labels.at(-1) ?? '');
  if (!localForm.test(local) || local.length > 64 || !isDomain) return undefined;
  const email = `${local}@${domain}`;
  return email.length <= maxLength ? email : undefined;
}

/** @throws AppError `invalid_request`. */
export function normalizeEmail(text: string, pointer = '/email'): string {
  const email = tryNormalizeEmail(text);
  if (email !== undefined) return email;
  const message = 'an e-mail address such as ada@example.com is expected';
  throw new AppError('invalid_request', message, { detail: message, errors: [{ pointer, message }] });
}

/** Lowers ASCII letters only: `toLowerCase` turns some letters of other scripts into ASCII (the Kelvin sign into k). */
function toLowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
