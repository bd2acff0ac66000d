import { VisibleText } from '../../ui/visible-text.tsx'

/** Heading above what one link knows about an agent, with the agent's name on that link. */
export function OnLink({ link, name }: { readonly link: string; readonly name: string }): React.JSX.Element {
  return (
    <h3>
      <span className="cut">
        On <VisibleText text={link} />
      </span>
      <span className="end dim cut">
        <VisibleText text={name} />
      </span>
    </h3>
  )
}
