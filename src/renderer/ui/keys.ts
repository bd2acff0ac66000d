import { createKeybindingsHandler } from 'tinykeys'

/** What the keyboard needs to know of a command. */
export interface Bound {
  readonly keys?: readonly string[] | undefined
  /** False: the key goes on to the next command that has it, else to the browser. */
  when(): boolean
  run(): unknown
}

/** ⌘ on Apple's keyboards, Ctrl elsewhere: the same question that tinykeys asks for `$mod`. */
export const isMac = typeof navigator === 'object' && /Mac|iPod|iPhone|iPad/.test(navigator.platform)

const caps: Readonly<Record<string, string>> = { Enter: '↵', Shift: '⇧', Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓' }

/** The key caps of a binding in tinykeys' notation: `$mod+Shift+k` → `Ctrl`, `⇧`, `K`. Optional modifiers (`[Shift]+?`) are not shown. */
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
  return target instanceof Element && target.closest('dialog,[role=dialog],[role=alertdialog],[role=menu]') !== null
}

const controls = 'a[href],button,input,select,summary,[role=button],[role=tab],[role=option],[role=checkbox],[role=radio],[role=combobox]'

/** Enter and Space already have a meaning on what has focus. */
function activates(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(controls) !== null
}

/** Takes the focus from a control, so that Enter and Space press it no longer; Tab goes on from where it was. */
export function letGo(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activates(activeElement)) activeElement.blur()
}

/** True when this key press, at this place, means the browser's or the field's own thing and no command. */
function belongsElsewhere(key: string, event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || isOverlaid(event.target)) return true
  const isSingle = !key.includes('$mod') && !/(?:^|\+)F\d+$/.test(key)
  if (isSingle && isTyping(event.target)) return true
  return (key === 'Enter' || key === 'Space') && activates(event.target)
}

/**
 * Binds commands to a window. A chord with a modifier or a function key works everywhere but in dialogs; a single key works only
 * where no text is written, Enter and Space only where nothing with a meaning of its own has focus. Of several commands with the
 * same key, the first that can run does.
 * @returns what unbinds.
 */
export function bindKeys(target: Window, commands: readonly Bound[]): () => void {
  const byKey = new Map<string, Bound[]>()
  for (const command of commands) {
    for (const key of command.keys ?? []) byKey.set(key, [...(byKey.get(key) ?? []), command])
  }
  const handler = (key: string, bound: readonly Bound[]) => (event: KeyboardEvent) => {
    if (belongsElsewhere(key, event)) return
    const command = bound.find((each) => each.when())
    if (!command) return
    event.preventDefault()
    command.run()
  }
  const bindings = Object.fromEntries([...byKey].map(([key, bound]) => [key, handler(key, bound)]))
  const listener = createKeybindingsHandler(bindings, { ignore: () => false })
  target.addEventListener('keydown', listener)
  return () => target.removeEventListener('keydown', listener)
}
