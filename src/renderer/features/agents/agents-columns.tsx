import type { AgentsOrder } from './agent-order.ts'

/** The heads of the agent table. */
export function AgentsColumns({ order }: { readonly order: AgentsOrder }): React.JSX.Element {
  return (
    <div className="tr ag th" role="row">
      <span role="columnheader">
        <span className="sr">Status</span>
      </span>
      <span role="columnheader">Status, evidence</span>
      <span role="columnheader">Name, role</span>
      <span role="columnheader" className="col-akas">
        Known as
      </span>
      {order === 'needs' ? <Doing /> : <Rules />}
      <span role="columnheader" className="r">
        Seen
      </span>
    </div>
  )
}

const cleanTitle = 'Of 100: messages without findings of the lint, out of the last 500'

function Rules(): React.JSX.Element {
  return (
    <>
      <span role="columnheader" className="col-score" title={cleanTitle}>
        Clean, of 100
      </span>
      <span role="columnheader" className="col-most">
        Most often
      </span>
    </>
  )
}

function Doing(): React.JSX.Element {
  return (
    <>
      <span role="columnheader" className="col-runtime cut" title="Runtime, machine">
        Runtime, machine
      </span>
      <span role="columnheader" className="r">
        Today
      </span>
      <span role="columnheader" className="r">
        Owes
      </span>
      <span role="columnheader" className="r col-owed">
        Owed
      </span>
      <span role="columnheader" className="r col-clean" title={cleanTitle}>
        Clean
      </span>
      <span role="columnheader" className="col-spark">
        Last 24&nbsp;h
      </span>
    </>
  )
}
