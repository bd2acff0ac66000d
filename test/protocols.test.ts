import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadProtocols } from '../src/protocols/registry.ts'
import { protocolSuite, type ProtocolMedium } from './suites/protocol.ts'

const chat: ProtocolMedium = {
  async prepare(folder) {
    await mkdir(path.join(folder, '.workplace'))
    await writeFile(path.join(folder, '.workplace', 'chat.md'), '')
    return { folder: '.', poll: false }
  },
  async write(folder, texts) {
    await appendFile(path.join(folder, '.workplace', 'chat.md'), texts.map((text) => `[coder-to-reviewer]: ${text}\n`).join(''))
  },
}

/** A protocol that is registered and has no medium here fails below. */
const media = new Map([['chat', chat]])

const protocols = await loadProtocols()

describe('the registry', () => {
  test('names each protocol once, and each has a medium for the suite', () => {
    const ids = protocols.map((protocol) => protocol.info.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect([...media.keys()].toSorted()).toEqual(ids.toSorted())
  })
})

for (const protocol of protocols) {
  const medium = media.get(protocol.info.id)
  if (medium !== undefined) protocolSuite(protocol, medium)
}
