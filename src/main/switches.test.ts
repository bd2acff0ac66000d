import { expect, it } from 'vitest'
import { debugSwitch, debugSwitches } from './switches.ts'

const started = (isPackaged: boolean, ...given: string[]) => ({
  isPackaged,
  commandLine: { hasSwitch: (name: string) => given.includes(name) },
})

it('finds every switch that opens a packaged app, and none in development', () => {
  for (const name of debugSwitches) {
    expect(debugSwitch(started(true, name))).toBe(name)
    expect(debugSwitch(started(false, name))).toBeUndefined()
  }
  expect(debugSwitches).toEqual(
    expect.arrayContaining(['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk', 'js-flags']),
  )
  expect(debugSwitch(started(true, 'force-dark-mode'))).toBeUndefined()
})
