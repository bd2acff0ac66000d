import type { Move } from '../acts.ts'
import { leadOf } from './leads.ts'
import { isClauseEnd, type Passage, type Sentence } from './passage.ts'
import { codeMark, phrasesOf, wordsOf, type Word } from './phrases.ts'
import * as lists from './words.ts'

const progress = phrasesOf(lists.progressStarts)
const deliveries = phrasesOf(lists.deliveries)
const deeds = phrasesOf(lists.deeds)
const deliveredThings = phrasesOf(lists.deliveredThings)
const deliveriesInside = phrasesOf(lists.deliveriesInside)
const doers = phrasesOf(lists.doers)
const toldDeeds = phrasesOf(lists.toldDeeds)
const joints = phrasesOf(lists.joints)
const copulas = phrasesOf(lists.copulas)
const untold = phrasesOf(lists.untold)
const asking = phrasesOf(lists.asking)
const toCome = phrasesOf(lists.toCome)
const notYet = phrasesOf(lists.notYet)
const withdrawals = phrasesOf(lists.withdrawals)
const acceptances = phrasesOf(lists.acceptances)
const reservations = phrasesOf(lists.reservations)
const agreements = phrasesOf(lists.agreements)
const holds = phrasesOf(lists.holds)
const yesWanted = phrasesOf(lists.yesWanted)
const yesWantedStarts = phrasesOf(lists.yesWantedStarts)

/** What a text can do to the turns between its author and those it is for. `cue`: how it was read. */
export function moveOf(passage: Passage, questions: readonly Sentence[], cue: 'question' | 'request' | undefined): Move {
  const { words, sentences, text } = passage
  const delivers = beginsDelivery(passage) ? 'begins' : holdsDelivery(passage) ? 'holds' : undefined
  const creditor = withdrawals.indexIn(words) >= 0 ? 'withdraws' : isAccepting(sentences) ? 'accepts' : undefined
  const numbered = questions.filter(({ start }) => /^\(?\d{1,2}[).:]/u.test(text.slice(start, start + 4))).length
  return {
    ...(cue === 'question' && { asks: true }),
    ...(cue === 'request' && { requests: true }),
    ...(delivers !== 'begins' && isProgress(passage) && { progress: true }),
    ...(delivers !== undefined && { delivers }),
    ...(creditor !== undefined && { creditor }),
    ...(delivers !== 'begins' && isAgreement(passage) && { agrees: true }),
    ...(numbered > 1 && { questions: numbered }),
  }
}

function isProgress({ words, text }: Passage): boolean {
  const hasParts = text.includes('%')
  return progress.lengthAt(words, 0) > 0 || words.some((word, at) => isCount(words, at) || (hasParts && isPart(word, text)))
}

const digits = /^\d{1,6}$/u

/** `3 of 5`; `5 of 5` is all. */
function isCount(words: readonly Word[], at: number): boolean {
  const of = words[at + 1]?.text
  if (of !== 'of' && of !== 'von') return false
  const [some = '', all = ''] = [words[at]?.text, words[at + 2]?.text]
  return digits.test(some) && digits.test(all) && some !== all
}

/** `40 %`; `100 %` is all. */
function isPart(word: Word, text: string): boolean {
  return digits.test(word.text) && word.text !== '100' && /^ ?%/u.test(text.slice(word.end, word.end + 2))
}

function beginsDelivery({ words, sentences, text }: Passage): boolean {
  const begin = words[leadOf(words)]
  const first = begin && sentences.find(({ start, end }) => start <= begin.start && begin.start < end)
  if (first === undefined || first.isMarked) return false
  const own = first.words.slice(first.words.indexOf(begin as Word))
  return (begin === words[0] && isDelivery(own)) || tellsOfDeed(own, text)
}

/** `Ready.`, `3 fixed`. */
function isDelivery(words: readonly Word[]): boolean {
  return deliveries.lengthAt(words, 0) > 0 || (digits.test(words[0]?.text ?? '') && deliveries.lengthAt(words, 1) > 0)
}

/** What was done, in a sentence of its own: `Removed the client`, `I have removed it`, `The client is removed.` */
function tellsOfDeed(words: readonly Word[], text: string): boolean {
  const doer = doers.lengthAt(words, 0)
  const verb = deeds.lengthAt(words, doer)
  return verb > 0 ? isDeed(words, doer + verb, text) : isTold(words, text)
}

