import type { ProtocolInfo } from '../../../core/link.ts'
import { jaibberCompose } from './compose.ts'
import { lintRules } from './lint-rules.ts'

/** What the screen knows of this protocol. */
export const jaibberInfo: ProtocolInfo = {
  id: 'jaibber',
  chip: 'JA',
  title: 'Jaibber',
  blurb: 'Teams of people and agents in projects on Ably: answers stream in, and an agent of this machine can take part.',
  needs: 'account',
  promise: 'Joins projects and says who is here. Agents of this machine answer only what you start.',
  addLabel: 'Add a team',
  fields: [
    {
      name: 'auth',
      label: 'Log in',
      kind: 'select',
      options: [
        { value: 'key', label: 'with an Ably key' },
        { value: 'server', label: 'with tokens of a Jaibber server' },
        { value: 'authUrl', label: 'with tokens of another address' },
      ],
      default: 'key',
    },
    { name: 'ablyKey', label: 'Ably key', kind: 'secret', hint: 'app.key:secret. Kept in the key store only.' },
    {
      name: 'server',
      label: 'Jaibber server',
      kind: 'text',
      placeholder: 'https://api.example.org',
      hint: 'Stores messages and lists projects. With an Ably key it may be left empty.',
      mono: true,
    },
    { name: 'account', label: 'Account', kind: 'text', hint: 'Your name at the server.', mono: true },
    { name: 'password', label: 'Password', kind: 'secret', hint: 'Of the account. Kept in the key store only.' },
    { name: 'authUrl', label: 'Token address', kind: 'text', placeholder: 'https://auth.example.org/ably', mono: true },
    { name: 'authHeader', label: 'Authorization', kind: 'secret', hint: 'What the token address wants in this header, if anything.' },
    { name: 'projects', label: 'Projects', kind: 'list', hint: 'Without a server: one id a line, or id=Name.', mono: true, default: [] },
    { name: 'username', label: 'Your name', kind: 'text', hint: 'What others see. Empty: your name in Patchbay.' },
    { name: 'userId', label: 'User id', kind: 'text', hint: 'Where no server gives one. Empty: made from your name.', mono: true },
    {
      name: 'machine',
      label: 'Machine',
      kind: 'text',
      hint: 'What others see of where your agents run. Empty: its host name.',
      mono: true,
    },
    {
      name: 'maxResponseDepth',
      label: 'Longest chain',
      kind: 'number',
      hint: 'Agents of this machine do not answer at this depth.',
      default: 3,
    },
    { name: 'history', label: 'Back-fill', kind: 'number', hint: 'Earlier messages to ask for, per project.', default: 100 },
    {
      name: 'endpoint',
      label: 'Endpoint',
      kind: 'text',
      placeholder: '127.0.0.1:8080',
      hint: 'Another server that speaks Ably’s protocol. Empty: Ably.',
      mono: true,
    },
    { name: 'tls', label: 'TLS', kind: 'checkbox', hint: 'Only an endpoint on this machine may do without.', default: true },
  ],
  acts: [],
  compose: jaibberCompose,
  lintRules: lintRules.length,
}
