import { momentOf } from './state/replay.ts'
import { useApp } from '../state/store.ts'
import { clockTime, exactTime } from '../../ui/time.ts'
import './replay.css'

/** In the head of a view: the moment that it shows, if that is not now. */
export function AsOf(): React.JSX.Element | null {
  const moment = useApp(momentOf)
  return moment === undefined ? null : (
    <span className="sub as-of" title={exactTime(moment)}>
      as of {clockTime(moment)}
    </span>
  )
}
