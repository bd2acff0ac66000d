/** Folder and file of the specification ("File Management"), relative to the folder of the link. */
export const workplace = '.workplace'
export const chatFile = 'chat.md'
