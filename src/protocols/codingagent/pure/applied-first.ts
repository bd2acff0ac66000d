/** Why a round is not applied: another window or a command was faster. True while that one runs and afterwards. */
export function appliedFirst(sequence: number): string {
  return `Round ${sequence} was applied elsewhere first. You applied nothing: check its results.`
}
