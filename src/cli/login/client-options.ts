/** Options for the credential of an OAuth client, separate from the reading, so that help can load them alone. */

/** An option that names a variable instead of a file. */
export const secretVariable = {
  type: 'string',
  value: 'NAME',
  description: 'Environment variable that holds it',
} as const;

/** Options of commands that act as an OAuth client which proves its identity. */
export const clientOptions = {
  'client-id': { type: 'string', value: 'ID', description: 'The client, such as the client of the agent' },
  'client-secret-file': { type: 'string', value: 'FILE', description: 'File with its secret; - is standard input' },
  'client-secret-env': secretVariable,
  'key-file': { type: 'string', value: 'FILE', description: 'File with its private key (JWK)' },
} as const;
