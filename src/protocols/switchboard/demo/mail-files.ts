import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Makes the mailbox of an agent. @returns its folder. */
export function makeInbox(folder: string, name: string): string {
  const inbox = join(folder, '.switchboard', 'inbox', name)
  mkdirSync(inbox, { recursive: true })
  return inbox
}

/** Writes a message as an agent without MCP does: whole, under a temporary name, then by a rename. @returns what was written. */
export function dropMessage(folder: string, message: { readonly id: string; readonly recipient: string }): string {
  return dropText(folder, message.recipient, message.id, `${JSON.stringify(message, undefined, 2)}\n`)
}

/** Writes any text where a message is expected. @returns the text. */
export function dropText(folder: string, recipient: string, id: string, text: string): string {
  const file = join(makeInbox(folder, recipient), `${id}.json`)
  writeFileSync(`${file}.tmp`, text)
  renameSync(`${file}.tmp`, file)
  return text
}

/** Leaves a file that is no message, as a program that crashed while it wrote. */
export function dropHalfMessage(folder: string, recipient: string, name: string): void {
  writeFileSync(
    join(makeInbox(folder, recipient), `${name}.json`),
    `{\n  "id": "${name}",\n  "action": "submit_result",\n  "sender": "docs",\n  "payload": "Chapter 4 is done, chap`,
  )
}

/** An artifact of a workflow phase. */
export function writeArtifact(folder: string, name: string, text: string): void {
  writeFileSync(join(folder, name), text)
}
