/** The sign of Patchbay: two sockets and a cable. */
export function Mark(): React.JSX.Element {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="6" cy="6" r="2.8" />
      <circle cx="18" cy="18" r="2.8" />
      <path d="M6 8.8v1.7c0 5 12 -1.5 12 3v1.7" />
    </svg>
  )
}
