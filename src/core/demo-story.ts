/**
 * The story that the demo tells first, as captions of the screen and as the timetable of its scripts. Seconds after the demo's workspace was opened; each
 * scene ends by itself if the operator does nothing.
 */
export interface DemoScene {
  readonly at: number
  /** One line, for somebody who has never heard of these protocols. */
  readonly text: string
  /** The view that shows it. */
  readonly view: string
}

export const demoStory: readonly DemoScene[] = [
  { at: 0, view: 'agents', text: 'Who is here: agents that talk over five links. Each has one name and one row in Agents.' },
  { at: 14, view: 'board', text: 'A task is assigned on IRC, done, and reported in chat.md. The Board follows it.' },
  { at: 30, view: 'needs', text: 'coder asks you something. It is in Needs me: select the row and press r to answer.' },
  { at: 46, view: 'paste', text: 'An LLM that you reach by copy and paste has replied. Paste shows every change before you apply it.' },
  { at: 62, view: 'needs', text: 'parser and schema wait for each other. Press w to see why, and answer for one of them.' },
  { at: 86, view: 'needs', text: 'That was the tour. The agents go on by themselves; stop the demo by closing it.' },
]

/** When the last caption goes, seconds. */
export const storyEnds = 100

/** When the scripts do what the captions say, seconds. */
export const demoCues = { reported: 22, stuck: 30, untied: 300 } as const

/** How long a ring of agents must be unchanged in the demo to count as a deadlock, minutes: the usual limit is longer than the tour. */
export const demoDeadlock = 0.5
