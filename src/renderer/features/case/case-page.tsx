import { createElement, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { contentStyle, linkRulesIn } from '../../../core/case/page-style.ts'
import { FieldFault } from '../../ui/field-fault.tsx'
import { sizeText } from '../../ui/time.ts'
import { useApp } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'
import { pageMarkup, type Markup } from './page-markup.ts'

/** The page as it will be exported, from its own bytes: of a long one the beginning. */
export function CasePage({ hash }: { readonly hash: string }): React.JSX.Element | null {
  const answer = useAnswer('case.read', { hash, form: 'page', offset: 0 })
  const size = useApp((state) => state.casePreview?.bytes.page ?? 0)
  const text = answer?.ok === true ? answer.value.text : ''
  const content = useMemo(() => pageMarkup(text), [text])
  const rules = useMemo(() => linkRulesIn(text), [text])
  if (answer === undefined) return null
  if (!answer.ok) return <FieldFault fault={answer.fault} />
  return (
    // A long page is scrolled with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label="The page" className="case-page" tabIndex={0}>
      <Apart content={content} rules={rules} />
      {answer.value.next !== undefined && <p className="dim">Only the beginning is shown. The whole page is {sizeText(size)}.</p>}
    </section>
  )
}

/** Content with a style of its own. */
function Apart({ content, rules }: { readonly content: readonly Markup[]; readonly rules: string }): React.JSX.Element {
  const host = useRef<HTMLDivElement>(null)
  const [root, setRoot] = useState<ShadowRoot>()
  useEffect(() => {
    const shadow = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' })
    if (shadow === undefined) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`${contentStyle(':host', '.page')}${rules}`)
    shadow.adoptedStyleSheets = [sheet]
    setRoot(shadow)
  }, [rules])
  return (
    <div ref={host}>
      {root !== undefined &&
        createPortal(<div className="page">{content.map((each, at) => drawn(each, at, (id) => root.getElementById(id)))}</div>, root)}
    </div>
  )
}

/** React's own names. */
const named: Readonly<Record<string, string>> = { class: 'className' }

function drawn(part: Markup, at: number, find: (id: string) => HTMLElement | null): React.ReactNode {
  if (typeof part === 'string') return part
  const { tag, attributes, children } = part
  const given = Object.fromEntries([...attributes].map(([name, value]) => [named[name] ?? name, value]))
  const target = attributes.get('href')?.slice(1)
  const onClick = (click: React.MouseEvent): void => {
    click.preventDefault()
    if (target !== undefined) find(target)?.scrollIntoView({ block: 'center' })
  }
  // Its own rows are its table's only children: a table has no text of its own.
  const inside = tag === 'table' ? [{ tag: 'tbody', attributes: new Map(), children }] : children
  const shown = inside.filter((each) => !['table', 'tbody', 'tr'].includes(tag) || typeof each !== 'string')
  return createElement(
    tag,
    { ...given, key: at, ...(tag === 'a' && { onClick }) },
    ...(shown.length === 0 ? [] : [shown.map((each, place) => drawn(each, place, find))]),
  )
}
