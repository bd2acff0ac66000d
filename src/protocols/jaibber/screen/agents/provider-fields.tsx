import { useId } from 'react'
import type { Fault } from '../../../../core/fault.ts'
import { outputFormats, outputTitles } from '../../pure/output-formats.ts'
import { presets } from '../../pure/presets.ts'
import { SegmentBar } from '../../../../renderer/ui/segment-bar.tsx'
import { SelectField } from '../../../../renderer/ui/select-field.tsx'
import { TextField } from '../../../../renderer/ui/text-field.tsx'
import type { AgentDraft } from './agent-draft.ts'

interface ProviderFieldsProps {
  readonly draft: AgentDraft
  readonly faultOf: (field: string) => Fault | undefined
  onChange(patch: Partial<AgentDraft>): void
}

const hints = {
  paste: 'Its prompts appear in your Paste view. The answer you paste is published in its name.',
  echo: 'Answers with the prompt itself. Nothing is run.',
} as const

/** The agent's provider; for a program, which one and how it is run. */
export function ProviderFields({ draft, faultOf, onChange }: ProviderFieldsProps): React.JSX.Element {
  const id = useId()
  return (
    <>
      <div className="field">
        <span id={`${id}-kind`} className="mid">
          Provider
        </span>
        <SegmentBar
          labelledBy={`${id}-kind`}
          options={[
            ['command', 'Command'],
            ['paste', 'Paste'],
            ['echo', 'Echo'],
          ]}
          value={draft.kind}
          onChange={(kind) => onChange({ kind })}
        />
        {draft.kind !== 'command' && <p className="hint">{hints[draft.kind]}</p>}
      </div>
      {draft.kind === 'command' && (
        <>
          <PresetField draft={draft} onChange={onChange} />
          <TextField
            label="Program"
            isMono
            value={draft.program}
            fault={faultOf('program')}
            placeholder="claude"
            hint="Name or path. Started without a shell, in an environment without secrets."
            onChange={(program) => onChange({ program })}
          />
          <TextField
            label="Arguments"
            isMono
            isLong
            rows={5}
            value={draft.args}
            fault={faultOf('args')}
            hint="One per line, passed exactly as written."
            onChange={(args) => onChange({ args })}
          />
          <div className="field">
            <span id={`${id}-prompt`} className="mid">
              Prompt
            </span>
            <SegmentBar
              labelledBy={`${id}-prompt`}
              options={[
                ['stdin', 'Standard input'],
                ['argument', 'Last argument'],
              ]}
              value={draft.prompt}
              onChange={(prompt) => onChange({ prompt })}
            />
          </div>
          <SelectField
            label="Output"
            options={outputFormats.map((format) => [format, outputTitles[format]])}
            value={draft.output}
            hint="With JSON, only the messages of the agent are published."
            onChange={(chosen) => onChange({ output: outputFormats.find((format) => format === chosen) ?? draft.output })}
          />
          <TextField
            label="Folder"
            isMono
            value={draft.folder}
            fault={faultOf('folder')}
            hint="Absolute path of the folder it runs in. Empty: the workspace."
            onChange={(folder) => onChange({ folder })}
          />
        </>
      )}
      {draft.kind === 'command' && (
        <TextField
          label="Time limit"
          value={draft.timeLimit}
          fault={faultOf('timeLimit')}
          hint="Seconds per answer."
          onChange={(timeLimit) => onChange({ timeLimit })}
        />
      )}
    </>
  )
}

/** Fills the fields below for a well-known program; shows which one they describe. */
function PresetField({ draft, onChange }: Pick<ProviderFieldsProps, 'draft' | 'onChange'>): React.JSX.Element {
  const shown = presets.find(
    ({ program, args, prompt, output = 'text' }) =>
      program === draft.program && args.join('\n') === draft.args && prompt === draft.prompt && output === draft.output,
  )
  return (
    <SelectField
      label="Preset"
      options={[['', 'custom'], ...presets.map(({ title }) => [title, title] as const)]}
      value={shown?.title ?? ''}
      hint={shown?.hint}
      onChange={(title) => {
        const chosen = presets.find((one) => one.title === title)
        if (chosen === undefined) return
        const { program, args, prompt, output = 'text' } = chosen
        onChange({ program, args: args.join('\n'), prompt, output })
      }}
    />
  )
}
