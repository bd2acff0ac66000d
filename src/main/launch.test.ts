import { describe, expect, it } from 'vitest'
import { limits } from '../core/limits.ts'
import { readLaunch } from './launch.ts'

describe('readLaunch', () => {
  it('finds its own arguments among Electron’s, relative to the folder of the start', () => {
    const args = ['.', '--no-sandbox', '--workspace', 'project', '--js-flags=--x', '-d', '/data', '--inspect']
    expect(readLaunch(args, '/home')).toEqual({ ok: true, value: { workspace: '/home/project', data: '/data', demo: false } })
    expect(readLaunch(['.', '--demo'], '/home')).toEqual({ ok: true, value: { demo: true } })
    expect(readLaunch([...args, '--demo'], '/home')).toMatchObject({ ok: false, fault: { field: 'demo' } })
    expect(readLaunch(['--workspace=a b', '--data=../d'], '/home')).toEqual({
      ok: true,
      value: { workspace: '/home/a b', data: '/d', demo: false },
    })
    expect(readLaunch([], '/')).toEqual({ ok: true, value: { demo: false } })
  })

  it.each([['--workspace'], ['--workspace='], ['--data', '--demo'], ['--data=']])('refuses %s without a folder', (...args) => {
    expect(readLaunch(args, '/')).toMatchObject({ ok: false, fault: { code: 'invalid', field: args[0]?.slice(2).replace('=', '') } })
  })

  it('bounds the length of a path', () => {
    expect(readLaunch(['--data', 'x'.repeat(limits.pathChars - 1)], '/').ok).toBe(true)
    expect(readLaunch(['--data', 'x'.repeat(limits.pathChars)], '/')).toMatchObject({
      ok: false,
      fault: { code: 'too-large', field: 'data' },
    })
  })
})
