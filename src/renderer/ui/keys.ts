import { createKeybindingsHandler } from 'tinykeys'

/** The part of a command that the keyboard needs. */
export interface Bound {
  readonly keys?: readonly string[] | undefined
  /** It also runs from dialogs and menus. */
  readonly isUrgent?: true | undefined
  /** False: the next command with this key runs, otherwise the browser handles it. */
  when(): boolean
  /** @param key the one of `keys` that was pressed */
  run(key: string): unknown
}

/** ⌘ on Apple keyboards, Ctrl elsewhere: decided as tinykeys decides `$mod`. */
export const isMac = typeof navigator === 'object' && /Mac|iPod|iPhone|iPad/.test(navigator.platform)

const caps: Readonly<Record<string, string>> = { Enter: '↵', Shift: '⇧', Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓', Period: '.' }

/** The key caps of a binding in tinykeys' notation: `$mod+Shift+k` → `Ctrl`, `⇧`, `K`. Optional modifiers (`[Shift]+?`) are not shown. */
export function keyCaps(binding: string, mac = isMac): string[] {
  return binding
    .split(/(?<=\w|\])\+/) // as tinykeys does, so that + can be a key
    .filter((part) => !/^\[.+\]$/.test(part))
    .map((part) => {
      if (part === '$mod') return mac ? '⌘' : 'Ctrl'
      return caps[part] ?? (part.length === 1 && binding.includes('$mod') ? part.toUpperCase() : part)
    })
}

/** True while the keyboard types text: single letters are then text, never commands. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'range'].includes(target.type)
}

/** A dialog or a menu is open: its own keys apply. */
function isOverlaid(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog,[role=dialog],[role=alertdialog],[role=menu]') !== null
}

const controls = 'a[href],button,input,select,summary,[role=button],[role=tab],[role=option],[role=checkbox],[role=radio],[role=combobox]'

/** Enter and Space already mean something on the focused element. */
function activates(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(controls) !== null
}

/**
 * Removes the focus from a control, so that Enter and Space no longer press it; Tab continues from where it was. The button that is the selected row keeps it:
 * at the end of a list no other row takes it.
 */
export function letGo(): void {
  const { activeElement } = document
  if (activeElement?.matches('.plain') === true && activeElement.closest('.on') !== null) return
  if (activeElement instanceof HTMLElement && activates(activeElement)) activeElement.blur()
}

/** True if this key press belongs to the browser or the field, so it is not a command. */
function belongsElsewhere(key: string, event: KeyboardEvent): boolean {
  if (isOverlaid(event.target)) return true
  const isSingle = !key.includes('$mod') && !/(?:^|\+)F\d+$/.test(key)
  if (isSingle && isTyping(event.target)) return true
  return (key === 'Enter' || key === 'Space') && activates(event.target)
}

/**
 * Binds commands to a window. A chord with a modifier or a function key works everywhere except in dialogs; a single key works only
 * outside text fields, Enter and Space only where the focused element does not use them. Of several commands with the same key, the
 * first one that can run does. An urgent one runs everywhere.
 * @returns a function that unbinds them.
 */
export function bindKeys(target: Window, commands: readonly Bound[]): () => void {
  const byKey = new Map<string, Bound[]>()
  for (const command of commands) {
    for (const key of command.keys ?? []) byKey.set(key, [...(byKey.get(key) ?? []), command])
  }
  const handler = (key: string, bound: readonly Bound[]) => (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    const isElsewhere = belongsElsewhere(key, event)
    const command = bound.find((each) => (each.isUrgent === true || !isElsewhere) && each.when())
    if (!command) return
    event.preventDefault()
    command.run(key)
  }
  const bindings = Object.fromEntries([...byKey].map(([key, bound]) => [key, handler(key, bound)]))
  const listener = createKeybindingsHandler(bindings, { ignore: () => false })
  target.addEventListener('keydown', listener)
  return () => target.removeEventListener('keydown', listener)
}
