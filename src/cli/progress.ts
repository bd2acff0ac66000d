import { say } from '../io/standard-streams.ts'

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
