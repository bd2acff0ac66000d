import type { DebtKind, Move } from '../acts.ts'
import { isClauseEnd, isClauseStart, readPassage, type Passage, type Sentence } from './passage.ts'
import { codeMark, phrasesOf, type Word } from './phrases.ts'
import { leadOf } from './leads.ts'
import { moveOf } from './moves.ts'
import * as lists from './words.ts'

/** Start and end in the text that was read, in UTF-16 units. */
export type CueRange = readonly [start: number, end: number]

/** What free text does, as far as its words show it. */
export interface Reading {
  /** The text begins with a plain word, `Question:`, which declares what it is. */
  readonly word?: {
    readonly act: 'ask' | 'take' | 'answer' | 'fail' | 'cancel'
    /** ask: what is asked for · the others: which debts it can mean. */
    readonly kinds: readonly DebtKind[]
    readonly range: CueRange
  }
  /** ack: heard, nothing more · take: I do it. */
  readonly said?: 'ack' | 'take'
  /** It is taken, and nothing is promised by it: `One moment, please.` */
  readonly isHold?: true
  /** The first sentence that reads like a question or request. Absent where the text begins with a plain word. */
  readonly cue?: { readonly kind: 'question' | 'request'; readonly range: CueRange }
  readonly move: Move
}

const lightStarts = phrasesOf(lists.lightStarts)
const whWords = phrasesOf(lists.whWords)
const spokenTo = phrasesOf(lists.spokenTo)
const ownAnswers = phrasesOf(lists.ownAnswers)
const ownReasons = phrasesOf(lists.ownReasons)
const canYou = phrasesOf(lists.canYou)
const courtesies = phrasesOf(lists.courtesies)
const joints = phrasesOf(lists.joints)
const waits = phrasesOf(lists.waits)
const thens = phrasesOf(lists.thens)
const selves = phrasesOf(lists.selves)
const requestStarts = phrasesOf(lists.requestStarts)
const requestPhrases = phrasesOf(lists.requestPhrases)
const lookalikes = phrasesOf(lists.lookalikes)
const requestEnds = phrasesOf(lists.requestEnds)
const imperativeLead = phrasesOf(lists.imperativeLead)
const imperatives = phrasesOf(lists.imperatives)
const imperativeObjects = phrasesOf(lists.imperativeObjects)
const headings = phrasesOf(lists.headings)
const choices = phrasesOf(lists.choices)
const offers = phrasesOf(lists.offers)
const barestOffers = phrasesOf(lists.barestOffers)
const forInformation = phrasesOf(lists.forInformation)
const ackWords = phrasesOf(lists.ackWords)
const ackCompany = phrasesOf(lists.ackCompany)
const ackTails = phrasesOf(lists.ackTails)
const takeStarts = phrasesOf(lists.takeStarts)
const ledTakes = phrasesOf(lists.ledTakes)
const conditions = phrasesOf(lists.conditions)
const takeVerbs = phrasesOf(lists.takeVerbs)
const holds = phrasesOf(lists.holds)
const holdTails = phrasesOf(lists.holdTails)
const longHolds = phrasesOf(lists.longHolds)
const speakers = phrasesOf(lists.speakers)
const promises = phrasesOf(lists.promises)
const noPromises = phrasesOf(lists.noPromises)
const consents = phrasesOf(lists.consents)
const noTakes = phrasesOf(lists.noTakes)

/** Longest line that is an acknowledgement, or a bare `looking into it`. */
const mostShort = 60

/**
 * Reads free text by conservative rules: plain words first, else questions, requests, acknowledgements and what they mean for a turn. It sees the
 * text alone; whether somebody is addressed, and what is owed, decide others. Never throws; linear, at most a millisecond.
 * @param names those addressed, whose names may stand before the text
 */
