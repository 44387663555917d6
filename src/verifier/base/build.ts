/** Release of the verifier, shown in passports and in `/health`. */
export const build = '0.1.0';
