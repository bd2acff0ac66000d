import { Lock } from 'lucide-react'
import { conversationId } from '../../../core/conversation.ts'
import { redactionTitles } from '../../../core/case/page.ts'
import { limits } from '../../../core/limits.ts'
import { chosenKinds } from '../../../api/case.ts'
import { CloseButton } from '../../ui/close-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { count, counted } from '../../ui/time.ts'
import { visibleString, VisibleText } from '../../ui/visible-text.tsx'
import { Chip } from '../common/chip.tsx'
import { useApp } from '../state/store.ts'
import './case.css'
import { CaseRange } from './case-range.tsx'
import { CaseName } from './case-name.tsx'
import { CaseTerms } from './case-terms.tsx'
import { CaseTimes } from './case-times.tsx'

/** What goes into a case, and what is replaced in it. */
export function CaseForm(): React.JSX.Element | null {
  const form = useApp((state) => state.caseForm)
  const preview = useApp((state) => state.casePreview)
  const change = useApp((state) => state.changeCase)
  const setDrawer = useApp((state) => state.setDrawer)
  if (form === undefined) return null
  return (
    <>
      <header className="head case-head">
        <h2>Export a case</h2>
        <span className="sub">{preview === undefined ? '' : counted(preview.events, 'message')}</span>
        <span className="end" />
        <CloseButton className="only-small" onClose={() => setDrawer(undefined)} />
      </header>
      <div className="scroll case-form">
        <TextField label="Title" value={form.title} placeholder="Case" most={limits.nameChars} onChange={(title) => change({ title })} />
        <CaseRange from={form.from} to={form.to} onChange={change} />
        <div className="cols2">
          <fieldset>
            <legend>
              Conversations{' '}
              <span className="end">
                {preview === undefined
                  ? ''
                  : `${preview.conversations.length - form.leftConversations.size} of ${preview.conversations.length}`}
              </span>
            </legend>
            <div className="choices">
              {preview?.conversations.map(({ source, conversation, count: number }) => {
                const key = conversationId(source, conversation)
                return (
                  <Tick
                    key={key}
                    isOn={!form.leftConversations.has(key)}
                    number={number}
                    title={conversation}
                    onChange={() => change({ leftConversations: toggled(form.leftConversations, key) })}
                  >
                    <Source source={source} /> <VisibleText text={conversation} />
                  </Tick>
                )
              })}
            </div>
          </fieldset>
          <fieldset>
            <legend>
              Agents{' '}
              <span className="end">
                {preview === undefined ? '' : `${preview.agents.length - form.leftAgents.size} of ${preview.agents.length}`}
              </span>
            </legend>
            <div className="choices">
              {preview?.agents.map(({ name, count: number }) => (
                <Tick
                  key={name}
                  isOn={!form.leftAgents.has(name)}
                  number={number}
                  title={name}
                  onChange={() => change({ leftAgents: toggled(form.leftAgents, name) })}
                >
                  <CaseName name={name} />
                </Tick>
              ))}
            </div>
            <Tick isOn={form.hasTools} number={preview?.tools} onChange={() => change({ hasTools: !form.hasTools })}>
              tool lines
            </Tick>
          </fieldset>
        </div>
        <fieldset className="replaced">
          <legend>
            Replaced <span className="end">same thing, same name</span>
          </legend>
          <div className="ck">
            <Lock className="i" aria-label="Always" />
            <span className="cut">{redactionTitles.secret}</span>
            <CaseTimes kind="secret" />
          </div>
          {chosenKinds.map((kind) => (
            <div className="ck" key={kind}>
              <label>
                <input type="checkbox" checked={form.kinds.has(kind)} onChange={() => change({ kinds: toggled(form.kinds, kind) })} />
                <span className="cut">{redactionTitles[kind]}</span>
              </label>
              <CaseTimes kind={kind} isKept={!form.kinds.has(kind)} />
            </div>
          ))}
          <CaseTerms terms={form.terms} onChange={(terms) => change({ terms })} />
        </fieldset>
      </div>
      <footer className="case-note">Read it before you pass it on: what does not look like a secret is not found.</footer>
    </>
  )
}

interface TickProps {
  readonly isOn: boolean
  /** Undefined: not known yet. */
  readonly number: number | undefined
  /** What is cut where it does not fit. */
  readonly title?: string
  readonly children: React.ReactNode
  onChange(): void
}

function Tick({ isOn, number, title, children, onChange }: TickProps): React.JSX.Element {
  return (
    <label className="ck">
      <input type="checkbox" checked={isOn} onChange={onChange} />
      <span className="cut" title={title === undefined ? undefined : visibleString(title)}>
        {children}
      </span>
      <span className="end dim">{number === undefined ? '' : count(number)}</span>
    </label>
  )
}

function Source({ source }: { readonly source: string }): React.JSX.Element | null {
  const protocol = useApp((state) => state.state?.links.find(({ id }) => id === source)?.protocol)
  return protocol === undefined ? null : <Chip protocol={protocol} />
}

/** A set with a value added, or taken out if it is in it. */
function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(set)
  if (!next.delete(value)) next.add(value)
  return next
}
