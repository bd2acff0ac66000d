/**
 * `npm run test:stalls -- [PART…]`: `npm test` on a machine that stands still for 2 s after each second, as a busy one does. Timers are then over before what they
 * wait for has run, which shows tests and code that count on the opposite. Linux only. A part takes several times as long as usual.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, suitableNode } from './checkout.mjs'
import { checkoutEnv, endingSignals } from './child.mjs'

const [runMs, standMs] = [1_000, 2_000]

if (process.platform !== 'linux') {
  process.stderr.write('Only on Linux can all processes of the tests be found.\n')
  process.exit(2)
}
const tests = spawn(suitableNode(), [path.join(root, 'scripts', 'test.mjs'), ...process.argv.slice(2)], {
  cwd: root,
  env: checkoutEnv(),
  stdio: 'inherit',
  detached: true, // a session of its own: what it starts can be found by that
})
const ended = once(tests, 'exit')
for (const signal of endingSignals) process.once(signal, () => sendAll('SIGCONT', signal))
while (tests.exitCode === null && tests.signalCode === null) {
  await Promise.race([ended, sleep(runMs)])
  sendAll('SIGSTOP')
  await sleep(standMs)
  sendAll('SIGCONT')
}
process.exit(tests.exitCode ?? 1)

function sendAll(...signals) {
  for (const pid of pidsOf(tests.pid)) for (const signal of signals) send(pid, signal)
}

function send(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error // it has ended
  }
}

/** The processes of a session. */
function pidsOf(session) {
  return readdirSync('/proc')
    .filter(isPid)
    .map(Number)
    .filter((pid) => sessionOf(pid) === session)
}

function isPid(name) {
  return /^\d+$/.test(name)
}

/** See proc_pid_stat(5): behind the name in parentheses stand the state, the parent, the group and the session. */
function sessionOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3])
  } catch {
    return undefined // it has ended
  }
}
