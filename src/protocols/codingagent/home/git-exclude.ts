import { fail, ok } from '../../../core/fault.ts'
import type { Result } from '../../../core/fault.ts'
import { limits } from '../../../core/limits.ts'
import { writeAtomic } from '../../../io/atomic-write.ts'
import { readStart } from '../../../io/read-start.ts'
import { lstatInside, mkdirInside } from '../../../io/safe-path.ts'
import type { HomeView } from '../pure/api.ts'
import { ignoredAmong } from '../workspace/ignored-files.ts'
import type { By } from './by.ts'
import type { SessionHome } from './session-home.ts'
import { excludeAnswerFile } from './names.ts'

const gitFolder = '.git'
const infoFolder = '.git/info'
const excludeFile = '.git/info/exclude'

type Offer = NonNullable<HomeView['exclude']>

/** The exclude line that would hide a home from `git status`, if it is in a checkout that lists it and the operator was not asked yet. Read-only. */
export async function excludeOffer({ parts: { folder } }: SessionHome): Promise<Offer | undefined> {
  const { root, prefix } = folder.place
  if (prefix === '' || (await folder.has(excludeAnswerFile))) return undefined
  const git = await lstatInside(root, gitFolder)
  if (!git.ok || git.value?.isDirectory() !== true) return undefined
  const line = `/${prefix}/`
  if ((await ignoredAmong(root, [`${prefix}/inbox`])).size > 0) return undefined
  const before = await readStart(root, excludeFile, limits.ignoreFile)
  const isThere =
    before.ok &&
    before.value.bytes
      .toString('utf8')
      .split(/\r?\n/u)
      .some((one) => one.replaceAll('/', '') === prefix.replaceAll('/', ''))
  return isThere ? undefined : { file: excludeFile, line }
}

/** Adds that line, or records that it is not wanted. It is offered once. */
export async function answerExclude(home: SessionHome, add: boolean, { actor, confirmed }: By): Promise<Result<Record<string, never>>> {
  const offer = await excludeOffer(home)
  if (offer === undefined) return fail('conflict', 'There is nothing left to add for Git.')
  const { root } = home.parts.folder.place
  const effect = { kind: 'write', target: `${root}/${offer.file}`, exact: offer.line } as const
  const question = `${actor.name} asks to keep the session home out of git status`
  const added = !add
    ? ok(undefined)
    : await home.parts.services.gate.perform({ actor, effect, question, ...(confirmed !== undefined && { confirmed }) }, async (permit) => {
        const made = await mkdirInside(permit, root, infoFolder)
        if (!made.ok) return made
        const before = await readStart(root, offer.file, limits.ignoreFile)
        if (before.ok && before.value.size > before.value.bytes.length)
          return fail('too-large', `${offer.file} is too large to change; add ${offer.line} yourself.`)
        if (!before.ok && before.fault.code !== 'not-found') return before
        const text = before.ok ? before.value.bytes.toString('utf8') : ''
        return writeAtomic(permit, root, offer.file, `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${offer.line}\n`)
      })
  if (!added.ok) return added
  const kept = await home.change(actor, 'record the answer to the offer for Git', (permit) =>
    home.parts.folder.write(permit, excludeAnswerFile, `${add ? 'added' : 'not wanted'}\n`),
  )
  return kept.ok ? ok({}) : kept
}
