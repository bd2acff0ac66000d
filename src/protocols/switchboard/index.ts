import path from 'node:path'
import { defineProtocol } from '../../core/define-protocol.ts'
import { ledgerFrom } from '../../core/ledger.ts'
import type { Protocol } from '../../core/protocol.ts'
import { startDemo } from './demo/start-demo.ts'
import { SwitchboardLink } from './driver.ts'
import { switchboardFolder } from './files/paths.ts'
import { readSwitchboardFolder } from './files/read-folder.ts'
import { readServerToken } from './files/server-files.ts'
import { recoverSwitchboard } from './link/saved.ts'
import { switchboardActs } from './pure/acts-of.ts'
import { switchboardApi } from './pure/api.ts'
import { isForged } from './pure/claim.ts'
import { inWorkspace, readSwitchboardConfig, switchboardConfig, switchboardInfo } from './pure/config.ts'
import type { SwitchboardConfig } from './pure/config.ts'
import { mailDeskDraft } from './pure/desk-texts.ts'
import { mailLedger } from './pure/ledger-words.ts'
import { lintMessageText } from './pure/lint-message.ts'
import { unusableFiles } from './pure/view.ts'
import { formatDraft, replyDraft } from './pure/wire.ts'
import { checkConnection } from './check-connection.ts'

const defaults = { folder: '.', personas: '.agent/personas', poll: false } as const satisfies SwitchboardConfig

/** The Switchboard protocol: mailboxes as files, and an MCP server before them. */
export const switchboardProtocol = defineProtocol({
  info: switchboardInfo,
  config: switchboardConfig,
  api: switchboardApi,
  defaultLinks: () => [{ name: 'Switchboard', config: { ...defaults } }],
  place: (config) => inWorkspace(configOf(config), switchboardFolder),
  openLink: (context, config) => new SwitchboardLink(context, configOf(config)),
  test: (context, config) => checkConnection(context, configOf(config)),
  format: formatDraft,
  reply: replyDraft,
  acts: switchboardActs,
  acknowledge: (event, me, text = 'Received.') => replyDraft(event, me, text),
  deskDraft: mailDeskDraft,
  ledger: (event, facts) => ledgerFrom(event, facts, mailLedger),
  conditions: { unusableFiles },
  lint: lintMessageText,
  isForged,
  recover: recoverSwitchboard,
  readFolder: readSwitchboardFolder,
  async secretsIn(folder, config) {
    const token = await readServerToken(path.join(folder, configOf(config).folder))
    return token.ok ? [token.value] : []
  },
  demo: startDemo,
  stage: async (place) => (await import('./demo/stage.ts')).openStage(place),
})

/** The engine has validated the settings with `switchboardConfig`, so a failure here is a programming error. */
function configOf(config: Parameters<Protocol['place']>[0]): SwitchboardConfig {
  const read = readSwitchboardConfig(config)
  return read.ok ? read.value : defaults
}
