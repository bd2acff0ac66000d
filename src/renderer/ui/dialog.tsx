import { useEffect, useId, useRef, useState } from 'react'
import './dialog.css'

interface DialogProps {
  readonly title: React.ReactNode
  /** Who asks, and from where: one line under the title. */
  readonly about?: React.ReactNode
  readonly children: React.ReactNode
  /** Buttons. The safe one has `autoFocus`. */
  readonly footer: React.ReactNode
  onClose(): void
  readonly className?: string
}

/** A native modal dialog: the browser keeps the focus inside and returns it; Esc closes. */
export function Dialog({ title, about, children, footer, onClose, className }: DialogProps): React.JSX.Element {
  const id = useId()
  return (
    <ModalFrame className={className ?? 'dlg'} labelledBy={id} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        {about !== undefined && <p>{about}</p>}
      </header>
      <div className="in-b">{children}</div>
      <footer>{footer}</footer>
    </ModalFrame>
  )
}

interface ModalFrameProps {
  readonly className: string
  readonly labelledBy?: string
  readonly label?: string
  readonly children: React.ReactNode
  /** A warning that wants an answer. */
  readonly role?: 'alertdialog'
  onClose(): void
  onKeyDown?(event: React.KeyboardEvent): void
  /** Whether a click outside closes it, as in a palette. */
  readonly closesOutside?: boolean
}

/** The bare modal: for dialogs and for the palette. */
export function ModalFrame(props: ModalFrameProps): React.JSX.Element {
  const { className, labelledBy, label, children, role, onClose, onKeyDown, closesOutside = false } = props
  const ref = useRef<HTMLDialogElement>(null)
  const [before] = useState(focusOwners)
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // React does not set the attribute that showModal reads.
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      dialog?.close()
      before.find(({ isConnected }) => isConnected)?.focus()
      dropSecondClick()
    }
  }, [before])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc is the key for the same
    <dialog
      ref={ref}
      className={className}
      role={role}
      aria-labelledby={labelledBy}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (closesOutside && event.target === ref.current) onClose()
      }}
    >
      {children}
    </dialog>
  )
}

/** What has the focus, and the button of the menu that it is in: the menu goes, its button stays. */
function focusOwners(): readonly HTMLElement[] {
  const { activeElement } = document
  const button = document.getElementById(activeElement?.closest('[role=menu]')?.getAttribute('aria-labelledby') ?? '')
  return [activeElement, button].filter((owner) => owner instanceof HTMLElement)
}

/** The second click of a double click that closed a dialog falls on what is below it, and is not meant for that. */
function dropSecondClick(): void {
  const drop = (event: MouseEvent): void => {
    if (event.detail < 2) return document.removeEventListener('click', drop, true)
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('click', drop, true)
}
