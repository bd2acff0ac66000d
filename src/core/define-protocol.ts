import { soundActs } from './acts/sound.ts'
import type { Draft } from './command.ts'
import type { MessageEvent } from './event.ts'
import { fail } from './fault.ts'
import { ledgerFrom } from './ledger.ts'
import type { LedgerWords } from './ledger.ts'
import type { ProtocolInfo } from './link.ts'
import type { LinkDriver, Protocol } from './protocol.ts'

type Optional<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>

/** A protocol as its folder defines it. Optional members have defaults: a protocol that only listens needs none of them. */
export interface ProtocolDefinition extends Optional<
  Omit<Protocol, 'info' | 'secretFields' | 'openLink'>,
  'defaultLinks' | 'test' | 'format' | 'reply' | 'acknowledge' | 'acts' | 'ledger' | 'deskDraft' | 'lint' | 'isForged'
> {
  readonly info: Optional<ProtocolInfo, 'acts' | 'lintRules'>
  openLink(...given: Parameters<Protocol['openLink']>): Optional<LinkDriver, 'send' | 'act'>
}

/** Fills in the defaults; they are defined only here. Secrets are the form fields of kind `secret`. */
export function defineProtocol(definition: ProtocolDefinition): Protocol {
  const { info, openLink } = definition
  return {
    defaultLinks: () => [],
    async *test() {
      yield { name: 'settings', state: 'ok', text: 'valid; the rest is checked when the link runs' }
    },
    format: () => fail('unsupported', `${info.title} is read-only here; messages cannot be sent.`),
    reply: draftTo,
    acknowledge: (event, me, text = 'received') => ({ ...draftTo(event, me), text }),
    lint: () => [],
    isForged: () => false,
    recover: () => undefined,
    ledger: (event, facts) => ledgerFrom(event, facts, plainWords),
    deskDraft: () => fail('unsupported', `${info.title} has no words for this; write the message yourself.`),
    ...definition,
    acts: (event, me) => soundActs(definition.acts?.(event, me) ?? []),
    // Without a wire form there is nothing to compose.
    info: { acts: [], lintRules: 0, ...(definition.format === undefined && { takesMessages: false }), ...info },
    secretFields: info.fields.filter(({ kind }) => kind === 'secret').map(({ name }) => name),
    openLink: (...given) => completed(openLink(...given)),
  }
}

/** For a protocol that says nothing about how far its messages get. */
const plainWords: LedgerWords = {
  seen: 'Patchbay received it',
  written: { heard: 'Patchbay received it', own: 'Patchbay sent it' },
  cannot: { delivered: 'this protocol has no receipts', read: 'nothing shows who read it', acked: 'this protocol has no acknowledgements' },
  by: {},
}

function draftTo({ body: { from }, id }: MessageEvent, me: string): Draft {
  return { from: me, to: [from], observers: [], text: '', replyTo: id }
}

function completed(driver: Optional<LinkDriver, 'send' | 'act'>): LinkDriver {
  return Object.assign(driver, {
    send: driver.send ?? (() => Promise.resolve(fail('unsupported', 'This link is read-only; messages cannot be sent.'))),
    act: driver.act ?? ((act: string) => Promise.resolve(fail('unsupported', `This link has no action “${act.slice(0, 40)}”.`))),
  })
}