export function readText(text: string, names: readonly string[] = []): Reading {
  const passage = readPassage(text, names)
  const word = plainWordOf(passage)
  if (word !== undefined) return { word, move: word.act === 'ask' ? { asks: true } : {} }
  const questions = questionsOf(passage.sentences)
  const cue = cueOf(passage, questions)
  const move = moveOf(passage, questions, cue?.kind)
  const said = move.delivers === 'begins' || move.agrees === true ? undefined : saidBy(passage)
  const isHold = said === 'take' && isOnHold(passage.words, passage.text)
  return { ...(said !== undefined && { said }), ...(isHold && { isHold }), ...(cue !== undefined && { cue }), move }
}

const plainWord = new RegExp(`^[\\s*_]{0,16}(${Object.keys(lists.plainWords).join('|')})[*_]{0,3} ?[:：]`, 'iu')

function plainWordOf({ text, sentences }: Passage): Reading['word'] {
  const found = plainWord.exec(text)
  const name = found?.[1]?.toLowerCase() as keyof typeof lists.plainWords | undefined
  if (found === null || name === undefined) return undefined
  const meaning = lists.plainWords[name]
  if (name === 'decision' && !isChoice(sentences)) return undefined
  const start = found[0].search(/\S/u)
  const end = sentences.find((sentence) => (sentence.words.at(-1)?.end ?? 0) > found[0].length)?.end ?? found[0].length
  return { act: meaning.act, kinds: meaning.act === 'ask' ? [meaning.kind] : meaning.means, range: [start, end] }
}

/**
 * `Decision: keep 15 or match it?` asks for a decision; `Decision: we keep 15.` announces one, as agents do, and is read like any other text. One that is
 * asked for holds a question, a word of choice or a request.
 */
function isChoice(sentences: readonly Sentence[]): boolean {
  return sentences.some(
    (sentence) => isQuestion(sentence) || choices.indexIn(sentence.words) >= 0 || requestPhrases.indexIn(sentence.words) >= 0,
  )
}

/** Sentences that want an answer: not those that their author answers, nor those that wonder, nor offers of help. */
function questionsOf(sentences: readonly Sentence[]): readonly Sentence[] {
  return sentences.filter((sentence, index) => {
    if (!isQuestion(sentence) || isOffer(sentence)) return false
    const next = sentences[index + 1]
    if (next === undefined || next.line !== sentence.line || isQuestion(next)) return true
    return !isAnsweredBy(next) && (!isWondering(sentence.words) || spokenTo.indexIn(sentence.words) >= 0)
  })
}

/** Most words of an offer: a longer one asks for something besides. */
const mostOfOffer = 10

/** `Anything else?`, `Is there anything else I can help with?`: said at the end of an answer, and asks for none. */
function isOffer({ words }: Sentence): boolean {
  return (
    (words.length <= mostOfOffer && offers.indexIn(words) >= 0) || (barestOffers.lengthAt(words, 0) === words.length && words.length > 0)
  )
}

function isQuestion({ isMarked, words }: Sentence): boolean {
  return isMarked || lists.questionEnds.includes(words.at(-1)?.text ?? ' ')
}

/** `Yes, …`, `Because …`; `No rush.` is not an answer. */
function isAnsweredBy({ words, end }: Sentence): boolean {
  const [first, second] = words
  if (ownReasons.lengthAt(words, 0) > 0) return true
  if (first === undefined || ownAnswers.lengthAt(words, 0) === 0) return false
  return (second?.start ?? end) - first.end > 1 || second === undefined
}

function isWondering(words: readonly Word[]): boolean {
  let at = 0
  for (let length = 1; length > 0 && at < 3; at += length) length = lightStarts.lengthAt(words, at)
  return whWords.lengthAt(words, at) > 0
}

