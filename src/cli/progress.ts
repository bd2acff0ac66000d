import { isErrorTerminal, say, sayOver } from '../io/standard-streams.ts'

const everyMs = 1_000

/** Says on stderr how far something is, at most once a second, in percent. @param verb begins the line: `Copied`. */
export function showProgress(verb: string): (done: number, total: number) => void {
  let next = performance.now() + everyMs
  return (done, total) => {
    if (total === 0 || performance.now() < next) return
    next = performance.now() + everyMs
    say(`${verb} ${Math.floor((done / total) * 100)} %.`)
  }
}

/**
 * Says on stderr how far the lists of each workspace are rebuilt: every percent in one line that is written over, or, where that is not possible, a
 * line every ten percent.
 */
export function showRebuilding(isTerminal = isErrorTerminal(), tell = sayOver): (name: string, done: number, total: number) => void {
  const told = new Map<string, number>()
  const step = isTerminal ? 1 : 10
  return (name, done, total) => {
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100)
    const reached = percent - (percent % step)
    if (told.get(name) === reached) return
    told.set(name, reached)
    const isLast = done >= total
    if (isLast) told.delete(name)
    tell(`Rebuilding the lists of ${name} from the journal: ${reached} %`, isLast)
  }
}
