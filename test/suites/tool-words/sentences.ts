import type { WordsWorld } from './world.ts'

/** Sentences that one scenario proves; it fails if one of them is not true. */
export interface ShownWords {
  readonly what: string
  readonly says: readonly string[]
  readonly shows: (world: WordsWorld) => Promise<void>
}

/** All sentences of the tools' texts and of the descriptions in JSON schemas. */
export function sentencesIn(said: readonly unknown[]): Set<string> {
  const found = new Set<string>()
  const add = (text: string): void => {
    for (const sentence of text.split(/(?<=\.)\s+/)) found.add(sentence)
  }
  const walk = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    for (const [key, value] of Object.entries(schema)) {
      if (key === 'description' && typeof value === 'string') add(value)
      else walk(value)
    }
  }
  for (const each of said) {
    if (typeof each === 'string') add(each)
    else walk(each)
  }
  return found
}
