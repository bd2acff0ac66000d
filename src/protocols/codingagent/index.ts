import { fail } from '../../core/fault.ts'
import { defineProtocol } from '../../core/define-protocol.ts'
import { ledgerFrom } from '../../core/ledger.ts'
import type { Protocol } from '../../core/protocol.ts'
import { startDemo } from './demo/start-demo.ts'
import { HomeLink } from './link.ts'
import { codingAgentActs } from './pure/acts-of.ts'
import { endedByReply, refusedInEvent } from './pure/conditions.ts'
import { homeApi } from './pure/api.ts'
import { homeConfig, homeInfo, readHomeConfig } from './pure/config.ts'
import type { HomeConfig } from './pure/config.ts'
import { sessionDeskDraft } from './pure/desk-texts.ts'
import { sessionLedger } from './pure/ledger-words.ts'
import { lintReply } from './pure/lint.ts'
import { checkConnection } from './check-connection.ts'

const defaults = { home: '.codingagent', workspace: '.' } as const satisfies HomeConfig

/** The CodingAgent protocol: tasks for any chat LLM by copy and paste. */
export const codingAgentProtocol = defineProtocol({
  info: homeInfo,
  config: homeConfig,
  api: homeApi,
  defaultLinks: () => [{ name: 'Session home', config: { ...defaults } }],
  place: (config) => configOf(config).home,
  openLink: (context, config) => new HomeLink(context, configOf(config)),
  test: (context, config) => checkConnection(context, configOf(config)),
  format: () =>
    fail('unsupported', 'A session does not accept messages: copy its outbox to the LLM and paste the reply in the Paste view.'),
  acts: codingAgentActs,
  conditions: { inEvent: refusedInEvent, endedBy: endedByReply },
  deskDraft: (_matter, intent) => sessionDeskDraft(intent),
  ledger: (event, facts) => ledgerFrom(event, facts, sessionLedger),
  lint: (text) => lintReply(text),
  // What was reported of each session; plans and rounds are in its home.
  recover: (saved, { isWhole }) => (isWhole ? saved : undefined),
  demo: startDemo,
  stage: async (place) => (await import('./demo/stage.ts')).openStage(place),
})

/** The engine validates settings before it passes them on; invalid ones here did not pass `homeConfig`. */
function configOf(config: Parameters<Protocol['place']>[0]): HomeConfig {
  const read = readHomeConfig(config)
  return read.ok ? read.value : defaults
}
