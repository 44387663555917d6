/** Release of the verifier, named in passports and in `/health`. */
export const build = '0.1.0';
