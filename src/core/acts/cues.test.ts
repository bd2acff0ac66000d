import { describe, expect, test } from 'vitest'
import { readText } from './cues.ts'

/** `take`, `ack`, `question`, `request`, a plain word's act and kind, or none. */
function cueIn(text: string, names: readonly string[] = []): string {
  const { word, said, cue } = readText(text, names)
  if (word !== undefined) return `${word.act} ${word.kinds.join('/')}`
  return [said, cue?.kind].filter((each) => each !== undefined).join(' + ') || 'none'
}

/** The part of a text that was read as its cue. */
function cueText(text: string, names: readonly string[] = []): string | undefined {
  const { word, cue } = readText(text, names)
  const range = word?.range ?? cue?.range
  return range && text.slice(...range)
}

describe('plain words', () => {
  test.each([
    ['Question: which port does the server use', 'ask answer'],
    ['review: src/auth.rs, please', 'ask review'],
    ['TASK: port the rate limiter', 'ask task'],
    ['**Decision:** keep 15 or match it?', 'ask decide'],
    ['@coder Review: the retry helper', 'ask review'],
    ['Question：用哪个端口', 'ask answer'],
    ['Decision: 15 s or 30 s', 'ask decide'],
    ['Decision: the release needs your approval', 'ask decide'],
    ['Taking: the rate limiter', 'take task/review/answer'],
    ['Answer: 15, as the RFC says', 'answer answer/decide/review'],
    ['Done: merged as 4f2a9c1', 'answer task/review/answer'],
    ['Cannot: no access to the registry', 'fail task/review/answer/decide'],
    ['cancel: not needed now', 'cancel task/review/answer/decide'],
  ])('take precedence: %s', (text, cue) => expect(cueIn(text)).toBe(cue))

  test.each([
    ['The question: which port', 'none'],
    ['> Question: which port', 'none'],
    ['`Question:` opens a question', 'none'],
    ['Questions: none so far', 'none'],
    ['Reviewed: all of it', 'none'],
    ['Decision: we keep 15 s, as the RFC says.', 'none'],
    ['**Decision:** merged as 4f2a9c1', 'none'],
  ])('count at the beginning only: %s', (text, cue) => expect(cueIn(text)).toBe(cue))

  test('take precedence over cues in the rest of the text', () => {
    expect(cueIn('Answer: yes. Shall I push it?')).toBe('answer answer/decide/review')
    expect(readText('Question: which port').move).toEqual({ asks: true })
  })
})

