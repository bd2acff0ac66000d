import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a message as an agent without MCP does: whole, under a temporary name, then by a rename. */
export function dropMessage(folder: string, message: { readonly id: string; readonly recipient: string }): void {
  const inbox = join(folder, '.switchboard', 'inbox', message.recipient)
  mkdirSync(inbox, { recursive: true })
  const file = join(inbox, `${message.id}.json`)
  writeFileSync(`${file}.tmp`, `${JSON.stringify(message, undefined, 2)}\n`)
  renameSync(`${file}.tmp`, file)
}

/** Leaves a file that is no message, as a program that crashed while it wrote. */
export function dropHalfMessage(folder: string, recipient: string, name: string): void {
  const inbox = join(folder, '.switchboard', 'inbox', recipient)
  mkdirSync(inbox, { recursive: true })
  writeFileSync(
    join(inbox, `${name}.json`),
    `{\n  "id": "${name}",\n  "action": "submit_result",\n  "sender": "docs",\n  "payload": "Chapter 4 is done, chap`,
  )
}

/** An artifact of a workflow phase. */
export function writeArtifact(folder: string, name: string, text: string): void {
  writeFileSync(join(folder, name), text)
}
