import { Inbox } from 'lucide-react'
import { defineScreen } from '../../../renderer/features/screen.ts'
import { hue } from '../pure/hue.ts'
import { EditDeadLetter } from './edit-dead-letter.tsx'
import { inboxCommands } from './inbox-commands.ts'
import { InboxInspector } from './inbox-inspector.tsx'
import { InboxList } from './inbox-list.tsx'
import { InboxesView } from './inboxes-view.tsx'
import { inboxSlice } from './inboxes-state.ts'
import { messagesSlice } from './message-pages.ts'
import { mailboxInSight } from './open-switchboard.ts'
import { NewAgent } from './new-agent.tsx'
import { NewTeam } from './new-team.tsx'
import { NewTerminal } from './new-terminal.tsx'
import { deadLetterOverlay, newAgentOverlay, newTeamOverlay, newTerminalOverlay, writeMessageOverlay } from './overlays.ts'
import { switchboardOf, type SwitchboardSlice } from './slices.ts'
import { WriteMessage } from './write-message.tsx'

/** The screen of the Switchboard: mailboxes, roster, workflows, terminals and the server. */
export const switchboardScreen = defineScreen<SwitchboardSlice>({
  id: 'switchboard',
  hue,
  view: {
    id: 'inboxes',
    title: 'Inboxes',
    words: 'mail mailboxes messages',
    icon: Inbox,
    Main: InboxesView,
    List: InboxList,
    listLabel: 'Mailboxes',
    Inspector: InboxInspector,
    conversationInSight: (state) => mailboxInSight(switchboardOf(state)),
  },
  mend: {
    label: 'Mend and redeliver',
    run(state, { link, path }) {
      state.openInbox({ kind: 'dead' }, link)
      state.setOverlay(deadLetterOverlay({ file: path }))
    },
  },
  overlays: {
    [writeMessageOverlay.kind]: WriteMessage,
    [deadLetterOverlay.kind]: EditDeadLetter,
    [newTeamOverlay.kind]: NewTeam,
    [newAgentOverlay.kind]: NewAgent,
    [newTerminalOverlay.kind]: NewTerminal,
  },
  commands: inboxCommands,
  state: (set, get, env) => ({ ...inboxSlice(set, get, env), ...messagesSlice(set, get, env) }),
})
