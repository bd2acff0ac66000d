/**
 * The closed lists behind `cues.ts`, by what a line means. Phrases stand between commas; `phrases.ts` compares them word by word, without case.
 * English, German and Chinese; another language is more entries, and no code.
 */

/** Words before a colon that say what a message is. Patchbay teaches them to the agents that it invites. */
export const plainWords = {
  question: { act: 'ask', kind: 'answer' },
  review: { act: 'ask', kind: 'review' },
  task: { act: 'ask', kind: 'task' },
  decision: { act: 'ask', kind: 'decide' },
  taking: { act: 'take', means: ['task', 'review', 'answer'] },
  answer: { act: 'answer', means: ['answer', 'decide', 'review'] },
  done: { act: 'answer', means: ['task', 'review', 'answer'] },
  cannot: { act: 'fail', means: ['task', 'review', 'answer', 'decide'] },
  cancel: { act: 'cancel', means: ['task', 'review', 'answer', 'decide'] },
} as const

/** `Decision:` asks for one with such a word, a question or a request in the text; otherwise it announces one. */
export const choices = 'or, vs, versus, either, whether, oder, entweder, 还是'
/** Ends of a question that is written without a mark. */
export const questionEnds = '吗'
/** Begins the sentence after a question that its author answers. */
export const ownAnswers = 'yes, no, ja, nein'
export const ownReasons = 'because, weil, 因为'
/** Begins a question that may be about the matter rather than for somebody. */
export const whWords =
  'why, what, who, how, where, when, which, warum, wieso, was, wer, wie, wo, wann, welche, welcher, welches, 为什么, 什么, 怎么'
/** May stand before such a word. */
export const lightStarts = 'so, but, and, hm, hmm, ok, also, und, aber, then'
/** Somebody is spoken to. */
export const spokenTo =
  'you, your, yours, du, dir, dich, dein, deine, ihr, euch, kannst, can i, shall i, should i, may i, soll ich, can we, shall we, should we, sollen wir, 你, 您'
/** Anywhere in a question, it makes it an offer of help, which is no question; and those that are one only by themselves. */
export const offers = `anything else i can, anything else you need, anything else you want, anything else you would like, anything else you'd like, anything else for you, how else can i help, sonst noch helfen, noch etwas für dich tun, noch etwas für sie tun, 还有什么可以帮, 还有什么需要帮, 还需要我做什么, 还需要我帮`
export const barestOffers =
  'anything else, is there anything else, need anything else, do you need anything else, do you need anything else from me, do you want anything else, would you like anything else, noch was, noch etwas, sonst noch was, sonst noch etwas, 还有别的吗, 还有什么吗'
/** Makes a question a request. */
export const canYou = 'can you, can u, could you, could u, would you, will you, kannst du, könntest du, können sie'

/** Anywhere in a part of a sentence, it makes the part neither a request nor an imperative. */
export const courtesies = `please note, please find, please see, please ignore, please hold, please wait, please bear, please don't, please do not,
  please feel free, please go ahead, please take a break, please take your time, please be aware, please excuse, please forgive, moment please, second please, sec please, minute please, please keep in mind,
  after you please, you go first please, please go first, feel free, let me know if, bitte schön, bitte sehr, bitte beachten, bitte beachte, bitte nicht,
  bitte warten, bitte kurz warten, bitte warte, einen moment bitte, bitte einen moment, wie bitte, 请注意, 请稍, 请忽略, 请勿`
