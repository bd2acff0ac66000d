/** Downloads Electron's binary with the package's own installer: with visible progress, and a clean abort. */
import { mkdtempSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { root, suitableNode } from './checkout.mjs'
import { captureChild, checkoutEnv } from './child.mjs'
import { electronBinary, electronVersion, rememberFetch } from './shells.mjs'

const installer = path.join(root, 'node_modules', 'electron', 'install.js')
const stallMs = 20_000
const wholeMs = 10 * 60_000

/** Returns undefined when the binary is installed, else the reason in one line; a failure is remembered for a day. `say` receives messages. */
export async function fetchElectron(say) {
  say(`Downloading Electron ${electronVersion()} (about 110 MB, only once). Press Ctrl+C to stop; use --browser to run without it.`)
  // The installer unpacks from the temporary folder: a separate one shows its progress and is removed afterwards.
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  const scratch = mkdtempSync(path.join(root, '.cache', 'electron-'))
  const stop = new AbortController()
  const watch = watchProgress(scratch, say, stop)
  const outcome = await captureChild(suitableNode(), [installer], {
    cwd: root,
    env: checkoutEnv({ TMPDIR: scratch, TEMP: scratch, TMP: scratch }),
    timeoutMs: wholeMs,
    signal: stop.signal,
  })
  watch.end()
  rmSync(scratch, { recursive: true, force: true })
  const reason = electronBinary() ? undefined : reasonOf(outcome, watch.stalled())
  rememberFetch(reason)
  return reason
}

/** Prints the size every two seconds while it grows, and aborts when it stalls. */
function watchProgress(folder, say, stop) {
  let size = 0
  let grewAt = Date.now()
  let stalled = false
  const timer = setInterval(() => {
    const now = sizeOf(folder)
    if (now > size) {
      size = now
      grewAt = Date.now()
      say(`  ${(size / 1_000_000).toFixed(0)} MB`)
    } else if (Date.now() - grewAt > stallMs) {
      stalled = true
      stop.abort()
    }
  }, 2_000)
  return { end: () => clearInterval(timer), stalled: () => stalled }
}

function sizeOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true }).reduce((sum, item) => {
      const full = path.join(folder, item.name)
      return sum + (item.isDirectory() ? sizeOf(full) : statSync(full).size)
    }, 0)
  } catch {
    return 0 // a file disappeared while being examined
  }
}

function reasonOf(outcome, stalled) {
  if (stalled) return `no data for ${stallMs / 1000} seconds`
  if (outcome.timedOut) return `it took longer than ${wholeMs / 60_000} minutes`
  if (outcome.signal) return 'it was interrupted'
  // What fetch reports for any network that blocks it.
  if (/\bfetch failed\b/.test(outcome.output)) return 'its download server cannot be reached'
  const lines = outcome.output.split('\n').map((line) => line.trim())
  const line = lines.find((text) => /\b(?:E[A-Z]{4,}|[Ee]rror|status)\b/.test(text)) ?? lines.find((text) => text !== '')
  return line?.slice(0, 300) ?? `the installer exited with code ${outcome.code}`
}
