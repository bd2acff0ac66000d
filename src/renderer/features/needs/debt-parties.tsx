import { Signs } from '../../ui/signs.tsx'
import { NamedAgent } from './named-agent.tsx'

interface DebtPartiesProps {
  /** Both by their id, or by their name on the link `source`; undefined: nobody took it. */
  readonly debtor: string | undefined
  readonly creditor: string
  readonly source: string
}

/** Who owes it, and to whom: the first two cells of a row. */
export function DebtParties({ debtor, creditor, source }: DebtPartiesProps): React.JSX.Element {
  return (
    <>
      {debtor === undefined ? <span className="dim">nobody yet</span> : <NamedAgent who={debtor} source={source} />}
      <span className="agent">
        <span className="dim" aria-hidden="true">
          <Signs text="→" />
        </span>{' '}
        <NamedAgent who={creditor} source={source} />
      </span>
    </>
  )
}
