/** Words for the status and the state of a passport. */
export const passportTexts = {
  words: {
    affirming: 'Affirming',
    warning: 'Warning',
    contraindicated: 'Contraindicated',
    none: 'No statement',
    valid: 'Valid',
    expired: 'Expired',
    revoked: 'Revoked',
  },
} as const;
