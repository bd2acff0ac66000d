import { readFileSync, watch } from 'node:fs'
import os from 'node:os'
import { reasonOf } from '../core/fault.ts'
import type { Check } from './check.ts'

/** Below these limits, a machine with an editor and a few agents runs out. */
const few = { max_user_watches: 8_192, max_user_instances: 128 } as const

/** Can files be watched, and how many? Without watching, everything still arrives through the sweep, a second later. */
export function checkWatching(): Check {
  const name = 'file watching'
  try {
    watch(os.tmpdir(), { persistent: false }).close()
  } catch (error) {
    return {
      name,
      state: 'note',
      text: `not available (${reasonOf(error)}); files are checked once a second instead. On Linux, raise fs.inotify.max_user_instances and max_user_watches`,
    }
  }
  if (process.platform !== 'linux') return { name, state: 'ok', text: 'works' }
  const limits = Object.keys(few).map((key) => ({ key, value: inotifyLimit(key) }))
  const low = limits.filter(({ key, value }) => value !== undefined && value < few[key as keyof typeof few])
  const figures = limits.map(({ key, value }) => `${key} ${value?.toLocaleString('en') ?? 'unknown'}`).join(', ')
  if (low.length === 0) return { name, state: 'ok', text: `works; ${figures}` }
  return {
    name,
    state: 'note',
    text: `works, but ${figures}: raise ${low.map(({ key }) => `fs.inotify.${key}`).join(' and ')} with sysctl`,
  }
}

function inotifyLimit(key: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/sys/fs/inotify/${key}`, 'utf8'))
  } catch {
    return undefined
  }
}
