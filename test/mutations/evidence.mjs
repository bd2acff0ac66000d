/** What is said on the screen and to agents has its evidence, and ends with it. The fields are explained in list.mjs. */
const proofs = {
  file: 'src/protocols/switchboard/files/sender-proofs.ts',
  tests: ['src/protocols/switchboard/files/sender-proofs.test.ts'],
}
const status = { file: 'src/core/fold/status.ts', tests: ['src/core/fold/status.test.ts'] }

export const evidenceMutations = [
  {
    name: 'a status that ends with its link',
    promise: 'agents',
    find: '...(downSince === undefined ? [] : [Math.max(at, downSince)]), ',
    replace: '',
    ...status,
  },
  {
    name: 'a status that has to be said again',
    promise: 'agents',
    find: '...(until === undefined || until > now ? [] : [until])',
    replace: '...[]',
    ...status,
  },
  {
    name: 'a proof of the sender is one of the text',
    promise: 'identity',
    find: 'JSON.stringify([nameKey(mailbox), id, text])',
    replace: 'JSON.stringify([nameKey(mailbox), id])',
    ...proofs,
  },
  {
    name: 'a proof of the sender is one of the mailbox',
    promise: 'identity',
    find: 'JSON.stringify([nameKey(mailbox), id, text])',
    replace: 'JSON.stringify([id, text])',
    ...proofs,
  },
  {
    name: 'a proof of the sender outlives who wrote it',
    promise: 'identity',
    find: '      const added = lines.add(proofOf(message.recipient, message.id, formatMessageFile(message)))',
    replace: '      known.add(proofOf(message.recipient, message.id, formatMessageFile(message)))\n      const added = { ok: true }',
    ...proofs,
  },
  {
    name: 'agents see the doubts that the operator sees',
    promise: 'identity',
    file: 'src/protocols/switchboard/desk/summary.ts',
    find: 'await ports.trust(stored)',
    replace: '{ isClaim: false, doubts: [] }',
    tests: ['src/protocols/switchboard/desk/mail.test.ts'],
  },
  {
    name: 'a message is judged by the roles of when it came',
    promise: 'identity',
    file: 'src/protocols/switchboard/link/trust.ts',
    find: 'event.raw.text === stored.text',
    replace: 'event.raw.text !== stored.text',
    tests: ['src/engine/switchboard.test.ts'],
    only: 'roles are those of then',
  },
  {
    name: 'that an agent which left in the middle of its answer is not idle',
    promise: 'agents',
    file: 'src/protocols/jaibber/team/ears.ts',
    find: "body.kind !== 'presence' || !this.#parts",
    replace: "body.kind !== '' || !this.#parts",
    tests: ['src/protocols/jaibber/driver.test.ts'],
    only: 'is cut when its author leaves',
  },
  {
    name: 'who left a team while nobody listened',
    promise: 'agents',
    file: 'src/protocols/jaibber/team/attendance.ts',
    find: 'if (gone.length === 0) return',
    replace: 'if (gone.length >= 0) return',
    tests: ['src/protocols/jaibber/driver.test.ts'],
    only: 'who left while nobody listened',
  },
  {
    name: 'who left a network while nobody listened',
    promise: 'agents',
    file: 'src/protocols/scuttlebot/network/network.ts',
    find: '          this.#ears.cameBack()\n',
    replace: '',
    tests: ['src/protocols/scuttlebot/driver.test.ts'],
    only: 'ends with its evidence',
  },
]
