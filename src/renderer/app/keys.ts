import { createKeybindingsHandler } from 'tinykeys'

/** What the keyboard needs to know of a command. */
export interface Bound {
  readonly keys?: readonly string[]
  /** False: the key does nothing now and goes on to the browser. */
  when(): boolean
  run(): unknown
}

/** ⌘ on Apple's keyboards, Ctrl elsewhere: the same question that tinykeys asks for `$mod`. */
export const isMac = typeof navigator === 'object' && /Mac|iPod|iPhone|iPad/.test(navigator.platform)

const caps: Readonly<Record<string, string>> = { Enter: '↵', Shift: '⇧', Alt: 'Alt', Space: 'Space', Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓' }

/** The key caps of a binding in tinykeys' notation: `$mod+Shift+K` → `Ctrl`, `⇧`, `K`. Optional modifiers (`[Shift]+?`) are not shown. */
export function keyCaps(binding: string, mac = isMac): string[] {
  return binding
    .split('+')
    .filter((part) => !/^\[.+\]$/.test(part))
    .map((part) => {
      if (part === '$mod') return mac ? '⌘' : 'Ctrl'
      return caps[part] ?? (part.length === 1 && binding.includes('$mod') ? part.toUpperCase() : part)
    })
}

/** True while the keyboard writes text: single letters are then text, never commands. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'range'].includes(target.type)
}

/** Over the screen there is a question or a menu: its own keys rule. */
function isOverlaid(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog],[role=alertdialog],[role=menu]') !== null
}

/** Enter and Space already have a meaning on what has focus. */
function activates(target: EventTarget | null): boolean {
  const controls = 'a[href],button,input,select,summary,[role=button],[role=tab],[role=option],[role=checkbox],[role=radio],[role=combobox]'
  return target instanceof Element && target.closest(controls) !== null
}

/**
 * Binds commands to a window. A chord with a modifier or a function key works everywhere but in dialogs; a single key works only
 * where no text is written, Enter and Space only where nothing with a meaning of its own has focus.
 * @returns what unbinds.
 */
export function bindKeys(target: Window, commands: readonly Bound[]): () => void {
  const bindings: Record<string, (event: KeyboardEvent) => void> = {}
  for (const command of commands) {
    for (const key of command.keys ?? []) {
      const single = !key.includes('$mod') && !/^F\d+$/.test(key)
      bindings[key] = (event) => {
        if (event.defaultPrevented || isOverlaid(event.target) || !command.when()) return
        if (single && (event.isComposing || isTyping(event.target))) return
        if ((key === 'Enter' || key === 'Space') && activates(event.target)) return
        event.preventDefault()
        command.run()
      }
    }
  }
  const listener = createKeybindingsHandler(bindings, { ignore: () => false })
  target.addEventListener('keydown', listener)
  return () => target.removeEventListener('keydown', listener)
}
