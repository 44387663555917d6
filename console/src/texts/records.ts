/** Texts of tables of records, their actions and their secrets. */
export const recordTexts = {
  scrolls: (label: string) => `${label}. It scrolls sideways.`,
  actions: 'Actions',
  actionsOf: (name: string) => `Actions for ${name}`,
  details: 'Details',
  open: 'Open',
  secret: {
    leave: 'You have not copied it, and nobody can show it again.',
    stay: 'Stay here',
    leaveAnyway: 'Close all the same',
    done: 'I have stored it',
  },
  locked: 'This needs the operator token',
  lockedHelp:
    'The local operator may not read this. Unlock the console here, or with the link that this command prints:',
  noRight: 'Your role may not read this',
  noRightHelp: (role: string) => `You have the role ${role}. Ask an administrator of your organisation.`,
} as const;
