import { Copy } from 'lucide-react'
import { keyCaps } from '../../../../renderer/ui/keys.ts'
import { promptKey } from './prompts.ts'
import type { WaitingPrompt } from './prompts.ts'
import type { TeamOutput } from '../use-team.ts'
import { utf8Length } from '../../pure/size.ts'
import { FieldFault } from '../../../../renderer/ui/field-fault.tsx'
import { RawText } from '../../../../renderer/ui/raw-text.tsx'
import { count, counted } from '../../../../renderer/ui/time.ts'
import { KeyCap } from '../../../../renderer/ui/key-caps.tsx'
import { useApp } from '../../../../renderer/features/state/store.ts'
import { useJaibber } from '../state.ts'
import { answerOf } from './prompts-state.ts'

/** Approximate characters per token. */
const tokenChars = 4

interface PromptStepProps {
  readonly open: WaitingPrompt
  /** Absent: still being fetched. */
  readonly prompt: TeamOutput<'prompt'> | undefined
}

/** Step 1: the full prompt for the LLM, its size, and the key that copies it. */
export function PromptStep({ open, prompt }: PromptStepProps): React.JSX.Element {
  const key = promptKey(open)
  const copy = useJaibber((state) => state.copyPrompt)
  const hasAnswer = useApp((state) => answerOf(state, open).trim() !== '')
  const fault = useJaibber((state) =>
    state.promptFault?.key === key && state.promptFault.at === 'copy' ? state.promptFault.fault : undefined,
  )
  return (
    <section className="step" aria-label="Step 1, copy">
      <header>
        <span className={hasAnswer ? 'num' : 'num now'} aria-hidden="true">
          1
        </span>
        <h2>Copy the prompt</h2>
        <span className="end" />
        <button
          type="button"
          className={`btn small ${hasAnswer ? '' : 'primary'}`}
          disabled={prompt === undefined}
          onClick={() => void copy()}
        >
          <Copy className="i" aria-hidden="true" /> Copy <KeyCap text={keyCaps('$mod+Shift+c').join(' ')} />
        </button>
      </header>
      {fault !== undefined && <FieldFault fault={fault} />}
      {prompt !== undefined && (
        <>
          <p className="lead">
            {count(utf8Length(prompt.prompt))}&nbsp;B · ≈ {count(Math.ceil(prompt.prompt.length / tokenChars))} tokens ·{' '}
            {counted(prompt.context, 'message')} before it{prompt.left > 0 && `, ${counted(prompt.left, 'older one')} left out`}
          </p>
          <RawText label="Prompt" className="raw whole" text={prompt.prompt} />
        </>
      )}
    </section>
  )
}