function cueOf(passage: Passage, questions: readonly Sentence[]): Reading['cue'] {
  const request = questions.find(({ words }) => canYou.indexIn(words) >= 0)
  if (request !== undefined) return { kind: 'request', range: [request.start, request.end] }
  const [question] = questions
  if (question !== undefined) return { kind: 'question', range: [question.start, question.end] }
  if (forInformation.lengthAt(passage.words, 0) > 0) return undefined
  const wish = passage.sentences.find((sentence, index) => isRequest(sentence, passage.text, index === 0))
  return wish && { kind: 'request', range: [wish.start, wish.end] }
}

/** `Please wait for CI and then merge`: a courtesy asks for nothing, what stands beside it may. */
function isRequest({ words, isMarked }: Sentence, text: string, isFirst: boolean): boolean {
  if (isMarked) return false
  const clauses = clausesOf(words, text)
  return clauses.some((clause, index) => {
    if (courtesies.indexIn(clause) >= 0) return false
    return isFollowUp(clause, clauses[index - 1] ?? []) || asks(clause.slice(joints.lengthAt(clause, 0)), text, isFirst && index === 0)
  })
}

/** What marks and words such as *and* divide, where there is a courtesy: it is about one part. A `please` by itself belongs to the part before it. */
function clausesOf(words: readonly Word[], text: string): readonly (readonly Word[])[] {
  if (courtesies.indexIn(words) < 0) return [words]
  const clauses: Word[][] = [[]]
  let end = 0
  for (const [at, word] of words.entries()) {
    const isDivided = at >= end && (isClauseStart(text, word) || joints.lengthAt(words, at) > 0)
    if (isDivided && !(requestEnds.lengthAt(words, at) > 0 && isClauseEnd(words, at + 1, text))) clauses.push([])
    clauses.at(-1)?.push(word)
    end = Math.max(end, at + (courtesies.lengthAt(words, at) || joints.lengthAt(words, at)))
  }
  return clauses
}

/** What the other is to do once the wait is over. What the author does meanwhile is none of it. */
function isFollowUp(clause: readonly Word[], before: readonly Word[]): boolean {
  if (waits.indexIn(before) < 0 || selves.indexIn(before) >= 0) return false
  const then = thens.lengthAt(clause, 0)
  return then > 0 && imperatives.lengthAt(clause, then) > 0
}

function asks(words: readonly Word[], text: string, isFirst: boolean): boolean {
  if (requestPhrases.indexIn(words) >= 0 && words.some((_, at) => isRequestPhrase(words, at))) return true
  if (
    words.some((word, at) => word.begins !== undefined && requestStarts.lengthAt(words, at) > 0 && (at === 0 || isClauseStart(text, word)))
  )
    return true
  return requestEnds.lengthAt(words, words.length - 1) > 0 || (isFirst && isImperative(words, text))
}

function isRequestPhrase(words: readonly Word[], at: number): boolean {
  return requestPhrases.lengthAt(words, at) > 0 && lookalikes.lengthAt(words, at) === 0 && lookalikes.lengthAt(words, at - 1) === 0
}

function isImperative(words: readonly Word[], text: string): boolean {
  const lead = imperativeLead.lengthAt(words, 0)
  const verb = imperatives.lengthAt(words, lead)
  const object = words[lead + verb]
  if (verb === 0 || object === undefined || headings.lengthAt(words, lead) > 0) return false
  // `Update: the index is built`, `fix: a race` say what something is.
  if (/[:：–—]|\s-/u.test(text.slice(words[lead + verb - 1]?.end, object.start))) return false
  return (
    imperativeObjects.lengthAt(words, lead + verb) > 0 || object.text === codeMark || /^#\d/u.test(text.slice(object.start - 1, object.end))
  )
}

function saidBy(passage: Passage): Reading['said'] {
  const { words, sentences, text } = passage
  if (words.length === 0) return /[^\s?？]/u.test(text) && !/[?？]/u.test(text) ? 'ack' : undefined
  const isShort = text.trim().length <= mostShort
  if (isTake(passage, isShort) || isLedTake(passage)) return 'take'
  return isShort && !/[?？؟]/u.test(text) && sentences.every((sentence, index) => isAck(sentence.words, index === 0)) ? 'ack' : undefined
}

