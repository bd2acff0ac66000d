import { appendFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../test/fakes/journal.ts'
import { transcriptSize, untilAnswered } from './transcript.ts'

let file: string
let hook: object
beforeEach(() => {
  file = path.join(tempFolder(), 'transcript.jsonl')
  hook = { transcript_path: file, tool_name: 'Bash', tool_input: { command: 'npm test' } }
})

const line = (content: object): string => `${JSON.stringify({ message: { content: [content] } })}\n`
const use = (id: string): string => line({ type: 'tool_use', id, name: 'Bash', input: { command: 'npm test' } })
const result = (id: string): string => line({ type: 'tool_result', tool_use_id: id })

function answered(asked: number | undefined): Promise<void> {
  const over = new AbortController()
  onTestFinished(() => over.abort())
  return untilAnswered(hook, asked ?? Number.NaN, over.signal)
}
/** Not within some looks. */
const isOpen = (asked: number | undefined): Promise<boolean> => Promise.race([answered(asked).then(() => false), wait(1_200, true)])

test('a terminal that is answered before the transcript is read is seen (F24)', async () => {
  writeFileSync(file, use('t1'))
  const asked = await transcriptSize(hook)
  appendFileSync(file, result('t1'))
  await answered(asked)
})

test('so is a use that the transcript has only after the question', async () => {
  writeFileSync(file, line({ type: 'text' }))
  const asked = await transcriptSize(hook)
  appendFileSync(file, use('t1') + result('t1'))
  await answered(asked)
})

test('an earlier use of the same tool with the same input is none, and neither is another one (F24)', async () => {
  writeFileSync(file, use('t1') + result('t1'))
  const asked = await transcriptSize(hook)
  expect(await isOpen(asked)).toBe(true)
  appendFileSync(file, line({ type: 'tool_use', id: 't2', name: 'Bash', input: { command: 'rm x' } }) + result('t2'))
  expect(await isOpen(asked)).toBe(true)
})

test('of two uses at once, both have to be answered', async () => {
  writeFileSync(file, use('t1') + use('t2'))
  const asked = await transcriptSize(hook)
  appendFileSync(file, result('t1'))
  expect(await isOpen(asked)).toBe(true)
  appendFileSync(file, result('t2'))
  await answered(asked)
})

test('without a transcript there is nothing to see', async () => {
  expect(await transcriptSize(hook)).toBeUndefined()
  expect(await transcriptSize({ transcript_path: file })).toBeUndefined()
})