describe('cues of free text', () => {
  test.each([
    ['Please review src/auth.rs — added JWT validation', 'request'],
    ['Hold it for the retry change, please. Ready within the hour?', 'question'],
    ['Keep 15, or match it? I am blocked.', 'question'],
    ['可以合并吗？', 'question'],
    ['needs a decision of the operator', 'request'],
    ['Acknowledged — starting review', 'take'],
    ['Got it, will do', 'take'],
    ['Acknowledged — received', 'ack'],
    ['ok', 'ack'],
    ['Thanks! Let me know if you need anything else.', 'ack'],
    ['Approved with one nit — name the constant.', 'none'],
    ['Good catch. Added.', 'none'],
    ['I wonder why it fails.', 'none'],
    ['See https://x.org/?q=1', 'none'],
    ['Log:\n```\nwhy?\n```\nSeen in the build.', 'none'],
    ['It pleases me to say it works', 'none'],
    // Messages that real transcripts hold.
    ['Step 101: rate limits are per minute now.', 'none'],
    ['Acknowledged — starting on step 101', 'take'],
    ['Please review the retry helper', 'request'],
    ['Should a date without a zone work as well? The RFC leaves it open.', 'question'],
    ['Yes. Added a case for it.', 'none'],
    ['The clock of the server is two minutes late.', 'none'],
  ])('%s', (text, cue) => expect(cueIn(text)).toBe(cue))

  test.each([
    ['Why does it fail? Because the clock is late.', 'none'],
    ['Is it late? Yes, by two minutes.', 'none'],
    ['Ready to merge? No rush.', 'question'],
    ['Is it late? No, I checked.', 'none'],
    ['Ist das so? Weil die Uhr nachgeht.', 'none'],
    ['Why does it fail? The clock is late.', 'none'],
    ['So why does it fail? The clock is late.', 'none'],
    ['Hmm, what if it fails? Then the clock is late.', 'none'],
    ['Why did you drop it? The clock is late.', 'question'],
    ['Why does it fail?\nThe clock is late.', 'question'],
    ['Why does it fail? Who knows it?', 'question'],
    ['为什么失败？时钟慢了。', 'none'],
    ['你为什么改了？时钟慢了。', 'question'],
    ['这样可以吗', 'question'],
    ['هل هذا صحيح؟', 'question'],
    ['Can you run the tests?', 'request'],
    ['could u run the tests', 'none'],
    ['Could u run the tests?', 'request'],
    ['Kannst du das prüfen?', 'request'],
    ['Which one, 3.5 or 3.6?', 'question'],
    ['See `why?` and "what now?" and “who?”', 'none'],
    ['> why is it late?\nAs discussed.', 'none'],
    ['| a? | b? |', 'none'],
    ['Is it https://x.org/a?', 'question'],
    ['????', 'none'],
    ['e.g. the first. Is it?', 'question'],
  ])('questions: %s', (text, cue) => expect(cueIn(text)).toBe(cue))

  test.each([
    ['Could somebody please check the build', 'request'],
    ['When it is green, please merge', 'request'],
    ['Merge it, please.', 'request'],
    ['Let me know when it is up', 'request'],
    ['If it fails, tell me', 'request'],
    ['He did not tell me', 'none'],
    ['Review needed on #12', 'request'],
    ['Review requested: #12', 'request'],
    ['PTAL, the port moved', 'request'],
    ['The port is next, over to you', 'request'],
    ["I'm blocked on the schema", 'request'],
    ['Waiting for you.', 'request'],
    ['It needs your approval', 'request'],
    ['Please note that the port moved', 'none'],
    ["Please don't merge yet", 'none'],
    ['Please wait for the build', 'none'],
    ['After you, please', 'none'],
    ['Let me know if it fails', 'none'],
    ['Bitte schön', 'none'],
    ['Bitte beachten: der Port ist neu', 'none'],
    ['Bitte den Port prüfen', 'request'],
    ['Du übernimmst den Port', 'request'],
    ['请审查这个合并请求', 'request'],
    ['我发了一个合并请求', 'none'],
    ['麻烦看一下', 'request'],
    ['这很麻烦', 'none'],
    ['请注意端口', 'none'],
    ['看一下please review the port', 'request'],
  ])('requests: %s', (text, cue) => expect(cueIn(text)).toBe(cue))

  test.each([
    ['It is in src/a.ts. Is there anything else I can help with?', 'none'],
    ['Done. Anything else?', 'none'],
    ['Do you need anything else?', 'none'],
    ['Fertig. Noch was?', 'none'],
    ['完成了。还有别的吗？', 'none'],
    ['Anything else I should do?', 'question'],
    ['Is there anything else to fix before the release?', 'question'],
    ['Do you need anything else from me before I merge, or shall I go on?', 'question'],
    ['Is there anything else you need? Which port shall I use?', 'question'],
    ['Do you need anything else from me?', 'none'],
    ['Do you need anything else to approve this?', 'question'],
    ['Do you want anything else in the report?', 'question'],
    ['还需要我做什么吗？', 'none'],
    ['还需要我改这个接口吗？', 'question'],
  ])('offers of help: %s', (text, cue) => expect(cueIn(text)).toBe(cue))

  test.each([
    ['Waiting for your approval.', 'request'],
    ['The lexer is ready for your review', 'request'],
    ['Awaiting your decision on the schema', 'request'],
    ['Waiting for your build to end', 'none'],
    ['One moment please.', 'take'],
    ['Just a second, I look it up', 'take'],
    ['Give me a minute, please', 'take'],
    ['Einen Moment bitte.', 'take'],
    ['One moment in the log stands out', 'none'],
    ['Just a moment ago the build broke', 'none'],
    ['One second thought: we should keep it', 'none'],
    ['Bitte kurz warten.', 'none'],
    ['Bitte kurz prüfen.', 'request'],
    // A hold is a clause by itself.
    ['One second, please', 'take'],
    ['Yes, one sec — looking', 'take'],
    ['Give me a moment to check', 'take'],
    ['Just a second while I look', 'take'],
    ['One second is the timeout', 'none'],
    ['One second (the timeout) is short', 'none'],
    ['Einen Moment lang lief es', 'none'],
  ])('who waits for the other: %s', (text, cue) => expect(cueIn(text)).toBe(cue))

  test.each([
    ['Please wait for CI and then merge', 'request'],
    ['Please hold until the build is green, then deploy.', 'request'],
    ["Please don't push yet, but please review it", 'request'],
    ['Please note that the port moved; please update your config', 'request'],
    ['The port moved, please note; tell me if it breaks', 'request'],
    ['Feel free to merge, let me know when it is in', 'request'],
    ['Run the tests, please don’t push yet', 'request'],
    ['Take your time, please wait', 'none'],
    ['Please wait while I rebase and then push', 'none'],
    ['Please wait for CI, then I merge', 'none'],
    ['Please wait for CI and then all is fine', 'none'],
    ['Please note that we build and then test', 'none'],
    ["Please don't rebase and then merge", 'none'],
    ['Please don’t merge it, the build fails', 'none'],
    ['Feel free to ignore it, please', 'none'],
    ['Let me know if it fails, please, thanks', 'none'],
    ['Einen Moment, bitte, ich schaue nach', 'take'],
    ['One second, please, I look it up', 'take'],
    ['After you, please, no hurry', 'none'],
  ])('a courtesy asks for nothing, what stands beside it may: %s', (text, cue) => expect(cueIn(text)).toBe(cue))

  test.each([
    ['Run the tests again', 'request'],
    ['Also fix `a.ts`', 'request'],
    ['Now merge #12', 'request'],
    ['Take over the port', 'request'],
    ['Undo the last commit', 'request'],
    ['Clean up your caches', 'request'],
    ['Restart took 3 s', 'none'],
    ['coder: review the port', 'request'],
    ['@coder @tester run all tests', 'request'],
    ['Run time is 3 s', 'none'],
    ['I run the tests', 'none'],
    ['It passed. Run the tests in CI take longer', 'none'],
    ['FYI run the tests with -x', 'none'],
    ['FYI: is it late?', 'question'],
    ['You own the port now', 'request'],
    ['Report back when it is up', 'request'],
    ['Update: the migration is done.', 'none'],
    ['**Fix:** it was the clock', 'none'],
    ['fix: a race in the watcher', 'none'],
    ['Test — all 12 pass', 'none'],
    ['Update on the migration, 3 of 5 tables moved', 'none'],
    ['Update the migration guide', 'request'],
    ['coder: fix the race: it is in the watcher', 'request'],
  ])('imperatives: %s', (text, cue) => expect(cueIn(text, ['coder'])).toBe(cue))

  test.each([
    ['On it', 'take'],
    ["I'll look at the port", 'take'],
    ["I'll be away", 'none'],
    ["I'm working on the port", 'take'],
    ['Looking into it', 'take'],
    ['Running the tests shows three failures, all of them in the reader of the old format', 'none'],
    ['Ok, checking', 'take'],
    ['Mache ich', 'take'],
    ['Mach ich, bis Mittag', 'take'],
    ['好的，我来处理', 'take'],
    ['leave it with me', 'take'],
    ['Schaue ich mir an', 'take'],
    ['好的，马上', 'take'],
    ['Kommt darauf an', 'none'],
    ['@lead on it', 'take'],
    ['lead: on it', 'take'],
    ['Will do. By when?', 'take + question'],
    ['On it?', 'question'],
    // A proposal waits for consent; another question beside a promise does not take it back.
    ["I'll move the parser into core. OK?", 'question'],
    ['I will merge it tonight. Any objections?', 'question'],
    ["I'll take both. Sounds good?", 'question'],
    ["Sure, I'll drop the old reader. Does that work for you?", 'question'],
    ['Ich übernehme das Update. Passt das?', 'question'],
    ['我来处理。可以吗？', 'question'],
    ["I'll take it. Which branch?", 'take + question'],
    ["I'll take it. Good that you asked: which of the branches is the newest?", 'take + question'],
    // An entry of a list is a plan, written down for everybody.
    ['- I will rerun the tests, then the gates', 'none'],
    ["* I'll start with the parser", 'none'],
    ['• Ich übernehme den Import', 'none'],
    ["Sure, I'll start:\n- the parser\n- the printer", 'take'],
    ['Done, thanks', 'none'],
    ['Ok, use 15', 'none'],
    ['Nice work!', 'none'],
    ['Ok, start with the port', 'none'],
    ['Ok thanks, all clear now?', 'question'],
    ['Thanks for the review', 'ack'],
    ['👍', 'ack'],
    ['…', 'ack'],
    ['收到', 'ack'],
    ['已收到', 'ack'],
    ['Makes sense.', 'ack'],
    ['Makes sense, but the port is wrong', 'none'],
    ['alles klar, danke', 'ack'],
    ['', 'none'],
  ])('take and ack: %s', (text, cue) => expect(cueIn(text, ['lead'])).toBe(cue))
})

