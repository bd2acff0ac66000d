import { createLiveTexts } from './live-texts.ts'
import type { MakeSlice } from '../screen.ts'
import type { LiveSlice } from './slices.ts'

/** What grows between two stored versions of an answer. */
export const liveSlice: MakeSlice<LiveSlice> = (_set, _get, env) => {
  const live = createLiveTexts((run) => env.onFrame(run))
  return { live, receiveLive: (push) => live.receive(push), forgetLive: () => live.forget() }
}
