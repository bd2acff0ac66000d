/** One entry of a list of names and values (`dl.kv`). */
export function KeyRow({ label, children }: { readonly label: string; readonly children: React.ReactNode }): React.JSX.Element {
  return (
    <>
      <dt>{label}</dt>
      <dd className="wrap">
        <span>{children}</span>
      </dd>
    </>
  )
}
