import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../../ui/keys.ts'

/** Receives what the operator pastes anywhere on the pane, except in fields and dialogs. It needs no browser permission. */
export function usePastedText(isOn: boolean, onText: (text: string) => void): void {
  const take = useEffectEvent((text: string) => onText(text))
  useEffect(() => {
    if (!isOn) return undefined
    const pasted = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (event.defaultPrevented || isTyping(event.target) || document.querySelector('dialog[open]') !== null || text.trim() === '') return
      event.preventDefault()
      take(text)
    }
    document.addEventListener('paste', pasted)
    return () => document.removeEventListener('paste', pasted)
  }, [isOn])
}
