/** The 3 px bar of an agent's hue: 1–8, 0 for the operator. Absent: unknown. */
export function Bar({ hue }: { readonly hue: number | undefined }): React.JSX.Element {
  return <i className={`bar ${hue === undefined ? '' : hue === 0 ? 'you' : `a${hue}`}`} aria-hidden="true" />
}