describe('moves', () => {
  test.each([
    ['Which port?', { asks: true }],
    ['Please merge', { requests: true }],
    ['Still at it', { progress: true }],
    ['3 of 5 pass', { progress: true }],
    ['5 of 5 pass', {}],
    ['40 % through', { progress: true }],
    ['Zwischenstand: halb', { progress: true }],
    ['Done, 3 of 5 left for later', { delivers: 'begins' }],
    ['Done. Shall I push it?', { delivers: 'begins', asks: true }],
    ['Uploaded. Shall I announce it?', { delivers: 'begins', asks: true }],
    ['Geprüft. Soll ich mergen?', { delivers: 'begins', asks: true }],
    ['Ready?', { asks: true }],
    ['3 fixed', { delivers: 'begins' }],
    ['All of it is merged', { delivers: 'begins' }],
    ['It is not merged', {}],
    ['Not yet merged', { progress: true }],
    ['See #12', { delivers: 'holds' }],
    ['In 4f2a9c1', { delivers: 'holds' }],
    ['It is in src/auth.rs', { delivers: 'holds' }],
    ['Moved to src/auth.rs', { delivers: 'holds' }],
    ['Ported.', { delivers: 'begins' }],
    ['Added to that, the clock is late', {}],
    ['Removed, and the tests pass', { delivers: 'begins' }],
    ['Added `--quiet`', { delivers: 'begins' }],
    ['Posted in #general', { delivers: 'begins' }],
    ['Documented behaviour differs from the code', {}],
    ['Installed version is old', {}],
    ['Deleted half of it, the rest tomorrow', {}],
    ['Removed myself from the task', {}],
    ['The log says: removed', {}],
    ['Removed the old client. Shall I push?', { delivers: 'begins', asks: true }],
    ['It is `auth` now', { delivers: 'holds' }],
    ['完成', { delivers: 'begins' }],
    ['已修复', { delivers: 'begins' }],
    ['Completed the port', { delivers: 'begins' }],
    ['Behoben', { delivers: 'begins' }],
    ['Not completed', {}],
    ['Never mind, I have it', { creditor: 'withdraws' }],
    ['算了', { creditor: 'withdraws' }],
    ['I went with main, since the change is small', { creditor: 'withdraws' }],
    ['I never went with it', {}],
    ['Thanks, that is what I meant', { creditor: 'accepts' }],
    ['Great, but the port is wrong', {}],
    ['谢谢', { creditor: 'accepts' }],
    ['Yes', { agrees: true }],
    ['Sure, can do', { agrees: true }],
    ['Yes, the port is 15', {}],
    ['1) Which port? 2) Which host? 3) Which zone?', { asks: true, questions: 3 }],
    ['1. Which port?\n2. Which host?', { asks: true, questions: 2 }],
    ['Which port? Which host?', { asks: true }],
  ])('%s', (text, move) => expect(readText(text).move).toEqual(move))
})

test('the range of a cue refers to the text as sent', () => {
  expect(cueText('@coder the port moved.\n```\nwhy?\n```\nSee `x?` — is it late? Done.')).toBe('See `x?` — is it late?')
  expect(cueText('“why?” 合并了。可以吗？')).toBe('可以吗？')
  expect(cueText('> quoted\nThe port moved. Please merge it. Thanks')).toBe('Please merge it.')
  expect(cueText('Review: the port. It is green.')).toBe('Review: the port.')
  expect(cueText('Question:\nwhich port\nthe new one')).toBe('Question:\nwhich port')
})

test('only the first 4,000 characters are read', () => {
  const long = `${'word '.repeat(800)}Is it late?`
  expect(cueIn(long)).toBe('none')
  expect(cueIn(long.slice(11))).toBe('question')
})
