import { expect, test } from 'vitest'
import { defaultSettings } from '../api/contract.ts'
import { openSettings } from './settings.ts'

/** Settings on top of what some release stored. */
function over(stored: unknown) {
  const kept = new Map<string, unknown>([['settings', stored]])
  const settings = openSettings({ setting: (key) => kept.get(key), putSetting: (key, value) => void kept.set(key, value) })
  return { settings, kept: () => kept.get('settings') }
}

test('an invalid value affects that value alone, and is named until it is set', () => {
  const { settings, kept } = over({ theme: 'dark', textSize: 900, pinned: ['a'], density: 7 })
  expect(settings.get()).toEqual({ ...defaultSettings, theme: 'dark', pinned: ['a'] })
  expect(settings.note()).toMatch(/density, text size/)
  settings.set({ density: 'compact' })
  expect(settings.get()).toMatchObject({ density: 'compact', theme: 'dark', textSize: 100 })
  expect(settings.note()).not.toContain('density')
  expect(settings.note()).toContain('text size')
  expect(kept()).toMatchObject({ textSize: 900 })
  settings.set({ textSize: 120 })
  expect(settings.note()).toBeUndefined()
})

test('what another release stored is kept when settings are written', () => {
  const { settings, kept } = over({ theme: 'dark', wallpaper: { of: 'a later release' } })
  expect(settings.get()).toEqual({ ...defaultSettings, theme: 'dark' })
  settings.set({ density: 'compact' })
  expect(kept()).toEqual({ theme: 'dark', density: 'compact', wallpaper: { of: 'a later release' } })
  expect(settings.note()).toBeUndefined()
})

test.each([null, 5, 'dark', ['dark']])('%j in the place of settings is as none, and setting one works', (stored) => {
  const { settings } = over(stored)
  expect(settings.get()).toEqual(defaultSettings)
  settings.set({ theme: 'dark' })
  expect(settings.get()).toEqual({ ...defaultSettings, theme: 'dark' })
})
