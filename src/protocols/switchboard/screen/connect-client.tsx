import { useState } from 'react'
import { useSwitchboardAnswer } from './use-open-switchboard.ts'
import type { ShownSwitchboard } from './use-open-switchboard.ts'
import { checkAgentName } from '../pure/agent-name.ts'
import { configClients } from '../pure/client-config.ts'
import type { ConfigClient } from '../pure/client-config.ts'
import { CopyButton } from '../../../renderer/features/common/copy-button.tsx'
import { FieldFault } from '../../../renderer/ui/field-fault.tsx'
import { RawText } from '../../../renderer/ui/raw-text.tsx'
import { SelectField } from '../../../renderer/ui/select-field.tsx'
import { VisibleText } from '../../../renderer/ui/visible-text.tsx'
import { TextField } from '../../../renderer/ui/text-field.tsx'

const clientNames: { readonly [client in ConfigClient]: string } = {
  'claude-code': 'Claude Code',
  'claude-desktop': 'Claude Desktop',
  cursor: 'Cursor',
  vscode: 'VS Code',
  codex: 'Codex',
  'gemini-cli': 'Gemini CLI',
}

/** Client settings that start it as an agent of this workspace. They contain no token. */
export function ConnectClient({ switchboard }: { readonly switchboard: ShownSwitchboard }): React.JSX.Element {
  const [client, setClient] = useState<ConfigClient>('claude-code')
  const [agent, setAgent] = useState('coder')
  const name = checkAgentName(agent.trim())
  const answer = useSwitchboardAnswer('config', name.ok ? { client, agent: name.value } : undefined)
  const config = name.ok && answer?.ok === true ? answer.value : undefined
  return (
    <div className="form">
      <p className="small mid">
        The client starts a small program that connects to this server under the name below. No token or port needed: both are read from the
        folder.
      </p>
      <SelectField
        label="Client"
        options={configClients.map((one) => [one, clientNames[one]])}
        value={client}
        onChange={(chosen) => setClient(configClients.find((one) => one === chosen) ?? client)}
      />
      <TextField
        label="Agent name"
        value={agent}
        fault={name.ok ? undefined : name.fault}
        options={switchboard.view.roster.filter((row) => row.kind === 'chat').map((row) => row.name)}
        onChange={setAgent}
      />
      {answer?.ok === false && <FieldFault fault={answer.fault} />}
      {config !== undefined && (
        <>
          <h3>
            <span className="mono meta cut">
              <VisibleText text={config.file} />
            </span>
            <span className="end">
              <CopyButton text={config.text} what="Settings" />
            </span>
          </h3>
          <RawText label={`Settings for ${clientNames[client]}`} text={config.text} />
          {config.note !== undefined && (
            <p className="small dim">
              <VisibleText text={config.note} />
            </p>
          )}
        </>
      )}
    </div>
  )
}
