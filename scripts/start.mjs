/**
 * `npm start`: set-up, then the dashboard, in Electron if available, otherwise in the browser.
 * Messages go to stderr; in the browser shell the address is the last line, on stdout.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { root, suitableNode } from './checkout.mjs'
import { endingSignals, exitCodeOf, runChild } from './child.mjs'
import { commandFile } from './command.mjs'
import { fetchElectron } from './fetch-electron.mjs'
import { ensureSetup } from './setup.mjs'
import { electronBinary, electronObstacle, recentFetchFailure } from './shells.mjs'
import { say } from './words.mjs'

const usage = `usage: npm start -- [options]
  --workspace DIR  open this project folder (default: the last one)
  --demo           open a temporary workspace with scripted agents
  --browser        use the browser even where Electron can run
  --port N         port of the browser shell; 0 picks a free one
  --no-open        print the address only; implies --browser
  --data DIR       folder for the journal, settings and secrets
`
const options = readOptions()

await ensureSetup({ build: true })
const obstacle = await electronIsReady(options)
if (obstacle === undefined && (await openElectron())) process.exit(0)
if (obstacle) say(`Opening in the browser: ${obstacle}.`)
process.exit(await openBrowserShell())

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        workspace: { type: 'string', short: 'w' },
        demo: { type: 'boolean' },
        browser: { type: 'boolean' },
        port: { type: 'string', short: 'p' },
        'no-open': { type: 'boolean' },
        data: { type: 'string', short: 'd' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help) {
      process.stdout.write(usage)
      process.exit(0)
    }
    if (values.demo && values.workspace !== undefined) throw new Error('--demo opens a workspace of its own; leave out --workspace.')
    if (values.port !== undefined && !(/^\d{1,5}$/.test(values.port) && Number(values.port) <= 65_535))
      throw new Error(`--port ${values.port} is not valid: the port must be a whole number from 0 to 65535.`)
    return values
  } catch (error) {
    say(`${error.message}\n${usage}`)
    return process.exit(2)
  }
}

/** Undefined when Electron can be started now, else the reason. Downloads the binary if that may help. */
async function electronIsReady(wish) {
  if (wish.browser || wish['no-open']) return ''
  const blocked = electronObstacle()
  if (blocked) return blocked
  if (electronBinary()) return undefined
  const failure = recentFetchFailure()
  if (failure) return `the last download of Electron failed (${failure.reason}); it is retried after a day`
  const reason = await fetchElectron(say)
  return reason === undefined ? undefined : `Electron could not be downloaded (${reason})`
}

/** Runs Electron until it exits. False when it could not start at all: then the browser is used. */
async function openElectron() {
  const started = Date.now()
  const outcome = await runChild(electronBinary(), [root, ...passedOn(['workspace', 'demo', 'data'])])
  const code = exitCodeOf(outcome)
  const asked = endingSignals.includes(outcome.signal)
  if (code === 0 || asked) return true
  if (Date.now() - started > 15_000) process.exit(code)
  say(`Electron did not start (exit code ${code}). Opening in the browser.`)
  return false
}

async function openBrowserShell() {
  const args = ['serve', ...passedOn(['workspace', 'demo', 'port', 'no-open', 'data'])]
  return exitCodeOf(await runChild(suitableNode(), [commandFile(), ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }))
}

/** The given options as arguments for the next program; folders become absolute, because that program may run elsewhere. */
function passedOn(names) {
  return names.flatMap((name) => {
    const value = options[name]
    if (value === undefined) return []
    if (value === true) return [`--${name}`]
    return [`--${name}`, name === 'port' ? value : path.resolve(value)]
  })
}
