import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bindKeys, keyCaps, letGo } from './keys.ts'

const press = (id: string, init: KeyboardEventInit): KeyboardEvent => {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, code: 'any', ...init })
  document.querySelector(`#${id}`)?.dispatchEvent(event)
  return event
}

describe('keyCaps', () => {
  test('names the platform’s modifier', () => {
    expect(keyCaps('$mod+k', false)).toEqual(['Ctrl', 'K'])
    expect(keyCaps('$mod+k', true)).toEqual(['⌘', 'K'])
    expect(keyCaps('$mod+Shift+Period', false)).toEqual(['Ctrl', '⇧', '.'])
    expect(keyCaps('$mod+Enter', false)).toEqual(['Ctrl', '↵'])
  })
  test('a single letter is shown as typed, an optional modifier is not shown', () => {
    expect(keyCaps('j')).toEqual(['j'])
    expect(keyCaps('[Shift]++')).toEqual(['+'])
    expect(keyCaps('[Shift]+?')).toEqual(['?'])
  })
})

test('moving a selection frees the focused button, but not the one that is the selected row', () => {
  document.body.innerHTML =
    '<button id="b"></button><div class="on"><button id="row" class="plain"></button><button id="act"></button></div><button id="mail" class="plain on"></button>'
  const kept = ['b', 'row', 'act', 'mail'].filter((id) => {
    const button = document.querySelector<HTMLElement>(`#${id}`)
    button?.focus()
    letGo()
    return document.activeElement === button
  })
  expect(kept).toEqual(['row', 'mail'])
})

describe('bindKeys', () => {
  const run = vi.fn<(id: string) => void>()
  let allowed = true
  let unbind: (() => void) | undefined
  beforeEach(() => {
    run.mockClear()
    allowed = true
    const command = (id: string) => ({ keys: [id], when: () => allowed, run: () => run(id) })
    unbind = bindKeys(window, ['j', '$mod+k', 'F6', 'Enter', 'Space', '[Shift]+?'].map(command))
    document.body.innerHTML =
      '<p id="p" tabindex="0"></p><input id="in"><input id="tick" type="checkbox"><textarea id="ta"></textarea><button id="b"></button><div role="dialog"><p id="d"></p></div>'
  })
  afterEach(() => unbind?.())
  test('a letter runs only where nothing can be typed', () => {
    press('p', { key: 'j' })
    press('tick', { key: 'j' })
    expect(run.mock.calls).toEqual([['j'], ['j']])
    press('in', { key: 'j' })
    press('ta', { key: 'j' })
    expect(run).toHaveBeenCalledTimes(2)
  })
  test('a chord runs while typing and overrides the browser', () => {
    const event = press('ta', { key: 'k', ctrlKey: true })
    expect(run).toHaveBeenCalledWith('$mod+k')
    expect(event.defaultPrevented).toBe(true)
  })
  test('a letter with a modifier is another key', () => {
    press('p', { key: 'j', ctrlKey: true })
    expect(run).not.toHaveBeenCalled()
  })
  test('Enter and Space belong to the button that has focus', () => {
    press('b', { key: 'Enter' })
    press('b', { key: ' ', code: 'Space' })
    expect(run).not.toHaveBeenCalled()
    press('p', { key: 'Enter' })
    press('p', { key: ' ', code: 'Space' })
    expect(run.mock.calls).toEqual([['Enter'], ['Space']])
  })
  test('nothing runs behind a dialog', () => {
    press('d', { key: 'j' })
    press('d', { key: 'k', ctrlKey: true })
    press('d', { key: 'F6' })
    expect(run).not.toHaveBeenCalled()
  })
  test('an urgent command runs from a dialog and from a field, also where another one has its key', () => {
    const urgent = vi.fn<() => void>()
    const unbindBoth = bindKeys(window, [
      { keys: ['$mod+x'], when: () => true, run: () => run('other') },
      { keys: ['$mod+x'], isUrgent: true, when: () => true, run: urgent },
    ])
    press('d', { key: 'x', ctrlKey: true })
    unbindBoth()
    expect(urgent).toHaveBeenCalledOnce()
    expect(run).not.toHaveBeenCalled()
  })
  test('of two commands with one key the first that can run does', () => {
    const other = vi.fn<() => void>()
    const unbindBoth = bindKeys(window, [
      { keys: ['x'], when: () => false, run: () => run('never') },
      { keys: ['x'], when: () => true, run: other },
    ])
    press('p', { key: 'x' })
    unbindBoth()
    expect(other).toHaveBeenCalledOnce()
    expect(run).not.toHaveBeenCalled()
  })
  test('the question mark works with the shift key it needs', () => {
    press('p', { key: '?', shiftKey: true })
    expect(run).toHaveBeenCalledWith('[Shift]+?')
  })
  test('a command that cannot run leaves the key alone', () => {
    allowed = false
    expect(press('p', { key: 'j' }).defaultPrevented).toBe(false)
    expect(run).not.toHaveBeenCalled()
  })
})
