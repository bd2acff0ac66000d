import { describe, expect, test } from 'vitest'
import { readText } from './cues.ts'

/** How far a text delivers: `begins`, `holds`, or nothing. */
const deliveryIn = (text: string): string | undefined => readText(text, ['lead']).move.delivers

describe('what was done, told in a sentence of its own (F27)', () => {
  test.each([
    'ITEM-9 finished. The limit is 30 s now.',
    'Both remarks addressed.',
    'Migration guide updated, links checked',
    'Review of the lexer: approved. Two nits inside.',
    '**Importer shipped** — the notes follow',
    'The parser is ported.',
    'The stale lock is removed and the tests are back.',
    'The race has been fixed. Shall I push it?',
    'lead: rename done',
    'PR 12 已合并。',
  ])('%s', (text) => expect(deliveryIn(text)).toBe('begins'))

  test.each([
    'The columns are open, doing, done.',
    'Filter by new/merged/closed, please',
    'Files are deleted on exit.',
    'The size is fixed at 80',
    'The parser is written in TypeScript.',
    'Once the parser is merged, the printer is next.',
    'I think the parser is fixed.',
    'The parser will be released.',
    'Half of the parser is done.',
    'Parser done, printer tomorrow.',
    'Progress: 3 of 7 dialogs converted.',
    'Nothing was merged.',
    'Is the build done',
    'Who says that it is fixed',
    'The file that you added, removed again',
    'The merged and the closed ones are listed',
    '如果已合并,就关掉。',
    'Queued → checked → tasks created',
    'Tests written, they all fail.',
    'Permission denied: file removed.',
    'Two of the three are done',
    'I thought it was merged.',
    'I own the importer (text logic done). I start on the rest.',
    'The instant it’s committed, I run the suite',
  ])('not: %s', (text) => expect(deliveryIn(text)).not.toBe('begins'))
})

describe('what the author says to have done (F27)', () => {
  test.each([
    'I removed the client',
    "I've deleted it. Shall I push?",
    'We have ported both',
    'I just pushed #12',
    'Translated 214 strings.',
    'Found and fixed the race',
    'Ran the suite, all green',
    'Merged `main` into it',
  ])('%s', (text) => expect(deliveryIn(text)).toBe('begins'))

  test.each([
    'I removed half of it',
    'Removed 3 of 12 clients',
    'I added you to the channel',
    'I never merged it',
    'I have to deploy it',
    'I tested something else',
    'Ran out of memory',
    'Updated dependencies break the build',
    'We removed what nobody uses',
    'I reviewed yesterday, too',
    'Committed people write tests',
  ])('not: %s', (text) => expect(deliveryIn(text)).not.toBe('begins'))
})

describe('the same in German (F27)', () => {
  test.each([
    'Gelöscht.',
    'Erledigt.',
    'Ist gemergt.',
    'Gepusht, CI läuft.',
    'Getestet und freigegeben',
    'Sind gelöscht.',
    'Hab ich angepasst.',
    'Ich habe den Branch gelöscht.',
    'Alle drei Anmerkungen sind eingearbeitet.',
    'Der Import ist jetzt dokumentiert und getestet.',
  ])('%s', (text) => expect(deliveryIn(text)).toBe('begins'))

  test.each([
    'Gelöscht wird nichts.',
    'Geändert werden muss nur der Test.',
    'Der Branch wird gelöscht.',
    'Muss noch gelöscht werden.',
    'Ist das gemergt',
    'Wurde der Branch gelöscht',
    'Ich habe nichts gelöscht.',
    'Wenn es gemergt ist, melde ich mich.',
    'Fast alles ist übersetzt.',
    'Ich dachte, das ist gemergt.',
    'Zwei von drei sind gelöscht.',
    'Der Parser ist getestet, der Drucker folgt morgen.',
    'Gesendet hat das niemand.',
    'Ob das gelöst ist, weiß ich nicht.',
  ])('not: %s', (text) => expect(deliveryIn(text)).toBeUndefined())
})