/** Divides a sentence with a courtesy into parts, as marks do. */
export const joints = 'and, and then, then, but, und, und dann, dann, aber'
/** A courtesy that asks to wait. Behind one of the next list, and an imperative, stands what is to be done then. */
export const waits = 'please wait, please hold'
export const thens = 'then, and then'
/** In what is waited for: the imperative may be what the author does. */
export const selves = 'i, we'
/** Request at the start of a sentence or behind a comma. */
export const requestStarts = 'please, pls, ptal, let me know, tell me, review needed, review requested, 麻烦'
/** Request anywhere. */
export const requestPhrases = `please look, please review, please check, please confirm, please decide, please approve, please advise, please answer,
  review needed, i am blocked, i'm blocked, waiting for you, waiting on you, waiting for your approval, waiting for your review, waiting for your decision,
  waiting for your answer, awaiting your approval, awaiting your review, awaiting your decision, awaiting your answer, ready for your review, need your decision, needs your decision, need your approval,
  needs your approval, need your review, needs your review, need your answer, needs your answer, need your input, needs your input, needs a decision,
  needs a review, needs an answer, needs an approval, over to you, you own, report back, take over the, du übernimmst, melde dich, gib bescheid, gib mir bescheid,
  bitte, 请, 麻烦你, 麻烦您, 帮我`
/** Words that contain one of those and ask for nothing: a merge request. */
export const lookalikes = '请求, 请假, 申请, 邀请'
/** Request at the end of a sentence. */
export const requestEnds = 'please, pls'
/** May stand before an imperative. */
export const imperativeLead = 'also, now, then'
/** Imperative at the start of the text, with one of the next list or code behind it. */
export const imperatives = `run, fix, add, check, review, write, implement, find, merge, rebase, update, bump, take over, document, try, send, prepare,
  deploy, investigate, measure, push, split, use, plan, make, post, remove, rename, port, test, undo, revert, restore, delete, close, create, finish, continue, explain, describe, verify, confirm,
  compare, extract, replace, clean up, translate, install, restart, rebuild, regenerate, rerun, reproduce`
export const imperativeObjects = 'it, them, the, a, an, this, that, your, all, again, on, with, from'
/** Begins a text that tells of something, though with words of an imperative. */
export const headings = 'update on, update from, review on, review from, plan from, fix from'
/** Begins a text that asks for nothing unless it holds a question. */
export const forInformation = 'fyi'

/** Heard, and nothing more. */
export const ackWords = `acknowledged, ack, received, noted, seen, got it, ok, okay, thanks, thank you, thx, ty, np, roger, understood, sure, sure thing,
  great, perfect, lovely, nice, cool, cheers, makes sense, fair enough, copy that, super, klasse, danke, danke dir, vielen dank, verstanden, alles klar,
  klar, gelesen, 收到, 已收到, 好的, 明白, 谢谢, 感谢`
/** May stand behind such a word without making it more. */
export const ackCompany = `a lot, so much, very much, a bunch, much appreciated, appreciated, all, both, everyone, everybody, team, folks, again, now, too,
  and, i see, makes sense, sounds good, looks good, good point, good points, will read, that helps, understood, dir, euch, sehr, schön, 了, 啦`
/** Begins a part of a sentence, or a sentence, that goes with thanks and may end in anything. */
export const ackTails = 'for, für, let me know'

/** Takes what was asked, at the start. */
export const takeStarts = `on it, will do, picking up, picking it up, later today, this afternoon, let me think, let me check, leave it with me, mache ich,
  mach ich, übernehme ich,
  schaue ich, fange an, ich mache, ich schaue, ich fange, ich übernehme, kommt, 马上, 我马上, 我来`
/** Agrees, and is not only heard: a promise may stand behind it, in the same sentence or the next. */
export const agreeing = `agreed, right, right away, true, yeah, of course, absolutely, happy to, good catch, good point, good points, good idea, great idea,
  fair point, you're right, you are right, sorry, my bad, no problem, mine, stimmt, du hast recht, einverstanden, gern, gerne, guter punkt, gute idee,
  没问题, 同意`
/** Such a promise, besides `I'll …`. */
export const ledTakes = `i can do that, i can do it, i can take it, i can take that, ich prüfe, ich teste, ich korrigiere, ich ändere, ich ergänze, ich behebe,
  ich erledige, ich kümmere mich, ich stelle, ich baue, ich schreibe, ich lösche, ich setze, ich starte, ich schicke, ich sende, ich passe, ich füge, ich trage,
  ich aktualisiere, ich dokumentiere, ich übersetze, ich entferne, ich ersetze, ich erstelle, ich sehe mir, 我会`
