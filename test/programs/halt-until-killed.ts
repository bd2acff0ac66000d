import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { valueOf } from '../fakes/value-of.ts'

/**
 * Opens a workspace with a chat and halts it; this process kills itself at one of the system calls that write since then.
 * Arguments: data folder, workspace folder, the call to die at (0: none), how often the file of halts can be written before the disk is full (all: always),
 * and a folder for a copy of what a kill at each of these calls would leave (none: no copies): `1/`, `2/` and so on.
 * Prints `closed` once `halt.start` has answered, and at the end how many calls there were.
 */
const [dataDir = '', folder = '', at = '0', writes = 'all', copies] = process.argv.slice(2)
const said = path.join(folder, '.workplace', 'chat.md')
let isArmed = false
let calls = 0
let written = 0
let isClosed = false

function failIfFull(opened: unknown): void {
  if (!isArmed || writes === 'all' || !String(opened).endsWith(`halt.json.${process.pid}.new`) || ++written <= Number(writes)) return
  throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', syscall: 'open' })
}

/** Keeps what a kill before this call would leave: everything written so far, and nothing that is on its way. */
function copy(): void {
  if (copies === undefined) return
  isArmed = false
  const to = path.join(copies, String(calls))
  fs.cpSync(dataDir, path.join(to, 'data'), { recursive: true, filter: (from) => !fs.lstatSync(from).isSocket() })
  fs.copyFileSync(said, path.join(to, 'chat.md'))
  if (isClosed) fs.writeFileSync(path.join(to, 'closed'), '')
  isArmed = true
}

const kept = fs as unknown as Record<string, (...given: unknown[]) => unknown>
for (const name of ['openSync', 'writeFileSync', 'fsyncSync', 'renameSync', 'writeSync', 'write', 'writev', 'open']) {
  const real = kept[name]
  if (real === undefined) continue
  kept[name] = (...given) => {
    if (isArmed) {
      if (++calls === Number(at)) process.kill(process.pid, 'SIGKILL')
      copy()
    }
    if (name === 'openSync') failIfFull(given[0])
    return real(...given)
  }
}
syncBuiltinESMExports()

const { connectInProcess } = await import('../../src/api/wires/in-process.ts')
const { openEngine } = await import('../../src/engine/engine.ts')
const { chatProtocol } = await import('../../src/protocols/chat/index.ts')
const { setTimeout: wait } = await import('node:timers/promises')

const engine = valueOf(
  await openEngine({ dataDir, shell: { kind: 'in-process' }, protocols: [chatProtocol], log: () => undefined, version: '0.0.0-test' }),
)
const client = connectInProcess(engine.server, () => undefined)
const workspace = valueOf(await client.call('workspaces.open', { path: folder })).id
const scope = { kind: 'workspace', workspace } as const
for (;;) {
  const preview = valueOf(await client.call('halt.preview', { scope, level: 'stop' }))
  // Once the chat was read there is somebody to tell.
  if (preview.rows[0]?.hears.includes('coder') !== true) {
    await wait(10)
    continue
  }
  isArmed = true
  const links = preview.rows.map(({ link }) => link)
  const started = valueOf(await client.call('halt.start', { id: preview.id, scope, level: 'stop', digest: preview.digest, links }))
  fs.writeSync(1, `closed ${started.halt.id}\n`)
  isClosed = true
  break
}
for (let tries = 0; tries < 1_000 && !fs.readFileSync(said, 'utf8').includes('HALT'); tries++) await wait(10)
await wait(300) // what became of it is stored
isArmed = false
fs.writeSync(1, `calls ${calls}\n`)
process.exit(0)