const listEntry = /^\s*[-*•]\s/u

/** In an entry of a list, which is part of a plan. */
function isPlanned({ start }: Sentence, text: string): boolean {
  return listEntry.test(text.slice(text.lastIndexOf('\n', start) + 1))
}

/** `Good catch, I'll fix it`, `You are right. I can do that.`: a promise in the sentence that agrees, or in the next. */
function isLedTake({ words, sentences, text }: Passage): boolean {
  const lead = leadOf(words)
  if (lead === 0 || !(isClauseEnd(words, lead, text) || isPromise(words, lead))) return false
  return sentences.slice(0, 2).some((sentence, index) => {
    const { line, isMarked, words: own } = sentence
    if (isMarked || line !== sentences[0]?.line || isPlanned(sentence, text) || isForConsent(sentences[index + 1])) return false
    const at = own.findIndex((word, place) => (place === 0 || word === words[lead] || isClauseStart(text, word)) && isPromise(own, place))
    const condition = conditions.indexIn(own)
    return at >= 0 && (condition < 0 || condition > at)
  })
}

function isPromise(words: readonly Word[], at: number): boolean {
  if (ledTakes.lengthAt(words, at) > 0 || takeStarts.lengthAt(words, at) > 0) return noTakes.lengthAt(words, at) === 0
  const promise = promises.lengthAt(words, at)
  return promise > 0 && words[at + promise] !== undefined && noPromises.lengthAt(words, at + promise) === 0
}

/** `On it`, `Acknowledged — starting …`, `I'll look`. */
function isTake({ words, sentences, text }: Passage, isShort: boolean): boolean {
  let at = 0
  for (let length = ackWords.lengthAt(words, at); length > 0; length = ackWords.lengthAt(words, at)) at += length
  const word = words[at]
  const inside = word && sentences.find(({ start, end }) => start <= word.start && word.start < end)
  if (inside === undefined || inside.isMarked || isPlanned(inside, text) || isForConsent(sentences[sentences.indexOf(inside) + 1]))
    return false
  if (isOnHold(words, text, at)) return true
  if (takeStarts.lengthAt(words, at) > 0 || promises.lengthAt(words, at) > 0) return isPromise(words, at)
  const speaker = speakers.lengthAt(words, at)
  if (takeVerbs.lengthAt(words, at + speaker) === 0) return false
  const isLed = speaker > 0 || inside.words[0] !== word
  return isLed || (isShort && inside === sentences.at(-1))
}

/** `One moment, please.`, `Yes, one moment.`, not `One second is the limit`. @param from behind words that only say that something was heard */
function isOnHold(words: readonly Word[], text: string, from = 0): boolean {
  const at = leadOf(words, from)
  const length = holds.lengthAt(words, at)
  if (length > 0) return isClauseEnd(words, at + length, text) || holdTails.lengthAt(words, at + length) > 0
  return longHolds.lengthAt(words, at) > 0
}

/** Most words of such a question: a longer one is about something else. */
const mostOfConsent = 6

/** `I'll move it into core. OK?`: a proposal, until the other agrees. */
function isForConsent(next: Sentence | undefined): boolean {
  return next !== undefined && isQuestion(next) && next.words.length <= mostOfConsent && consents.lengthAt(next.words, 0) > 0
}

/** Made of words that only say that something was heard. */
function isAck(words: readonly Word[], isFirst: boolean): boolean {
  if (isFirst && ackWords.lengthAt(words, 0) === 0) return false
  let at = 0
  while (at < words.length) {
    if (ackTails.lengthAt(words, at) > 0) return true
    const length = ackWords.lengthAt(words, at) || ackCompany.lengthAt(words, at)
    if (length === 0) return false
    at += length
  }
  return true
}
