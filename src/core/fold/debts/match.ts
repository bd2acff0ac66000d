import { wantsYes } from '../../acts/moves.ts'
import { limits } from '../../limits.ts'
import { settled, startOf, step, type Course, type SameName } from './course.ts'
import { refOf, type KeptAct, type KeptAsk, type LooseAct, type Mutable } from './kept.ts'

/** A debt that a name may owe, with the acts that name it. */
export interface Candidate {
  readonly key: string
  readonly ask: KeptAsk
  readonly debtor: string | undefined
  /** In order of position. */
  readonly acts: readonly KeptAct[]
}

/** By key of a debt: its ref, and the acts that turned out to be about it. */
export type Matched = ReadonlyMap<string, { readonly ref: string; readonly acts: KeptAct[] }>

/** Finds the debts of one name on one source that its pair acts and its free text are about, in order of position. */
export interface Matcher {
  /**
   * Adds what comes after everything that was added before.
   * @param candidates debts that are new, or have more acts @param loose acts of the name, and its creditors' words to it, in order of position
   * @returns false: something of it belongs before what was added, so that another matcher has to begin again
   */
  add(candidates: readonly Candidate[], loose: readonly LooseAct[]): boolean
  /**
   * Goes on with less, exactly as a new matcher would that is given only this: these debts with their acts as of now, what was said to whom, what was
   * matched and is not settled, and what was opened from a position on.
   */
  settle(left: {
    readonly candidates: readonly Candidate[]
    readonly loose: readonly LooseAct[]
    readonly matched: Matched
    readonly from: number
  }): void
  readonly matched: Matched
  /** Debts that a *take* opened, because its author owed the other nothing. */
  readonly said: readonly KeptAsk[]
  /** Keys whose acts have changed since the last call. */
  takeChanged(): ReadonlySet<string>
  /** Refs of open asks beyond `limits.turnAsks` of one turn, which are not kept, each with that of the newest that is. */
  over(): readonly (readonly [ref: string, into: string])[]
}

/** How long after its last sign a line to nobody in a channel can still be the answer, ms. */
const channelTurnMs = 10 * 60_000

type Moment = Pick<LooseAct, 'ord' | 'settledAt'>

interface Machine {
  readonly key: string
  readonly ask: KeptAsk
  acts: readonly KeptAct[]
  next: number
  course: Course
  /** Those like it by the same creditor; it is not among them while it is over. */
  readonly list: Machine[]
  isListed: boolean
}

