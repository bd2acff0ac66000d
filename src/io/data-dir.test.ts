import { describe, expect, it } from 'vitest'
import { defaultDataDir } from './data-dir.ts'

describe('defaultDataDir', () => {
  it('follows XDG on Linux and ignores a relative XDG_DATA_HOME', () => {
    expect(defaultDataDir({ platform: 'linux', env: {}, home: '/home/op' })).toBe('/home/op/.local/share/patchbay')
    expect(defaultDataDir({ platform: 'linux', env: { XDG_DATA_HOME: '/data' }, home: '/home/op' })).toBe('/data/patchbay')
    expect(defaultDataDir({ platform: 'linux', env: { XDG_DATA_HOME: 'data' }, home: '/home/op' })).toBe('/home/op/.local/share/patchbay')
  })
  it('uses the usual places of macOS and Windows', () => {
    expect(defaultDataDir({ platform: 'darwin', env: {}, home: '/Users/op' })).toBe('/Users/op/Library/Application Support/Patchbay')
    expect(defaultDataDir({ platform: 'win32', env: { APPDATA: 'D:\\Roaming' }, home: 'C:\\Users\\op' })).toBe('D:\\Roaming\\Patchbay')
    expect(defaultDataDir({ platform: 'win32', env: {}, home: 'C:\\Users\\op' })).toBe('C:\\Users\\op\\AppData\\Roaming\\Patchbay')
  })
})
