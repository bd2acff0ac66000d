/** The minimum that follows a file, for `node -e … FILE`: a watcher, one read per hint, and the bytes on stdout. */
export const bareWatchScript = `
  const { watch, openSync, readSync, fstatSync, writeSync } = require('node:fs')
  const fd = openSync(process.argv[1], 'r'), buffer = Buffer.alloc(65536)
  let at = fstatSync(fd).size
  watch(process.argv[1], () => {
    for (let size; (size = readSync(fd, buffer, 0, buffer.length, at)) > 0; ) { at += size; writeSync(1, buffer.subarray(0, size)) }
  })`
