/** What a sender is worth that only a file names (nobody of a session wrote it under its own name): a doubt, and the words beside the name. */
export const claimWords = 'The sender is what the file says; no session proves it.'
