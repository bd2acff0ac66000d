import { writeSync } from 'node:fs'
import { ok } from '../../src/core/fault.ts'
import { directGate } from '../../src/engine/gate/direct-gate.ts'
import { openSharedState } from '../../src/protocols/switchboard/files/shared-state.ts'
import { entryOf } from '../../src/protocols/switchboard/pure/state-file.ts'

// Registers `<name> 1`, `<name> 2` … up to `count` in the state.json of the given folder. Prints `in` while it holds the lock, then each name when it is
// acknowledged; a fault as JSON.
const [root = '', name = '', count = '1'] = process.argv.slice(2)
const state = openSharedState({ root, gate: directGate, staleMs: 2_000, patienceMs: 60_000 })
for (let number = 1; number <= Number(count); number++) {
  const agent = `${name} ${number}`
  const done = await state.update((before) => {
    writeSync(1, 'in\n')
    return ok({ ...before, chatAgents: new Map([...before.chatAgents, [agent, entryOf({ status: 'active' })]]) })
  })
  writeSync(1, `${done.ok ? agent : JSON.stringify(done.fault)}\n`)
}
