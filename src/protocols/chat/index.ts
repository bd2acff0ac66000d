import { defineProtocol } from '../../core/define-protocol.ts'
import { ledgerFrom } from '../../core/ledger.ts'
import type { Protocol } from '../../core/protocol.ts'
import { startDemo } from './demo/start-demo.ts'
import { ChatLink } from './link.ts'
import { chatActs } from './pure/acts-of.ts'
import { acknowledgeOf, replyTo } from './pure/replies.ts'
import { chatConfig, chatInfo, inWorkplace, readConfig } from './pure/config.ts'
import type { ChatConfig } from './pure/config.ts'
import { formatDraft } from './pure/format.ts'
import { chatDeskDraft } from './pure/desk-texts.ts'
import { chatLedger } from './pure/ledger-words.ts'
import { lintChat } from './pure/lint.ts'
import { chatFile } from './pure/place.ts'
import { readChatFolder } from './read-folder.ts'
import { recoverChat } from './state.ts'
import { checkConnection } from './check-connection.ts'

const defaults: ChatConfig = { folder: '.', poll: false }

/** The protocol of `.workplace/chat.md`. */
export const chatProtocol = defineProtocol({
  info: chatInfo,
  config: chatConfig,
  claimsAuthors: true,
  defaultLinks: () => [{ name: chatFile, config: { folder: '.', poll: false } }],
  place: (config) => inWorkplace(configOf(config), chatFile),
  openLink: (context, config) => new ChatLink(context, configOf(config)),
  test: (context, config) => checkConnection(context, configOf(config)),
  format: formatDraft,
  reply: replyTo,
  acknowledge: acknowledgeOf,
  deskDraft: chatDeskDraft,
  ledger: (event, facts) => ledgerFrom(event, facts, chatLedger),
  acts: chatActs,
  lint: lintChat,
  recover: recoverChat,
  readFolder: readChatFolder,
  demo: startDemo,
  stage: async (place) => (await import('./demo/stage.ts')).openStage(place),
})

/** The engine has validated the settings with `chatConfig`, so a failure here is a programming error. */
function configOf(config: Parameters<Protocol['place']>[0]): ChatConfig {
  const read = readConfig(config)
  return read.ok ? read.value : defaults
}
