import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { opencodePlugin } from '../src/core/invite/opencode-plugin.ts'
import { tempFolder } from './fakes/journal.ts'

/** The plugin that `patchbay invite opencode --ask` writes, as opencode 1.18 calls it, with a program in place of `patchbay ask`. */
interface Plugin {
  readonly event: (input: { readonly event: { readonly type: string; readonly properties: object } }) => Promise<void>
  readonly 'tool.execute.before': (call: object, output: { readonly args: object }) => Promise<void>
}

/** @param ask what the hook does with `input`, its standard input. */
async function pluginWith(ask: string) {
  const read = `let input = ''; process.stdin.on('data', (part) => (input += part)).on('end', () => { ${ask} })`
  const text = opencodePlugin([process.execPath, '-e', read]).join('\n')
  const { Patchbay } = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`)) as {
    Patchbay: (input: object) => Promise<Plugin>
  }
  const post = vi.fn((_request: object) => Promise.resolve())
  const plugin = await Patchbay({ client: { _client: { post } }, directory: '/project' })
  const ask1 = (id: string): Promise<void> =>
    plugin.event({ event: { type: 'permission.asked', properties: { id, permission: 'bash', tool: { callID: 'call_1' } } } })
  return { plugin, post, ask: ask1 }
}
const decide = (decision: object): string => `console.log(${JSON.stringify(JSON.stringify({ hookSpecificOutput: { decision } }))})`
const write = (file = ''): string => `require('node:fs').writeFileSync(${JSON.stringify(file)}, '')`
const answered = (requestID: string, body: object) => [expect.objectContaining({ path: { requestID }, body })]

test('answers one request, never for later ones, and passes the reason of a refusal on', async () => {
  const allowing = await pluginWith(decide({ behavior: 'allow' }))
  await allowing.ask('per_1')
  await vi.waitFor(() => expect(allowing.post.mock.calls).toEqual([answered('per_1', { reply: 'once' })]))
  const denying = await pluginWith(decide({ behavior: 'deny', message: 'Not now.' }))
  await denying.ask('per_2')
  await vi.waitFor(() => expect(denying.post.mock.calls).toEqual([answered('per_2', { reply: 'reject', message: 'Not now.' })]))
})

test('passes the arguments of the call on, and says nothing without a clear answer', async () => {
  // It answers only if the first request is complete, so the second one's answer shows that the first had none.
  const { plugin, post, ask } = await pluginWith(
    `const { cwd, properties, call } = JSON.parse(input)
     if (properties.id === 'per_1') console.log('allow')
     else if (cwd === '/project' && call.tool === 'bash' && call.args.command === 'make') ${decide({ behavior: 'allow' })}`,
  )
  await plugin['tool.execute.before']({ tool: 'bash', callID: 'call_1' }, { args: { command: 'make' } })
  await ask('per_1')
  await ask('per_2')
  await vi.waitFor(() => expect(post.mock.calls).toEqual([answered('per_2', { reply: 'once' })]))
})

test('ends the hook of a request that was answered in the terminal, and answers nothing then', async () => {
  const [ready, ended] = ['ready', 'ended'].map((name) => path.join(tempFolder(), name))
  const { plugin, post, ask } = await pluginWith(
    `if (JSON.parse(input).properties.id === 'per_1') {
       process.once('SIGTERM', () => { ${decide({ behavior: 'allow' })}; ${write(ended)}; process.exit() })
       ${write(ready)}
       setInterval(() => {}, 1000)
     } else ${decide({ behavior: 'allow' })}`,
  )
  await ask('per_1')
  await vi.waitFor(() => expect(existsSync(ready ?? '')).toBe(true))
  await plugin.event({ event: { type: 'permission.replied', properties: { requestID: 'per_1' } } })
  await vi.waitFor(() => expect(existsSync(ended ?? '')).toBe(true))
  await ask('per_2')
  await vi.waitFor(() => expect(post.mock.calls).toEqual([answered('per_2', { reply: 'once' })]))
})
