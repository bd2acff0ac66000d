/** Only one set-up at a time in a checkout. Plain JavaScript for Node 20 and newer. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './checkout.mjs'

const cache = path.join(root, '.cache')

/** Runs `job` while this process holds the checkout's set-up lock. A lock of a dead process is taken over. `say` gets one line while waiting. */
export async function withSetupLock(job, say) {
  const lock = path.join(cache, 'setup.lock')
  mkdirSync(cache, { recursive: true })
  let said = false
  while (!take(lock)) {
    const owner = ownerOf(lock)
    if (owner !== undefined && !isAlive(owner)) rmSync(lock, { recursive: true, force: true })
    else {
      if (!said) say(`Waiting for another set-up in this checkout${owner ? ` (process ${owner})` : ''}.`)
      said = true
      await sleep(200)
    }
  }
  const release = () => rmSync(lock, { recursive: true, force: true })
  process.once('exit', release)
  try {
    return await job()
  } finally {
    process.removeListener('exit', release)
    release()
  }
}

function take(lock) {
  try {
    mkdirSync(lock)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
  writeFileSync(path.join(lock, 'pid'), String(process.pid))
  return true
}

/** The pid in the lock; undefined in the moment between its two steps. */
function ownerOf(lock) {
  try {
    return Number(readFileSync(path.join(lock, 'pid'), 'utf8')) || undefined
  } catch {
    return undefined
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