/** Opens one for a name. What it matches depends on all acts, never on the order in which they came. */
export function openMatcher(debtor: string, same: SameName): Matcher {
  let matched = new Map<string, { readonly ref: string; readonly acts: KeptAct[] }>()
  let machines = new Map<string, Machine>()
  let said: KeptAsk[] = []
  /** By creditor, the oldest first. What free text can answer is few, what is known by a reference may be many. */
  let turns = new Map<string, Machine[]>()
  let others = new Map<string, Machine[]>()
  let spoken: LooseAct[] = []
  let changed = new Set<string>()
  /** The last position of anything that was added. */
  let upTo = Number.NEGATIVE_INFINITY

  function enlist(machine: Machine): void {
    const { list, ask } = machine
    let at = list.length
    while ((list[at - 1]?.ask.ord ?? Number.NEGATIVE_INFINITY) > ask.ord) at--
    list.splice(at, 0, machine)
    machine.isListed = true
  }

  function begin({ key, ask, debtor: first, acts }: Candidate): Machine {
    const map = ask.isTurn === true ? turns : others
    const list = map.get(ask.debt.creditor) ?? []
    map.set(ask.debt.creditor, list)
    const machine = { key, ask, acts, next: 0, course: startOf(ask, first), list, isListed: true }
    machines.set(machine.key, machine)
    enlist(machine)
    return machine
  }

  /** @returns whether what is new of it is later than what was added before. */
  function put(candidate: Candidate): boolean {
    const known = machines.get(candidate.key)
    if (known === undefined) {
      begin(candidate)
      return candidate.ask.ord > upTo
    }
    const { ask, acts } = candidate
    if (ask !== known.ask || known.acts.some((act, at) => act !== acts[at])) return false
    const isLater = acts.slice(known.acts.length).every(({ ord }) => ord > upTo)
    known.acts = acts
    if (!known.isListed) enlist(known)
    return isLater
  }

  /** What is open of a list at a position, the oldest first. What is over, and would be for all that is known of it, leaves the list. */
  function* open(list: Machine[] = [], { ord, settledAt = Number.NEGATIVE_INFINITY }: Moment): Generator<Machine, void> {
    for (let at = 0; at < list.length;) {
      const machine = list[at] as Machine
      if (machine.ask.ord >= ord) return
      for (let act = machine.acts[machine.next]; act !== undefined && act.ord <= ord; act = machine.acts[++machine.next])
        machine.course = step(machine.course, act, machine.ask, same)
      const now = settled(machine.course, machine.ask, same)
      if (now.state !== 'open' && machine.next >= machine.acts.length) {
        list.splice(at, 1)
        machine.isListed = false
        continue
      }
      at++
      if (now.state === 'open' && now.debtor === debtor && machine.ask.cursor > settledAt) yield machine
    }
  }

  function oldestOwed(creditor: string, at: Moment, fits: (machine: Machine) => boolean = () => true): Machine | undefined {
    return oldest([turns, others].flatMap((map) => firstOf(open(map.get(creditor), at), fits)))
  }

  function give(machine: Machine, act: LooseAct, word: KeptAct['word'], back?: string): void {
    const kept = matchedAct(act, word, back)
    machine.course = step(machine.course, kept, machine.ask, same)
    const known = matched.get(machine.key)
    changed.add(machine.key)
    if (known === undefined) matched.set(machine.key, { ref: refOf(machine.ask), acts: [kept] })
    else known.acts.push(kept)
  }

  function pairAct(act: LooseAct, other: string): void {
    const isCreditors = act.by !== debtor
    // With neither a name nor a title, only what was asked where it is said can be meant.
    const isHere = ({ ask }: Machine): boolean => other !== '' || act.text !== undefined || ask.lane === act.lane
    const fits = (machine: Machine): boolean => {
      const { kind, text } = machine.ask.debt
      return (act.kinds === undefined || act.kinds.includes(kind)) && isTitled(act.text, text) && isHere(machine)
    }
    const creditors = isCreditors ? [act.by] : other === '' ? [...turns.keys(), ...others.keys()] : [other]
    const found = oldest(creditors.flatMap((creditor) => oldestOwed(creditor, act, fits) ?? []))
    if (found !== undefined) give(found, act, act.word)
  }

  /** The free text that this line may answer. */
  function turnOf(act: LooseAct, other: string): Machine[] {
    const mentions = act.move?.mentions
    const inLane = (creditor: string): Machine[] => {
      const asked = turns.get(creditor)
      return asked === undefined ? [] : [...open(asked, act)].filter(({ ask }) => ask.lane === act.lane)
    }
    if (mentions === undefined) return inLane(other)
    if (mentions.length > 0) return mentions.flatMap(inLane)
    const newest = [...turns.keys()]
      .flatMap(inLane)
      .reduce<Machine | undefined>((a, b) => (a === undefined || b.ask.ord > a.ask.ord ? b : a), undefined)
    if (newest === undefined || act.at - newest.course.sign > channelTurnMs) return []
    return inLane(newest.ask.debt.creditor).filter(({ ask }) => ask.isRequest === newest.ask.isRequest)
  }

  function take(act: LooseAct, other: string): void {
    const owing = turnOf(act, other)
    for (const machine of owing) give(machine, act, 'take')
    if (owing.length > 0 || act.said === undefined || act.settledAt !== undefined || oldestOwed(other, act) !== undefined) return
    said.push(act.said)
    give(begin({ key: act.said.debt.key, ask: act.said, debtor, acts: [] }), act, 'take')
  }

  function speak(act: LooseAct, other: string): void {
    const { move = {} } = act
    const asks = (move.asks === true || move.requests === true) && move.delivers !== 'begins'
    const turn = turnOf(act, other)
    if (turn.length === 0) return
    const answered = new Set<string>()
    for (const machine of turn.filter(({ ask }) => ask.isRequest !== true)) {
      give(machine, act, asks ? 'report' : 'answer', asks ? act.back : undefined)
      if (!asks) answered.add(machine.ask.debt.creditor)
    }
    for (const machine of turn.filter(({ ask }) => ask.isRequest === true)) {
      if (asks) give(machine, act, 'report', act.back)
      else if (staysOpen(machine, act)) give(machine, act, 'report')
      else if (move.delivers === 'begins' || !answered.has(machine.ask.debt.creditor))
        give(machine, act, move.agrees === true && !wantsYes(machine.ask.debt.text) ? 'take' : 'answer')
    }
  }

  function creditorsWord(act: LooseAct): void {
    if (act.move?.creditor === undefined) return
    const asked = [...open(turns.get(act.by), act)]
    if (act.move?.creditor === 'withdraws') {
      const newest = asked.at(-1)
      if (newest !== undefined) give(newest, act, 'cancel')
    } else if (act.move?.creditor === 'accepts') {
      const spokeAt = spoken.findLast((line) => isTo(line, act.by))?.ord ?? Number.NEGATIVE_INFINITY
      for (const machine of asked) if (machine.ask.parentRef === undefined && machine.ask.ord < spokeAt) give(machine, act, 'answer')
    }
  }

  function hear(loose: readonly LooseAct[]): void {
    const lines = new Set<string>()
    for (const [at, act] of loose.entries()) {
      if ('pair' in act.about) {
        pairAct(act, act.about.pair)
        continue
      }
      if (act.by !== debtor) {
        creditorsWord(act)
        continue
      }
      spoken.push(act)
      // In a channel one line is one move, however many it mentions.
      if (loose[at - 1]?.ord === act.ord || loose[at + 1]?.ord === act.ord) {
        const line = `${act.ord} ${act.word} ${act.move?.mentions === undefined ? act.about.turn : ''}`
        if (lines.has(line)) continue
        lines.add(line)
      }
      if (act.word === 'take') take(act, act.about.turn)
      else if (act.word === 'speak') speak(act, act.about.turn)
    }
  }

  return {
    add(candidates, loose) {
      if (!candidates.every(put) || (loose[0]?.ord ?? Infinity) <= upTo) return false
      hear(loose)
      for (const { ask, acts } of candidates) upTo = Math.max(upTo, ask.ord, acts.at(-1)?.ord ?? upTo)
      upTo = Math.max(upTo, loose.at(-1)?.ord ?? upTo)
      return true
    },
    settle(left) {
      const kept = new Map<string, Machine>()
      said = said.filter(({ ord }) => ord >= left.from)
      for (const ask of said) {
        const machine = machines.get(ask.debt.key)
        if (machine !== undefined) kept.set(machine.key, machine)
      }
      for (const { key, acts } of left.candidates) {
        const machine = machines.get(key)
        if (machine === undefined) continue
        // Acts that it has not reached yet are later than all that was matched to it.
        machine.next += acts.length - machine.acts.length
        machine.acts = acts
        kept.set(machine.key, machine)
      }
      machines = kept
      const lists = { turns: new Map<string, Machine[]>(), others: new Map<string, Machine[]>() }
      for (const { ask, list } of kept.values()) lists[ask.isTurn === true ? 'turns' : 'others'].set(ask.debt.creditor, list)
      turns = lists.turns
      others = lists.others
      for (const list of [...turns.values(), ...others.values()]) {
        const those = list.filter(({ key }) => kept.has(key))
        if (those.length < list.length) list.splice(0, list.length, ...those)
      }
      spoken = left.loose.filter(({ about, by }) => 'turn' in about && by === debtor)
      matched = new Map(left.matched)
    },
    get matched() {
      return matched
    },
    get said() {
      return said
    },
    takeChanged() {
      const keys = changed
      changed = new Set()
      return keys
    },
    over() {
      const found: (readonly [ref: string, into: string])[] = []
      // The asks of one turn are by one creditor. Many creditors have few each, and nobody looks through all of them.
      for (const list of turns.values()) if (list.length > limits.turnAsks) found.push(...overFull([...open(list, { ord: Infinity })]))
      return found
    },
  }
}

