import path from 'node:path'
import type { NewEvent } from '../../core/event.ts'
import { ok, type Result } from '../../core/fault.ts'
import { readFilesInside } from '../../io/folder-files.ts'
import { chatFile, workplace } from './pure/place.ts'
import { ChatReader } from './pure/reader.ts'

/** Larger files are refused: the whole text is held. */
const mostBytes = 64 * 1024 * 1024

/** The messages of `.workplace/chat.md` in a project folder, in the order of the file; none where there is no such file. */
export async function readChatFolder(folder: string): Promise<Result<readonly NewEvent[]>> {
  const read = await readFilesInside(folder, workplace, [chatFile], mostBytes)
  if (!read.ok) return read.fault.code === 'not-found' ? ok([]) : read
  const text = read.value[0]?.text
  if (text === undefined || (!text.ok && text.fault.code === 'not-found')) return ok([])
  if (!text.ok) return text
  const reader = new ChatReader({
    generation: 0,
    label: chatFile,
    path: path.posix.join(workplace, chatFile),
    position: { offset: 0, line: 1 },
  })
  reader.push(new TextEncoder().encode(text.value))
  return ok(reader.take('settled'))
}