/** Before it in the same sentence, it is an offer. */
export const conditions = 'if, unless, wenn, falls, sofern, 如果'
/** The same, though nothing is promised to whoever has not asked: a part of a sentence by itself, or with one of the next list behind it. */
export const holds = `one moment, just a moment, one second, just a second, one sec, just a sec, einen moment, einen augenblick, 稍等`
export const holdTails = 'please, pls, bitte, while, 一下, 片刻, 我'
/** The same, whatever follows. */
export const longHolds = 'give me a moment, give me a minute, give me a second, give me a sec'
/** Takes it after `ackWords`, `I'm` or `I'll`, or as a short line of its own. */
export const takeVerbs = 'starting, beginning, working, looking, reading, taking, claiming, checking, running, reviewing, picking'
/** The speaker, before such a verb. */
export const speakers = "i'm, i am, im"
/** A promise, unless one of the next list follows. */
export const promises = "i'll, i will, ich werde"
export const noPromises =
  'be, not, never, wait, hold, leave, keep, stay, stop, skip, pass, ignore, need, have, assume, if, nicht, nie, warten, wenn, 不'
/** Begins a question behind a promise that waits for consent, of at most six words. */
export const consents = `ok, okay, fine, good, agreed, right, objections, any objections, sound good, sounds good, does that work, is that ok, is that okay,
  is that fine, passt, in ordnung, einverstanden, 可以, 好, 行`
/** Looks like one of `takeStarts` or `ledTakes` but is not. */
export const noTakes = 'kommt drauf, kommt darauf, kommt nicht, i can do that if, i can do it if, i can take it if, i can take that if'
/** A line of at most three words that begins so takes a request, and answers a question. */
export const agreements = 'yes, yep, sure, ja, me'

/** A request with one of these, or that begins with one of the next list, is for a yes, which does it. Work on an approval is not. */
export const yesWanted = `please approve, pls approve, you approve, you to approve, please confirm, pls confirm, you confirm, you to confirm, please sign off, you sign off,
  your approval, your confirmation, your permission, your consent, your sign off, your go ahead, the go ahead, your ok, your okay, need approval, needs approval,
  needs an approval, and approve, and sign off, need permission, have permission, waiting for approval, awaiting approval, approval needed, bitte genehmige, bitte genehmigen, bitte bestätige,
  bitte bestätigen, du genehmigen, du bestätigen, sie genehmigen, sie bestätigen, freigabe erteilen, deine genehmigung, deine freigabe, deine bestätigung, ihre genehmigung, ihre freigabe, ihre bestätigung, um freigabe, um genehmigung,
  um bestätigung, 请批准, 请确认, 请同意, 你批准, 你确认, 你同意, 您批准, 您确认, 您同意`
export const yesWantedStarts = 'approve, confirm, sign off, genehmige, bestätige, 批准, 确认, 同意'

/** Progress, at the start. */
export const progressStarts = `progress, status, still, started, first, by the way, btw, fyi, in the meantime, not yet, next, zwischenstand, noch dabei`
/** What was done. */
const done = `done, fixed, finished, merged, pushed, landed, shipped, completed, implemented, resolved, reverted, approved, uploaded, applied, renamed,
  erledigt, beides erledigt, geprüft, behoben, umgesetzt, 已完成, 已修复`
/** Delivery, at the beginning of a line or anywhere in it. */
export const deliveries = `${done}, ready, lgtm, passt, fertig, delegated, green, 完成, 好了`
export const deliveriesInside = `complete, deployed, published, attached, written, converted, updated, passed, is up, is here, repariert,
  freigegeben, fortgesetzt`