/** An act as one of the debt that it is about. Written field by field, because it is made for nearly every line. */
function matchedAct(act: LooseAct, word: KeptAct['word'], back: string | undefined): KeptAct {
  const { id, cursor, ord, key, at, event, by, evidence, how, to, kinds, alias, again, reopens, isOperators, text, cut } = act
  const kept: Mutable<KeptAct> = { id, cursor, ord, at, event, word, by, evidence, how }
  if (key !== undefined) kept.key = key
  if (to !== undefined) kept.to = to
  if (kinds !== undefined) kept.kinds = kinds
  if (alias !== undefined) kept.alias = alias
  if (again !== undefined) kept.again = again
  if (reopens !== undefined) kept.reopens = reopens
  if (isOperators !== undefined) kept.isOperators = isOperators
  if (text !== undefined) kept.text = text
  if (cut !== undefined) kept.cut = cut
  if (back !== undefined) kept.back = back
  return kept
}

function firstOf(machines: Iterable<Machine>, fits: (machine: Machine) => boolean): Machine[] {
  for (const machine of machines) if (fits(machine)) return [machine]
  return []
}

/** An act that holds the title of a debt is about no other. */
function isTitled(text: string | undefined, title: string): boolean {
  return text === undefined || (title !== '' && text.includes(title))
}

function oldest(machines: readonly Machine[]): Machine | undefined {
  return machines.reduce<Machine | undefined>((a, b) => (a === undefined || b.ask.ord < a.ask.ord ? b : a), undefined)
}

/** The newest of a creditor's asks that share a closing move, beyond what is kept. */
function overFull(machines: readonly Machine[]): ReturnType<Matcher['over']> {
  const turns = new Map<string, { count: number; last: string }>()
  return machines.flatMap(({ ask }): ReturnType<Matcher['over']> => {
    const turn = `${ask.lane ?? ''}\n${ask.isRequest === true}`
    const ref = refOf(ask)
    const { count, last } = turns.get(turn) ?? { count: 0, last: ref }
    const isOver = count >= limits.turnAsks
    turns.set(turn, { count: count + 1, last: isOver ? last : ref })
    return isOver ? [[ref, last]] : []
  })
}

/** A request is not done by progress, and once taken only by delivery. */
function staysOpen({ course }: Machine, { move = {} }: LooseAct): boolean {
  if (move.delivers === 'begins') return false
  return move.progress === true || (course.taken && move.delivers === undefined)
}

function isTo({ about, move }: LooseAct, name: string): boolean {
  return 'turn' in about && (about.turn === name || move?.mentions?.includes(name) === true)
}
