import type { Draft } from '../../src/core/command.ts'
import type { LinkConfig } from '../../src/core/link.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import { protocolLinkSuite } from './protocol-link.ts'
import { protocolPureSuite } from './protocol-pure.ts'

/** What the suite needs to know about a protocol's medium. */
export interface ProtocolMedium {
  /** Creates what a first link needs in an empty workspace; returns its settings. */
  prepare(folder: string): Promise<LinkConfig>
  /** What is sent and read back; absent: a text of several lines that looks like messages. */
  readonly draft?: Draft
  /** Another program writes messages with these texts. */
  write(folder: string, texts: readonly string[]): Promise<void>
  /** Replaces the file by one with only these messages. Absent: the medium has no file that can start over. */
  startOver?(folder: string, texts: readonly string[]): Promise<void>
  /** True for files that a running link maintains in the folder; nothing else may change when it only reads. */
  keeps?(file: string): boolean
  /** Messages have one recipient and no observers. */
  readonly refusesObservers?: true
  /** Ends what `prepare` started. */
  end?(): Promise<void>
}

/** What every protocol must do: its pure parts, and its link on a real medium. */
export function protocolSuite(protocol: Protocol, medium: ProtocolMedium): void {
  protocolPureSuite(protocol)
  protocolLinkSuite(protocol, medium)
}
