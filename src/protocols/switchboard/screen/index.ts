import { defineScreen } from '../../../renderer/features/screen.ts'
import { inboxSlice, type InboxSlice } from './inboxes-state.ts'
import { mailSlice, type MailSlice } from './mail-pages.ts'

/** The screen of the Switchboard: mailboxes, roster, workflows, terminals and the server. */
export const switchboardScreen = defineScreen<InboxSlice & MailSlice>({
  id: 'switchboard',
  hue: '--proto-sw',
  state: (set, get, env) => ({ ...inboxSlice(set, get, env), ...mailSlice(set, get, env) }),
})
