import type { HaltRow } from '../../../core/halt.ts'
import { VisibleText } from '../../ui/visible-text.tsx'
import { useApp } from '../state/store.ts'
import { offerId } from './state/shown-table.ts'

interface HaltOffersProps {
  readonly row: HaltRow
  /** How the row is called. */
  readonly name: string
  readonly ticked: ReadonlySet<string>
  /** The row is left out. */
  readonly isOut: boolean
}

/** Agents elsewhere that a halt can end for good: nothing is ticked before the operator does. */
export function HaltOffers({ row, name, ticked, isOut }: HaltOffersProps): React.JSX.Element | null {
  const tick = useApp((state) => state.tickHaltOffer)
  const { link, offers = [] } = row
  if (offers.length === 0) return null
  return (
    <ul className="halt-offers lost" aria-label={`Ends elsewhere on ${name}, if you tick it`}>
      {offers.map(({ key, what, place, note }) => (
        <li key={key}>
          <label>
            <input
              type="checkbox"
              checked={!isOut && ticked.has(offerId({ link, key }))}
              disabled={isOut}
              onChange={(event) => tick({ link, key }, event.currentTarget.checked)}
            />
            <span>
              <b className="med">
                <VisibleText text={what} />
              </b>{' '}
              in <VisibleText text={place} />: <VisibleText text={note} />
            </span>
          </label>
        </li>
      ))}
    </ul>
  )
}
