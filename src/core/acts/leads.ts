import { phrasesOf, type Word } from './phrases.ts'
import * as lists from './words.ts'

const leads = phrasesOf(`${lists.ackWords}, ${lists.agreements}, ${lists.agreeing}`)

/** Where what a text does begins, behind words that only agree, or say that something was heard: `Good catch, fixed`. */
export function leadOf(words: readonly Word[], from = 0): number {
  let at = from
  for (let length = leads.lengthAt(words, at); length > 0; length = leads.lengthAt(words, at)) at += length
  return at
}
