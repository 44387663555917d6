/** Options of commands over declarative files: apart from the reading, so that help needs none of its weight. */

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
