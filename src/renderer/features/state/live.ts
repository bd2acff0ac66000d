import type { Push } from '../../../api/contract.ts'
import { createLiveTexts, type LiveTexts } from './live-texts.ts'
import type { MakeSlice } from './app-state.ts'

export interface LiveSlice {
  /** Texts of answers that are being written: always the same object. */
  readonly live: LiveTexts
  /** Pushed texts; drawn with the next frame. */
  receiveLive(push: Extract<Push, { type: 'live' }>): void
  /** What is known may be out of date: all that there is will be pushed again. */
  forgetLive(): void
}

/** What grows between two stored versions of an answer. */
export const liveSlice: MakeSlice<LiveSlice> = (_set, _get, env) => {
  const live = createLiveTexts((run) => env.onFrame(run))
  return { live, receiveLive: (push) => live.receive(push), forgetLive: () => live.forget() }
}
