import { execFileSync } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../test/fakes/journal.ts'
import { readChunks } from './read-chunks.ts'

async function textOf(file: string, signal = new AbortController().signal): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of readChunks(file, signal)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

it('reads a file to its end, and says which one it cannot read', async () => {
  const file = path.join(tempFolder(), 'text')
  writeFileSync(file, 'one\ntwo\n')
  expect(await textOf(file)).toBe('one\ntwo\n')
  await expect(textOf(`${file}.none`)).rejects.toMatchObject({ code: 'ENOENT' })
})

describe.skipIf(process.platform === 'win32')('a pipe', () => {
  it('is read to its end, however late its writer comes', async () => {
    const pipe = path.join(tempFolder(), 'pipe')
    execFileSync('mkfifo', [pipe])
    const text = textOf(pipe)
    await wait(50)
    appendFileSync(pipe, 'one\ntwo\n')
    expect(await text).toBe('one\ntwo\n')
  })

  it('that nobody writes to ends when it is cancelled', async () => {
    const pipe = path.join(tempFolder(), 'pipe')
    execFileSync('mkfifo', [pipe])
    const stop = new AbortController()
    const text = textOf(pipe, stop.signal)
    await wait(50)
    stop.abort()
    expect(await text).toBe('')
  })
})