/** Delivery at the beginning of a sentence, with nothing or one of the next list behind it: elsewhere most of them tell of anything. */
export const deeds = `${done}, ported, removed, deleted, added, replaced, created, sent, posted, released, refactored, cleaned up, restored, migrated,
  verified, reviewed, committed, documented, extracted, answered, installed, patched, deployed, published, written, updated, converted, addressed,
  corrected, rebuilt, recreated, rebased, translated, undone, upgraded, ran, found and fixed,
  gelöscht, gemergt, gepusht, gefixt, geändert, geschrieben, getestet, gesendet, geschickt, verschickt, veröffentlicht, deployt, committet, hochgeladen,
  hinzugefügt, ergänzt, entfernt, ersetzt, umbenannt, angelegt, erstellt, aktualisiert, korrigiert, angepasst, übersetzt, dokumentiert, eingebaut,
  eingearbeitet, freigegeben, zurückgesetzt, rückgängig gemacht, wiederhergestellt, verschoben, migriert, portiert, installiert, beantwortet,
  abgeschlossen, gelöst, repariert, überarbeitet, 已合并, 已删除, 已推送, 已部署, 已更新, 已添加, 已提交, 已发布, 已解决, 已处理, 改好了, 修好了, 做好了, 审查通过, 全部通过`
export const deliveredThings = `it, them, the, a, an, this, that, these, those, your, all, both, everything, again, and, in, as, on, with, for, from,
  und, auf, mit, für, wie, alle, alles, beide, beides, 到`
/** The speaker, before such a word. */
export const doers = "i, i have, i've, i just, i have just, i've just, i have now, i've now, we, we have, we've"
/** Delivery at the end of a part of the first sentence, `The parser is ported.`, besides those; behind one of the next list, *and* may follow. */
export const toldDeeds = `${deeds}, complete`
export const copulas =
  'is, are, was, were, been, is now, are now, is also, are also, are all, are both, ist, sind, wurde, wurden, ist jetzt, sind jetzt'
/** Before it: it is not so, not yet, only in part, or somebody else's. */
export const untold = `not, isn't, aren't, wasn't, weren't, don't, doesn't, didn't, hasn't, haven't, can't, won't, never, nothing, none, no, nobody, if, when,
  once, until, unless, the instant, the moment, by the time, after, before, while, since, as, because, that, which, who, what, how, why, whether, will, would, should, shall, can, could, may,
  might, must, need, needs, have to, has to, going to, to, be, being, gets, get, almost, nearly, half, partly, partially, some, most, only, still, want,
  wants, waiting, wait, expect, expected, hope, think, thought, guess, one of, two of, three of, many of, several of, say, says, said, you, your, please, let, or,
  nicht, kein, keine, keinen, nichts, nie, niemand, noch, wenn, falls, sobald, bis, bevor, nachdem, weil, dass, ob, wird, werden, würde, soll, sollte,
  sollen, muss, müssen, kann, können, könnte, darf, will, fast, halb, teilweise, nur, du, ihr, was, wer, wie, warum, damit, um, bitte, oder, dachte, denke, glaube, zwei von, drei von,
  没, 未, 不, 如果, 等, 要, 会, 还, 请, 将, 或`
/** At the beginning, with something between it and the word: a question without its mark. */
export const asking = 'is, are, was, were, has, have, did, does, do, ist, sind, wurde, wurden, hat, haben, hast'
/** Anywhere in such a sentence: more is to come, or it went wrong. */
export const toCome =
  'tomorrow, next, remaining, remains, left, later, rest, pending, todo, yet, except, but, still, fail, fails, failed, denied, noch, morgen, später, fehlt, fehlen, aber, 明天, 但'
/** Before such a word: it is not so yet. */
export const notYet = "not, isn't, aren't, wasn't, never, until, once, when, if, be, nicht, noch nicht, wenn, bis, 没, 未"

/** The creditor takes back what was asked, or has decided it without an answer. */
export const withdrawals = `never mind, nevermind, nvm, scratch that, forget it, forget that, ignore that, is moot, no longer needed, i went with, we went with,
  hat sich erledigt, vergiss es, 算了, 不用了`
/** The creditor is content, at the start; not in a sentence that goes on with one of the next list. */
export const acceptances = `thanks, thank you, thx, ty, great, perfect, lovely, nice, super, works, danke, passt, lgtm, looks great, looks good, 谢谢, 好的`
export const reservations = 'but, however, except, although, still, aber, jedoch, allerdings, 但, 不过'
