/** The files that SQLite keeps beside a database while it is open, and leaves there after a crash. */
export function sideFiles(file: string): string[] {
  return ['-wal', '-shm', '-journal'].map((end) => `${file}${end}`)
}
