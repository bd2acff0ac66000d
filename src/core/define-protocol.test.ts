import { expect, test } from 'vitest'
import { z } from 'zod'
import { protocolPureSuite } from '../../test/suites/protocol-pure.ts'
import { defineProtocol } from './define-protocol.ts'
import type { LinkContext } from './protocol.ts'

/** All that a protocol which only listens has to say. */
const listener = defineProtocol({
  info: {
    id: 'listener',
    chip: 'LI',
    title: 'lines',
    blurb: 'Lines of a file.',
    needs: 'folder',
    promise: 'reads only',
    addLabel: 'Add lines',
    fields: [
      { name: 'path', label: 'File', kind: 'path' },
      { name: 'key', label: 'Key', kind: 'secret', boundTo: ['path'] },
    ],
  },
  config: z.object({ path: z.string().min(1), key: z.string().default('') }).strict(),
  place: ({ path }) => String(path),
  openLink: () => ({ start: () => undefined, stop: () => Promise.resolve() }),
})

protocolPureSuite(listener)

test('omitted members have defaults that do nothing and say so', async () => {
  expect(listener.info).toMatchObject({ acts: [], lintRules: 0, takesMessages: false })
  expect(listener.secretFields).toEqual(['key'])
  expect([listener.defaultLinks(), listener.lint('text'), listener.demo]).toEqual([[], [], undefined])
  const driver = listener.openLink({} as LinkContext, { path: 'x' })
  const actor = { kind: 'operator', name: 'operator' } as const
  expect(await driver.send('x', actor)).toMatchObject({ ok: false, fault: { code: 'unsupported' } })
  expect(await driver.act('wave', actor)).toMatchObject({ ok: false, fault: { code: 'unsupported' } })
})

test('given members are used unchanged, and the driver keeps its own `this`', async () => {
  class Driver {
    readonly #said = 'its own'
    start(): void {}
    stop(): Promise<void> {
      return Promise.resolve()
    }
    act(): Promise<{ ok: true; value: { text: string } }> {
      return Promise.resolve({ ok: true, value: { text: this.#said } })
    }
  }
  const { secretFields: _secrets, ...rest } = listener
  const protocol = defineProtocol({
    ...rest,
    format: () => ({ ok: true, value: { wire: '', bytes: 0, limit: 0 } }),
    openLink: () => new Driver(),
  })
  expect(await protocol.openLink({} as LinkContext, {}).act('x', { kind: 'operator', name: 'o' })).toMatchObject({
    value: { text: 'its own' },
  })
})
