interface Surroundings {
  readonly zone: string
  readonly language: string
  readonly umask: number
  readonly date: (now: number) => number
}

export const surroundings: Readonly<Record<string, Surroundings>>
export function chosenSurroundings(): Surroundings
export function enterSurroundings(): void
