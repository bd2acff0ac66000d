/** Folder and file of the specification ("File Management"), relative to the folder that a link follows. */
export const workplace = '.workplace'
export const chatFile = 'chat.md'
