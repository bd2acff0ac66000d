import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** What a message does, according to a person: asks its reader for something, promises it, acknowledges it, delivers it, or none of these. */
export const talkLabels = ['ask', 'take', 'ack', 'deliver', 'none'] as const
export type TalkLabel = (typeof talkLabels)[number]

const said = z.strictObject({
  from: z.string().min(1),
  to: z.string().min(1),
  text: z.string(),
  /** What matters most to its reader. */
  label: z.enum(talkLabels),
  /** What else it does. */
  also: z.array(z.enum(talkLabels)).readonly().optional(),
  /** The public repository that it is from, and its licence. Absent: written for the corpus. */
  source: z.string().min(1).optional(),
  licence: z.enum(['MIT', 'Apache-2.0', 'CC0-1.0', 'CC-BY-4.0']).optional(),
  written: z.literal(true).optional(),
})
export type LabelledTalk = z.infer<typeof said>

/** The messages of a file with one JSON object per line. Any other line is an error, with its number. */
export function readTalk(file: string): LabelledTalk[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const read = said.safeParse(JSON.parse(line))
    if (!read.success) throw new Error(`${path.basename(file)}:${index + 1} ${z.prettifyError(read.error)}`)
    return [read.data]
  })
}

/** Every message in the `.jsonl` files of a folder, in the order of their names. */
export function readTalkFolder(folder: string): LabelledTalk[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  return files.toSorted().flatMap((name) => readTalk(path.join(folder, name)))
}

export interface Score {
  /** Of the messages read as the label, the share that a person labelled so; 1 if there are none. */
  readonly precision: number
  /** Of the messages that a person labelled so, the share read as the label; 1 if there are none. */
  readonly recall: number
  readonly labelled: number
}

/** How well `read` finds a label. */
export function scoreOf(talk: readonly LabelledTalk[], label: TalkLabel, read: (said: LabelledTalk) => readonly TalkLabel[]): Score {
  const found = talk.filter((each) => read(each).includes(label))
  const labelled = talk.filter((each) => each.label === label)
  const right = found.filter((each) => each.label === label || each.also?.includes(label)).length
  const seen = found.filter((each) => each.label === label).length
  return { precision: found.length === 0 ? 1 : right / found.length, recall: labelled.length === 0 ? 1 : seen / labelled.length, labelled: labelled.length }
}
