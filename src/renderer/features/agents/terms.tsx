import { Fragment } from 'react'
import { VisibleText } from '../../ui/visible-text.tsx'

interface TermsProps {
  readonly terms: readonly { readonly label: string; readonly value: string }[]
}

/** Conditions of an effect, as label and value. */
export function Terms({ terms }: TermsProps): React.JSX.Element {
  return (
    <dl className="kv wrap">
      {terms.map(({ label, value }) => (
        <Fragment key={label}>
          <dt>
            <VisibleText text={label} />
          </dt>
          <dd>
            <span>
              <VisibleText text={value} />
            </span>
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
