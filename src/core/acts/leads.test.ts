import { describe, expect, test } from 'vitest'
import { readText } from './cues.ts'

describe('a promise behind words that agree (F27)', () => {
  test.each([
    'Good point — I’ll add a case for it.',
    'You are right, the zone is wrong. I’ll look into it.',
    'Of course. I will ship it on Monday',
    'My bad, I’ll restore the file',
    'Agreed, on it',
    'Sure I’ll add it',
    'Yes, I can do that. The parser first.',
    'Understood. Dropping the old reader; I’ll write the test.',
    'Stimmt, ich ändere das',
    'Ja gern, ich werde den Import prüfen',
    '没问题,我会更新文档',
  ])('takes: %s', (text) => expect(readText(text).said).toBe('take'))

  test.each([
    'Good point.',
    'Good idea, but I’ll stay with the list',
    'Sure, if you like, I’ll rename it',
    'Agreed, I’ll leave it as it is',
    'Thanks, I’ll pass',
    'Yes, I will if you want',
    'Fair point, I’ll keep mine',
    'You’re right, I can do that if nobody minds',
    'No problem, I’ll be here',
    'Good catch. I’ll take both out. Okay?',
    'Yes, I will not merge it',
    'Right. The clock is late. I’ll say so in the notes',
    'Thanks!\n- I’ll fill this in\n- and this',
    'Heads-up: I’ll rename the class at three',
    'Ja, ich nutze Node 24',
    'Stimmt, ich prüfe das. Einverstanden?',
    'Agreed runbook (yours to drive; I’ll run the last step):',
    'True, they say I’ll never know',
  ])('takes nothing: %s', (text) => expect(readText(text).said).not.toBe('take'))
})

describe('a delivery behind words that agree (F27)', () => {
  test.each([
    ['Yes, done.', { delivers: 'begins' }],
    ['Good catch. Added.', { delivers: 'begins' }],
    ['You are right, fixed in both. Shall I push it?', { delivers: 'begins', asks: true }],
    ['Ja, ist gemergt', { delivers: 'begins' }],
    ['Thanks, the stale lock is removed.', { delivers: 'begins', creditor: 'accepts' }],
  ])('%s', (text, move) => expect(readText(text).move).toEqual(move))

  test.each([
    'Yes, fixed width is fine',
    'Good catch, merged branches stay',
    'Sure, ready when you are',
    'Yes. Is it merged?',
    'Thanks, done with what?',
    'Ok, once it is merged',
    'Agreed, added noise hurts',
    'True, the size is fixed by the format',
    'Right, nothing was removed',
    'Ja, gelöscht wird nichts',
    'Sorry, the parser is not ported.',
  ])('not: %s', (text) => expect(readText(text).move.delivers).not.toBe('begins'))
})
