import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { directGate } from '../../src/engine/gate/direct-gate.ts'
import { openMailboxes } from '../../src/protocols/switchboard/files/mailboxes.ts'

// Delivers `count` messages to `coder` in the given folder, starting with number `first`, and archives every third one. Prints each number when it is
// acknowledged; a fault as JSON. The compile cache is written now, because this program ends with a kill.
flushCompileCache()
const [root = '', first = '0', count = '1000000'] = process.argv.slice(2)
const mailboxes = openMailboxes({ root, gate: directGate, now: Date.now, log: () => undefined })
for (let number = Number(first); number < Number(first) + Number(count); number++) {
  const id = `msg_${1_700_000_000_000 + number}_x`
  const message = { id, action: 'status_update', sender: 'lead', recipient: 'coder', payload: `${number} `.repeat(200), createdAt: '' }
  const delivered = await mailboxes.deliver(message)
  const archived = delivered.ok && number % 3 === 2 ? await mailboxes.archive('coder', id, 'coder') : delivered
  writeSync(1, `${archived.ok ? number : JSON.stringify(archived.fault)}\n`)
}
