import { constants } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { parseJsonText } from '../core/json-text.ts'
import { lineSplitter } from './line-splitter.ts'

const lookMs = 500
/** How much of the file before the question is read: the use of the tool that it is about is among the newest lines. */
const backBytes = 2 * 1024 * 1024
const chunkBytes = 256 * 1024
const mostLine = 2 * 1024 * 1024

const hookSchema = z.object({
  transcript_path: z.string().min(1).max(4_096),
  tool_name: z.string(),
  tool_input: z.record(z.string(), z.json()),
})
const lineSchema = z.object({
  message: z.object({
    content: z.array(
      z.union([
        z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: z.record(z.string(), z.unknown()) }),
        z.object({ type: z.literal('tool_result'), tool_use_id: z.string() }),
        z.object({ type: z.string() }),
      ]),
    ),
  }),
})

/** The size of the transcript of Claude Code's session that its hook names, bytes; undefined: there is none. */
export async function transcriptSize(hook: unknown): Promise<number | undefined> {
  const read = hookSchema.safeParse(hook)
  const stats = read.success ? await stat(read.data.transcript_path).catch(() => undefined) : undefined
  return stats?.size
}

/**
 * Resolves when the transcript of Claude Code's session has a result for the tool that its hook asks about: it was answered in the terminal, which the program
 * does not tell a hook that waits. Never resolves if the file says nothing about it. Reads only; ends with `signal`.
 * @param asked its size before the hook asked, bytes: a result before that belongs to an earlier use of the tool
 */
export async function untilAnswered(hook: unknown, asked: number, signal: AbortSignal): Promise<void> {
  const read = hookSchema.safeParse(hook)
  const file = read.success ? await openFile(read.data.transcript_path) : undefined
  if (!read.success || file === undefined) return never()
  const { tool_name: tool, tool_input: input } = read.data
  const lines = lineSplitter(mostLine)
  /** Uses of this tool with this input that have no result yet. */
  const open = new Set<string>()
  /** The use that is asked about, or its result, has been seen. */
  let isSeen = false
  let at = Math.max(0, asked - backBytes)
  try {
    while (!signal.aborted) {
      for (let bytes = await chunk(file, at, asked); bytes.length > 0; bytes = await chunk(file, at, asked)) {
        at += bytes.length
        for (const line of lines.take(bytes)) {
          for (const part of line === undefined ? [] : partsOf(line.text)) {
            if ('name' in part && part.name === tool && isDeepStrictEqual(part.input, input)) open.add(part.id)
            if ('tool_use_id' in part && open.delete(part.tool_use_id) && at > asked) isSeen = true
          }
        }
      }
      if (isSeen && open.size === 0) return
      isSeen ||= open.size > 0
      await wait(lookMs, undefined, { signal }).catch(() => undefined)
    }
  } catch {
    // An unreadable file tells nothing.
  } finally {
    await file.close().catch(() => undefined)
  }
  return never()
}

function partsOf(line: string): readonly ({ id: string; name: string; input: unknown } | { tool_use_id: string } | { type: string })[] {
  const parsed = parseJsonText(line, 'a line')
  return parsed.ok ? (lineSchema.safeParse(parsed.value).data?.message.content ?? []) : []
}

async function openFile(path: string): Promise<FileHandle | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    if ((await file.stat()).isFile()) return file
    await file.close()
  } catch {
    // Without it, the answer in the terminal is noticed when the hook ends.
  }
  return undefined
}

/** The next bytes. They do not reach over `end`, so that what was written after it can be told apart. */
async function chunk(file: FileHandle, at: number, end: number): Promise<Uint8Array> {
  const most = at < end ? Math.min(chunkBytes, end - at) : chunkBytes
  const { bytesRead, buffer } = await file.read(new Uint8Array(most), 0, most, at)
  return buffer.subarray(0, bytesRead)
}

function never(): Promise<never> {
  return new Promise(() => undefined)
}