/** Not `Documented behaviour is`, nor `Deleted half of it`, nor `Removed 3 of 5`. @param at of what follows the verb */
function isDeed(words: readonly Word[], at: number, text: string): boolean {
  const thing = words[at]
  if (thing === undefined || thing.text === codeMark || deliveredThings.lengthAt(words, at) > 0) return true
  if (digits.test(thing.text)) return !isCount(words, at)
  return /[^\s#]/u.test(text.slice(words[at - 1]?.end, thing.start))
}

/** `The client is removed.`, `Client removed, tests pass.`: the verb ends a part of the sentence, and nothing says that it is otherwise. */
function isTold(words: readonly Word[], text: string): boolean {
  const verb = words.findIndex((_, at) => at > 0 && isPredicate(words, at, text))
  if (verb < 0 || (verb > 1 && asking.lengthAt(words, 0) > 0)) return false
  // The steps of something.
  if (text.slice(words[0]?.start, words[verb]?.start).includes('→')) return false
  const doubt = untold.indexIn(words)
  return (doubt < 0 || doubt > verb) && toCome.indexIn(words) < 0 && !words.some((_, at) => isCount(words, at))
}

const subjectEnd = /^[\s:*_—–]*$/u

/** Behind its subject: not `open, merged`. `is fixed and ready` counts, `the merged and the closed` and `(logic done)` do not. */
function isPredicate(words: readonly Word[], at: number, text: string): boolean {
  const next = at + toldDeeds.lengthAt(words, at)
  if (next === at || !subjectEnd.test(text.slice(words[at - 1]?.end, words[at]?.start))) return false
  if (text.charAt(words[next - 1]?.end ?? 0) === ')') return false
  const isJoined = joints.lengthAt(words, next) > 0 && [1, 2].some((back) => copulas.lengthAt(words, at - back) === back)
  return isJoined || isClauseEnd(words, next, text)
}

/** A commit's short name: hexadecimal with a digit and a letter. */
const commit = /^(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{4,40}$/u

/** In a sentence that is not a question. */
function holdsDelivery({ sentences, text }: Passage): boolean {
  const mayHoldThings = /[\d\ue000]/u.test(text)
  return sentences.some(
    ({ words, start, end, isMarked }) =>
      !isMarked &&
      (words.some((word, at) => (word.begins !== undefined && isDelivered(words, at)) || (mayHoldThings && isThing(word, text))) ||
        holdsPath(text.slice(start, end)) ||
        tellsOfDeed(words, text)),
  )
}

function isDelivered(words: readonly Word[], at: number): boolean {
  if (deliveries.lengthAt(words, at) === 0 && deliveriesInside.lengthAt(words, at) === 0) return false
  return [1, 2, 3].every((back) => {
    const length = notYet.lengthAt(words, at - back)
    return length === 0 || length > back
  })
}

/** Code, a link, `#12`, a commit: all have a digit or the mark of code. */
function isThing(word: Word, text: string): boolean {
  return word.text === codeMark || commit.test(word.text) || (text.charAt(word.start - 1) === '#' && digits.test(word.text))
}

/** `src/auth.rs` */
function holdsPath(text: string): boolean {
  return text.includes('/') && (text.match(/[\w./-]+/gu) ?? []).some((chunk) => chunk.includes('/') && /\.[a-z]\w{0,7}\.?$/iu.test(chunk))
}

function isAccepting([first]: readonly Sentence[]): boolean {
  return first !== undefined && !first.isMarked && acceptances.lengthAt(first.words, 0) > 0 && reservations.indexIn(first.words) < 0
}

/** `Yes.`, `Sure, can do.`, but not `Yes, one moment.` */
function isAgreement({ words, sentences }: Passage): boolean {
  return words.length <= 3 && agreements.lengthAt(words, 0) > 0 && holds.indexIn(words) < 0 && sentences.every(({ isMarked }) => !isMarked)
}

/** Whether a yes is all that a request wants: an approval, a confirmation. Anything else is only taken with it. */
export function wantsYes(request: string): boolean {
  const words = wordsOf(request)
  return yesWantedStarts.lengthAt(words, 0) > 0 || yesWanted.indexIn(words) >= 0
}
