/** Options of commands over declarative files, separate from the reading, so that help can load them alone. */

/** Options that every command over files has. */
export const fileOptions = {
  file: {
    type: 'string',
    short: 'f',
    value: 'FILE',
    multiple: true,
    description: 'File, folder of files, or - for standard input',
  },
  workspace: {
    type: 'string',
    value: 'ID',
    description: 'Where chain manifests and environments go that name no workspace',
  },
} as const;
